// InterruptFlag under the model checker: a request that is made before a look at the flag is seen by
// one of the two threads, and who finds the flag up sees what the owner prepared.
#include "galois/substrate/Interrupts.h"
#include "support/CheckedAtomics.h"

namespace order = galois::substrate::order;
using galois::substrate::InterruptFlag;
using galois::test::CheckedAtomics;

namespace {

struct Requests : rl::test_suite<Requests, 3> {
  InterruptFlag<CheckedAtomics> flag;
  CheckedAtomics::Plain<int> prepared{0};
  CheckedAtomics::Atomic<int> requests[2];
  bool interrupted[2] = {};
  bool seen[2] = {};

  void before() {
    for (auto& request : requests) {
      request.store(0, order::relaxed);
    }
  }

  void thread(unsigned id) {
    if (id == 0) {
      prepared = 1;
      flag.raise();
      for (unsigned i = 0; i < 2; ++i) {
        seen[i] = requests[i].load(order::relaxed) != 0;
      }
    } else {
      requests[id - 1].store(1, order::relaxed);
      interrupted[id - 1] = flag.isUp();
      if (interrupted[id - 1]) {
        RL_ASSERT(prepared.get() == 1);
      }
    }
  }

  void after() {
    for (unsigned i = 0; i < 2; ++i) {
      RL_ASSERT(seen[i] || interrupted[i]);
    }
    RL_ASSERT(flag.isUp());
    flag.lower();
    RL_ASSERT(!flag.isUp());
  }
};

} // namespace

int main() { return galois::test::explore<Requests>() ? 0 : 1; }
