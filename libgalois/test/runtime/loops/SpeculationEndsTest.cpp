// How iterations of loops with conflict detection end. No lock outlives its iteration, whoever took
// it and however the iteration ended; an undone iteration leaves nothing behind; and a task that
// aborts itself until others have run does not keep these from running.
#undef NDEBUG // so that the loops check that no lock is left
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "galois/Galois.h"
#include "galois/GetEnv.h"
#include "galois/graphs/LCGraph.h"
#include "galois/graphs/MorphGraph.h"
#include "galois/runtime/Context.h"
#include "galois/substrate/PaddedLock.h"
#include "galois/worklists/Deterministic.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/ParaMeter.h"
#include "support/RoundLog.h"
#include "support/WithThreads.h"

namespace {

using galois::MethodFlag;
using galois::runtime::SimpleRuntimeContext;
using galois::test::Cell;
using galois::test::take;
using galois::worklists::Deterministic;
using galois::worklists::ParaMeter;

/// Returns whether no iteration holds the lock of a cell, and no mark is on it.
template <typename Cells>
bool allFree(Cells& cells) {
  SimpleRuntimeContext iteration;
  bool free = true;
  for (Cell& cell : cells) {
    free = iteration.tryAcquire(cell) && free;
  }
  return free;
}

using SpeculationEnds = galois::test::WithThreads;
INSTANTIATE_TEST_SUITE_P(Threads, SpeculationEnds, ::testing::Values(1U, 2U, 4U, 8U, 16U),
                         ::testing::PrintToStringParamName());

/// The cells that a Curious policy reads.
std::vector<Cell>* curiousAbout = nullptr;

/// A policy that reads the cell of a task when it gets the task and when it gives it out, with a flag
/// that takes locks, as an indexer over the nodes of a graph may. Only thread 0 takes tasks.
template <typename T = int>
class Curious {
public:
  template <typename U>
  using retype = Curious<U>;
  template <bool>
  using rethread = Curious;
  using value_type = T;

