/**
 * The tree along which ranks spread and gather messages.
 *
 * Relative to the root, the parent of rank r is r without its lowest bit, so a rank is at most
 * log2(ranks) messages away from the root, and no rank has more children than that.
 */
#ifndef GALOIS_DIST_BINOMIALTREE_H
#define GALOIS_DIST_BINOMIALTREE_H

#include <vector>

#include "galois/dist/Transport.h"

namespace galois::dist {

/// The place of one rank in the binomial tree of all ranks.
struct BinomialTree {
  Rank parent = 0;            ///< of the root: the root itself
  std::vector<Rank> children; ///< the one with most descendants first

  /// @param rank  whose place it is
  /// @param ranks  number of ranks
  /// @param root  where the tree begins
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
};

} // namespace galois::dist

#endif
