#include "galois/analytics/Pagerank.h"

#include <cmath>
#include <span>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"

namespace galois::analytics {
namespace {

using galois::test::Arrays;
using galois::test::borrowed;
using galois::test::randomArrays;
using galois::test::waysToRun;

/// Power iteration as the definition has it, until nothing changes any more.
std::vector<double> reference(const Arrays& arrays, const PagerankPlan& plan) {
  const std::size_t nodes = arrays.nodes();
  std::vector<double> start(nodes, 1 / static_cast<double>(nodes));
  if (!plan.personalize.empty()) {
    double sum = 0;
    for (const double weight : plan.personalize) {
      sum += weight;
    }
    for (std::size_t node = 0; node < nodes; ++node) {
      start[node] = plan.personalize[node] / sum;
    }
  }
  std::vector<double> ranks = start;
  for (unsigned step = 0; step < 400; ++step) {
    std::vector<double> next(nodes);
    double lost = 0;
    for (std::size_t node = 0; node < nodes; ++node) {
      const std::uint64_t first = arrays.offsets[node], last = arrays.offsets[node + 1];
      const auto weightOf = [&](std::uint64_t e) {
        return plan.weights.empty() ? 1 : plan.weights[e];
      };
      double all = 0;
      for (std::uint64_t e = first; e < last; ++e) {
        all += weightOf(e);
      }
      if (all == 0) {
        lost += plan.spreadDangling ? ranks[node] : 0;
        continue;
      }
      for (std::uint64_t e = first; e < last; ++e) {
        next[arrays.targets[e]] += plan.damping * ranks[node] * weightOf(e) / all;
      }
    }
    for (std::size_t node = 0; node < nodes; ++node) {
      next[node] += (1 - plan.damping + plan.damping * lost) * start[node];
    }
    ranks = next;
  }
  return ranks;
}

/// The same edges, and their reverses.
Arrays symmetrized(const Arrays& arrays) {
  std::vector<std::vector<std::uint32_t>> rows(arrays.nodes());
  for (std::uint32_t node = 0; node < arrays.nodes(); ++node) {
    for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
      rows[node].push_back(arrays.targets[e]);
      rows[arrays.targets[e]].push_back(node);
    }
  }
  Arrays both;
  for (const auto& row : rows) {
    both.targets.insert(both.targets.end(), row.begin(), row.end());
    both.offsets.push_back(both.targets.size());
  }
  return both;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum += std::abs(a[i] - b[i]);
  }
  return sum;
}

class Pagerank : public testing::Test {
protected:
  static void check(const Arrays& arrays, PagerankPlan plan, unsigned seed) {
    const Graph<void> graph = borrowed(arrays);
    const std::vector<double> right = reference(arrays, plan);
    for (const auto algorithm : {PagerankPlan::kAuto, PagerankPlan::kHybrid,
                                 PagerankPlan::kWorklist, PagerankPlan::kPower}) {
      for (const auto update : {PagerankPlan::kPush, PagerankPlan::kPullPush}) {
        plan.algorithm = algorithm;
        plan.update = update;
        for (const RunOptions& options : waysToRun(seed)) {
          std::vector<double> ranks(arrays.nodes(), 17);
          pagerank(graph, ranks, plan, options);
          EXPECT_LE(distance(ranks, right), plan.tolerance)
              << "seed " << seed << ", " << options.scheduler.name() << " on " << options.threads
              << ", algorithm " << algorithm << ", update " << update;
          EXPECT_EQ(verifyPagerank(graph, ranks, plan, true), "");
        }
      }
    }
  }

  galois::SharedMemSys system;
};

} // namespace

TEST_F(Pagerank, IsTheAnswerOfPowerIteration) {
  for (unsigned seed = 0; seed < 5; ++seed) {
    PagerankPlan plan;
    plan.priority = static_cast<PagerankPlan::Priority>(seed % 3);
    plan.spreadDangling = seed % 2 == 0;
    plan.tolerance = seed % 2 == 0 ? 1e-4 : 1e-7;
    check(randomArrays(seed), plan, seed);
    check(symmetrized(randomArrays(seed)), plan, seed);
  }
}

