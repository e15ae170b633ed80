/**
 * What a search knows of each node: the length of the best path to it so far and its estimate, in
 * one word, so that one access and one compare-exchange see and change both. A node's estimate does
 * not change during a search, so the order of its words is that of the lengths.
 *
 * Made for many searches on one graph: reset() costs what the last search touched, and a look at a
 * byte for every 64 nodes.
 */
#ifndef GALOIS_LONESTAR_ASTAR_LABELS_H
#define GALOIS_LONESTAR_ASTAR_LABELS_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/substrate/Atomics.h"

namespace astar {

using Node = std::uint32_t;
using Distance = std::uint32_t;

/// The distance of a node that no path reaches. Every distance is below it.
inline constexpr Distance kInfinity = std::numeric_limits<Distance>::max();

/// A path length and an estimate in one word; the length is the upper half.
using Label = std::uint64_t;

/// The label of a node that the search has not met: greater than all others.
inline constexpr Label kUntouched = std::numeric_limits<Label>::max();

constexpr Label makeLabel(Distance distance, Distance estimate) {
  return Label{distance} << 32 | estimate;
}
/// kInfinity for a node that the search has not met.
constexpr Distance distanceOf(Label label) { return static_cast<Distance>(label >> 32); }
constexpr Distance estimateOf(Label label) { return static_cast<Distance>(label); }
/// Length of a path over the node, at least: below 2^32 for labels that searches make.
constexpr Distance priorityOf(Label label) { return distanceOf(label) + estimateOf(label); }

/// A label for each node. Threads reach labels through galois::AtomicRef, with relaxed orders: a
/// label stands for itself.
class Labels {
public:
  /// All nodes untouched. O(nodes), in parallel. Throws std::bad_alloc.
  explicit Labels(std::size_t nodes) {
    labels_.allocateInterleaved(nodes);
    touched_.allocateInterleaved((nodes + kBlock - 1) / kBlock);
    galois::do_all(galois::iterate(std::size_t{0}, touched_.size()),
                   [&](std::size_t block) { clear(block); });
  }

  Label& operator[](Node node) { return labels_[node]; }
  const Label& operator[](Node node) const { return labels_[node]; }
  /// Where the label of a node is, for prefetches.
  const Label* address(Node node) const { return labels_.data() + node; }

  /// To be called when a node's label is no longer kUntouched. Any thread.
  void touch(Node node) {
    galois::AtomicRef<std::uint8_t> mark(touched_[node / kBlock]);
    // Reading first keeps the line shared between threads once the mark is set.
    if (mark.load(std::memory_order_relaxed) == 0) {
      mark.store(1, std::memory_order_relaxed);
    }
  }

  /// Calls `visit(node, label)` for every touched node. One thread, outside searches.
  template <typename Visit>
  void forEachTouched(const Visit& visit) const {
    for (std::size_t block = 0; block < touched_.size(); ++block) {
      if (touched_[block] != 0) {
        for (std::size_t node = block * kBlock; node < end(block); ++node) {
          if (labels_[node] != kUntouched) {
            visit(static_cast<Node>(node), labels_[node]);
          }
        }
      }
    }
  }

  /// Makes all nodes untouched again. One thread, outside searches.
  void reset() {
    for (std::size_t block = 0; block < touched_.size(); ++block) {
      if (touched_[block] != 0) {
        clear(block);
      }
    }
  }

private:
  static constexpr std::size_t kBlock = 64; // nodes that share a mark

  std::size_t end(std::size_t block) const {
    return std::min((block + 1) * kBlock, labels_.size());
  }
  void clear(std::size_t block) {
    std::fill(labels_.data() + block * kBlock, labels_.data() + end(block), kUntouched);
    touched_[block] = 0;
  }

  galois::LargeArray<Label> labels_;
  galois::LargeArray<std::uint8_t> touched_;
};

} // namespace astar

#endif
