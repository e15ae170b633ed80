/**
 * Tests theorem 1 of the Stealing Multi-Queue's paper [SMQ, section 3 and appendix A] by simulating
 * the process that it describes (SmqProcess.h).
 *
 * The tested bounds are those of the proof, with b = p / (2 (1 + gamma)), taken over the first B
 * tasks of each queue, and with the constants below:
 * - average rank: n B / b * ln(1 / b). The theorem prints ln((1 + gamma) / p), which is 0 at p = 1
 *   and gamma = 0; the proof has ln(1 / b).
 * - maximum rank: n B / b * (ln n + ln(1 / b)), as in the appendix. Section 3 prints n / b * ln n +
 *   ln(1 / b) for B = 1.
 *
 * The gammas 0.25 and 0.5 violate the theorem's condition gamma (1 / p - 1) <= 1 / (2 n) everywhere
 * on the grid, so the theorem promises nothing for them. The ranks stay within the same bounds
 * nevertheless, as long as insertions are skewed like removals.
 */
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/ActingAs.h"
#include "galois/substrate/Random.h"
#include "galois/worklists/StealingMultiQueue.h"
#include "rank/FenwickTree.h"
#include "rank/SmqProcess.h"
#include "support/Child.h"
#include "support/LongTests.h"

namespace galois {
namespace {

using bench::SmqProcess;
using bench::SmqRanks;
using substrate::Random;
using Cell = bench::SmqCell;

/// The constants that the O() of the two bounds hides. The simulation stays below one half and
/// below two thirds.
constexpr double kAverageConstant = 0.5;
constexpr double kMaximumConstant = 0.67;

constexpr std::uint64_t kSeed = 17;

std::string nameOf(const Cell& cell) {
  return "n = " + std::to_string(cell.n) +
         ", 1/p = " + std::to_string(static_cast<int>(1 / cell.p)) +
         ", B = " + std::to_string(cell.batch) + ", gamma = " + std::to_string(cell.gamma);
}

/// Returns the ranks in the long run, when the initial state has no influence any more.
SmqRanks longRun(const Cell& cell, std::uint64_t stream) {
  SmqProcess process(cell, kSeed, stream);
  return bench::runSmqProcess(process, static_cast<std::uint64_t>(3 * cell.memory()),
                              static_cast<std::uint64_t>(2 * cell.memory()) + 200,
                              std::clamp(20000 / (cell.n * cell.batch), 10u, 200u))
      .ranks;
}

TEST(SmqTheorem, RanksStayWithinTheBoundsOfTheProof) {
  SharedMemSys system;
  setActiveThreads(substrate::getThreadPool().getMaxUsableThreads());
  std::vector<Cell> cells;
  std::vector<unsigned> queues{8, 64};
  if (test::longTests()) {
    queues = {8, 16, 32, 64, 128, 256, 512, 1024};
  } else if (!test::kSanitized) {
    queues.push_back(256);
  }
  const unsigned rarest = test::kSanitized ? 16 : 64;
  for (const unsigned n : queues) {
    for (unsigned oneOverP = 2; oneOverP <= rarest; oneOverP *= 2) {
      for (const unsigned batch : {1u, 4u, 16u}) {
        for (const double gamma : {0.0, 0.25, 0.5}) {
          cells.push_back({n, 1.0 / oneOverP, batch, gamma});
        }
      }
    }
  }
  std::vector<SmqRanks> ranks(cells.size());
  // Each cell has a random stream of its own, so the result does not depend on the thread that
  // computes it.
  do_all(
      iterate(std::size_t{0}, cells.size()),
      [&](std::size_t i) { ranks[i] = longRun(cells[i], i); }, steal(), chunk_size<1>());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    EXPECT_LE(ranks[i].average, kAverageConstant * cells[i].averageBound()) << nameOf(cells[i]);
    EXPECT_LE(ranks[i].maximum, kMaximumConstant * cells[i].maximumBound()) << nameOf(cells[i]);
  }
}

TEST(SmqTheorem, ThePrintedBoundCannotHoldWhenStealingIsCertain) {
  // ln((1 + gamma) / p) is 0 at p = 1 and gamma = 0, but no average rank is 0.
  const Cell cell{64, 1.0, 1, 0.0};
  const SmqRanks ranks = longRun(cell, 1);
  EXPECT_GT(ranks.average, 32); // There are n first tasks, whose average rank is at least n / 2.
  EXPECT_LE(ranks.average, 1.25 * cell.averageBound()); // The grid begins at p = 1/2.
}

TEST(SmqTheorem, AverageRankGrowsLikeTheNumberOfQueues) {
  const double few = longRun({64, 1.0 / 4, 1, 0.0}, 1).average;
  const double many = longRun({512, 1.0 / 4, 1, 0.0}, 2).average;
  EXPECT_GT(many / few, 8 * 0.75);
  EXPECT_LT(many / few, 8 * 1.25);
}

TEST(SmqTheorem, WithoutStealingRanksGrowForEver) {
  SmqProcess process({32, 0.0, 1, 0.0}, kSeed, 1);
  process.steps(20000);
  const double early = process.sample().average;
  process.steps(16 * 20000);
  EXPECT_GT(process.sample().average, 2 * early); // The rank grows like the square root of time.
}

/// Returns the mean rank of the first task of each removal when listing 3 runs on real queues.
double listing3(const Cell& cell, std::uint64_t stream, std::size_t tasks, std::uint64_t removals) {
  SmqProcess draws(cell, kSeed, stream); // Only its random draws are used.
  std::vector<std::vector<std::uint32_t>> queues(cell.n);
  bench::FenwickTree present(tasks);
  for (std::uint32_t task = 0; task < tasks; ++task) {
    queues[draws.scheduled()].push_back(task);
    present.add(task, 1);
  }
  std::vector<std::size_t> first(cell.n);
  const auto top = [&](unsigned queue) { return queues[queue].at(first[queue]); };
  double sum = 0;
  for (std::uint64_t i = 0; i < removals; ++i) {
    unsigned queue = draws.scheduled();
    if (draws.random().unit() < cell.p) {
      const unsigned other = draws.random().below(cell.n);
      queue = top(other) < top(queue) ? other : queue;
    }
    sum += static_cast<double>(present.below(top(queue)) + 1);
    for (unsigned k = 0; k < cell.batch; ++k) {
      present.add(top(queue), -1);
      ++first[queue];
    }
  }
  return sum / static_cast<double>(removals);
}

TEST(SmqTheorem, TheSkewIsWithinTheLimitsOfTheTheorem) {
  for (const unsigned n : {2u, 8u, 64u, 1000u}) {
    for (const double gamma : {0.0, 1.0 / (2 * n), 0.25, 0.5, 0.9}) {
      SmqProcess process({n, 0.5, 1, gamma}, kSeed, 1);
      double sum = 0, least = 1, greatest = 0;
      for (unsigned bin = 0; bin < n; ++bin) {
        sum += process.probability(bin);
        least = std::min(least, n * process.probability(bin));
        greatest = std::max(greatest, n * process.probability(bin));
      }
      EXPECT_NEAR(sum, 1.0, 1e-9);
      EXPECT_NEAR(least, 1 / (1 + gamma), 1e-9);
      EXPECT_LE(greatest, 1 / (1 - gamma) + 1e-9);
      EXPECT_TRUE(gamma == 0 || greatest > 1) << n << ", " << gamma;
      std::vector<unsigned> drawn(n);
      constexpr unsigned kDraws = 200000;
      for (unsigned i = 0; i < kDraws; ++i) {
        ++drawn[process.scheduled()];
      }
      if (n <= 8) {
        for (unsigned bin = 0; bin < n; ++bin) {
          EXPECT_NEAR(drawn[bin] / double{kDraws}, process.probability(bin), 0.01);
        }
      }
    }
  }
}

TEST(SmqTheorem, RemovalsAloneThatAreSkewedCostMoreThanBoth) {
  // Queues that are filled alike and emptied unlike drift apart, until thieves make up for it.
  Cell cell{16, 1.0 / 8, 1, 0.5};
  const double both = longRun(cell, 1).average;
  cell.skewedInsertions = false;
  EXPECT_GT(longRun(cell, 2).average, 1.5 * both);
}

TEST(SmqTheorem, ARunHasItsQuarters) {
  SmqProcess process({32, 0.0, 1, 0.0}, kSeed, 5);
  const bench::SmqRun run = bench::runSmqProcess(process, 0, 100000, 400);
  EXPECT_LT(run.quarters[0], run.quarters[3]) << "without stealing ranks grow";
  double sum = 0;
  for (const double quarter : run.quarters) {
    sum += quarter;
  }
  EXPECT_NEAR(sum / 4, run.ranks.average, 1e-6 * sum);
  EXPECT_GT(run.ranks.maximum, run.ranks.average);
}

TEST(SmqTheorem, TheCoupledProcessHasTheRanksOfTheQueues) {
  std::uint64_t stream = 0;
  for (const Cell cell : {Cell{8, 0.5, 1, 0.0}, Cell{16, 0.25, 4, 0.0}, Cell{16, 0.5, 1, 0.5}}) {
    constexpr std::uint64_t kRemovals = 100000;
    SmqProcess process(cell, kSeed, ++stream);
    double sum = 0;
    for (std::uint64_t i = 0; i < kRemovals; ++i) {
      sum += process.stepAndRank();
    }
    const double queues = listing3(cell, ++stream, (kRemovals + 5000) * cell.batch, kRemovals);
    EXPECT_NEAR(sum / kRemovals / queues, 1.0, 0.05) << nameOf(cell);
  }
}

TEST(SmqTheorem, OurStealingMultiQueueStaysWithinTheBound) {
  // Random threads insert in rising order and then remove. One thread takes the roles of all. As in
  // the analysis, a thread uses up its batch before it samples another queue.
  struct Identity {
    std::uint32_t operator()(std::uint32_t task) const { return task; }
  };
  SharedMemSys system;
  constexpr std::uint32_t kTasks = 100000;
  for (const unsigned n : {8u, 64u}) {
    for (const std::uint32_t oneOverP : {2u, 8u, 32u}) {
      for (const std::uint32_t batch : {1u, 4u, 16u}) {
        const Cell cell{n, 1.0 / oneOverP, batch, 0.0};
        setActiveThreads(n);
        worklists::SmqParams params;
        params.stealDenominator = oneOverP;
        params.stealSize = batch;
        params.ownBatch = batch;
        params.numaWeight = 1; // uniform, as the listing samples
        worklists::StealingMultiQueue<Identity, std::uint32_t> queue(Identity(), params);
        Random random(3, n);
        bench::FenwickTree present(kTasks);
        for (std::uint32_t task = 0; task < kTasks; ++task) {
          const substrate::ActingAs thread(random.below(n));
          queue.push(task);
          present.add(task, 1);
        }
        double sum = 0;
        for (std::uint32_t i = 0; i < kTasks / 2; ++i) {
          const substrate::ActingAs thread(random.below(n));
          const auto task = queue.pop();
          ASSERT_TRUE(task);
          sum += static_cast<double>(present.below(*task) + 1);
          present.add(*task, -1);
        }
        // The constant is twice that of the simulation, to cover what the listing leaves out.
        EXPECT_LE(sum / (0.5 * kTasks), 2 * kAverageConstant * cell.averageBound()) << nameOf(cell);
      }
    }
  }
}

} // namespace
} // namespace galois
