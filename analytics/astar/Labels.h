/**
 * The labels of a search. A node's label holds the length of the best path to it so far and its
 * estimate, in one word. So one access reads both, and one compare-exchange changes both. A node's
 * estimate does not change during a search, so its labels are ordered by path length.
 *
 * The class is for many searches on one graph: reset() takes time proportional to the nodes that
 * the last search touched, plus one byte to test per 64 nodes.
 */
#pragma once

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

/// The label of a node that the search has not reached; it is greater than all others.
inline constexpr Label kUntouched = std::numeric_limits<Label>::max();

constexpr Label makeLabel(Distance distance, Distance estimate) {
  return Label{distance} << 32 | estimate;
}
/// Returns the path length in a label: kInfinity for a node that the search has not reached.
constexpr Distance distanceOf(Label label) { return static_cast<Distance>(label >> 32); }
constexpr Distance estimateOf(Label label) { return static_cast<Distance>(label); }
/// Returns a lower bound of the length of a path through the node. For labels that searches make it
/// is below 2^32.
constexpr Distance priorityOf(Label label) { return distanceOf(label) + estimateOf(label); }

/// One label per node. Threads access labels through galois::AtomicRef with relaxed orders: no
/// other data is published with a label.
class Labels {
public:
  /// Makes all nodes untouched. Runs in parallel, in O(nodes) time. @throws std::bad_alloc
  explicit Labels(std::size_t nodes) {
    labels_.allocateInterleaved(nodes);
    touched_.allocateInterleaved((nodes + kBlock - 1) / kBlock);
    galois::do_all(galois::iterate(std::size_t{0}, touched_.size()),
                   [&](std::size_t block) { clear(block); });
  }

  Label& operator[](Node node) { return labels_[node]; }
  const Label& operator[](Node node) const { return labels_[node]; }
  /// Returns the address of a node's label, for prefetches.
  const Label* address(Node node) const { return labels_.data() + node; }

  /// Records that a node's label is no longer kUntouched. Any thread may call it.
  void touch(Node node) {
    galois::AtomicRef<std::uint8_t> mark(touched_[node / kBlock]);
    // Reading first keeps the cache line shared between threads once the mark is set.
    if (mark.load(std::memory_order_relaxed) == 0) {
      mark.store(1, std::memory_order_relaxed);
    }
  }

  /// Calls `visit(node, label)` for every touched node. Call on one thread, outside searches.
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

  /// Makes all nodes untouched again. Call on one thread, outside searches.
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
