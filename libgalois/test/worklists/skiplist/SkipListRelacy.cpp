// The skip list under the model checker: threads insert and take tasks while nodes are removed and
// reused. Each task has one receiver, which sees what the pusher wrote. No task is lost, and no
// free node is read.
#include "galois/worklists/parts/skiplist/SkipList.h"

#include "galois/worklists/parts/common/Indexer.h"
#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

/// In the list, tasks are numbered from 1; a free node holds 0.
struct Living {
  int operator()(int task) const {
    RL_ASSERT(task != 0);
    return task;
  }
};
using Less = galois::worklists::IndexLess<Living>;
using List = galois::worklists::SkipList<int, Less, CheckedAtomics>;
using Memory = List::Memory;

/// The model checker chooses the random numbers.
struct Chosen {
  unsigned below(unsigned n) { return n > 1 ? rl::rand(n) : 0; }
};

template <typename Derived, unsigned Threads, int Tasks>
struct Base : rl::test_suite<Derived, Threads> {
  Memory memory;
  std::unique_ptr<Memory::Thread> threads[Threads];
  List list;
  CheckedPlain<int> payload[Tasks];
  int received[Tasks] = {};

  void begin(unsigned id) {
    threads[id] = std::make_unique<Memory::Thread>(memory, /*advanceEvery=*/1);
  }
  void push(unsigned id, int task, unsigned height) {
    payload[task] = task + 1;
    list.insert(*threads[id], task + 1, height);
  }
  void receive(int number) {
    const int task = number - 1;
    RL_ASSERT(task >= 0 && task < Tasks);
    RL_ASSERT(payload[task].get() == task + 1);
    ++received[task];
  }
  bool pop(unsigned id) {
    int task = -1;
    const bool got = list.popFront(*threads[id], &task, 1, {/*claimed=*/1, /*reach=*/1}) == 1;
    if (got) {
      receive(task);
    }
    return got;
  }
  void drain() {
    while (pop(0)) {
    }
    for (const int count : received) {
      RL_ASSERT(count == 1);
    }
    while (!list.seemsEmpty()) { // Cleaning may be refused spuriously, but not for ever.
      list.clean(*threads[0], 1);
    }
  }
};

/// Each thread takes a task, and so removes it, of a list that had `Listed` tasks. With `Inserts`, the last
/// thread inserts another task behind them before it takes one.
template <unsigned Threads, int Listed, bool Inserts>
struct Take : Base<Take<Threads, Listed, Inserts>, Threads, Listed + Inserts> {
  void before() {
    for (unsigned id = 0; id < Threads; ++id) {
      this->begin(id);
    }
    for (int task = 0; task < Listed; ++task) {
      this->push(0, task, 1);
    }
  }
  void thread(unsigned id) {
    if (Inserts && id + 1 == Threads) {
      this->push(id, Listed, 1);
    }
    this->pop(id);
  }
  void after() { this->drain(); }
};

/// A node that is taken is unlinked while a second thread inserts a task behind it, to which a third one
/// may come by the shortened link alone.
struct Shorten : Base<Shorten, 3, 2> {
  void before() {
    for (unsigned id = 0; id < 3; ++id) {
      begin(id);
    }
    push(0, 0, 1);
    pop(0);
  }
  void thread(unsigned id) {
    if (id == 0) {
      list.clean(*threads[0], 1);
    } else if (id == 1) {
      push(1, 1, 1);
    } else {
      pop(2);
    }
  }
  void after() { drain(); }
};

/// Two threads insert, high nodes among low ones, and take.
struct InsertAndTake : Base<InsertAndTake, 2, 4> {
  void before() {
    begin(0);
    begin(1);
  }
  void thread(unsigned id) {
    push(id, id == 0 ? 1 : 0, 2);
    pop(id);
    push(id, id == 0 ? 2 : 3, 1);
    pop(id);
  }
  void after() { drain(); }
};

