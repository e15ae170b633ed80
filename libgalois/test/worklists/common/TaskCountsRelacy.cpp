// TaskCounts under the model checker: whoever learns that all is done sees what every task has
// written, also when a task adds another one, which a third thread runs.
#include "galois/worklists/parts/common/TaskCounts.h"
#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::worklists::TaskCounts;
namespace order = galois::substrate::order;

namespace {

/// Thread 0 adds a task, which thread 1 runs if it finds it. That adds another one, which thread 0
/// runs if it finds it, and otherwise thread 1. Thread 2 asks.
struct TwoTasks : rl::test_suite<TwoTasks, 3> {
  TaskCounts<CheckedAtomics> counts[2];
  CheckedAtomics::Atomic<unsigned> first{0}, second{0}; ///< queues of one task
  CheckedAtomics::Plain<unsigned> firstDone{0}, secondDone{0};

  void add(unsigned thread, CheckedAtomics::Atomic<unsigned>& queue) {
    counts[thread].add();
    queue.store(1, order::release);
  }
  bool take(CheckedAtomics::Atomic<unsigned>& queue) {
    unsigned one = 1;
    return queue.compare_exchange_strong(one, 2, order::acquire, order::relaxed);
  }
  void runSecond(unsigned thread) {
    if (take(second)) {
      secondDone = 1;
      counts[thread].finish();
    }
  }
  bool allDone() {
    return TaskCounts<CheckedAtomics>::allDone(
        2, [this](unsigned t) -> const TaskCounts<CheckedAtomics>& { return counts[t]; });
  }

  void before() { add(0, first); }

  void thread(unsigned id) {
    if (id == 0) {
      runSecond(0);
    } else if (id == 1) {
      if (take(first)) {
        firstDone = 1;
        add(1, second);
        counts[1].finish();
        runSecond(1);
      }
    } else if (allDone()) {
      RL_ASSERT(firstDone.get() == 1);
      RL_ASSERT(secondDone.get() == 1);
    }
  }

  void after() { RL_ASSERT(allDone()); }
};

/// A task that was counted and then not added makes nobody believe that all is done.
struct TakenBack : rl::test_suite<TakenBack, 2> {
  TaskCounts<CheckedAtomics> counts[2];

  void before() { counts[0].add(); }
  void thread(unsigned id) {
    if (id == 0) {
      counts[0].add();
      counts[0].takeBack();
    } else {
      RL_ASSERT(!TaskCounts<CheckedAtomics>::allDone(
          2, [this](unsigned t) -> const TaskCounts<CheckedAtomics>& { return counts[t]; }));
    }
  }
};

} // namespace

int main() {
  const bool good = galois::test::explore<TwoTasks>();
  return galois::test::explore<TakenBack>() && good ? 0 : 1;
}
