// The tree reaches each rank once, in few steps.
#include "galois/dist/messages/BinomialTree.h"

#include <bit>

#include <gtest/gtest.h>

namespace galois::dist {
namespace {

TEST(BinomialTree, ParentsAndChildrenAgreeAndDepthIsLogarithmic) {
  for (Rank ranks = 1; ranks <= 70; ++ranks) {
    for (Rank root = 0; root < ranks; ++root) {
      std::vector<unsigned> parents(ranks, 0);
      for (Rank rank = 0; rank < ranks; ++rank) {
        const BinomialTree place(rank, ranks, root);
        EXPECT_LE(place.children.size(), static_cast<std::size_t>(std::bit_width(ranks - 1)));
        for (const Rank child : place.children) {
          ASSERT_LT(child, ranks);
          ASSERT_EQ(BinomialTree(child, ranks, root).parent, rank);
          ++parents[child];
        }
        unsigned steps = 0;
        for (Rank at = rank; at != root; at = BinomialTree(at, ranks, root).parent) {
          ASSERT_LE(++steps, static_cast<unsigned>(std::bit_width(ranks - 1)));
        }
      }
      for (Rank rank = 0; rank < ranks; ++rank) {
        ASSERT_EQ(parents[rank], rank == root ? 0u : 1u);
      }
      ASSERT_EQ(BinomialTree(root, ranks, root).parent, root);
    }
  }
}

TEST(BinomialTree, SubtreesAreKnownWithoutAWalk) {
  for (Rank ranks = 1; ranks <= 70; ++ranks) {
    for (Rank rank = 0; rank < ranks; ++rank) {
      std::vector<bool> above(ranks, false);
      for (Rank at = rank;; at = BinomialTree(at, ranks).parent) {
        above[at] = true;
        if (at == 0) {
          break;
        }
      }
      for (Rank top = 0; top < ranks; ++top) {
        ASSERT_EQ(BinomialTree::isIn(rank, top), above[top]) << rank << " below " << top;
      }
    }
  }
}

} // namespace
} // namespace galois::dist
