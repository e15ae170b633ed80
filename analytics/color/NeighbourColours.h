/**
 * The set of colours that each node's neighbours have. Bit c of a node's set is set once a
 * neighbour has colour c for good. A node of degree d needs no colour above d, so its set has d + 1
 * bits, of which one is always clear. Memory: one word per node and one bit per end of an edge.
 *
 * Accesses are relaxed. A set may lag behind the colours, so the thread that colours a node checks the
 * neighbours' colours again.
 */
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "ColorProblem.h"
#include "analytics/scheduler/OneThreadIfSmall.h"
#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Prefetch.h"

namespace color {

template <typename Graph>
class NeighbourColours {
public:
  /// Makes all sets empty. Runs on all active threads. @throws std::bad_alloc
  explicit NeighbourColours(const Graph& graph) : graph_(graph) {
    words_.allocateInterleaved(place(graph.size()) + 1);
    const lonestar::OneThreadIfSmall few(words_.size());
    galois::do_all(galois::iterate(std::size_t{0}, words_.size()),
                   [this](std::size_t word) { words_[word] = 0; });
  }

  /// Sets the bit of `color`. Any thread may call it.
  /// @return true if the bit was clear; false if it was set, or if the node has no such bit
  bool add(Node node, Color color) {
    if (color > graph_.degree(node)) {
      return false;
    }
    galois::AtomicRef<std::uint64_t> word(words_[place(node) + color / kBits]);
    const std::uint64_t bit = std::uint64_t{1} << color % kBits;
    return (word.load(galois::order::relaxed) & bit) == 0 &&
           (word.fetch_or(bit, galois::order::relaxed) & bit) == 0;
  }

  /// Returns the least colour whose bit is clear, which is at most the node's degree. Any thread
  /// may call it.
  Color leastFree(Node node) {
    std::size_t word = place(node);
    for (Color first = 0;; first += kBits, ++word) {
      const std::uint64_t bits =
          galois::AtomicRef<std::uint64_t>(words_[word]).load(galois::order::relaxed);
      if (~bits != 0) {
        return first + static_cast<Color>(std::countr_one(bits));
      }
    }
  }

  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetch(Node node) const {
    galois::substrate::prefetchToRead(words_.data() + place(node));
  }

private:
  static constexpr unsigned kBits = 64;

  /// Returns the first word of a node's set. The sets are stored in the order of rows, with one
  /// more word per node for rounding up.
  std::size_t place(std::size_t node) const { return graph_.offset(node) / kBits + node; }

  const Graph& graph_;
  galois::LargeArray<std::uint64_t> words_;
};

} // namespace color
