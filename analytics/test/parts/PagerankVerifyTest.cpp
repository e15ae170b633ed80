#include "analytics/pagerank/pagerankVerify.h"

#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "TestGraph.h"

namespace {

using pagerank::Definition;
using pagerank::verifyIterations;
using pagerank::verifyRanks;

/// One arc, and a node without out-edges.
TestGraph arc() {
  TestGraph graph(2);
  graph.add(0, 1, 1);
  return graph;
}

/// These ranks were computed by hand. Without redistribution they are 0.075 and 0.075 + 0.85 *
/// 0.075; with it, these numbers are divided by their sum.
const std::vector<double> kLost = {0.075, 0.13875};
const std::vector<double> kSpread = {0.075 / 0.21375, 0.13875 / 0.21375};

Definition lost() { return {0.85, false, {}}; }

TEST(PagerankVerify, AcceptsWhatIsRight) {
  for (const bool fully : {false, true}) {
    EXPECT_EQ(verifyRanks(arc(), Definition{}, kSpread, 1e-9, fully), "");
    EXPECT_EQ(verifyRanks(arc(), lost(), kLost, 1e-9, fully), "");
  }
}

TEST(PagerankVerify, TellsWeightsApart) {
  // Node 0 leads to 1 and 2, which lead back. Ranks by hand, with weights 3 and 1.
  TestGraph graph(3);
  graph.add(0, 1, 1);
  graph.add(0, 2, 1);
  graph.add(1, 0, 1);
  graph.add(2, 0, 1);
  const double restart = 0.05;
  const double hub = (restart + 0.85 * 2 * restart) / (1 - 0.85 * 0.85);
  const std::vector<double> right = {hub, restart + 0.85 * hub * 3 / 4, restart + 0.85 * hub / 4};
  const std::vector<double> alike = {hub, restart + 0.85 * hub / 2, restart + 0.85 * hub / 2};
  const std::vector<double> weights = {3, 1, 7, 1e300};
  const Definition weighted{0.85, true, {}, weights};
  for (const bool fully : {false, true}) {
    EXPECT_EQ(verifyRanks(graph, weighted, right, 1e-9, fully), "");
    EXPECT_EQ(verifyRanks(graph, Definition{}, alike, 1e-9, fully), "");
    EXPECT_NE(verifyRanks(graph, weighted, alike, 1e-4, fully), "");
    EXPECT_NE(verifyRanks(graph, Definition{}, right, 1e-4, fully), "");
  }
  // A node whose weights are all 0 is as one without edges.
  const std::vector<double> zero = {0};
  const Definition nothing{0.85, true, {}, zero};
  EXPECT_EQ(verifyRanks(arc(), nothing, {0.5, 0.5}, 1e-9, true), "");
}

TEST(PagerankVerify, TellsTheConventionsApart) {
  EXPECT_NE(verifyRanks(arc(), Definition{}, kLost, 1e-4, false), "");
  EXPECT_NE(verifyRanks(arc(), lost(), kSpread, 1e-4, false), "");
  EXPECT_NE(verifyRanks(arc(), Definition{0.8, true, {}}, kSpread, 1e-4, false), "");
  EXPECT_NE(verifyRanks(arc(), Definition{0.85, true, {1, 0}}, kSpread, 1e-4, false), "");
}

// U20: in Galois, the answers of PageRank are never checked, and its loops disagree on whether a
// residual that equals the tolerance is large.
TEST(PagerankVerify, DecidesCloseToTheTolerance) {
  for (const double off : {1e-3, 1e-6}) {
    for (const bool fully : {false, true}) {
      // The difference is moved from one node to the other, so that the sum stays right.
      const std::vector<double> moved = {kSpread[0] + off / 2, kSpread[1] - off / 2};
      EXPECT_EQ(verifyRanks(arc(), Definition{}, moved, 1.01 * off, fully), "");
      EXPECT_NE(verifyRanks(arc(), Definition{}, moved, 0.99 * off, fully), "");
      // All values are too large, which is the error that a step reduces least.
      const std::vector<double> grown = {kLost[0] + off / 2, kLost[1] + off / 2};
      EXPECT_EQ(verifyRanks(arc(), lost(), grown, 1.01 * off, fully), "");
      EXPECT_NE(verifyRanks(arc(), lost(), grown, 0.99 * off, fully), "");
    }
  }
}

TEST(PagerankVerify, RefusesWhatIsNoNumber) {
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(verifyRanks(arc(), Definition{}, {nothing, 0.5}, 0.5, false), "");
  EXPECT_NE(verifyIterations(arc(), Definition{}, {nothing, 0.5}, 1), "");
}

TEST(PagerankVerify, CountsIterations) {
  // Both nodes begin with 1/2. The rank of node 1 has no out-edge and is distributed to both.
  const double first = 0.075 + 0.85 / 4;
  const std::vector<double> once = {first, first + 0.85 / 2};
  EXPECT_EQ(verifyIterations(arc(), Definition{}, {0.5, 0.5}, 0), "");
  EXPECT_EQ(verifyIterations(arc(), Definition{}, once, 1), "");
  EXPECT_NE(verifyIterations(arc(), Definition{}, once, 2), "");
}

TEST(PagerankVerify, CountsParallelEdgesAsOftenAsTheyAreThere) {
  TestGraph graph(3);
  graph.add(0, 1, 1).add(0, 1, 1).add(0, 2, 1);
  const std::vector<double> right = {0.05, 0.05 + 0.85 * 0.05 * 2 / 3, 0.05 + 0.85 * 0.05 / 3};
  EXPECT_EQ(verifyRanks(graph, lost(), right, 1e-9, true), "");
}

TEST(PagerankVerify, TeleportsToTheGivenNodes) {
  EXPECT_EQ(verifyRanks(arc(), Definition{0.85, true, {0, 1}}, {0, 1}, 1e-9, true), "");
  EXPECT_EQ(verifyRanks(arc(), Definition{0.85, false, {1, 0}}, {0.15, 0.1275}, 1e-9, true), "");
}

} // namespace
