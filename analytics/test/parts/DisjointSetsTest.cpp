#include "analytics/mst/DisjointSets.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "galois/Galois.h"

namespace {

using mst::DisjointSets;
using Node = DisjointSets::Node;

/// Makes the parent of each node but 0 a node with a number that is smaller by at most `reach`.
void makeTree(DisjointSets& sets, Node nodes, Node reach, std::mt19937& random) {
  sets.makeAlone(0);
  for (Node node = 1; node < nodes; ++node) {
    sets.join(node, node - 1 - static_cast<Node>(random() % std::min(node, reach)));
  }
}

TEST(DisjointSets, OneThreadFindsTheRepresentativeOfASet) {
  DisjointSets sets(6);
  for (Node node = 0; node < 6; ++node) {
    sets.makeAlone(node);
  }
  EXPECT_TRUE(sets.unite(1, 2));
  EXPECT_TRUE(sets.unite(3, 2));
  EXPECT_FALSE(sets.unite(3, 1));
  EXPECT_EQ(sets.find(1), sets.find(3));
  EXPECT_NE(sets.find(1), sets.find(4));
  EXPECT_EQ(sets.find(5), 5U);
}

/// Paths are long, and each thread's nodes lie on the paths of the other threads.
TEST(DisjointSets, APathThatOneThreadHasFlattenedStaysFlat) {
  constexpr Node kNodes = 3000;
  galois::SharedMemSys system;
  DisjointSets sets(kNodes);
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const unsigned threads = galois::setActiveThreads(2 + round % 3);
    makeTree(sets, kNodes, round % 2 ? 1 : 4, random);
    galois::on_each([&](unsigned tid, unsigned) {
      for (Node node = tid; node < kNodes; node += threads) {
        ASSERT_EQ(sets.flatten(node), 0U);
      }
    });
    for (Node node = 0; node < kNodes; ++node) {
      ASSERT_EQ(sets.parent(node), 0U) << "node " << node << ", round " << round;
    }
  }
}

} // namespace
