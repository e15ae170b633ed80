// Disjoint sets under contention: several threads at a time join the nodes of one small set after
// the other and shorten paths, so that most of their steps conflict.
#include "galois/UnionFind.h"

#include <atomic>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Backoff.h"
#include "support/Stress.h"

namespace {

struct Node : galois::UnionFindNode<Node> {
  Node() : galois::UnionFindNode<Node>(this) {}
};

constexpr unsigned kGroup = 8;   // the number of nodes that become one set
constexpr unsigned kAtATime = 4; // the number of threads that work on one group

/// Returns whether the node's path ends at `lowest` within as many steps as there are nodes.
bool leadsTo(Node* lowest, Node* node, std::size_t nodes) {
  for (std::size_t step = 0; step < nodes && !node->isRep(); ++step) {
    node = node->component();
  }
  return node == lowest;
}

TEST(UnionFindStress, ThreadsJoinTheSameFewNodes) {
  const unsigned groups = 4000 * galois::test::stressScale();
  std::vector<Node> nodes(std::size_t{groups} * kGroup);
  std::atomic<unsigned> next{0};
  std::atomic<unsigned> joined{0};
  galois::test::runRandomThreads(galois::test::kStressThreads, [&](unsigned, auto& random) {
    for (unsigned turn; (turn = next++) < groups * kAtATime;) {
      Node* const group = &nodes[std::size_t{turn / kAtATime} * kGroup];
      for (unsigned i = 0; i < 4 * kGroup; ++i) {
        // The highest nodes come first and are mostly joined to chains, so that paths are long.
        const unsigned a = kGroup - 1 - i % kGroup;
        const unsigned b = a > 0 ? a - 1 : random.below(kGroup);
        group[kGroup - 1].findAndCompress();
        joined += group[a].merge(&group[b]) != nullptr ? 1 : 0;
        group[random.below(kGroup)].compress();
      }
    }
  });
  EXPECT_EQ(joined, groups * (kGroup - 1));
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    ASSERT_TRUE(leadsTo(&nodes[i / kGroup * kGroup], &nodes[i], kGroup)) << "node " << i;
    nodes[i].compress();
    ASSERT_EQ(nodes[i].component(), &nodes[i / kGroup * kGroup]);
  }
}

/// Threads shorten a long path node by node, while another thread joins its end to lower nodes.
/// Their results are out of date by the time they store them.
TEST(UnionFindStress, ThreadsShortenALongPathWhoseEndIsJoined) {
  constexpr std::size_t kLower = 200;
  constexpr std::size_t kNodes = 2000;
  for (unsigned round = 0; round < 60 * galois::test::stressScale(); ++round) {
    std::vector<Node> nodes(kNodes);
    unsigned joined = 0;
    const auto joinToNextLower = [&](std::size_t i) {
      joined += nodes[i].merge(&nodes[i - 1]) != nullptr ? 1 : 0;
    };
    for (std::size_t i = kNodes - 1; i > kLower; --i) {
      joinToNextLower(i);
    }
    std::atomic<unsigned> ready{0};
    galois::test::runThreads(2, [&](unsigned tid) {
      ++ready;
      for (galois::substrate::Backoff wait; ready < 2;) {
        wait();
      }
      if (tid == 0) {
        for (std::size_t i = kLower; i > 0; --i) {
          joinToNextLower(i);
          nodes[kNodes - 1 - i].compress();
        }
      } else {
        nodes[kNodes - 1].findAndCompress();
      }
    });
    ASSERT_EQ(joined, kNodes - 1);
    for (Node& node : nodes) {
      ASSERT_TRUE(leadsTo(&nodes[0], &node, kNodes)) << "node " << &node - nodes.data();
    }
  }
}

} // namespace
