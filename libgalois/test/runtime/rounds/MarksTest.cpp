// Marks on abstract locks, on one thread: who wins a lock, in any order of marking; new objects; and
// what graphs mark.
#include <algorithm>
#include <array>
#include <new>
#include <stdexcept>

#include <gtest/gtest.h>

#include "galois/MethodFlags.h"
#include "galois/graphs/LCGraph.h"
#include "galois/runtime/Context.h"
#include "galois/runtime/rounds/Marks.h"
#include "support/CountedHeap.h"

namespace {

using galois::MethodFlag;
using galois::runtime::Lockable;
using galois::runtime::Mark;
using galois::runtime::Marks;

bool holdsAll(const Marks& marks, Marks::Rank rank) {
  return std::all_of(marks.marks().begin(), marks.marks().end(),
                     [&](const Mark& mark) { return Marks::holds(mark, rank); });
}

// The winners do not depend on the order in which tasks mark.
TEST(Marks, HighestRankWinsInAnyOrder) {
  std::array<Lockable, 2> locks;
  std::array<unsigned, 3> order{0, 1, 2};
  do {
    std::array<Marks, 3> tasks; // ranks 1 to 3; task 1 has both locks, the others one each
    for (const unsigned task : order) {
      tasks[task].beginMarking(task + 1);
      if (task != 2) {
        tasks[task].mark(locks[0], MethodFlag::WRITE);
      }
      if (task != 0) {
        tasks[task].mark(locks[1], MethodFlag::READ); // shares nothing unless it is asked to
      }
    }
    EXPECT_FALSE(holdsAll(tasks[0], 1)); // it loses to a task that does not run, either
    EXPECT_FALSE(holdsAll(tasks[1], 2));
    EXPECT_TRUE(holdsAll(tasks[2], 3));
    EXPECT_FALSE(tasks[2].lost());
    for (Marks& marks : tasks) {
      marks.clear();
    }
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST(Marks, ReadersShare) {
  Lockable lock;
  std::array<Marks, 3> tasks{Marks(true), Marks(true), Marks(true)};
  const auto round = [&](std::array<MethodFlag, 3> flags) {
    for (const unsigned task : {1U, 0U, 2U}) {
      tasks[task].beginMarking(task + 1);
      tasks[task].mark(lock, flags[task]);
    }
    std::array<bool, 3> won{};
    for (unsigned task = 0; task < 3; ++task) {
      won[task] = holdsAll(tasks[task], task + 1);
    }
    for (Marks& marks : tasks) {
      marks.clear();
    }
    return won;
  };
  constexpr auto kRead = MethodFlag::READ, kWrite = MethodFlag::WRITE;
  using Won = std::array<bool, 3>;
  EXPECT_EQ(round({kRead, kRead, kRead}), (Won{true, true, true}));
  EXPECT_EQ(round({kWrite, kRead, kRead}), (Won{false, true, true}));
  EXPECT_EQ(round({kRead, kWrite, kRead}), (Won{false, false, true}));
  EXPECT_EQ(round({kRead, kRead, kWrite}), (Won{false, false, true}));
  EXPECT_EQ(round({kRead, kRead | kWrite, kRead}), (Won{false, false, true}));
  // A task that reads and writes an object does not stand in its own way.
  tasks[0].beginMarking(7);
  tasks[0].mark(lock, kRead);
  tasks[0].mark(lock, kWrite);
  tasks[0].mark(lock, kRead);
  EXPECT_TRUE(holdsAll(tasks[0], 7));
  EXPECT_FALSE(tasks[0].lost());
  EXPECT_EQ(tasks[0].marks().size(), 2U);
  tasks[0].clear();
}

// A task knows at once that it has lost to a higher rank whose mark is there already.
TEST(Marks, LostMarksAreNoticedEarly) {
  for (const MethodFlag first : {MethodFlag::READ, MethodFlag::WRITE}) {
    for (const MethodFlag second : {MethodFlag::READ, MethodFlag::WRITE}) {
      Lockable lock, free;
      Marks high(true), low(true);
      high.beginMarking(2);
      high.mark(lock, first);
      EXPECT_FALSE(high.lost());
      low.beginMarking(1);
      low.mark(lock, second);
      low.mark(free, MethodFlag::WRITE);
      EXPECT_EQ(low.lost(), first == MethodFlag::WRITE || second == MethodFlag::WRITE);
      low.beginMarking(1); // another task
      EXPECT_FALSE(low.lost());
    }
  }
}

// One thread marks for several tasks before any of them runs.
TEST(Marks, EachTaskRunsWithItsOwnRank) {
  Lockable first, second;
  Marks marks;
  marks.beginMarking(2);
  marks.mark(first, MethodFlag::WRITE);
  marks.beginMarking(1);
  marks.mark(second, MethodFlag::WRITE);
  marks.beginRunning(2);
  EXPECT_NO_THROW(marks.mark(first, MethodFlag::WRITE));
  EXPECT_THROW(marks.mark(second, MethodFlag::WRITE), std::logic_error);
  marks.beginRunning(1);
  EXPECT_NO_THROW(marks.mark(second, MethodFlag::WRITE));
}

// Memory for a mark is taken before the lock has it, so no lock has a mark that clear() misses.
TEST(Marks, OutOfMemoryLeavesNoMark) {
  for (const bool runs : {false, true}) {
    std::array<Lockable, 100> locks;
    Marks marks;
    marks.beginMarking(1);
    if (runs) {
      marks.beginRunning(1); // all objects are new
    }
    unsigned refused = 0;
    for (Lockable& lock : locks) {
      galois::test::CountedHeap::refuse(true);
      try {
        marks.mark(lock, MethodFlag::WRITE);
      } catch (const std::bad_alloc&) {
        galois::test::CountedHeap::refuse(false);
        ++refused;
        galois::runtime::SimpleRuntimeContext iteration;
        ASSERT_TRUE(iteration.tryAcquire(lock));
        iteration.release();
        marks.mark(lock, MethodFlag::WRITE);
      }
      galois::test::CountedHeap::refuse(false);
    }
    EXPECT_GT(refused, 0U);
    marks.clear();
    galois::runtime::SimpleRuntimeContext iteration;
    for (Lockable& lock : locks) {
      EXPECT_TRUE(iteration.tryAcquire(lock));
    }
  }
}

TEST(Marks, RunningTasksUseWhatTheyHoldAndNewObjects) {
  Lockable mine, others, fresh;
  Marks marks, other;
  marks.beginMarking(5);
  marks.mark(mine, MethodFlag::WRITE);
  other.beginMarking(4);
  other.mark(others, MethodFlag::WRITE);
  marks.beginRunning(5);
  EXPECT_NO_THROW(marks.mark(mine, MethodFlag::READ));
  EXPECT_NO_THROW(marks.mark(fresh, MethodFlag::WRITE));
  EXPECT_NO_THROW(marks.mark(fresh, MethodFlag::WRITE));
  EXPECT_THROW(marks.mark(others, MethodFlag::WRITE), std::logic_error);
  other.beginRunning(4);
  EXPECT_THROW(other.mark(fresh, MethodFlag::WRITE), std::logic_error); // two have used it
  marks.beginAlone();
  EXPECT_NO_THROW(marks.mark(others, MethodFlag::WRITE));
  EXPECT_EQ(marks.marks().size(), 1U);
  marks.clear();
  other.clear();
  galois::runtime::SimpleRuntimeContext iteration;
  for (Lockable* lock : {&mine, &others, &fresh}) {
    EXPECT_TRUE(iteration.tryAcquire(*lock));
  }
  EXPECT_EQ(iteration.release(), 3U);
}

TEST(Marks, GraphsMarkByFlag) {
  using Graph = galois::graphs::LC_CSR_Graph<int, void>;
  Graph graph(
      6, 12, [](auto) { return 2; }, [](auto n, auto e) { return (n + 1 + e) % 6; },
      [](auto, auto) { return 0; });
  Marks marks;
  galois::runtime::SimpleRuntimeContext iteration(marks);
  galois::runtime::setThreadContext(&iteration);
  marks.beginMarking(1);
  graph.getData(0, MethodFlag::UNPROTECTED);
  EXPECT_EQ(marks.marks().size(), 0U);
  graph.edges(0); // nodes 0, 1 and 2
  graph.getData(1);
  EXPECT_EQ(marks.marks().size(), 3U);
  graph.getData(3);
  EXPECT_EQ(marks.marks().size(), 4U);
  marks.clear();
  EXPECT_EQ(iteration.release(), 0U);
  galois::runtime::setThreadContext(nullptr);
}

} // namespace
