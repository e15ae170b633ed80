// The incumbent under the model checker: threads that improve it at once lose no improvement, and
// what one thread reads never gets worse.
#include "galois/search/Incumbent.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

template <unsigned Threads>
struct Improvers : rl::test_suite<Improvers<Threads>, Threads> {
  galois::search::Incumbent<int, CheckedAtomics> best{0};
  CheckedPlain<int> accepted[Threads]; // the best of each thread's accepted values

  void thread(unsigned id) {
    const auto greater = [](int a, int b) { return a > b; };
    int seen = best.get();
    for (unsigned i = 0; i < 2; ++i) {
      const int value = 1 + static_cast<int>((id * 2 + i * 3) % 5);
      if (best.improve(value, greater)) {
        RL_ASSERT(value > seen);
        accepted[id] = value;
      }
      const int now = best.get();
      RL_ASSERT(now >= value && now >= seen);
      seen = now;
    }
  }

  void after() {
    int most = 0, wanted = 0;
    for (unsigned id = 0; id < Threads; ++id) {
      most = most > accepted[id].get() ? most : accepted[id].get();
      for (unsigned i = 0; i < 2; ++i) {
        const int value = 1 + static_cast<int>((id * 2 + i * 3) % 5);
        wanted = wanted > value ? wanted : value;
      }
    }
    RL_ASSERT(best.get() == wanted);
    RL_ASSERT(most == wanted); // some thread was told that it has the best value
  }
};

} // namespace

int main() {
  return explore<Improvers<2>>({2, 20000, 500}) && explore<Improvers<3>>({0, 40000, 1000}) ? 0 : 1;
}
