/**
 * The nodes from which no search goes on: those without edges, and those whose only edge leads back
 * to where every edge to them comes from, as the ends of dead-end roads. A search may note that it
 * reached such a node, and need not schedule it. Weights do not matter, because none is negative.
 */
#pragma once

#include <algorithm>
#include <array>
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

  /// Finds the leaves of a graph, on all active threads in O(nodes + edges) time. Where few nodes have
  /// one edge, it takes O(nodes) time and finds only the nodes without edges: reading all edges would
  /// take longer than many searches save.
  /// @param rows  a galois::graphs::PackedCSR
  /// @throws std::bad_alloc
  template <typename Rows>
  explicit Leaves(const Rows& rows) {
    words_.allocateInterleaved((rows.size() + kBits - 1) / kBits);
    galois::GAccumulator<std::size_t> ends;
    forWords([&](std::size_t word) {
      std::size_t single = 0;
      words_[word] = nodesOf(rows, word, [&](std::size_t degree) {
        single += degree == 1 ? 1 : 0;
        return degree == 0;
      });
      ends += single;
    });
    constexpr std::size_t kFewEdges = std::size_t{1} << 16; // read at once in any case
    constexpr std::size_t kEdgesPerEnd = 32;
    const std::size_t single = ends.reduce();
    if (single == 0 || (rows.sizeEdges() > kFewEdges && rows.sizeEdges() > kEdgesPerEnd * single)) {
      return;
    }
    forWords([&](std::size_t word) {
      words_[word] = nodesOf(rows, word, [](std::size_t degree) { return degree <= 1; });
    });
    constexpr std::size_t kBlock = 512; // nodes
    galois::do_all(
        galois::iterate(std::size_t{0}, (rows.size() + kBlock - 1) / kBlock),
        [&](std::size_t block) { dropEntered(rows, block * kBlock, (block + 1) * kBlock); },
        galois::steal(), galois::chunk_size<1>());
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
  static constexpr std::size_t kBits = 64;

  template <typename Function>
  void forWords(const Function& function) {
    galois::do_all(galois::iterate(std::size_t{0}, words_.size()), function);
  }

  /// Returns the nodes of a word for whose degree `has` returns true.
  template <typename Rows, typename Has>
  static std::uint64_t nodesOf(const Rows& rows, std::size_t word, const Has& has) {
    const std::size_t first = word * kBits;
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < std::min(kBits, rows.size() - first); ++i) {
      bits |= std::uint64_t{has(rows.getDegree(static_cast<Node>(first + i)))} << i;
    }
    return bits;
  }

  /// Drops nodes to which the nodes [first, end) have edges although their only edge leads elsewhere.
  template <typename Rows>
  void dropEntered(const Rows& rows, std::size_t first, std::size_t end) {
    // Rows of leaves are far from each other, so some are prefetched together.
    struct Entry {
      Node from, to;
    };
    std::array<Entry, 32> entries;
    std::size_t count = 0;
    const auto look = [&] {
      for (std::size_t i = 0; i < count; ++i) {
        rows.prefetchEdges(entries[i].to);
      }
      for (std::size_t i = 0; i < count; ++i) {
        const auto [from, to] = entries[i];
        const auto row = rows.edges(to);
        if (!row.empty() && row.begin()->dst != from && row.begin()->dst != to) {
          // relaxed: a bit is cleared at most, and whoever misses that clears it again.
          galois::AtomicRef<std::uint64_t>(words_[to / kBits])
              .fetch_and(~(std::uint64_t{1} << to % kBits), galois::order::relaxed);
        }
      }
      count = 0;
    };
    for (std::size_t from = first; from < std::min(end, rows.size()); ++from) {
      for (const auto& edge : rows.edges(static_cast<Node>(from))) {
        const galois::AtomicRef<std::uint64_t> word(words_[edge.dst / kBits]);
        if ((word.load(galois::order::relaxed) >> edge.dst % kBits & 1) == 0) {
          continue;
        }
        rows.prefetchRow(edge.dst);
        entries[count++] = {static_cast<Node>(from), edge.dst};
        if (count == entries.size()) {
          look();
        }
      }
    }
    look();
  }

  galois::LargeArray<std::uint64_t> words_;
};

} // namespace lonestar
