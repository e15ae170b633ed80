// Deterministic for_each: what lives from pass to pass; exceptions, aborts and early ends; options.
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/runtime/Context.h"
#include "galois/runtime/LoopReport.h"
#include "galois/runtime/report/StatManager.h"
#include "galois/runtime/report/TaskProgress.h"
#include "galois/worklists/Deterministic.h"
#include "support/LoopTime.h"
#include "support/RoundLog.h"
#include "support/ThreadCounts.h"

namespace {

using galois::MethodFlag;
using galois::test::Cell;
using galois::test::RoundLog;
using galois::test::sameOnAllThreadCounts;
using galois::test::take;
using Deterministic = galois::worklists::Deterministic<>;

/// Options in the operator, as Galois' programs have them.
struct Counted {
  static inline std::atomic<int> alive{0};
  static inline std::atomic<int> made{0};
  std::vector<unsigned> cells; // needs its destructor
  Counted() { ++alive, ++made; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --alive; }
};
struct WithOptions {
  struct Id {
    std::uintptr_t operator()(unsigned task) const { return 100 - task; }
  };
  using function_traits = std::tuple<galois::local_state<Counted>, galois::det_id<Id>,
                                     galois::per_iter_alloc, galois::no_pushes>;
  std::vector<Cell>* cells;
  std::vector<unsigned>* order; // guarded by cell 0

