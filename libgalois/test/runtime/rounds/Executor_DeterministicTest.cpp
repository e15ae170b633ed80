// Deterministic for_each: the same answer and the same rounds on any number of threads, for every way
// in which an operator or its loop says what it locks, and the order of what is pushed.
#undef NDEBUG // so that ids are checked

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/runtime/Context.h"
#include "galois/runtime/LoopReport.h"
#include "galois/runtime/rounds/Rounds.h"
#include "galois/worklists/Deterministic.h"
#include "support/RoundLog.h"
#include "support/ThreadCounts.h"

namespace {

using galois::MethodFlag;
using galois::test::Cell;
using galois::test::RoundLog;
using galois::test::sameOnAllThreadCounts;
using galois::test::take;
using Deterministic = galois::worklists::Deterministic<>;

// Tasks of random neighbourhoods mix the values of their cells in a way that depends on the order.
// Which round each runs in is part of the result.
enum class Style { kCautious, kTwoPasses, kVisitor, kFixed, kNone };
class Styles : public ::testing::TestWithParam<Style> {};

TEST_P(Styles, SameCellsAndRoundsOnAnyThreads) {
  constexpr unsigned kTasks = 1500, kCells = 400;
  const auto cellsOf = [](unsigned task) {
    return std::array<unsigned, 3>{task * 7919 % kCells, task * 104729 % kCells,
                                   (task / 3) * 31 % kCells};
  };
  const auto run = [&] {
    std::vector<Cell> cells(kCells);
    RoundLog log(kTasks);
    std::atomic<unsigned> done{0};
    const auto visit = [&](unsigned task, auto&) {
      for (const unsigned cell : cellsOf(task)) {
        take(cells[cell]);
      }
    };
    const auto operate = [&](unsigned task, auto& context) {
      if (GetParam() == Style::kTwoPasses && !context.isFirstPass()) {
        // takes no locks again
      } else if (GetParam() != Style::kVisitor && GetParam() != Style::kFixed) {
        visit(task, context);
      }
      if (GetParam() == Style::kTwoPasses && context.isFirstPass()) {
        return;
      }
      if (GetParam() == Style::kCautious) {
        context.cautiousPoint();
      }
      for (const unsigned cell : cellsOf(task)) {
        cells[cell].value = cells[cell].value * 31 + task;
      }
      log.ran(task);
      ++done;
    };
    const auto tasks = galois::iterate(0U, kTasks);
    const auto wl = galois::wl<Deterministic>();
    if (GetParam() == Style::kVisitor) {
      galois::for_each(tasks, operate, wl, log.condition(),
                       galois::make_trait_with_args<galois::neighborhood_visitor>(visit));
    } else if (GetParam() == Style::kFixed) {
      galois::for_each(tasks, operate, wl, log.condition(), galois::fixed_neighborhood(),
                       galois::make_trait_with_args<galois::neighborhood_visitor>(visit));
    } else {
      galois::for_each(tasks, operate, wl, log.condition());
    }
    EXPECT_EQ(done, kTasks);
    std::vector<std::uint64_t> result(log.ranIn().begin(), log.ranIn().end());
    for (const Cell& cell : cells) {
      result.push_back(cell.value);
    }
    result.push_back(log.rounds());
    return result;
  };
  const auto result = sameOnAllThreadCounts(run);
  if (GetParam() == Style::kNone) { // one task at a time, in order
    std::vector<std::uint64_t> cells(kCells);
    for (unsigned task = 0; task < kTasks; ++task) {
      for (const unsigned cell : cellsOf(task)) {
        cells[cell] = cells[cell] * 31 + task;
      }
    }
    EXPECT_TRUE(std::equal(cells.begin(), cells.end(), result.begin() + kTasks));
  } else {
    EXPECT_GT(result.back(), 5U); // there were conflicts, so tasks had to wait
    EXPECT_LT(result.back(), kTasks / 4);
  }
}

std::string nameOf(const ::testing::TestParamInfo<Style>& style) {
  constexpr const char* kNames[] = {"Cautious", "TwoPasses", "Visitor", "Fixed", "None"};
  return kNames[static_cast<int>(style.param)];
}
INSTANTIATE_TEST_SUITE_P(Operators, Styles,
                         ::testing::Values(Style::kCautious, Style::kTwoPasses, Style::kVisitor,
                                           Style::kFixed, Style::kNone),
                         nameOf);

/// A loop in which every task takes the cells of `uses`, and which returns the rounds.
using Uses = std::vector<std::pair<unsigned, MethodFlag>>;
template <typename... Options>
std::vector<unsigned> roundsOf(const std::vector<Uses>& uses, const Options&... options) {
  return sameOnAllThreadCounts([&] {
    std::vector<Cell> cells(16);
    RoundLog log(uses.size());
    galois::for_each(
        galois::iterate(std::size_t{0}, uses.size()),
        [&](std::size_t task, auto& context) {
          for (const auto& [cell, flag] : uses[task]) {
            take(cells[cell], flag);
          }
          context.cautiousPoint();
          log.ran(task);
        },
        galois::wl<Deterministic>(), log.condition(), galois::local_state<int>(), options...);
    return log.ranIn();
  });
}

TEST(DeterministicRounds, AreThoseOfTheMarks) {
  constexpr auto kRead = MethodFlag::READ, kWrite = MethodFlag::WRITE;
  const Uses a{{0, kWrite}}, ab{{0, kWrite}, {1, kWrite}}, b{{1, kWrite}}, none;
  using Rounds = std::vector<unsigned>;
  EXPECT_EQ(roundsOf({a, b, none}), (Rounds{0, 0, 0}));
  EXPECT_EQ(roundsOf({a, a, a}), (Rounds{0, 1, 2}));
  // The second loses to the first, and the third to the second, which does not run itself.
  EXPECT_EQ(roundsOf({a, ab, b}), (Rounds{0, 1, 2}));
  EXPECT_EQ(roundsOf({a, b, ab}), (Rounds{0, 0, 1}));
  EXPECT_EQ(roundsOf({a, ab, b}, galois::fixed_neighborhood()), (Rounds{0, 1, 2}));

  const Uses readA{{0, kRead}}, readB{{1, kRead}}, readAWriteB{{0, kRead}, {1, kWrite}};
  const std::vector<Uses> readers{readA, readA, a, readA, readAWriteB, readB};
  EXPECT_EQ(roundsOf({readA, readA, readA}, galois::intent_to_read()), (Rounds{0, 0, 0}));
  EXPECT_EQ(roundsOf({readA, readA, readA}), (Rounds{0, 1, 2}));
  EXPECT_EQ(roundsOf(readers, galois::intent_to_read()), (Rounds{0, 0, 1, 2, 2, 3}));
  EXPECT_EQ(roundsOf(readers, galois::intent_to_read(), galois::fixed_neighborhood()),
            (Rounds{0, 0, 1, 2, 2, 3}));
}

// A tree of tasks that push. All of them append to one list, whose order is that of generations,
// parents and pushes, or that of ids.
TEST(DeterministicPushes, OrderFollowsParentsOrIds) {
  constexpr unsigned kTasks = 256;
  const auto run = [=](const auto&... options) {
    return sameOnAllThreadCounts([&] {
      Cell cell;
      std::vector<unsigned> order; // guarded by the cell
      galois::for_each(
          galois::iterate({1U}),
          [&](unsigned task, auto& context) {
            take(cell);
            if (context.isFirstPass() && task < kTasks) {
              context.push(kTasks); // dropped with the first pass
            }
            context.cautiousPoint();
            order.push_back(task);
            if (2 * task < kTasks) {
              context.push(2 * task + 1);
              context.push_back(2 * task);
            }
          },
          galois::wl<Deterministic>(), options...);
      return order;
    });
  };
  std::vector<unsigned> parents, ids(kTasks - 1);
  for (unsigned level = 1; level < kTasks; level *= 2) {
    for (unsigned task = 2 * level - 1; task >= level; --task) {
      parents.push_back(task);
    }
  }
  std::iota(ids.begin(), ids.end(), 1);
  EXPECT_EQ(run(), parents);
  EXPECT_EQ(run(galois::make_trait_with_args<galois::det_id>([](unsigned task) { return task; })),
            ids);
}

TEST(DeterministicPushes, IdsOfAGenerationDiffer) {
  for (const unsigned threads : {1U, 3U}) {
    galois::setActiveThreads(threads);
    const auto run = [](unsigned divisor) {
      galois::for_each(
          galois::iterate(0U, 8U), [](unsigned, auto&) {}, galois::wl<Deterministic>(),
          galois::make_trait_with_args<galois::det_id>([=](unsigned i) { return i / divisor; }));
    };
    EXPECT_NO_THROW(run(1));
    EXPECT_THROW(run(2), std::invalid_argument);
    EXPECT_NO_THROW(run(1));
  }
  galois::setActiveThreads(1);
}

TEST(RoundWindow, GrowsWhileMostTasksRunAndShrinksWithConflicts) {
  galois::runtime::RoundWindow window;
  EXPECT_EQ(window.size(), 256U);
  window.adapt(256, 256);
  EXPECT_EQ(window.size(), 512U);
  window.adapt(511, 511);
  EXPECT_EQ(window.size(), 512U) << "the round was smaller than the window";
  window.adapt(512, 180); // 90 per cent of 200
  EXPECT_EQ(window.size(), 200U);
  window.adapt(200, 180);
  EXPECT_EQ(window.size(), 400U) << "90 per cent are enough";
  window.adapt(400, 0);
  EXPECT_EQ(window.size(), 16U);
}

TEST(RoundEffort, SmallRoundsRunAloneUnlessTheyTakeLong) {
  constexpr std::size_t kSmall = 16;
  constexpr std::uint64_t kShortNs = 100'000;
  galois::runtime::RoundEffort effort;
  EXPECT_TRUE(effort.alone(kSmall));
  EXPECT_TRUE(effort.alone(kSmall));
  EXPECT_FALSE(effort.alone(kSmall + 1));
  effort.took(kShortNs);
  EXPECT_TRUE(effort.alone(kSmall));
  effort.took(kShortNs + 1);
  unsigned together = 0;
  while (together < 1000 && !effort.alone(kSmall)) {
    ++together;
  }
  EXPECT_EQ(together, 32U); // then it is tried again
  EXPECT_TRUE(effort.alone(kSmall));
}

} // namespace
