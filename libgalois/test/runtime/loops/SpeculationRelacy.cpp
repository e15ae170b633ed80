// Speculation under the model checker: threads run and retry the iterations of their tasks. Every
// task is done once, iterations with a common lock exclude each other, no lock is left, and no
// schedule goes on for ever: neither when tasks take the same locks in opposite orders, nor when
// tasks abort themselves until a task of another thread, or another one of their own, has run.
#include "galois/runtime/Context.h"
#include "galois/runtime/loops/Speculation.h"
#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using Lock = galois::runtime::BasicLockable<CheckedAtomics>;
using Iteration = galois::runtime::BasicSimpleRuntimeContext<CheckedAtomics>;
using Turn = galois::runtime::BasicTurn<CheckedAtomics>;

namespace {

constexpr unsigned kMostAborts = 2;
using Speculation = galois::runtime::BasicSpeculation<int, CheckedAtomics, kMostAborts>;

/// What the threads share.
struct Shared {
  Turn turn;
  CheckedAtomics::Plain<int> guarded; ///< by the turn
};

/// What an iteration does: operate() calls fn(iteration, task).
template <typename Fn>
struct Loop {
  void operate(int task) {
    RL_ASSERT(!open); // what the last iteration left was undone or committed
    open = true;
    if (aborts[task] >= kMostAborts) { // it runs in turn
      shared.guarded = shared.guarded.get() + 1;
    }
    ++aborts[task];
    fn(iteration, task);
  }
  void commit() { open = false; }
  void undo() { open = false; }
  static bool stopped() { return false; }
  Shared& shared;
  Iteration& iteration;
  const Fn& fn;
  bool open = false;
  unsigned aborts[4] = {};
};

/// Runs the tasks 0 to `tasks` - 1 of one thread, at most 4.
template <typename Fn>
void runTasks(Shared& shared, int tasks, const Fn& fn) {
  Speculation speculation(shared.turn);
  Loop<Fn> loop{shared, speculation.iteration(), fn};
  for (int task = 0; task < tasks; ++task) {
    speculation.run(loop, task);
  }
  while (speculation.waiting()) {
    speculation.retry(loop);
  }
  RL_ASSERT(!loop.open);
  RL_ASSERT(!speculation.iteration().holdsAny());
}

/// Two threads with tasks that need both locks, each thread in another order.
template <int Tasks>
struct OppositeOrders : rl::test_suite<OppositeOrders<Tasks>, 2> {
  Lock locks[2];
  Shared shared;
  CheckedAtomics::Plain<int> done; // guarded by both locks

  void before() {
    done = 0;
    shared.guarded = 0;
  }
  void thread(unsigned id) {
    runTasks(shared, Tasks, [&](Iteration& iteration, int) {
      iteration.acquire(locks[id]);
      iteration.acquire(locks[1 - id]);
      done = done.get() + 1;
    });
  }
  void after() {
    Iteration last;
    for (Lock& lock : locks) {
      RL_ASSERT(last.tryAcquire(lock)); // nobody has left a lock behind
    }
    last.release();
    RL_ASSERT(done.get() == 2 * Tasks);
  }
};

/// Task i aborts itself until task i + 1 has run, and there are `Count` of them. A thread has tasks
/// that follow each other, or, interleaved, every second or third one.
template <unsigned Threads, int Count, bool Interleaved>
struct Chain : rl::test_suite<Chain<Threads, Count, Interleaved>, Threads> {
  static constexpr int kEach = Count / static_cast<int>(Threads);
  Shared shared;
  CheckedAtomics::Atomic<int> done[Count + 1];

  void before() {
    shared.guarded = 0;
    for (int i = 0; i <= Count; ++i) {
      done[i].store(i == Count ? 1 : 0, std::memory_order_relaxed);
    }
  }
  void thread(unsigned id) {
    const int self = static_cast<int>(id);
    runTasks(shared, kEach, [&](Iteration& iteration, int i) {
      const int task = Interleaved ? i * static_cast<int>(Threads) + self : self * kEach + i;
      // relaxed: the turn makes sure that it is seen.
      if (done[task + 1].load(std::memory_order_relaxed) == 0) {
        iteration.conflict();
      }
      RL_ASSERT(done[task].load(std::memory_order_relaxed) == 0);
      done[task].store(1, std::memory_order_relaxed);
    });
  }
  void after() {
    for (auto& one : done) {
      RL_ASSERT(one.load(std::memory_order_relaxed) == 1);
    }
  }
};

} // namespace

int main() {
  using galois::test::explore;
  const bool right =
      explore<OppositeOrders<1>>({1, 10000, 4000}) &&
      explore<OppositeOrders<2>>({0, 10000, 8000}) && explore<Chain<1, 3, false>>({1, 1, 4000}) &&
      explore<Chain<2, 4, false>>({1, 5000, 8000}) &&
      explore<Chain<2, 4, true>>({0, 10000, 8000}) && explore<Chain<3, 3, true>>({0, 10000, 8000});
  return right ? 0 : 1;
}