  template <typename Context>
  void operator()(unsigned task, Context& context) const {
    if (context.isFirstPass()) {
      EXPECT_EQ(context.template getLocalState<Counted>(), nullptr);
      auto* state = context.template createLocalState<Counted>();
      state->cells.assign({task % 2, 2 + task % 3});
      using Alloc = typename galois::PerIterAllocTy::rebind<int>::other;
      std::vector<int, Alloc> scratch(100, static_cast<int>(task),
                                      Alloc(context.getPerIterAlloc()));
      for (const unsigned cell : state->cells) {
        take((*cells)[cell]);
      }
      if (task % 7 == 0) {
        context.cautiousPoint();
      }
      return;
    }
    auto* state = context.template getLocalState<Counted>();
    ASSERT_NE(state, nullptr);
    EXPECT_EQ(state->cells, (std::vector<unsigned>{task % 2, 2 + task % 3}));
    for (const unsigned cell : state->cells) {
      (*cells)[cell].value = (*cells)[cell].value * 3 + task;
    }
    if (task % 2 == 0) {
      order->push_back(task);
    }
  }
};

TEST(DeterministicState, LivesFromPassToPass) {
  const auto result = sameOnAllThreadCounts([] {
    Counted::made = 0;
    std::vector<Cell> cells(5);
    std::vector<unsigned> order;
    galois::for_each(galois::iterate(0U, 100U), WithOptions{&cells, &order},
                     galois::wl<Deterministic>());
    EXPECT_EQ(Counted::alive, 0);
    order.push_back(static_cast<unsigned>(Counted::made)); // one per first pass
    for (const Cell& cell : cells) {
      order.push_back(static_cast<unsigned>(cell.value));
    }
    return order;
  });
  EXPECT_EQ(result[0], 98U); // the smallest id of the even tasks
  EXPECT_GT(result[50], 100U);
}

// The operator is left at its cautious point by an exception, so destructors run in both passes.
TEST(DeterministicState, DestructorsRunInBothPasses) {
  std::atomic<int> alive{0}, made{0};
  struct Guard {
    std::atomic<int>& alive;
    Guard(std::atomic<int>& a, std::atomic<int>& made) : alive(a) { ++alive, ++made; }
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    ~Guard() { --alive; }
  };
  galois::setActiveThreads(3);
  std::vector<Cell> cells(10);
  std::atomic<int> seconds{0};
  galois::for_each(
      galois::iterate(0U, 10U),
      [&](unsigned task, auto& context) {
        const Guard guard(alive, made);
        const std::unique_ptr<int> memory(new int(5));
        take(cells[task]);
        context.cautiousPoint();
        EXPECT_FALSE(context.isFirstPass());
        ++seconds;
      },
      galois::wl<Deterministic>());
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(made, 20);
  EXPECT_EQ(seconds, 10);
  galois::setActiveThreads(1);
}

// The exception that reaches the caller is that of the first task that may run, even if a later one
// throws as well; the tasks of its round are done. Then everything works again.
TEST(DeterministicEnds, ExceptionsAreThoseOfTheFirstTask) {
  for (const bool firstPass : {false, true}) {
    const auto seen = sameOnAllThreadCounts([&] {
      std::vector<Cell> cells(8);
      std::vector<unsigned> result;
      const auto run = [&](bool throws) {
        galois::for_each(
            galois::iterate(0U, 100U),
            [&](unsigned task, auto& context) {
              take(cells[task % 8]);
              if (throws && firstPass && task % 10 >= 3 && cells[task % 8].value > 0) {
                throw std::runtime_error(std::to_string(task));
              }
              context.cautiousPoint();
              if (throws && task % 10 >= 3 && cells[task % 8].value > 0) {
                throw std::runtime_error(std::to_string(task));
              }
              ++cells[task % 8].value;
              context.push(7000U + task);
              if (task >= 1000) {
                context.abort(); // not reached: the loop ends before its second generation
              }
            },
            galois::wl<Deterministic>(), galois::local_state<int>());
      };
      try {
        run(true);
        ADD_FAILURE() << "no exception";
      } catch (const std::runtime_error& error) {
        result.push_back(static_cast<unsigned>(std::stoul(error.what())));
      }
      EXPECT_EQ(galois::runtime::getThreadContext(), nullptr);
      for (const Cell& cell : cells) {
        result.push_back(static_cast<unsigned>(cell.value));
      }
      // No mark is left, and the same cells serve another loop, also one of another kind.
      galois::for_each(galois::iterate(0U, 800U), [&](unsigned task, auto&) {
        take(cells[task % 8]);
        ++cells[task % 8].value;
      });
      for (std::size_t i = 0; i < cells.size(); ++i) {
        EXPECT_EQ(cells[i].value, result[1 + i] + 100);
      }
      return result;
    });
    // In the second round, tasks 8 to 15 run, and all but 10, 11 and 12 throw.
    EXPECT_EQ(seen, (std::vector<unsigned>{8, 1, 1, 2, 2, 2, 1, 1, 1}));
  }
}

TEST(DeterministicEnds, ExceptionsOfOptions) {
  galois::setActiveThreads(3);
  const auto loop = [](const auto&... options) {
    galois::for_each(
        galois::iterate(0U, 10U), [](unsigned, auto& context) { context.cautiousPoint(); },
        galois::wl<Deterministic>(), options...);
  };
  const auto fail = [](auto&&...) -> bool { throw std::out_of_range("option"); };
  EXPECT_THROW(loop(galois::make_trait_with_args<galois::det_parallel_break>(fail)),
               std::out_of_range);
  EXPECT_THROW(loop(galois::make_trait_with_args<galois::neighborhood_visitor>(fail)),
               std::exception);
  EXPECT_THROW(loop(galois::make_trait_with_args<galois::det_id>(fail)), std::out_of_range);
  loop();
  galois::setActiveThreads(1);
}

// A task that aborts itself comes again in the next generation, where it finds what others did.
TEST(DeterministicEnds, AbortedTasksRunInTheNextGeneration) {
  for (const bool declares : {false, true}) {
    const auto seen = sameOnAllThreadCounts([&] {
      Cell cell;
      std::vector<unsigned> order;
      galois::for_each(
          galois::iterate(0U, 40U),
          [&](unsigned task, auto& context) {
            take(cell);
            if (task % 4 == 1 && order.size() < 30) {
              context.abort();
            }
            if (declares) {
              context.cautiousPoint();
            }
            order.push_back(task);
            if (task == 2) {
              context.push(100U);
            }
          },
          galois::wl<Deterministic>());
      return order;
    });
    std::vector<unsigned> expected;
    for (unsigned task = 0; task < 40; ++task) {
      if (task % 4 != 1) {
        expected.push_back(task);
      }
    }
    for (const unsigned task : {1U, 100U, 5U, 9U, 13U, 17U, 21U, 25U, 29U, 33U, 37U}) {
      expected.push_back(task);
    }
    EXPECT_EQ(seen, expected);
  }
}

TEST(DeterministicEnds, BreaksEndTheRound) {
  const auto seen = sameOnAllThreadCounts([&] {
    std::vector<Cell> cells(50);
    RoundLog log(500);
    log.stopAfter(3);
    galois::for_each(
        galois::iterate(0U, 500U),
        [&](unsigned task, auto& context) {
          take(cells[task % 50]);
          context.cautiousPoint();
          ++cells[task % 50].value;
          log.ran(task);
        },
        galois::wl<Deterministic>(), log.condition(), galois::local_state<int>());
    std::vector<std::uint64_t> counts;
    counts.reserve(2 * cells.size());
    for (const Cell& cell : cells) {
      counts.push_back(cell.value);
    }
    galois::for_each(
        galois::iterate(0U, 500U),
        [&](unsigned task, auto& context) {
          if (task == 40 && context.isFirstPass()) {
            context.breakLoop(); // of a first pass: no effect
          }
          take(cells[task % 50]);
          context.cautiousPoint();
          ++cells[task % 50].value;
          if (task == 77) { // runs in the second round
            context.breakLoop();
          }
        },
        galois::wl<Deterministic>(), galois::parallel_break(), galois::local_state<int>());
    for (const Cell& cell : cells) {
      counts.push_back(cell.value);
    }
    return counts;
  });
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_EQ(seen[i], 3U);
    EXPECT_EQ(seen[50 + i], 5U);
  }
}

