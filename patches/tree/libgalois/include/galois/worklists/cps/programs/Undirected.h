/**
 * The edges of a directed graph without their directions: each edge is in the rows of both its
 * ends. Loops are left out, and of several edges between two nodes all but a lightest one. It makes
 * no difference whether the input has each edge in one direction or in both.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "galois/Galois.h"
#include "galois/MethodFlags.h"

namespace galois::cps::programs {

/// The rows. They do not change after construction, so any thread may read them.
template <typename Weight>
class Undirected {
public:
  /// The end of an edge, in the row of its other end.
  struct Edge {
    std::uint32_t node;
    Weight weight;
  };

  /// Builds the rows, each in the order of `before`, on the calling thread. Takes O(nodes + edges
  /// log(longest row)) time.
  /// @param weightOf  returns the weight of an edge of `graph`
  /// @param before    compares two edges of a row
  template <typename Graph, typename WeightOf, typename Before>
  Undirected(Graph& graph, const WeightOf& weightOf, const Before& before)
      : starts_(graph.size() + 1, 0) {
    constexpr galois::MethodFlag kNoLock = galois::MethodFlag::UNPROTECTED;
    const auto forEachEdge = [&](const auto& visit) {
      for (std::uint32_t node = 0; node < graph.size(); ++node) {
        for (auto edge : graph.edges(node, kNoLock)) {
          const std::uint32_t other = graph.getEdgeDst(edge);
          if (other != node) {
            visit(node, other, weightOf(edge));
          }
        }
      }
    };
    forEachEdge([this](std::uint32_t one, std::uint32_t other, Weight) {
      ++starts_[one + 1];
      ++starts_[other + 1];
    });
    for (std::size_t node = 1; node < starts_.size(); ++node) {
      starts_[node] += starts_[node - 1];
    }
    edges_.resize(starts_.back());
    std::vector<std::uint64_t> next(starts_.begin(), starts_.end() - 1);
    forEachEdge([&](std::uint32_t one, std::uint32_t other, Weight weight) {
      edges_[next[one]++] = Edge{other, weight};
      edges_[next[other]++] = Edge{one, weight};
    });
    std::uint64_t kept = 0;
    for (std::size_t node = 0; node + 1 < starts_.size(); ++node) {
      const auto first = edges_.begin() + static_cast<std::ptrdiff_t>(starts_[node]);
      auto last = edges_.begin() + static_cast<std::ptrdiff_t>(starts_[node + 1]);
      std::sort(first, last, [](const Edge& one, const Edge& other) {
        return std::tie(one.node, one.weight) < std::tie(other.node, other.weight);
      });
      last = std::unique(first, last,
                         [](const Edge& one, const Edge& other) { return one.node == other.node; });
      std::sort(first, last, before);
      starts_[node] = kept;
      for (auto edge = first; edge != last; ++edge) {
        edges_[kept++] = *edge;
      }
    }
    starts_.back() = kept;
    edges_.resize(kept);
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(starts_.size() - 1); }
  std::uint32_t degree(std::uint32_t node) const {
    return static_cast<std::uint32_t>(starts_[node + 1] - starts_[node]);
  }
  const Edge* begin(std::uint32_t node) const { return edges_.data() + starts_[node]; }
  const Edge* end(std::uint32_t node) const { return edges_.data() + starts_[node + 1]; }

private:
  std::vector<std::uint64_t> starts_;
  std::vector<Edge> edges_;
};

} // namespace galois::cps::programs
