// A frame under the model checker: an owner forks, a thief asks and takes the frame, and the owner
// joins. The frame is on the owner's stack, so it must not be touched after the join: the test writes
// to the same memory then, which the model checker reports as a race if the taker still uses it.
#include "galois/runtime/TaskFrame.h"

#include "galois/worklists/parts/stealing/StealRequests.h"
#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

using Frame = galois::runtime::BasicTaskFrame<CheckedAtomics>;
using Requests = galois::worklists::StealRequests<Frame*, CheckedAtomics>;

/// Thread 0 forks and joins; the others ask it. The branch reads what the owner wrote before the fork
/// and writes a result that the owner reads after the join.
template <unsigned Threads, bool Throws>
struct ForkAndJoin : rl::test_suite<ForkAndJoin<Threads, Throws>, Threads> {
  struct Branch : Frame {
    explicit Branch(ForkAndJoin& t) : Frame(&runHere), test(t) {}
    static void runHere(Frame& frame, void*) {
      auto& self = static_cast<Branch&>(frame);
      RL_ASSERT(self.input.get() == 7);
      self.result = 8;
      ++self.test.runs;
      if (Throws) {
        self.fail(std::make_exception_ptr(3));
      } else {
        self.finish();
      }
    }
    ForkAndJoin& test;
    CheckedPlain<int> input;
    CheckedPlain<int> result;
  };

  Requests requests{Threads};
  int runs = 0;

  void thread(unsigned id) {
    if (id == 0) {
      owner();
    } else {
      thief(id);
    }
  }

  void owner() {
    Branch branch(*this);
    branch.input = 7;
    bool inDeque = true;
    requests.setHasWork(0, true);
    const auto give = [&](unsigned to, const void*, Frame*& out) {
      if (!inDeque) {
        return false;
      }
      inDeque = false;
      branch.take(to, galois::runtime::taskId(0, 1));
      out = &branch;
      return true;
    };
    requests.answer(0, give);
    requests.answer(0, give);
    requests.setHasWork(0, inDeque);
    if (inDeque) {
      requests.close(0);
      branch.run(nullptr); // the join finds the frame
      requests.open(0);
    } else {
      while (!branch.done()) {
        requests.answer(0, give); // refuses
        CheckedAtomics::pause();
      }
    }
    RL_ASSERT(branch.result.get() == 8);
    RL_ASSERT((branch.thrown() != nullptr) == Throws);
    branch.input = 0; // the next function on this stack
    branch.result = 0;
    requests.setHasWork(0, false);
    requests.close(0);
  }

  void thief(unsigned id) {
    if (!requests.ask(id, 0)) {
      return;
    }
    Frame* frame = nullptr;
    for (;;) {
      const auto answer = requests.look(id, frame);
      if (answer == Requests::Answer::kItem) {
        frame->run(nullptr);
        return;
      }
      if (answer == Requests::Answer::kRefused) {
        return;
      }
      CheckedAtomics::pause();
    }
  }

  void after() { RL_ASSERT(runs == 1); }
};

} // namespace

int main() {
  const bool good = explore<ForkAndJoin<2, false>>({2, 20000, 2000}) &&
                    explore<ForkAndJoin<2, true>>({2, 5000, 1000}) &&
                    explore<ForkAndJoin<3, false>>({2, 20000, 3000});
  return good ? 0 : 1;
}