TEST(DeterministicOptions, WithoutConflictDetection) {
  const auto result = sameOnAllThreadCounts([] {
    std::vector<std::atomic<unsigned>> runs(300);
    galois::for_each(
        galois::iterate(0U, 100U),
        [&](unsigned task, auto& context) {
          EXPECT_FALSE(context.isFirstPass());
          context.cautiousPoint();
          ++runs[task];
          if (task < 100) {
            context.push(task + 100);
          }
          if (task >= 100 && task < 200) {
            context.push(task + 100);
          }
        },
        galois::wl<Deterministic>(), galois::disable_conflict_detection());
    return std::vector<unsigned>(runs.begin(), runs.end());
  });
  EXPECT_EQ(result, std::vector<unsigned>(300, 1));
}

TEST(DeterministicOptions, ReportsAndLargeOrEmptyRanges) {
  galois::setActiveThreads(2);
  galois::runtime::LoopReport report;
  std::vector<Cell> cells(3);
  std::vector<std::uint64_t> none, many(70000);
  std::iota(many.begin(), many.end(), std::uint64_t{1} << 40);
  std::atomic<std::uint64_t> sum{0};
  for (auto* range : {&none, &many}) {
    sum = 0;
    galois::for_each(
        galois::iterate(*range),
        [&](std::uint64_t task, auto& context) {
          take(cells[0], MethodFlag::UNPROTECTED);
          context.cautiousPoint();
          sum += task;
          if (task % 2 == 0 && task < std::uint64_t{1} << 50) {
            context.push(task | std::uint64_t{1} << 50);
          }
        },
        galois::wl<Deterministic>(), galois::loop_report(report));
    EXPECT_EQ(report.threads, 2U);
    EXPECT_EQ(report.iterations.size(), 2U);
    EXPECT_EQ(std::accumulate(report.iterations.begin(), report.iterations.end(), std::uint64_t{0}),
              range->size() + range->size() / 2);
    EXPECT_EQ(std::accumulate(report.pushes.begin(), report.pushes.end(), std::uint64_t{0}),
              range->size() / 2);
    std::uint64_t expected = 0;
    for (const std::uint64_t task : *range) {
      expected += task + (task % 2 == 0 ? task | std::uint64_t{1} << 50 : 0);
    }
    EXPECT_EQ(sum, expected);
  }
  galois::setActiveThreads(1);
}

