#include "galois/UnionFind.h"

#include <atomic>
#include <vector>

#include <gtest/gtest.h>

#include "support/Stress.h"

namespace {

struct Node : galois::UnionFindNode<Node> {
  Node() : galois::UnionFindNode<Node>(this) {}
};

TEST(UnionFind, JoinsAndFinds) {
  std::vector<Node> nodes(4);
  EXPECT_TRUE(nodes[2].isRep());
  Node* joint = nodes[0].merge(&nodes[1]);
  ASSERT_NE(joint, nullptr);
  EXPECT_EQ(nodes[1].find(), joint);
  EXPECT_EQ(nodes[0].find(), joint);
  EXPECT_EQ(nodes[1].merge(&nodes[0]), nullptr);
  nodes[2].merge(&nodes[3]);
  EXPECT_NE(nodes[2].find(), nodes[0].find());
  nodes[3].merge(&nodes[1]);
  for (Node& n : nodes) {
    EXPECT_EQ(n.findAndCompress(), nodes[0].find());
    EXPECT_EQ(n.get(), nodes[0].find());
    n.compress();
  }
}

TEST(UnionFind, CompressMakesAPathPointAtTheOneRepresentative) {
  std::vector<Node> nodes(4);
  for (unsigned i = 3; i > 0; --i) { // Each union joins a representative, so none shortens a path.
    EXPECT_EQ(nodes[i].merge(&nodes[i - 1]), &nodes[i - 1]);
  }
  EXPECT_TRUE(nodes[0].isRep());
  for (unsigned i = 1; i < 4; ++i) {
    EXPECT_FALSE(nodes[i].isRep());
    EXPECT_EQ(nodes[i].get(), &nodes[i - 1]);
  }
  nodes[3].compress();
  for (unsigned i = 1; i < 4; ++i) {
    EXPECT_EQ(nodes[i].get(), &nodes[0]);
  }
}

TEST(UnionFind, ReturnsTheRepresentativeOfTheJoinedSet) {
  std::vector<Node> nodes(3);
  ASSERT_EQ(nodes[0].merge(&nodes[1]), &nodes[0]);
  EXPECT_EQ(nodes[2].merge(&nodes[1]), &nodes[0]);
}

TEST(UnionFind, StressManyThreadsJoinRandomPairs) {
  // However the unions interleave, the number of successful ones equals the decrease in the number
  // of sets, and the sets are those of the sequential algorithm.
  constexpr unsigned kNodes = 500;
  for (unsigned round = 0; round < 20 * galois::test::stressScale(); ++round) {
    std::vector<Node> nodes(kNodes);
    std::vector<std::vector<std::pair<unsigned, unsigned>>> edges(galois::test::kStressThreads);
    std::atomic<unsigned> joined{0};
    galois::test::runRandomThreads(galois::test::kStressThreads, [&](unsigned tid, auto& random) {
      for (unsigned i = 0; i < 25; ++i) {
        const unsigned a = random.below(kNodes);
        const unsigned b = random.below(kNodes);
        edges[tid].emplace_back(a, b);
        if (nodes[a].merge(&nodes[b]) != nullptr) {
          ++joined;
        }
        nodes[a].findAndCompress();
      }
    });
    std::vector<Node> expected(kNodes);
    unsigned sequential = 0;
    for (const auto& list : edges) {
      for (auto [a, b] : list) {
        if (expected[a].merge(&expected[b]) != nullptr) {
          ++sequential;
        }
      }
    }
    ASSERT_EQ(joined, sequential);
    for (unsigned i = 0; i < kNodes; ++i) {
      ASSERT_EQ(nodes[i].find() - nodes.data(), expected[i].find() - expected.data())
          << "the lowest node of a set represents it";
    }
  }
}

} // namespace
