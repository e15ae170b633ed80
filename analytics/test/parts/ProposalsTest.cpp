#include "analytics/greedymatching/Proposals.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <gtest/gtest.h>

#include "UndirectedGraphs.h"
#include "analytics/greedymatching/GreedyMatchingProblem.h"
#include "analytics/greedymatching/MatchingByProposals.h"
#include "analytics/greedymatching/SequentialMatching.h"
#include "analytics/greedymatching/greedymatchingVerify.h"
#include "support/SharedMemTest.h"

namespace {

using galois::analytics::GreedyMatchingPlan;
using graphs_test::Graph;
using greedymatching::EdgeOrder;
using greedymatching::kUnmatched;
using greedymatching::Node;

/// A matching that is not known yet, on a graph in an order.
struct Matching {
  Matching(const Graph& graph, GreedyMatchingPlan plan)
      : order(greedymatching::orderOf(graph, plan)), problem{graph, order, partners} {
    partners.allocateInterleaved(graph.size());
  }

  EdgeOrder order;
  galois::LargeArray<Node> partners;
  greedymatching::Problem<void> problem;
};

using Proposals = galois::test::SharedMemTest;

} // namespace

TEST_F(Proposals, ThreadsFindTheGreedyMatching) {
  std::uint64_t displaced = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const Graph graph = graphs_test::randomGraph(seed);
    for (const auto order : {GreedyMatchingPlan::kById, GreedyMatchingPlan::kRandom}) {
      Matching right(graph, {.order = order, .orderSeed = seed});
      greedymatching::matchGreedily(right.problem);
      ASSERT_EQ(greedymatching::verifyMatching(graph, greedymatching::placesIn(right.order),
                                               right.partners, kUnmatched),
                "");
      for (const unsigned threads : {1U, 2U, 5U}) {
        galois::setActiveThreads(threads);
        Matching matching(graph, {.order = order, .orderSeed = seed});
        displaced += greedymatching::matchByProposals(matching.problem);
        EXPECT_TRUE(
            std::equal(matching.partners.begin(), matching.partners.end(), right.partners.begin()))
            << "seed " << seed << " on " << threads;
      }
    }
  }
  EXPECT_GT(displaced, 0U);
}

TEST(EdgeOrderOf, NodesCompareTheirEdgesAsTheOrderDoes) {
  for (const auto order :
       {GreedyMatchingPlan::kById, GreedyMatchingPlan::kRandom, GreedyMatchingPlan::kByWeight}) {
    const EdgeOrder edges(20, {.order = order, .orderSeed = 3}, 1, 3);
    const auto weight = [](Node a, Node b) { return 1 + (a + b) % 3; };
    for (Node node = 0; node < 20; ++node) {
      for (Node a = 0; a < 20; ++a) {
        for (Node b = 0; b < 20; ++b) {
          if (a == b || a == node || b == node) {
            continue;
          }
          const auto wordOf = [&](Node other) {
            return std::uint64_t{edges.key(node, other, weight(node, other))} << 32 | other;
          };
          const auto placeOf = [&](Node other) {
            return edges.place(other, node, weight(node, other));
          };
          EXPECT_EQ(wordOf(a) < wordOf(b), placeOf(a) < placeOf(b)) << node << " " << a << " " << b;
        }
      }
    }
  }
}
