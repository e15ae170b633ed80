// The claims of Ordered under the model checker: threads with different orders claim every task, and
// each task is claimed once.
#include "galois/search/OrderedClaims.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

template <unsigned Threads, std::size_t Tasks>
struct Claimants : rl::test_suite<Claimants<Threads, Tasks>, Threads> {
  galois::search::OrderedClaims<CheckedAtomics> claims{Tasks};
  CheckedPlain<int> claimed[Tasks];

  void thread(unsigned id) {
    std::size_t place = 0, task = 0;
    const auto taskAt = [id](std::size_t i) { return id % 2 == 0 ? i : Tasks - 1 - i; };
    while ((task = claims.next(place, taskAt)) != claims.kNone) {
      ++claimed[task]; // a race if two threads had claimed it
    }
  }

  void after() {
    for (const auto& count : claimed) {
      RL_ASSERT(count.get() == 1);
    }
  }
};

} // namespace

int main() {
  return explore<Claimants<2, 2>>({2, 20000, 500}) && explore<Claimants<3, 3>>({0, 40000, 1000})
             ? 0
             : 1;
}
