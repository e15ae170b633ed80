#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "stealing/Bound.h"
#include "stealing/Dag.h"
#include "stealing/Model.h"
#include "stealing/ModelRuns.h"

namespace galois::bench {
namespace {

using substrate::Random;

constexpr Protocol kProtocols[] = {Protocol::kSender, Protocol::kFresh, Protocol::kSticky};

/// Attempts are so rare that none happens.
constexpr double kNever = 1e15;

std::vector<Dag> smallDags() {
  std::vector<Dag> dags;
  dags.push_back(fibDag(10, 7));
  dags.push_back(seriesParallelDag(3000, 10, 5));
  dags.push_back(rightSpineDag(20, 40));
  dags.push_back(flatDag(3, 10, 25));
  return dags;
}

TEST(Dag, KnowsItsWorkDepthAndForks) {
  const Dag one = flatDag(1, 1, 9); // a chain
  EXPECT_EQ(one.work, 9u);
  EXPECT_EQ(one.depth, 9u);
  EXPECT_EQ(one.forks, 0u);

  // fib(3) forks fib(2), which forks two leaves, and a leaf: 2 forks, 2 joins, 3 leaves of 5 nodes.
  const Dag fib = fibDag(3, 5);
  EXPECT_EQ(fib.work, 2u + 2u + 15u);
  EXPECT_EQ(fib.depth, 2u + 5u + 2u);
  EXPECT_EQ(fib.forks, 2u);

  // Three forks and joins around four chains of 10 nodes.
  const Dag spine = rightSpineDag(3, 10);
  EXPECT_EQ(spine.work, 3u + 3u + 40u);
  EXPECT_EQ(spine.depth, 3u + 10u + 3u);
  EXPECT_EQ(spine.forks, 3u);

  // Two loops of 4 chains: each has 3 forks, 3 joins and two levels.
  const Dag flat = flatDag(2, 4, 6);
  EXPECT_EQ(flat.work, 2 * (3u + 3u + 24u));
  EXPECT_EQ(flat.depth, 2 * (2u + 6u + 2u));
  EXPECT_EQ(flat.forks, 4u);

  // A loop of 5 chains has 3 levels on its deepest side.
  EXPECT_EQ(flatDag(1, 5, 6).forks, 3u);

  const Dag random = seriesParallelDag(5000, 10, 1);
  EXPECT_GT(random.work, 4000u);
  EXPECT_LT(random.work, 6000u);
  EXPECT_LT(random.depth, random.work);
  EXPECT_GT(random.forks, 5u);
}

TEST(Dag, RandomOnesDependOnTheSeedOnly) {
  EXPECT_EQ(seriesParallelDag(5000, 10, 1).depth, seriesParallelDag(5000, 10, 1).depth);
  EXPECT_NE(seriesParallelDag(5000, 10, 1).depth, seriesParallelDag(5000, 10, 2).depth);
}

TEST(PdModel, EveryStepOfEveryProcessorIsWorkOrAttemptOrIdle) {
  for (const Dag& dag : smallDags()) {
    for (const unsigned processors : {1u, 2u, 3u, 16u, 100u}) {
      for (const double delta : {1.5, 4.0, 50.0}) {
        for (const Protocol protocol : kProtocols) {
          for (const Dates dates : {Dates::kReset, Dates::kPrinted, Dates::kKept}) {
            if (protocol != Protocol::kSender && dates != Dates::kReset) {
              continue;
            }
            const ModelRun run = simulate(dag, {processors, delta, protocol, dates}, Random(3, 1));
            EXPECT_EQ(run.worked, dag.work) << dag.name;
            EXPECT_EQ(run.worked + run.attempts + run.idle, run.time * processors) << dag.name;
            EXPECT_GE(run.time, dag.depth) << dag.name;
            EXPECT_LE(run.migrations, run.attempts) << dag.name;
          }
        }
      }
    }
  }
}

TEST(PdModel, OneProcessorIsNeverIdleAndGivesNothingAway) {
  for (const Dag& dag : smallDags()) {
    for (const Protocol protocol : kProtocols) {
      const ModelRun run = simulate(dag, {1, 5, protocol}, Random(1, 2));
      EXPECT_EQ(run.idle, 0u);
      EXPECT_EQ(run.migrations, 0u);
      EXPECT_EQ(run.allBusy, 1u);
      EXPECT_EQ(run.time, dag.work + run.attempts);
    }
  }
}

TEST(PdModel, WithoutAttemptsOneProcessorDoesAllWork) {
  for (const Dag& dag : smallDags()) {
    for (const Protocol protocol : kProtocols) {
      const ModelRun run = simulate(dag, {8, kNever, protocol}, Random(1, 3));
      EXPECT_EQ(run.time, dag.work);
      EXPECT_EQ(run.idle, 7 * dag.work);
      EXPECT_EQ(run.allBusy, 0u);
    }
  }
}

TEST(PdModel, TwoProcessorsShareOneForkAsByHand) {
  // A fork, two chains of 1000 nodes, and a join. The only target is idle, so processor 0 gives the
  // right chain away at its first attempt after the fork, at step x. Both chains are then executed
  // at the same time. Each later attempt delays the end of its chain by one step.
  const Dag dag = flatDag(1, 2, 1000);
  for (const Protocol protocol : kProtocols) {
    for (std::uint64_t stream = 0; stream < 50; ++stream) {
      const ModelRun run = simulate(dag, {2, 20, protocol}, Random(9, stream));
      EXPECT_EQ(run.migrations, 1u);
      const std::uint64_t x = run.allBusy; // The transfer was in the step before this one.
      EXPECT_GT(x, 1u);
      EXPECT_GE(run.time, 1000 + x); // the stolen chain, and the join
      EXPECT_LE(run.time, 1000 + x + run.attempts);
      EXPECT_GE(run.idle, x - 1);
    }
  }
}

TEST(PdModel, AttemptsComeWithProbabilityOneOverDelta) {
  // A chain of 10^6 nodes on one processor: the delay before each attempt is geometric. The mean
  // number of attempts is T_1/(delta-1), and its variance is that times delta/(delta-1).
  const Dag dag = flatDag(1, 1, 1000000);
  for (const double delta : {1.25, 2.0, 10.0, 300.0}) {
    const double expected = 1e6 / (delta - 1);
    const double deviation = std::sqrt(expected * delta / (delta - 1));
    const ModelRun run = simulate(dag, {1, delta, Protocol::kSender}, Random(4, 4));
    EXPECT_NEAR(static_cast<double>(run.attempts), expected, 4 * deviation) << delta;
  }
}

TEST(PdModel, ALastTaskIsNeverGivenAway) {
  const Dag chain = flatDag(1, 1, 5000);
  for (const Protocol protocol : kProtocols) {
    const ModelRun run = simulate(chain, {4, 2, protocol}, Random(1, 1));
    EXPECT_GT(run.attempts, 1000u);
    EXPECT_EQ(run.migrations, 0u);
    EXPECT_EQ(run.byIdle[1].attempts, 0u);
  }
}

TEST(PdModel, TheOldestTaskMoves) {
  // Processor 0 forks the spine and keeps the left chains. If the youngest task moved, the spine
  // could not spread, because the rest of the spine is the oldest task that it has.
  const Dag dag = rightSpineDag(2, 400);
  const ModelRun run = simulate(dag, {3, 10, Protocol::kFresh}, Random(2, 2));
  EXPECT_EQ(run.migrations, 2u);
  EXPECT_LT(run.time, 2 * 400u);
}

TEST(PdModel, RunsOfTheSameSeedAreEqual) {
  for (const Dag& dag : smallDags()) {
    for (const Protocol protocol : kProtocols) {
      const ModelMachine machine{16, 10, protocol};
      const ModelRun a = simulate(dag, machine, Random(7, 1));
      const ModelRun b = simulate(dag, machine, Random(7, 1));
      EXPECT_EQ(a.time, b.time);
      EXPECT_EQ(a.idle, b.idle);
      EXPECT_EQ(a.attempts, b.attempts);
      EXPECT_EQ(a.migrations, b.migrations);
    }
  }
  const Dag dag = fibDag(12, 20);
  EXPECT_NE(simulate(dag, {16, 10, Protocol::kSender}, Random(7, 1)).idle,
            simulate(dag, {16, 10, Protocol::kSender}, Random(8, 1)).idle);
}

TEST(PdModel, FreshRequestsMeetAnAttemptAsOftenAsComputed) {
  // One processor with one fork, and P - 1 idle ones: an attempt is requested with probability
  // 1 - (1 - 1/(P-1))^(P-1). Each run has one such attempt that counts first.
  constexpr unsigned kProcessors = 5;
  const Dag dag = flatDag(1, 2, 5000); // for 100 attempts, of which the first ones do
  std::uint64_t attempts = 0, migrated = 0;
  for (std::uint64_t stream = 0; stream < 3000; ++stream) {
    const ModelRun run =
        simulate(dag, {kProcessors, 50, Protocol::kFresh, Dates::kReset, false}, Random(5, stream));
    attempts += run.byIdle[2].attempts; // 4 idle processors
    migrated += run.byIdle[2].migrated;
  }
  const double p = 1 - std::pow(1 - 1 / 4.0, 4);
  const auto n = static_cast<double>(attempts);
  // The number of attempts before the first success is geometric.
  EXPECT_EQ(migrated, 3000u);
  EXPECT_NEAR(n, 3000 / p, 4 * std::sqrt(3000 * (1 - p)) / p);
}

TEST(PdModel, ASenderThatKeepsItsDateReachesHalfOfTheProcessorsSooner) {
  const Dag dag = flatDag(1, 512, 500);
  double kept = 0, reset = 0;
  for (std::uint64_t stream = 0; stream < 50; ++stream) {
    ModelMachine machine{32, 100, Protocol::kSender, Dates::kKept, true};
    kept += static_cast<double>(simulate(dag, machine, Random(1, stream)).halfBusy);
    machine.dates = Dates::kReset;
    reset += static_cast<double>(simulate(dag, machine, Random(1, stream)).halfBusy);
  }
  EXPECT_LT(kept, 0.8 * reset);
}

TEST(PdModel, TimesStayBelowTheBound) {
  for (const Dag& dag : smallDags()) {
    const auto shared = std::make_shared<const Dag>(dag);
    for (const Cell& cell :
         combine({shared}, {2, 8, 64}, {2, 20, 200}, {std::begin(kProtocols), std::end(kProtocols)},
                 {Dates::kReset})) {
      EXPECT_FALSE(simulateCell(cell, 10, 1).exceedsBound()) << dag.name;
    }
  }
}

TEST(CellResult, SaysWhenAMeanIsAboveTheBound) {
  CellResult result;
  result.bound.ofWork = 100;
  result.time = {102, 1};
  EXPECT_FALSE(result.exceedsBound()); // within three standard errors
  result.time = {104, 1};
  EXPECT_TRUE(result.exceedsBound());
  result.byIdle[2] = {100, 30, 50.0, 25.0};
  EXPECT_DOUBLE_EQ(result.leastDeviation(), -4);
}

TEST(MeanOf, GivesMeanAndStandardError) {
  EXPECT_DOUBLE_EQ(meanOf({7}).value, 7);
  EXPECT_DOUBLE_EQ(meanOf({7}).error, 0);
  const Mean mean = meanOf({1, 2, 3, 4, 5});
  EXPECT_DOUBLE_EQ(mean.value, 3);
  EXPECT_NEAR(mean.error, std::sqrt(2.5 / 5), 1e-12);
}

TEST(TimeBound, IsTheFormulaOfTheTheorem) {
  const Dag dag = flatDag(1, 2, 98); // T_1 = 198, T_inf = 100, F = 1
  ASSERT_EQ(dag.work, 198u);
  const TimeBound sender = timeBound(dag, 2, 10, 1);
  EXPECT_NEAR(sender.m, 0.063, 1e-12);
  const double others = 0.5 * 0.063 / (1 - std::exp(-0.063)) * 10 / 9;
  EXPECT_NEAR(sender.ofWork, 110, 1e-9);
  EXPECT_NEAR(sender.ofDepth, others * 100, 1e-9);
  EXPECT_NEAR(sender.ofForks, others * 26.8, 1e-9);
  EXPECT_NEAR(sender.attempts, 22, 1e-9);
  EXPECT_NEAR(kReceiverC, 1.5819767, 1e-6);
  EXPECT_NEAR(timeBound(dag, 1, 10, 1).total(), 220, 1e-9); // One processor is never idle.
}

TEST(BestKappa, IsTheOneOfThePaper) {
  EXPECT_NEAR(bestKappa().kappa, 1.67835, 1e-5);
  EXPECT_NEAR(bestKappa().value, 2.67835, 1e-5);
}

TEST(LemmaB1, HasNoCounterexample) {
  const LemmaB1 lemma = testLemmaB1(300);
  EXPECT_EQ(lemma.pairs, 300u * 301 / 2);
  EXPECT_EQ(lemma.counterexamples, 0u);
  // At n = 1 the two sides differ by 1/(e q), not by 1/e as printed.
  EXPECT_NEAR(testLemmaB1(1).leastMargin, std::exp(-1.0), 1e-12);
}

} // namespace
} // namespace galois::bench
