/** Small graphs for unit tests of programs that fork and join. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "forkjoin/graphs/Rows.h"
#include "galois/substrate/Random.h"

namespace lonestar::test {

/// Owns the arrays of a graph.
class RowsOf {
public:
  using Arcs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  RowsOf(std::size_t nodes, Arcs arcs, bool undirected) : offsets_(nodes + 1) {
    const std::size_t given = arcs.size();
    for (std::size_t i = 0; undirected && i < given; ++i) {
      arcs.emplace_back(arcs[i].second, arcs[i].first);
    }
    std::sort(arcs.begin(), arcs.end());
    for (const auto& [from, to] : arcs) {
      ++offsets_[from + std::size_t{1}];
      heads_.push_back(to);
    }
    for (std::size_t node = 0; node < nodes; ++node) {
      offsets_[node + 1] += offsets_[node];
    }
  }

  /// Returns a graph of random arcs without loops.
  static RowsOf random(std::uint32_t nodes, std::size_t arcs, bool undirected, std::uint64_t seed) {
    galois::substrate::Random random(seed, 7);
    Arcs list;
    while (list.size() < arcs) {
      const std::uint32_t from = random.below(nodes), to = random.below(nodes);
      if (from != to) {
        list.emplace_back(from, to);
      }
    }
    return {nodes, std::move(list), undirected};
  }

  forkjoin::Rows rows() const { return {offsets_, heads_}; }

private:
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint32_t> heads_;
};

} // namespace lonestar::test
