/**
 * The tree along which ranks spread and gather messages.
 *
 * If ranks are numbered from the root on, the parent of rank r is r without its lowest bit that is
 * set. So a message from the root reaches each rank in at most log2(ranks) steps, rounded up. No
 * rank has more children than that.
 */
#pragma once

#include <vector>

#include "galois/dist/transport/Transport.h"

namespace galois::dist {

/// The place of one rank in the binomial tree of all ranks.
struct BinomialTree {
  Rank parent = 0;            ///< the root is its own parent
  std::vector<Rank> children; ///< the child with the most descendants first

  /// @param rank  the rank whose place this is
  /// @param ranks  the number of ranks
  /// @param root  the root of the tree
  BinomialTree(Rank rank, Rank ranks, Rank root = 0) {
    const Rank relative = (rank + ranks - root) % ranks;
    parent = ((relative & (relative - 1)) + root) % ranks;
    Rank lowest = relative & (0 - relative);
    if (relative == 0) {
      parent = root;
      for (lowest = 1; lowest < ranks; lowest *= 2) {
      }
    }
    for (Rank bit = lowest / 2; bit > 0; bit /= 2) {
      if (relative + bit < ranks) {
        children.push_back((relative + bit + root) % ranks);
      }
    }
  }

  /// Returns whether a rank is `top` or descends from it, in a tree whose root is rank 0. O(1) time.
  static bool isIn(Rank rank, Rank top) {
    // The numbers of a subtree follow each other. A smaller rank makes a large difference.
    return top == 0 || rank - top < (top & (0 - top));
  }
};

} // namespace galois::dist