/// One thread inserts where another takes and cleans.
struct InsertAmongRemoved : Base<InsertAmongRemoved, 2, 4> {
  void before() {
    begin(0);
    begin(1);
    push(0, 0, 2);
    push(0, 2, 1);
  }
  void thread(unsigned id) {
    if (id == 0) {
      push(0, 1, 2);
      push(0, 3, 1);
    } else {
      pop(1);
      pop(1);
    }
  }
  void after() { drain(); }
};

/// Nodes are reused while another thread searches, peeks and walks.
struct Reuse : Base<Reuse, 2, 7> {
  void before() {
    begin(0);
    begin(1);
  }
  void thread(unsigned id) {
    if (id == 0) {
      for (int task = 0; task < 5; ++task) {
        push(0, task, 1 + task % 2);
        pop(0);
      }
    } else {
      push(1, 5, 2);
      int top;
      list.peekFront(*threads[1], top);
      push(1, 6, 1);
    }
  }
  void after() { drain(); }
};

/// Always jumps as far as allowed.
struct Farthest {
  unsigned below(unsigned n) { return n - 1; }
};

/// A high node is inserted before one that is being removed, so that the cleaner, which has gone as
/// far as it was told to, has to try again. Meanwhile nodes behind it are inserted and removed
/// until that node is free.
struct InsertBeforeRemoved : Base<InsertBeforeRemoved, 2, 9> {
  static constexpr std::uint32_t kReach = 3; // No node on level 1 is reached.
  galois::test::CheckedAtomic<int> done{0};

  void takeBehind(unsigned id, std::uint32_t steps) {
    Farthest steadily;
    int task;
    if (list.popNear(*threads[id], task, {/*level=*/0, steps, /*descent=*/1}, steadily)) {
      receive(task);
    }
  }
  void before() {
    begin(0);
    begin(1);
    push(0, 0, 2);
    push(0, 2, 2);
    takeBehind(0, 2);
    push(0, 4, 1);
  }
  void thread(unsigned id) {
    if (id == 0) {
      push(0, 1, 2);
      while (done.load(galois::order::relaxed) == 0) {
        CheckedAtomics::pause();
      }
      push(0, 3, 2);
    } else {
      int top;
      for (unsigned wait = rl::rand(8); wait > 0;
           --wait) { // It waits until the other thread is about to link.
        list.peekFront(*threads[1], top);
      }
      for (int next = 5; next < 9; ++next) {
        list.clean(*threads[1], kReach);
        takeBehind(1, 10);
        push(1, next, 1);
      }
      list.clean(*threads[1], kReach);
      done.store(1, galois::order::relaxed);
    }
  }
  void after() { drain(); }
};

/// Three threads run at once, and one of them sprays.
struct Spray : Base<Spray, 3, 5> {
  void before() {
    begin(0);
    begin(1);
    begin(2);
    push(0, 0, 1);
    push(0, 1, 2);
    push(0, 3, 1);
  }
  void thread(unsigned id) {
    if (id == 0) {
      push(0, 2, 2);
      pop(0);
    } else if (id == 1) {
      int task;
      Chosen chosen;
      if (list.popNear(*threads[1], task, {/*level=*/1, /*jump=*/1, /*descent=*/1}, chosen)) {
        receive(task);
      }
      list.clean(*threads[1], 2);
    } else {
      pop(2);
      push(2, 4, 1);
    }
  }
  void after() { drain(); }
};

} // namespace

int main() {
  const bool good =
      explore<Take<2, 2, false>>({0, 1000, 4000}) && explore<Take<2, 0, true>>({0, 1000, 4000}) &&
      explore<Take<2, 2, true>>({0, 2000, 4000}) && explore<Shorten>({0, 5000, 4000}) &&
      explore<InsertAndTake>({0, 15000, 4000}) && explore<InsertAmongRemoved>({0, 15000, 4000}) &&
      explore<Reuse>({0, 15000, 8000}) && explore<InsertBeforeRemoved>({0, 30000, 8000}) &&
      explore<Spray>({0, 15000, 6000});
  return good ? 0 : 1;
}