TEST_F(Pagerank, EdgesAreFollowedInProportionToTheirWeights) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    PagerankPlan plan;
    plan.spreadDangling = seed % 2 == 0;
    plan.tolerance = seed % 2 == 0 ? 1e-4 : 1e-7;
    // Weights of 0 occur, and nodes whose weights are all 0.
    const Arrays arrays = randomArrays(seed);
    std::vector<double> weights(arrays.weights.begin(), arrays.weights.end());
    for (std::uint64_t e = arrays.offsets[arrays.nodes() / 2];
         e < arrays.offsets[arrays.nodes() / 2 + std::size_t{1}]; ++e) {
      weights[e] = 0;
    }
    plan.weights = weights;
    check(arrays, plan, seed);
    // The same weight both ways, on which tasks over-relax, and then one that differs.
    const Arrays both = symmetrized(arrays);
    weights.clear();
    for (std::uint32_t node = 0; node < both.nodes(); ++node) {
      for (std::uint64_t e = both.offsets[node]; e < both.offsets[node + std::size_t{1}]; ++e) {
        weights.push_back((node + both.targets[e]) % 7);
      }
    }
    plan.weights = weights;
    check(both, plan, seed);
    if (!weights.empty()) {
      weights.back() += 0.5;
      plan.weights = weights;
      check(both, plan, seed);
    }
  }
}

TEST_F(Pagerank, WeightsOfAnySizeHaveASum) {
  const Arrays arrays{{0, 3, 4, 5}, {1, 2, 0, 0, 0}, {}};
  PagerankPlan plan;
  plan.tolerance = 1e-9;
  const std::vector<double> ordinary{3, 1, 4, 1, 1};
  plan.weights = ordinary;
  const std::vector<double> right = reference(arrays, plan);
  for (const double unit : {1e-323, 1e-300, 1e300, 4e307}) {
    const std::vector<double> weights{3 * unit, unit, 4 * unit, unit, unit};
    plan.weights = weights;
    for (const auto algorithm :
         {PagerankPlan::kHybrid, PagerankPlan::kWorklist, PagerankPlan::kPower}) {
      plan.algorithm = algorithm;
      const PagerankResult result = pagerank(borrowed(arrays), plan);
      EXPECT_LE(distance({result.ranks.begin(), result.ranks.end()}, right), 2 * plan.tolerance)
          << unit;
      EXPECT_EQ(verifyPagerank(borrowed(arrays), std::span(result.ranks.data(), 3), plan, true),
                "");
    }
  }
}

TEST_F(Pagerank, WeightsAreChecked) {
  const Arrays arrays = randomArrays(3);
  std::vector<double> ranks(arrays.nodes());
  std::vector<double> weights(arrays.targets.size(), 1);
  PagerankPlan plan;
  for (const double wrong : {-1.0, std::nan(""), HUGE_VAL}) {
    weights.back() = wrong;
    plan.weights = weights;
    EXPECT_THROW(pagerank(borrowed(arrays), ranks, plan), InvalidGraph);
  }
  weights.back() = -0.0;
  plan.weights = weights;
  pagerank(borrowed(arrays), ranks, plan);
  EXPECT_EQ(verifyPagerank(borrowed(arrays), ranks, plan, true), "");
  EXPECT_NE(verifyPagerank(borrowed(arrays), ranks, {}, true), "") << "other weights";
  weights.pop_back();
  plan.weights = weights;
  EXPECT_THROW(pagerank(borrowed(arrays), ranks, plan), InvalidOption);
  EXPECT_THROW(verifyPagerank(borrowed(arrays), ranks, plan), InvalidOption);
}

TEST_F(Pagerank, OverRelaxationNeedsTheSameWeightsBothWays) {
  const Arrays triangle{{0, 2, 4, 6}, {1, 2, 0, 2, 0, 1}, {}};
  PagerankPlan plan{.algorithm = PagerankPlan::kWorklist, .relaxation = 1.2};
  const std::vector<double> same{3, 5, 3, 1, 5, 1};
  plan.weights = same;
  EXPECT_NO_THROW(pagerank(borrowed(triangle), plan));
  const std::vector<double> other{3, 5, 2, 1, 5, 1};
  plan.weights = other;
  EXPECT_THROW(pagerank(borrowed(triangle), plan), InvalidOption);
}

TEST_F(Pagerank, TheFastestAlgorithmIsChosenUnlessAnotherOneIsNamed) {
  const Arrays arrays = randomArrays(4);
  const std::vector<double> weights(arrays.nodes(), 1);
  const auto algorithm = [&](const PagerankPlan& plan, const RunOptions& options = {}) {
    return pagerank(borrowed(arrays), plan, options).execution.algorithm;
  };
  EXPECT_EQ(algorithm({}), "hybrid");
  EXPECT_EQ(algorithm({.iterations = 3}), "power");
  EXPECT_EQ(algorithm({.personalize = weights}), "worklist");
  EXPECT_EQ(algorithm({}, {.scheduler = Scheduler("smq")}), "worklist");
  EXPECT_EQ(algorithm({.algorithm = PagerankPlan::kPower}), "power");
}

