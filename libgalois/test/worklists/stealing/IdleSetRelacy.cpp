// The set of idle threads under the model checker: two threads enter and leave the same word while a
// third one draws. Nobody is drawn who never was in the set, and at the end the set is exactly what
// its threads did last.
#include "galois/worklists/parts/stealing/IdleSet.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::explore;
using galois::worklists::VictimDraw;

namespace {

/// Draws the last number, so that the highest member is found, or the first.
struct Extreme {
  bool last;
  std::uint32_t below(std::uint32_t n) const { return last ? n - 1 : 0; }
};

struct Idling : rl::test_suite<Idling, 3> {
  galois::worklists::IdleSet<CheckedAtomics> set{3};

  std::uint32_t draw(unsigned self, bool last) const {
    Extreme number{last};
    return set.draw(self, 3, number);
  }

  void thread(unsigned self) {
    if (self == 0) {
      const std::uint32_t low = draw(0, false);
      const std::uint32_t high = draw(0, true);
      RL_ASSERT(low == VictimDraw::kNobody || low == 1 || low == 2);
      RL_ASSERT(high == VictimDraw::kNobody || high == 1 || high == 2);
      return;
    }
    set.add(self);
    set.remove(self);
    if (self == 2) {
      set.add(self);
    }
  }

  void after() {
    RL_ASSERT(draw(0, false) == 2);
    RL_ASSERT(draw(0, true) == 2);
    RL_ASSERT(draw(2, false) == VictimDraw::kNobody);
  }
};

} // namespace

int main() { return explore<Idling>({2, 20000, 1000}) ? 0 : 1; }