  void push(const T& task) {
    take((*curiousAbout)[static_cast<std::size_t>(task) % curiousAbout->size()]);
    const std::lock_guard<galois::substrate::PaddedLock<true>> guard(lock_);
    tasks_.push_back(task);
  }
  template <typename Iter>
  void push(Iter b, Iter e) {
    for (; b != e; ++b) {
      push(*b);
    }
  }
  template <typename Range>
  void push_initial(const Range& range) {
    push(range.local_begin(), range.local_end());
  }
  galois::optional<T> pop() {
    const std::lock_guard<galois::substrate::PaddedLock<true>> guard(lock_);
    if (galois::substrate::ThreadPool::getTID() != 0 || tasks_.empty()) {
      return {};
    }
    const T task = tasks_.front();
    tasks_.pop_front();
    take((*curiousAbout)[static_cast<std::size_t>(task + 1) % curiousAbout->size()]);
    return task;
  }

private:
  galois::substrate::PaddedLock<true> lock_;
  std::deque<T> tasks_;
};

// The locks that a policy would take, for tasks that it gets before the first iteration or at the
// end of one, would be those of the thread that happens to push.
TEST_P(SpeculationEnds, PoliciesTakeNoLocks) {
  constexpr std::size_t kCells = 64;
  std::vector<Cell> cells(kCells);
  curiousAbout = &cells;
  std::vector<int> tasks(kCells);
  std::iota(tasks.begin(), tasks.end(), 0);
  std::vector<std::atomic<int>> ran(3 * kCells);
  galois::for_each(
      galois::iterate(tasks),
      [&](int task, auto& context) {
        Cell& mine = cells[static_cast<std::size_t>(task) % kCells];
        take(mine);
        ++ran[static_cast<std::size_t>(task)];
        if (task < static_cast<int>(2 * kCells)) {
          context.push(task + static_cast<int>(kCells));
        }
      },
      galois::wl<Curious<>>());
  for (const auto& count : ran) {
    EXPECT_EQ(count, 1);
  }
  EXPECT_TRUE(allFree(cells));
}

/// Orders tasks by all cells, which it reads with a flag that takes locks.
struct ByCells {
  std::vector<Cell>* cells;
  int operator()(int task) const {
    for (Cell& cell : *cells) {
      take(cell);
    }
    return task % 7;
  }
};

// A conflict in the middle of passing on what an iteration has pushed would undo an iteration of
// whose pushes some have arrived.
TEST_P(SpeculationEnds, IndexersCannotConflict) {
  using OBIM = galois::worklists::OrderedByIntegerMetric<ByCells>;
  constexpr int kTasks = 2000;
  std::vector<Cell> cells(40);
  std::vector<std::atomic<int>> ran(3 * kTasks);
  galois::for_each(
      galois::iterate(0, kTasks),
      [&](int task, auto& context) {
        take(cells[static_cast<std::size_t>(task) % cells.size()]);
        take(cells[static_cast<std::size_t>(task / 3) % cells.size()]);
        ++ran[static_cast<std::size_t>(task)];
        if (task < kTasks) {
          context.push(task + kTasks);
          context.push(task + 2 * kTasks);
        }
      },
      galois::wl<OBIM>(ByCells{&cells}));
  for (const auto& count : ran) {
    EXPECT_EQ(count, 1);
  }
  EXPECT_TRUE(allFree(cells));
}

// Loops with and without conflict detection, serial code between them, two graphs, and all flags.
TEST_P(SpeculationEnds, LoopsOfAllKindsMix) {
  constexpr std::uint32_t kNodes = 60, kDegree = 4;
  using Fine = galois::graphs::LC_CSR_Graph<std::uint64_t, void>;
  using Coarse = galois::graphs::MorphGraph<std::uint64_t, std::uint64_t, true>;
  Fine fine(
      kNodes, std::uint64_t{kNodes} * kDegree, [](auto) { return kDegree; },
      [](auto n, auto e) { return (n * 7 + e * e + 1) % kNodes; }, [](auto, auto) { return 0; });
  Coarse coarse;
  std::vector<Coarse::GraphNode> parents(kNodes);
  const auto no = MethodFlag::UNPROTECTED;
  for (int round = 0; round < 4; ++round) {
    const MethodFlag flags[] = {MethodFlag::READ, MethodFlag::WRITE, no,
                                MethodFlag::READ | MethodFlag::WRITE};
    galois::do_all(galois::iterate(fine), [&](auto n) { fine.getData(n, flags[n % 4]) = 0; });
    galois::for_each( // makes nodes, and locks new ones
        galois::iterate(fine),
        [&](std::uint32_t n, auto&) {
          fine.getData(n, MethodFlag::READ);
          fine.edges(n, n % 2 == 0 ? MethodFlag::READ : MethodFlag::WRITE);
          if (n % 2 == 0) {
            parents[n] = coarse.createNode(std::uint64_t{n});
            coarse.addNode(parents[n], flags[n / 2 % 4]);
            coarse.getData(parents[n]);
          }
        },
        galois::no_pushes());
    for (std::uint32_t n = 1; n < kNodes; n += 2) {
      parents[n] = parents[n - 1];
    }
    galois::for_each(
        galois::iterate(fine),
        [&](std::uint32_t n, auto&) {
          coarse.getData(parents[n]);
          for (auto edge : fine.edges(n, no)) {
            coarse.getData(parents[fine.getEdgeDst(edge)], MethodFlag::READ);
          }
          for (auto edge : fine.edges(n, no)) {
            auto* end = parents[fine.getEdgeDst(edge)];
            coarse.getEdgeData(coarse.addEdge(parents[n], end)) += 1;
          }
        },
        galois::no_pushes());
    std::uint64_t weight = 0;
    for (auto n : coarse) {
      for (auto edge : coarse.edges(n)) {
        weight += coarse.getEdgeData(edge);
      }
    }
    EXPECT_EQ(weight, std::uint64_t{kNodes} * kDegree);
    const auto byData = [&](std::uint32_t n) { return coarse.getData(parents[n]) % 16; };
    using OBIM = galois::worklists::OrderedByIntegerMetric<decltype(byData)>;
    galois::for_each(
        galois::iterate(fine),
        [&](std::uint32_t n, auto& context) {
          if (fine.getData(n) == 3) {
            return;
          }
          for (auto edge : coarse.edges(parents[n])) {
            coarse.getData(coarse.getEdgeDst(edge), no); // locked by edges()
          }
          const auto ends = fine.edges(n);
          ++fine.getData(n, MethodFlag::PREVIOUS);
          for (auto edge : ends) {
            context.push(fine.getEdgeDst(edge));
          }
        },
        galois::wl<OBIM>(byData));
    std::size_t attempts = 0;
    galois::setActiveThreads(1); // one thread conflicts with nobody unless a lock is left
    galois::for_each(
        galois::iterate(fine),
        [&](std::uint32_t n, auto&) {
          ++attempts;
          fine.edges(n);
          coarse.edges(parents[n]);
        },
        galois::no_pushes());
    EXPECT_EQ(attempts, kNodes);
    galois::setActiveThreads(GetParam());
    galois::for_each(
        galois::iterate(coarse),
        [&](auto n, auto&) {
          coarse.edges(n);
          coarse.removeNode(n);
        },
        galois::no_pushes());
    EXPECT_EQ(coarse.size(), 0U);
  }
}

// Each task aborts itself until the next one has run.
TEST_P(SpeculationEnds, TasksMayWaitForOthers) {
  for (const std::size_t count : {12U, 100U}) {
    std::vector<std::atomic<bool>> done(count + 1);
    done[count] = true;
    galois::for_each(
        galois::iterate(std::size_t{0}, count),
        [&](std::size_t task, auto& context) {
          if (!done[task + 1]) {
            context.abort();
          }
          done[task] = true;
        },
        galois::no_pushes());
    for (const auto& ran : done) {
      EXPECT_TRUE(ran);
    }
  }
}

// A task waits for one that reaches the worklist of its thread later.
TEST_P(SpeculationEnds, TasksMayWaitForLaterOnes) {
  std::vector<Cell> cells(1);
  curiousAbout = &cells; // all tasks run on thread 0
  std::atomic<bool> done{false};
  int aborts = 0;
  galois::for_each(
      galois::iterate({0, 1}),
      [&](int task, auto& context) {
        if (task == 0 && !done) {
          ++aborts;
          galois::runtime::signalConflict();
        } else if (task == 1) {
          if (aborts < 100) { // until the other one runs in turn
            context.abort();
          }
          context.push(2);
        } else if (task == 2) {
          done = true;
        }
      },
      galois::wl<Curious<>>());
  EXPECT_TRUE(done);
}

// An operator that does not let the signal pass has not all its locks, so it is undone all the same.
TEST_P(SpeculationEnds, SwallowedConflictsUndoTheIteration) {
  for (const bool throws : {false, true}) {
    std::vector<Cell> cells(3);
    SimpleRuntimeContext other;
    ASSERT_TRUE(other.tryAcquire(cells[1]));
    std::atomic<int> swallowed{0}, done{0}, pushed{0};
    galois::for_each(galois::iterate({0}), [&](int task, auto& context) {
      if (task == 1) {
        ++pushed;
        return;
      }
      take(cells[0]);
      context.push(1);
      try {
        take(cells[1]);
      } catch (...) {
        if (++swallowed == 12) {
          other.release();
        }
        if (throws) {
          throw std::runtime_error("conflict");
        }
        return;
      }
      ++done;
    });
    EXPECT_EQ(swallowed, 12);
    EXPECT_EQ(done, 1);
    EXPECT_EQ(pushed, 1);
    EXPECT_TRUE(allFree(cells));
  }
}

TEST_P(SpeculationEnds, UndoneIterationsBreakNoLoop) {
  constexpr int kTasks = 300;
  std::vector<std::atomic<int>> attempts(kTasks);
  std::atomic<int> done{0};
  const auto run = [&](int breaker) {
    galois::for_each(
        galois::iterate(0, kTasks),
        [&](int task, auto& context) {
          const int attempt = attempts[static_cast<std::size_t>(task)]++;
          if (attempt < 2) {
            context.breakLoop();
            context.abort();
          }
          if (task == breaker) {
            context.breakLoop();
          }
          ++done;
        },
        galois::no_pushes(), galois::parallel_break());
  };
  run(-1);
  EXPECT_EQ(done, kTasks);
  for (auto& count : attempts) {
    count = 2;
  }
  done = 0;
  run(0);
  EXPECT_GE(done, 1);
}

/// A state that asks for a lock when it is destroyed.
struct State {
  explicit State(Cell& c, std::atomic<int>& a) : cell(c), alive(a) { ++alive; }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    take(cell);
    --alive;
  }
  Cell& cell;
  std::atomic<int>& alive;
};

