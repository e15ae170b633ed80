/**
 * The nodes from which no search goes on: those without edges, and those whose only edge leads back
 * to where every edge to them comes from, as the ends of dead-end roads. A search may note that it
 * reached such a node, and need not schedule it. Weights do not matter, because none is negative.
 */
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "galois/LargeArray.h"
#include "galois/Loops.h"
#include "galois/Reduction.h"
#include "galois/substrate/Atomics.h"

namespace lonestar {

/// A set of nodes, one bit per node.
class Leaves {
public:
  using Node = std::uint32_t;

  /// Finds the leaves of a graph, on all active threads in O(nodes + edges) time.
  /// @param rows  a galois::graphs::PackedCSR
  /// @throws std::bad_alloc
  template <typename Rows>
  explicit Leaves(const Rows& rows) {
    constexpr std::size_t kBits = 64;
    words_.allocateInterleaved((rows.size() + kBits - 1) / kBits);
    galois::GReduceMax<std::uint64_t> any;
    galois::do_all(galois::iterate(std::size_t{0}, words_.size()), [&](std::size_t word) {
      const std::size_t first = word * kBits;
      std::uint64_t bits = 0;
      for (std::size_t i = 0; i < std::min(kBits, rows.size() - first); ++i) {
        bits |= std::uint64_t{rows.getDegree(static_cast<Node>(first + i)) <= 1} << i;
      }
      words_[word] = bits;
      any.update(bits);
    });
    if (any.reduce() == 0) {
      return;
    }
    galois::do_all(
        galois::iterate(std::size_t{0}, rows.size()),
        [&](std::size_t from) {
          for (const auto& edge : rows.edges(static_cast<Node>(from))) {
            // relaxed: a bit is cleared at most, and whoever misses that clears it again.
            galois::AtomicRef<std::uint64_t> word(words_[edge.dst / kBits]);
            const std::uint64_t bit = std::uint64_t{1} << edge.dst % kBits;
            if ((word.load(galois::order::relaxed) & bit) == 0) {
              continue;
            }
            const auto row = rows.edges(edge.dst);
            if (!row.empty() && row.begin()->dst != from && row.begin()->dst != edge.dst) {
              word.fetch_and(~bit, galois::order::relaxed);
            }
          }
        },
        galois::steal(), galois::chunk_size<512>());
  }

  /// Returns whether a node is a leaf.
  bool has(Node node) const { return (words_[node / 64] >> node % 64 & 1) != 0; }

  /// Returns the number of leaves. O(nodes).
  std::size_t count() const {
    std::size_t leaves = 0;
    for (std::size_t word = 0; word < words_.size(); ++word) {
      leaves += static_cast<std::size_t>(std::popcount(words_[word]));
    }
    return leaves;
  }

  /// Returns the number of leaves that a search has reached, without its sources. O(nodes).
  /// @param distances  of the nodes
  /// @param unreached  the distance of a node that is not reached
  template <typename Distance>
  std::uint64_t countReached(std::span<const Distance> distances, Distance unreached,
                             std::span<const Node> sources) const {
    std::uint64_t reached = 0;
    for (std::size_t word = 0; word < words_.size(); ++word) {
      for (std::uint64_t bits = words_[word]; bits != 0; bits &= bits - 1) {
        reached +=
            distances[word * 64 + static_cast<std::size_t>(std::countr_zero(bits))] != unreached;
      }
    }
    std::vector<Node> once(sources.begin(), sources.end());
    std::sort(once.begin(), once.end());
    once.erase(std::unique(once.begin(), once.end()), once.end());
    return reached - static_cast<std::uint64_t>(std::count_if(
                         once.begin(), once.end(), [this](Node node) { return has(node); }));
  }

private:
  galois::LargeArray<std::uint64_t> words_;
};

} // namespace lonestar
