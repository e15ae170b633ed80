// Marks on abstract locks, on one thread: who wins a lock, in any order of marking; new objects; and
// what graphs mark.
#include <algorithm>
#include <array>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "galois/MethodFlags.h"
#include "galois/graphs/LCGraph.h"
#include "galois/runtime/Context.h"
#include "galois/runtime/Marks.h"

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
  EXPECT_EQ(tasks[0].marks().size(), 2U);
  tasks[0].clear();
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