// Each iteration begins without a state, also one that runs again.
TEST_P(SpeculationEnds, StatesBelongToOneIteration) {
  constexpr std::size_t kTasks = 200;
  std::vector<Cell> cells(3);
  std::vector<std::atomic<int>> attempts(kTasks);
  std::atomic<int> alive{0};
  galois::for_each(
      galois::iterate(std::size_t{0}, kTasks),
      [&](std::size_t task, auto& context) {
        EXPECT_EQ(context.template getLocalState<State>(), nullptr);
        context.template createLocalState<State>(cells[task % 2], alive);
        take(cells[task % 2]);
        if (attempts[task]++ < static_cast<int>(task % 12)) {
          context.abort();
        }
        take(cells[2]);
      },
      galois::no_pushes(), galois::per_iter_alloc());
  EXPECT_EQ(alive, 0);
  EXPECT_TRUE(allFree(cells));
}

struct Broken {};

/// A task whose copy or move can be made to throw. It counts its objects. For one thread.
class Fragile {
public:
  explicit Fragile(int i) : id(i) { ++objects; }
  Fragile(const Fragile& other) : id(other.id) { count(); }
  Fragile(Fragile&& other) : id(other.id) {
    count();
  } // NOLINT(performance-noexcept-move-constructor)
  Fragile& operator=(const Fragile& other) {
    mayThrow();
    id = other.id;
    return *this;
  }
  Fragile& operator=(Fragile&& other) { // NOLINT(performance-noexcept-move-constructor)
    return *this = std::as_const(other);
  }
  ~Fragile() { --objects; }

