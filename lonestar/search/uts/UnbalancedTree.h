/**
 * The trees of the Unbalanced Tree Search benchmark: Olivier et al., "UTS: an unbalanced tree
 * search benchmark" (LCPC 2006). A node is a state of 20 bytes, and its number of children is a
 * function of the state. The subtrees of siblings differ in size by orders of magnitude, and their
 * sizes cannot be predicted.
 *
 * The root's state is the SHA-1 of 16 bytes of zeros and the seed; child i has the SHA-1 of its
 * parent's state and i. A state's random number is its last 31 bits.
 */
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "uts/Sha1.h"

namespace lonestar::search {

/// The distribution of the number of children.
enum class TreeShape {
  kGeometric, ///< geometric with mean `branching`, down to `depth`; at most 100
  kBinomial ///< `children` with probability `probability`, otherwise none; the root has `branching`
};

/// A tree.
struct UnbalancedTree {
  TreeShape shape = TreeShape::kGeometric;
  double branching = 4;
  unsigned depth = 10;
  double probability = 0;
  unsigned children = 0;
  std::uint32_t seed = 0;
};

/// A node of such a tree.
struct UtsNode {
  Sha1Digest state;
  std::uint32_t height; ///< the root has 0

  /// Returns the root.
  static UtsNode root(const UnbalancedTree& tree) {
    return {sha1(std::array<std::uint32_t, 5>{0, 0, 0, 0, tree.seed}), 0};
  }

  /// Returns child number `index`.
  UtsNode child(std::uint32_t index) const {
    return {
        sha1(std::array<std::uint32_t, 6>{state[0], state[1], state[2], state[3], state[4], index}),
        height + 1};
  }

  /// Returns the number of children.
  std::size_t children(const UnbalancedTree& tree) const {
    constexpr double kTwoTo31 = 2147483648.0;
    constexpr double kMostChildren = 100;
    const double uniform = static_cast<double>(state[4] & 0x7fffffffu) / kTwoTo31;
    if (tree.shape == TreeShape::kBinomial) {
      return height == 0 ? static_cast<std::size_t>(tree.branching)
                         : (uniform < tree.probability ? tree.children : 0);
    }
    if (height >= tree.depth) {
      return 0;
    }
    const double success = 1 / (1 + tree.branching);
    return static_cast<std::size_t>(
        std::min(std::floor(std::log(1 - uniform) / std::log(1 - success)), kMostChildren));
  }
};

/// The Lazy Node Generator.
class UtsChildren {
public:
  using Space = UnbalancedTree;
  using Node = UtsNode;

  UtsChildren(const Space& tree, const Node& parent)
      : parent_(parent), count_(parent.children(tree)) {}

  std::size_t numChildren() const { return count_; }
  Node next() { return parent_.child(built_++); }

private:
  const Node& parent_;
  std::size_t count_;
  std::uint32_t built_ = 0;
};

} // namespace lonestar::search