TEST_F(Pagerank, TasksFollowSweepsOnlyWhereFewNodesNeedMany) {
  constexpr unsigned kNodes = 5000, kLeaves = 20;
  const auto graphOf = [](unsigned leaves) { // a ring, whose node 0 has leaves
    Arrays arrays;
    for (unsigned node = 0; node < kNodes; ++node) {
      arrays.targets.insert(arrays.targets.end(),
                            {(node + 1) % kNodes, (node + kNodes - 1) % kNodes});
      for (unsigned leaf = 0; node == 0 && leaf < leaves; ++leaf) {
        arrays.targets.push_back(kNodes + leaf);
      }
      arrays.offsets.push_back(arrays.targets.size());
    }
    for (unsigned leaf = 0; leaf < leaves; ++leaf) {
      arrays.targets.push_back(0);
      arrays.offsets.push_back(arrays.targets.size());
    }
    return arrays;
  };
  const PagerankPlan plan{.algorithm = PagerankPlan::kHybrid, .tolerance = 1e-9};
  for (const unsigned leaves : {0u, kLeaves}) {
    const Arrays arrays = graphOf(leaves);
    const PagerankResult result = pagerank(borrowed(arrays), plan);
    EXPECT_EQ(result.execution.executed > 0, leaves > 0); // all nodes of a ring are equal
    const std::vector<double> ranks(result.ranks.begin(), result.ranks.end());
    EXPECT_LE(distance(ranks, reference(arrays, plan)), plan.tolerance) << leaves;
  }
}

TEST_F(Pagerank, SweepsAreAsPreciseAsTheyAreSaidToBe) {
  for (unsigned seed = 0; seed < 8; ++seed) {
    for (const bool symmetric : {false, true}) {
      const Arrays arrays = symmetric ? symmetrized(randomArrays(seed)) : randomArrays(seed);
      for (const double damping : {0.0, 0.5, 0.85, 0.99}) {
        PagerankPlan plan{.algorithm = PagerankPlan::kHybrid, .damping = damping};
        plan.tolerance = seed % 2 == 0 ? 1e-3 : 1e-6;
        const PagerankResult result = pagerank(borrowed(arrays), plan, {.threads = 1 + seed % 3});
        const std::vector<double> ranks(result.ranks.begin(), result.ranks.end());
        EXPECT_EQ(verifyPagerank(borrowed(arrays), ranks, plan, true), "")
            << "seed " << seed << ", damping " << damping << ", symmetric " << symmetric;
      }
    }
  }
}

TEST_F(Pagerank, SurfersMayStartWhereTheCallerSays) {
  const Arrays arrays = randomArrays(4);
  std::vector<double> weights(arrays.nodes(), 0);
  weights.front() = 3;
  weights.back() = 1;
  PagerankPlan plan;
  plan.personalize = weights;
  check(arrays, plan, 4);
}

TEST_F(Pagerank, ANumberOfIterationsIsExact) {
  const Arrays arrays = randomArrays(6);
  PagerankPlan plan;
  plan.algorithm = PagerankPlan::kPower;
  plan.iterations = 3;
  const PagerankResult result = pagerank(borrowed(arrays), plan);
  EXPECT_EQ(result.execution.executed, 3u * arrays.nodes());
  EXPECT_EQ(verifyPagerank(borrowed(arrays),
                           std::span<const double>(result.ranks.data(), result.ranks.size()), plan),
            "");
}

TEST_F(Pagerank, WrongRanksAreFound) {
  const Arrays arrays = randomArrays(3);
  std::vector<double> ranks = reference(arrays, {});
  EXPECT_EQ(verifyPagerank(borrowed(arrays), ranks), "");
  ranks.front() += 0.01;
  EXPECT_NE(verifyPagerank(borrowed(arrays), ranks), "");
}

TEST_F(Pagerank, OptionsAreChecked) {
  const Arrays arrays = randomArrays(3);
  std::vector<double> ranks(arrays.nodes());
  const std::vector<double> few(arrays.nodes() - 1, 1), none(arrays.nodes(), 0),
      negative(arrays.nodes(), -1);
  std::vector<PagerankPlan> wrong(10);
  wrong[0].damping = 1;
  wrong[1].damping = -0.5;
  wrong[2].tolerance = 0;
  wrong[3].relaxation = 2;
  wrong[4].relaxation = 1.5; // the graph is not symmetric
  wrong[5].iterations = 4;
  wrong[5].algorithm = PagerankPlan::kHybrid; // has no iterations
  wrong[6].personalize = few;
  wrong[7].personalize = none;
  wrong[8].personalize = negative;
  wrong[9].damping = std::nan("");
  for (std::size_t i = 0; i < wrong.size(); ++i) {
    EXPECT_THROW(pagerank(borrowed(arrays), ranks, wrong[i]), InvalidOption) << i;
  }
  ranks.pop_back();
  EXPECT_THROW(pagerank(borrowed(arrays), ranks), InvalidOption);
  const Arrays empty;
  EXPECT_THROW(pagerank(borrowed(empty)), InvalidGraph);
}

} // namespace galois::analytics