  int id;
  inline static int untilThrow = -1; ///< how many copies and moves succeed; -1: all
  inline static int objects = 0;     ///< how many exist

private:
  static void mayThrow() {
    if (untilThrow >= 0 && untilThrow-- == 0) {
      throw Broken();
    }
  }
  static void count() {
    mayThrow();
    ++objects;
  }
};

/// Runs `loop` again and again; in run i, the copy or move number i throws. In the last one, none does.
template <typename Loop>
void breakEachMove(std::vector<Cell>& cells, const Loop& loop) {
  int thrown = 0;
  for (bool throws = true; throws; ++thrown) {
    std::vector<Fragile> tasks;
    for (int i = 0; i < 6; ++i) {
      tasks.emplace_back(i);
    }
    Fragile::untilThrow = thrown;
    try {
      loop(tasks);
      throws = false;
    } catch (const Broken&) {
    }
    throws = throws && Fragile::untilThrow < 0;
    Fragile::untilThrow = -1;
    EXPECT_EQ(galois::runtime::getThreadContext(), nullptr);
    EXPECT_TRUE(allFree(cells)) << thrown;
    tasks.clear();
    EXPECT_EQ(Fragile::objects, 0) << thrown;
  }
  EXPECT_GT(thrown, 20); // some while a task waits to run again, and some while others are added
}

/// Lets ParaMeter write its profile into a file that is removed again.
class ProfileFile {
public:
  ProfileFile()
      : file_(std::filesystem::temp_directory_path() /
              ("speculation-ends-" + std::to_string(::getpid()) + ".csv")) {
    galois::SetEnv("GALOIS_PARAMETER_OUTFILE", file_);
  }
  ProfileFile(const ProfileFile&) = delete;
  ProfileFile& operator=(const ProfileFile&) = delete;
  ~ProfileFile() {
    galois::UnsetEnv("GALOIS_PARAMETER_OUTFILE");
    std::filesystem::remove(file_);
  }

private:
  std::filesystem::path file_;
};

