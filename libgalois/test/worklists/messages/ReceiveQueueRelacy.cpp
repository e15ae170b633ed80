// The receive queue under the model checker. Senders fill a ring of two or three slots several
// times while its owner drains it. Each task is received once, or its sender is told that there is
// no room. The owner sees what a sender wrote before sending. A group of tasks arrives whole. The
// tasks of one sender arrive in the order in which it sent them.
#include "galois/worklists/parts/messages/ReceiveQueue.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

/// Thread 0 owns the queue. Each other thread sends `Sends` groups of `GroupSize` tasks.
/// @tparam Bytes  the size of a group of slots: with 1 a line has one slot, with 10 it has two
template <unsigned Threads, int Sends, int GroupSize, unsigned Capacity, unsigned Bytes>
struct Queue : rl::test_suite<Queue<Threads, Sends, GroupSize, Capacity, Bytes>, Threads> {
  static constexpr int kEach = Sends * GroupSize;
  static constexpr int kTasks = kEach * static_cast<int>(Threads - 1);

  galois::worklists::ReceiveQueue<int, CheckedAtomics, Bytes> queue{Capacity};
  CheckedPlain<int> payload[kTasks];
  int received[kTasks] = {};
  int kept[kTasks] = {};
  int last[Threads] = {}; // It belongs to the owner: the greatest task of each sender, plus one.

  void drain() {
    int expected = -1; // the next task of a group
    queue.drain([&](int task, bool more) {
      RL_ASSERT(task >= 0 && task < kTasks);
      RL_ASSERT(expected == -1 || expected == task);
      RL_ASSERT(more == (task % GroupSize != GroupSize - 1));
      expected = more ? task + 1 : -1;
      RL_ASSERT(payload[task].get() == task + 1);
      int& before = last[task / kEach];
      RL_ASSERT(task >= before);
      before = task + 1;
      ++received[task];
    });
    RL_ASSERT(expected == -1);
  }

  void thread(unsigned id) {
    if (id == 0) {
      for (int i = 0; i < Sends; ++i) {
        drain();
      }
      return;
    }
    for (int i = 0; i < Sends; ++i) {
      int tasks[GroupSize];
      for (int k = 0; k < GroupSize; ++k) {
        tasks[k] = static_cast<int>(id - 1) * kEach + i * GroupSize + k;
        payload[tasks[k]] = tasks[k] + 1;
      }
      if (!queue.send(tasks, GroupSize)) {
        for (const int task : tasks) {
          ++kept[task];
        }
      }
    }
  }

  void after() {
    drain();
    for (int task = 0; task < kTasks; ++task) {
      RL_ASSERT(received[task] + kept[task] == 1);
    }
    // The queue is empty now, so it has room for as many tasks as its capacity, and no more.
    int tasks[Capacity + 1] = {};
    RL_ASSERT(!queue.send(tasks, Capacity + 1));
    RL_ASSERT(queue.send(tasks, Capacity));
    RL_ASSERT(!queue.send(tasks, 1));
  }
};

} // namespace

int main() {
  const bool good = explore<Queue<2, 4, 1, 1, 1>>({3, 10000, 1000}) &&
                    explore<Queue<2, 3, 2, 3, 10>>({3, 10000, 1000}) &&
                    explore<Queue<3, 2, 1, 2, 1>>({2, 30000, 1000}) &&
                    explore<Queue<3, 3, 1, 2, 10>>({0, 30000, 1000}) &&
                    explore<Queue<3, 2, 2, 3, 10>>({0, 30000, 1000});
  return good ? 0 : 1;
}