TEST(DeterministicOptions, ReportsItsTime) {
  const galois::test::LoopTime time;
  galois::runtime::LoopReport report;
  galois::for_each(
      galois::iterate(0U, 1U), [&](unsigned, auto&) { time.work(); }, galois::wl<Deterministic>(),
      galois::loopname("loop"), galois::loop_report(report));
  time.expectStatistic("loop");
  time.expectSeconds(report.seconds);
}

// An operator that has one of the two passes' duties wrong is told so where it can be noticed.
TEST(DeterministicEnds, UsingAnothersObjectIsAnError) {
  galois::setActiveThreads(2);
  std::vector<Cell> cells(2);
  EXPECT_THROW(galois::for_each(
                   galois::iterate(0U, 2U),
                   [&](unsigned task, auto& context) {
                     take(cells[task]);
                     context.cautiousPoint();
                     take(cells[1 - task]);
                   },
                   galois::wl<Deterministic>(), galois::local_state<int>()),
               std::logic_error);
  galois::setActiveThreads(1);
}

/// What a loop of tasks 0, 1, ... without neighbourhoods, or all with the same one, reports.
template <typename... Options>
std::string statisticsOf(unsigned tasks, bool sameCell, const Options&... options) {
  galois::runtime::StatManager statistics;
  galois::runtime::StatManager::setCurrent(&statistics);
  Cell cell;
  galois::for_each(
      galois::iterate(0U, tasks),
      [&](unsigned task, auto& context) {
        if (sameCell) {
          take(cell);
        }
        context.cautiousPoint();
        if (task == 1) {
          context.push(1000000U);
        }
      },
      galois::wl<Deterministic>(), galois::loopname("loop"), galois::local_state<int>(),
      options...);
  galois::runtime::StatManager::setCurrent(nullptr);
  return statistics.format(false);
}

TEST(DeterministicOptions, StatisticsOfANamedLoop) {
  const auto expectRows = [](const std::string& rows, const std::vector<std::string>& expected) {
    for (const std::string& row : expected) {
      EXPECT_NE(rows.find("STAT, loop, " + row + "\n"), std::string::npos) << rows;
    }
  };
  for (const unsigned threads : {1U, 3U}) {
    galois::setActiveThreads(threads);
    // The first round takes 256 tasks, and the next one twice as many if all of them ran.
    expectRows(statisticsOf(1000, false),
               {"Iterations, TSUM, 1001", "Commits, TSUM, 1001", "Pushes, TSUM, 1",
                "Conflicts, TSUM, 0", "Rounds, SINGLE, 4", "Generations, SINGLE, 2"});
    expectRows(statisticsOf(3, true),
               {"Iterations, TSUM, 7", "Commits, TSUM, 4", "Conflicts, TSUM, 3",
                "Rounds, SINGLE, 4", "Generations, SINGLE, 2"});
  }
  galois::setActiveThreads(1);
}

TEST(DeterministicOptions, FixedNeighbourhoodsAreFoundOnce) {
  const auto seen = sameOnAllThreadCounts([] {
    std::vector<Cell> cells(3);
    std::atomic<unsigned> visits{0};
    const auto visit = [&](unsigned task, auto&) {
      ++visits;
      take(cells[task % 3]);
    };
    galois::for_each(
        galois::iterate(0U, 60U), [](unsigned, auto&) {}, galois::wl<Deterministic>(),
        galois::fixed_neighborhood(),
        galois::make_trait_with_args<galois::neighborhood_visitor>(visit));
    return visits.load();
  });
  EXPECT_EQ(seen, 60U);
}

// A first pass whose state the second one needs is repeated, though its neighbourhood is known.
TEST(DeterministicState, ExistsWithAFixedNeighbourhood) {
  galois::setActiveThreads(2);
  std::vector<Cell> cells(3);
  galois::for_each(
      galois::iterate(0U, 60U),
      [&](unsigned task, auto& context) {
        if (context.isFirstPass()) {
          take(cells[task % 3]);
          context.template createLocalState<unsigned>(task);
          return;
        }
        auto* state = context.template getLocalState<unsigned>();
        ASSERT_NE(state, nullptr);
        EXPECT_EQ(*state, task);
      },
      galois::wl<Deterministic>(), galois::fixed_neighborhood(), galois::local_state<unsigned>());
  galois::setActiveThreads(1);
}