TEST(TasksThatThrowWhenMoved, LeaveNoLock) {
  const ProfileFile profile;
  std::vector<Cell> cells(4);
  std::array<int, 12> attempts{};
  const auto work = [&](Fragile& task, auto& context) {
    take(cells[static_cast<std::size_t>(task.id % 4)]);
    take(cells[static_cast<std::size_t>((task.id + 1) % 4)]);
    context.cautiousPoint();
    if (attempts[static_cast<std::size_t>(task.id)]++ < task.id) {
      context.abort();
    }
    if (task.id < 6) {
      context.push(task.id + 6);
    }
  };
  const auto reset = [&] { attempts.fill(0); };
  breakEachMove(cells, [&](auto& tasks) {
    reset();
    galois::for_each(galois::iterate(tasks), work);
  });
  breakEachMove(cells, [&](auto& tasks) {
    reset();
    galois::for_each(galois::iterate(tasks), work, galois::wl<Deterministic<>>());
  });
  breakEachMove(cells, [&](auto& tasks) {
    reset();
    galois::for_each(galois::iterate(tasks), work, galois::wl<Deterministic<>>(),
                     galois::local_state<int>());
  });
  breakEachMove(cells, [&](auto& tasks) {
    reset();
    galois::for_each(galois::iterate(tasks), work, galois::wl<ParaMeter<>>());
  });
  breakEachMove(cells, [&](auto& tasks) {
    reset();
    galois::for_each_ordered(
        tasks.begin(), tasks.end(), [](const Fragile& a, const Fragile& b) { return a.id < b.id; },
        [&](const Fragile& task) { take(cells[static_cast<std::size_t>(task.id % 4)]); },
        [&](Fragile& task, auto& context) {
          if (task.id < 6) {
            context.push(task.id + 6);
          }
        });
  });
}

// The functions that order a loop in rounds may read what its tasks have locked.
TEST_P(SpeculationEnds, ComparisonsTakeNoMarks) {
  constexpr int kItems = 400;
  std::vector<Cell> cells(20);
  const auto cellOf = [&](int item) -> Cell& {
    return cells[static_cast<std::size_t>(item) % cells.size()];
  };
  std::vector<int> items(kItems);
  std::iota(items.begin(), items.end(), 0);
  galois::for_each_ordered(
      items.begin(), items.end(),
      [&](int a, int b) {
        take(cellOf(a));
        take(cellOf(b), MethodFlag::READ);
        return a < b;
      },
      [&](int item, auto&) { take(cellOf(item)); },
      [&](int item, auto& context) {
        ++cellOf(item).value;
        if (item < kItems) {
          context.push(item + kItems + 1); // of another cell, which the comparison reads
        }
      },
      [&](int item) { // reads the item's own cell
        take(cellOf(item), MethodFlag::READ);
        return true;
      });
  for (const Cell& cell : cells) {
    EXPECT_EQ(cell.value, 2 * kItems / cells.size());
  }
  EXPECT_TRUE(allFree(cells));
}

TEST_P(SpeculationEnds, BreakConditionsAndIdsTakeNoMarks) {
  constexpr int kItems = 400;
  std::vector<Cell> cells(20);
  const auto cellOf = [&](int item) -> Cell& {
    return cells[static_cast<std::size_t>(item) % cells.size()];
  };
  unsigned rounds = 0;
  const auto condition = [&] {
    for (Cell& cell : cells) {
      take(cell);
    }
    return ++rounds == 10000; // the loop needs some tens
  };
  const auto ids = [&](int item) {
    take(cellOf(item + 1));
    return item;
  };
  galois::for_each(
      galois::iterate(0, kItems),
      [&](int item, auto& context) {
        take(cellOf(item));
        context.cautiousPoint();
        ++cellOf(item).value;
        if (item < kItems) {
          context.push(item + kItems);
        }
      },
      galois::wl<Deterministic<>>(), galois::local_state<int>(),
      galois::make_trait_with_args<galois::det_parallel_break>(condition),
      galois::make_trait_with_args<galois::det_id>(ids));
  EXPECT_LT(rounds, 10000U);
  for (const Cell& cell : cells) {
    EXPECT_EQ(cell.value, 2 * kItems / cells.size());
  }
  EXPECT_TRUE(allFree(cells));
}

// The loop that measures the parallelism destroys states when their iteration is gone.
TEST(ParallelismMeter, StatesOfUndoneIterationsAreDestroyed) {
  const ProfileFile profile;
  std::vector<Cell> cells(2);
  std::atomic<int> alive{0};
  int attempts = 0;
  galois::for_each(
      galois::iterate(0, 4),
      [&](int, auto& context) {
        ++attempts;
        EXPECT_EQ(context.template getLocalState<State>(), nullptr);
        context.template createLocalState<State>(cells[1], alive);
        take(cells[0]);
      },
      galois::wl<ParaMeter<>>(), galois::no_pushes(), galois::per_iter_alloc());
  EXPECT_EQ(attempts, 4 + 3 + 2 + 1);
  EXPECT_EQ(alive, 0);
  EXPECT_TRUE(allFree(cells));
}

} // namespace
