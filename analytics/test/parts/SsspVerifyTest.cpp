#include "analytics/sssp/ssspVerify.h"

#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "TestGraph.h"
#include "galois/Galois.h"

namespace {

constexpr std::uint32_t kNone = ~0u;

struct SsspVerify : testing::Test {
  SsspVerify() { galois::setActiveThreads(4); }

  static bool right(const TestGraph& graph, const std::vector<std::uint32_t>& distances,
                    std::uint32_t source = 0) {
    return sssp::verifyDistances(graph, source, distances.data()).empty();
  }

  static bool overflows(const TestGraph& graph) {
    const auto distances = bellmanFord<std::uint32_t>(graph, 0);
    std::uint32_t longest = 0, greatest = 0;
    for (const std::uint32_t d : distances) {
      longest = std::max(longest, d == kNone ? 0 : d);
    }
    for (const auto& row : graph.rows) {
      for (const auto& edge : row) {
        greatest = std::max(greatest, edge.weight);
      }
    }
    return sssp::distancesOverflow(graph, distances.data(), longest, greatest);
  }

  galois::SharedMemSys system;
};

} // namespace

TEST_F(SsspVerify, AcceptsRightAnswers) {
  std::mt19937 random(3);
  for (unsigned seed = 0; seed < 100; ++seed) {
    const std::uint32_t nodes = 1 + seed % 30;
    TestGraph graph(nodes);
    for (std::uint32_t i = 0; i < nodes * (seed % 4); ++i) {
      graph.add(random() % nodes, random() % nodes, random() % (seed % 2 ? 3 : 100));
    }
    EXPECT_TRUE(right(graph, bellmanFord<std::uint32_t>(graph, 0))) << seed;
  }
}

TEST_F(SsspVerify, CatchesEverySingleWrongDistance) {
  std::mt19937 random(4);
  for (unsigned seed = 0; seed < 40; ++seed) {
    const std::uint32_t nodes = 2 + seed % 12;
    TestGraph graph(nodes);
    for (std::uint32_t i = 0; i < nodes * 2; ++i) {
      graph.add(random() % nodes, random() % nodes, random() % 4);
    }
    const auto answer = bellmanFord<std::uint32_t>(graph, 0);
    for (std::uint32_t node = 0; node < nodes; ++node) {
      for (const std::uint32_t wrong : {answer[node] - 1, answer[node] + 1, kNone, 0u, 1u}) {
        if (wrong == answer[node]) {
          continue;
        }
        auto changed = answer;
        changed[node] = wrong;
        EXPECT_FALSE(right(graph, changed)) << "seed " << seed << " node " << node << ": " << wrong;
      }
    }
  }
}

TEST_F(SsspVerify, CatchesAllUnreachedAndAllZero) {
  TestGraph graph(3);
  graph.add(0, 1, 5).add(1, 2, 5);
  EXPECT_FALSE(right(graph, {0, kNone, kNone}));
  EXPECT_FALSE(right(graph, {0, 0, 0}));
  EXPECT_FALSE(right(graph, {kNone, kNone, kNone}));
  EXPECT_TRUE(right(graph, {0, 5, 10}));
}

TEST_F(SsspVerify, ZeroWeightCyclesDoNotSupportThemselves) {
  // 1 and 2 support each other at any distance below the true 7, because both then have tight
  // in-edges.
  TestGraph graph(3);
  graph.add(0, 1, 7).add(1, 2, 0).add(2, 1, 0);
  EXPECT_TRUE(right(graph, {0, 7, 7}));
  EXPECT_FALSE(right(graph, {0, 3, 3}));
  // No edge leads to 3 and 4 from outside, but their distances say that they are reached.
  TestGraph apart(5);
  apart.add(0, 1, 1).add(3, 4, 0).add(4, 3, 0);
  EXPECT_TRUE(right(apart, {0, 1, kNone, kNone, kNone}));
  EXPECT_FALSE(right(apart, {0, 1, kNone, 6, 6}));
}

TEST_F(SsspVerify, LongChainsOfZeroWeight) {
  TestGraph graph(1000);
  for (std::uint32_t i = 999; i > 0; --i) {
    graph.add(i - 1, i, 0);
  }
  EXPECT_TRUE(right(graph, std::vector<std::uint32_t>(1000, 0)));
}

TEST_F(SsspVerify, SaysWhatIsWrong) {
  TestGraph graph(2);
  graph.add(0, 1, 5);
  const std::vector<std::uint32_t> tooFar{0, 6}, tooNear{0, 4}, noSource{1, 6};
  EXPECT_NE(sssp::verifyDistances(graph, 0, tooFar.data()).find("node 0"), std::string::npos);
  EXPECT_NE(sssp::verifyDistances(graph, 0, tooNear.data()).find("node 1"), std::string::npos);
  EXPECT_NE(sssp::verifyDistances(graph, 0, noSource.data()).find("source"), std::string::npos);
  EXPECT_EQ(sssp::compareDistances(graph, tooFar.data(), tooFar.data()), "");
  EXPECT_NE(sssp::compareDistances(graph, tooFar.data(), tooNear.data()).find("node 1"),
            std::string::npos);
}

TEST_F(SsspVerify, OverflowIsReportedWhenItCutsANodeOff) {
  TestGraph graph(3);
  graph.add(0, 1, 4294967290u).add(1, 2, 5);
  EXPECT_TRUE(overflows(graph));
}

TEST_F(SsspVerify, OverflowOfALongerPathIsNoError) {
  // The length of the detour to 2 does not fit, but that of the direct edge does.
  TestGraph graph(3);
  graph.add(0, 1, 4294967290u).add(1, 2, 5).add(0, 2, 9);
  EXPECT_FALSE(overflows(graph));
}

TEST_F(SsspVerify, TheGreatestDistanceThatFitsIsNoOverflow) {
  TestGraph graph(3);
  graph.add(0, 1, 4294967290u).add(1, 2, 4);
  EXPECT_FALSE(overflows(graph));
  TestGraph one(2);
  one.add(0, 1, 4294967295u); // It equals the value that means unreached.
  EXPECT_TRUE(overflows(one));
}

TEST_F(SsspVerify, HeavyEdgesElsewhereAreNoOverflow) {
  // Node 2 cannot be reached, so the heavy edge from it causes no overflow.
  TestGraph graph(4);
  graph.add(0, 1, 10).add(2, 3, 4294967295u);
  EXPECT_FALSE(overflows(graph));
}
