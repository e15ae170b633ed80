// A frame under the model checker: an owner forks, a thief asks and takes the frame, and the owner
// joins. The frame is on the owner's stack, so it must not be touched after the join: the test writes
// to the same memory then, which the model checker reports as a race if the taker still uses it. The
// owner may also drop the frame.
#include "galois/runtime/forkjoin/TaskFrame.h"

#include "galois/worklists/parts/stealing/StealRequests.h"
#include "support/CheckedAtomics.h"

using galois::substrate::order::acq_rel;
using galois::substrate::order::acquire;
using galois::substrate::order::release;
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

/// Thread 0 forks, and drops the frame unless it is still in the deque. Thread 1 takes it from there,
/// and its branch ends when it is dropped. Then it sees why. Who waits for the branch sees what the
/// taker wrote before it began, although the frame was dropped meanwhile.
struct Drop : rl::test_suite<Drop, 2> {
  struct Branch : Frame {
    explicit Branch(Drop& t) : Frame(&runHere), test(t) {}
    static void runHere(Frame& frame, void*) {
      auto& self = static_cast<Branch&>(frame);
      ++self.test.runs;
      while (!self.dropped()) { // otherwise for ever, which is reported
        CheckedAtomics::pause();
      }
      RL_ASSERT(self.test.reason.get() == 9);
      self.finish();
    }
    Drop& test;
  };

  CheckedAtomics::Atomic<Frame*> deque{nullptr};
  CheckedAtomics::Atomic<bool> ended{false};
  CheckedPlain<int> reason;
  CheckedPlain<int> prepared;
  int removed = 0;
  int runs = 0;

  void thread(unsigned id) {
    if (id == 1) {
      while (!ended.load(acquire)) {
        if (Frame* const frame = deque.exchange(nullptr, acq_rel)) {
          ++removed;
          frame->take(1, galois::runtime::taskId(1, 1));
          prepared = 5;
          frame->run(nullptr);
          return;
        }
        CheckedAtomics::pause();
      }
      return;
    }
    Branch branch(*this);
    reason = 0;
    prepared = 0;
    deque.store(&branch, release);
    reason = 9; // what the first branch throws
    if (deque.exchange(nullptr, acq_rel) != nullptr) {
      ++removed;
      branch.drop(); // nobody has it, so this does nothing
      RL_ASSERT(!branch.dropped());
      RL_ASSERT(branch.taker() == Frame::kNobody);
    } else {
      while (!branch.done()) {
        branch.drop();
        if (branch.begun()) {
          RL_ASSERT(prepared.get() == 5);
        }
        CheckedAtomics::pause();
      }
      RL_ASSERT(branch.thrown() == nullptr);
    }
    ended.store(true, release);
  }
  void after() {
    RL_ASSERT(removed == 1);
    RL_ASSERT(runs <= 1);
  }
};

} // namespace

int main() {
  const bool good = explore<ForkAndJoin<2, false>>({2, 20000, 2000}) &&
                    explore<ForkAndJoin<2, true>>({2, 5000, 1000}) &&
                    explore<ForkAndJoin<3, false>>({2, 20000, 3000}) &&
                    explore<Drop>({3, 20000, 2000});
  return good ? 0 : 1;
}
