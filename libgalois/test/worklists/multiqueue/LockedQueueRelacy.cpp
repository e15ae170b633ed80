// A queue behind its try-lock under the model checker. Threads push tasks and take those that they
// see. They give up as soon as the shown urgency says that the queue is empty, or the lock is
// held. Every task has one receiver, which sees what the pusher wrote before.
#include "galois/worklists/parts/multiqueue/LockedQueue.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace galois::worklists {
namespace {

/// A stack of numbers that Relacy checks for races.
struct Stack {
  void push(int task) {
    tasks[size] = task;
    ++size;
  }
  std::size_t popMany(int* out, std::size_t) {
    --size;
    *out = tasks[size].get();
    return 1;
  }
  std::uint64_t urgency() const { return size.get() == 0 ? kNoUrgency : 1; }
  std::uint64_t urgencyAfterPush(std::uint64_t, int) const { return 1; }

  CheckedPlain<int> tasks[4];
  CheckedPlain<int> size{0};
};

/// Each thread pushes `Each` tasks and takes until it finds none or the try-lock fails, which may
/// happen spuriously. Tasks that are left are there for the next thread.
template <unsigned Threads, unsigned Each>
struct OneQueue : rl::test_suite<OneQueue<Threads, Each>, Threads> {
  LockedQueue<Stack, CheckedAtomics> queue;
  CheckedPlain<int> payload[Threads * Each];
  int received[Threads * Each] = {};

  void thread(unsigned id) {
    for (unsigned i = 0; i < Each; ++i) {
      const unsigned task = id * Each + i;
      payload[task] = static_cast<int>(task) + 1;
      for (;;) {
        if (auto hold = queue.tryLock()) {
          hold.push(static_cast<int>(task));
          break;
        }
        CheckedAtomics::pause();
      }
    }
    while (queue.urgency() != kNoUrgency) {
      auto hold = queue.tryLock();
      int task = 0;
      if (!hold) {
        return;
      }
      if (hold.popMany(&task, 1) > 0) {
        RL_ASSERT(payload[task].get() == task + 1);
        ++received[task];
      }
    }
  }

  void after() {
    while (queue.urgency() != kNoUrgency) {
      int task = 0;
      if (auto hold = queue.tryLock(); hold && hold.popMany(&task, 1) > 0) {
        ++received[task];
      }
    }
    for (const int count : received) {
      RL_ASSERT(count == 1);
    }
  }
};

} // namespace
} // namespace galois::worklists

int main() {
  using namespace galois::worklists;
  const bool good = explore<OneQueue<2, 1>>({4, 20000, 1000}) &&
                    explore<OneQueue<2, 2>>({2, 20000, 1000}) &&
                    explore<OneQueue<3, 1>>({2, 30000, 1000});
  return good ? 0 : 1;
}
