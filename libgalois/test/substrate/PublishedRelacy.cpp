// Published under the model checker: a thread that gets the pointer sees the object behind it.
#include "galois/substrate/Published.h"
#include "support/CheckedAtomics.h"

using galois::substrate::Published;
using galois::test::CheckedAtomics;

namespace {

struct Objects : rl::test_suite<Objects, 3> {
  using Word = CheckedAtomics::Plain<int>;
  Published<Word, CheckedAtomics> published;
  Word first{0}, second{0};

  void thread(unsigned id) {
    if (id == 0) {
      first = 1;
      published.publish(&first);
      second = 2;
      published.publish(&second);
    } else if (const Word* seen = published.get()) {
      RL_ASSERT(seen->get() == (seen == &first ? 1 : 2));
    }
  }

  void after() { RL_ASSERT(published.get() == &second); }
};

} // namespace

int main() { return galois::test::explore<Objects>() ? 0 : 1; }