// Nor does the state of a task reach the next one while tasks run one after the other.
TEST(DeterministicState, IsOfOneTask) {
  galois::for_each(
      galois::iterate(0U, 10U),
      [&](unsigned task, auto& context) {
        EXPECT_EQ(context.template getLocalState<unsigned>(), nullptr);
        context.template createLocalState<unsigned>(task);
      },
      galois::wl<Deterministic>());
}

// What a first pass throws counts only if its task holds its marks.
TEST(DeterministicEnds, ExceptionsOfTasksThatWaitAreForgotten) {
  const auto seen = sameOnAllThreadCounts([] {
    Cell cell;
    std::vector<unsigned> order;
    galois::for_each(
        galois::iterate(0U, 3U),
        [&](unsigned task, auto& context) {
          take(cell);
          if (cell.value < task) {
            throw std::runtime_error("too early");
          }
          context.cautiousPoint();
          ++cell.value;
          order.push_back(task);
        },
        galois::wl<Deterministic>(), galois::local_state<int>());
    return order;
  });
  EXPECT_EQ(seen, (std::vector<unsigned>{0, 1, 2}));
}

TEST(DeterministicEnds, TasksThatAbortInTheFirstPassRunInTheNextGeneration) {
  const auto seen = sameOnAllThreadCounts([] {
    Cell cell;
    std::vector<unsigned> order;
    std::atomic<bool> aborted{false};
    galois::runtime::TaskProgress::begin();
    galois::for_each(
        galois::iterate(0U, 4U),
        [&](unsigned task, auto& context) {
          take(cell);
          if (task == 1 && !aborted.exchange(true)) {
            context.abort();
          }
          context.cautiousPoint();
          order.push_back(task);
        },
        galois::wl<Deterministic>(), galois::local_state<int>());
    galois::runtime::TaskProgress::end();
    EXPECT_EQ(galois::runtime::TaskProgress::tasks(), 4U); // the one that aborted is counted once
    return order;
  });
  EXPECT_EQ(seen, (std::vector<unsigned>{0, 2, 3, 1}));
}

// Task 2 aborts in the first round, and task 1, which has lost to task 0, in the second one.
TEST(DeterministicEnds, AbortedTasksKeepTheirOrderAndDropTheirPushes) {
  const auto seen = sameOnAllThreadCounts([] {
    std::vector<Cell> cells(3);
    std::array<std::atomic<bool>, 3> aborted{};
    std::vector<unsigned> order;
    galois::for_each(
        galois::iterate(0U, 3U),
        [&](unsigned task, auto& context) {
          const bool late = task > 2 || aborted[task];
          take(cells[late ? 2 : task / 2]);
          context.cautiousPoint();
          if (task == 1 || task == 2) {
            context.push(10 + task);
            if (!aborted[task].exchange(true)) {
              context.abort();
            }
          }
          order.push_back(task);
        },
        galois::wl<Deterministic>(), galois::local_state<int>());
    return order;
  });
  EXPECT_EQ(seen, (std::vector<unsigned>{0, 1, 2, 11, 12}));
}

TEST(DeterministicEnds, PushesOfAnAbortedTaskAreNotThoseOfTheNext) {
  const auto seen = sameOnAllThreadCounts([] {
    Cell cell;
    std::vector<unsigned> order;
    bool aborted = false;
    galois::for_each(
        galois::iterate(0U, 2U),
        [&](unsigned task, auto& context) { // one task after the other
          take(cell);
          if (task < 2) {
            context.push(10 + task);
          }
          if (task == 0 && !std::exchange(aborted, true)) {
            context.abort();
          }
          order.push_back(task);
        },
        galois::wl<Deterministic>());
    return order;
  });
  EXPECT_EQ(seen, (std::vector<unsigned>{1, 0, 11, 10}));
}

} // namespace
