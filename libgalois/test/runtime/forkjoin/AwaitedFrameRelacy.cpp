// For which frame a worker waits, under the model checker. A thief asks the taker of its frame, and
// must get what the taker waits for while it runs that frame, not what it waited for before or after.
#include "galois/runtime/forkjoin/AwaitedFrame.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::explore;

namespace {

using Frame = galois::runtime::BasicTaskFrame<CheckedAtomics>;
using galois::runtime::taskId;

constexpr unsigned kTaker = 1;
constexpr unsigned kOther = 2;
constexpr unsigned kBefore = 5; ///< counts of the frames that the taker awaits
constexpr unsigned kWithin = 6;
constexpr unsigned kAfter = 7;

/// Thread 0 waits for a frame that thread 1 has taken.
struct Look : rl::test_suite<Look, 2> {
  struct Branch : Frame {
    explicit Branch(Look& t) : Frame(&runHere), test(t) {}
    static void runHere(Frame& frame, void* /*worker*/) {
      auto& self = static_cast<Branch&>(frame);
      self.test.awaited.set(kOther, taskId(kTaker, kWithin));
      self.test.awaited.clear();
      self.finish();
    }
    Look& test;
  };

  galois::runtime::AwaitedFrame<CheckedAtomics> awaited;
  Branch branch{*this};

  void before() { branch.take(kTaker, taskId(0, 1)); }

  void thread(unsigned id) {
    if (id == 1) {
      awaited.set(kOther, taskId(kTaker, kBefore));
      awaited.clear();
      branch.run(nullptr);
      awaited.set(kOther, taskId(kTaker, kAfter));
      awaited.clear();
      return;
    }
    for (int looks = 0; looks < 3; ++looks) {
      unsigned taker = 0;
      std::uint64_t found = 0;
      if (awaited.look(branch, taker, found)) {
        RL_ASSERT(taker == kOther);
        RL_ASSERT(found == taskId(kTaker, kWithin));
      }
    }
  }
};

} // namespace

int main() { return explore<Look>({3, 50000, 5000}) ? 0 : 1; }
