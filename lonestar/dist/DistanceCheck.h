/**
 * Checks distances on a divided graph against the problem's definition, in linear time and without
 * any rank holding all of them. The rules are those of the Graph500 benchmark for its trees of
 * parents, turned into rules for distances:
 *
 * 1. the source has distance 0 (the root of the tree);
 * 2. no edge leads to a node that is further away than the edge is long. So no distance is too
 *    long, and nothing that can be reached is called unreached (rules 3 and 4 of Graph500);
 * 3. every other reached node has a tight edge from a reached node, one that is as long as the
 *    distances differ: its parent (rules 2 and 5 of Graph500);
 * 4. parents lead to the source (rule 1 of Graph500: the tree has no cycle). Tight edges that have a
 *    length cannot make a cycle. Nodes that only edges of no length support are searched for from
 *    the others.
 */
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "analytics/sssp/ssspVerify.h"
#include "galois/dist/PartitionedGraph.h"
#include "galois/dist/push/GhostValues.h"

namespace dist {

namespace internal {

/// The check of one rank.
template <galois::dist::Transport T, typename Weight, typename Distance>
class DistanceCheck {
public:
  using Graph = galois::dist::PartitionedGraph<Weight>;

  DistanceCheck(galois::dist::Endpoint<T>& endpoint, const Graph& graph,
                std::span<const Distance> owned)
      : endpoint_(endpoint), graph_(graph), owned_(owned),
        ghosts_(galois::dist::ghostValues<Distance>(endpoint, graph, owned)),
        supported_(graph.size(), 0), told_(graph.oneColumn() ? 0 : graph.owned(), 0) {}

  /// Rules 1 to 3. Returns what this rank finds wrong.
  std::string checkEdges(galois::dist::GlobalNode source) {
    if (const auto own = graph_.ownedAt(source)) {
      supported_[*own] = 1;
      if (owned_[*own] != 0) {
        return fmt::format("the source, node {}, has distance {} instead of 0", source,
                           owned_[*own]);
      }
    }
    std::string wrong;
    for (std::uint32_t node = 0; node < graph_.rows(); ++node) {
      const Distance distance = of(node);
      if (distance == kNone) {
        continue;
      }
      for (const auto& edge : graph_.edges(node)) {
        const Distance other = of(edge.dst);
        if (sssp::internal::sumIsBelow(distance, edge.weight, other) && wrong.empty()) {
          wrong = fmt::format("an edge of node {}, at distance {}, leads to node {}, which is "
                              "further away than the edge is long",
                              graph_.globalOf(node), distance, graph_.globalOf(edge.dst));
        } else if (other > distance && sssp::internal::sumIs(distance, edge.weight, other)) {
          supported_[edge.dst] = 1;
        }
      }
    }
    return wrong;
  }

  /// Tells owners which of their nodes are supported. Returns the nodes of this rank that were not.
  std::vector<std::uint32_t> tellOwners() {
    std::vector<std::uint32_t> found;
    galois::dist::updateOwners<std::uint8_t>(
        endpoint_, graph_,
        [&](std::uint32_t ghost) {
          std::uint8_t& flag = supported_[graph_.owned() + ghost];
          const bool tell = flag == 1; // 2: the owner knows
          flag = flag != 0 ? 2 : 0;
          return tell ? std::optional<std::uint8_t>(1) : std::nullopt;
        },
        [&](std::uint32_t node, std::uint8_t /*one*/) {
          if (supported_[node] == 0) {
            supported_[node] = 1;
            found.push_back(node);
          }
        });
    return found;
  }

  /// Rule 4: marks what tight edges of no length link to marked nodes. Collective.
  void spread() {
    std::vector<std::uint32_t> stack;
    for (std::uint32_t node = 0; node < graph_.owned(); ++node) {
      if (owned_[node] != kNone && supported_[node] != 0) {
        stack.push_back(node);
      }
    }
    std::uint64_t marked = 0;
    do {
      marked = 0;
      tellCopies(stack);
      while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        for (const auto& edge : graph_.edges(node)) {
          const Distance other = of(edge.dst);
          if (other == of(node) && supported_[edge.dst] == 0 &&
              sssp::internal::sumIs(of(node), edge.weight, other)) {
            supported_[edge.dst] = 1;
            ++marked;
            if (!graph_.isGhost(edge.dst)) {
              stack.push_back(edge.dst);
            }
          }
        }
      }
      stack = tellOwners();
    } while (galois::dist::sumOfAll(endpoint_, marked) > 0);
  }

  /// Returns a reached node that is not supported, if this rank owns one.
  std::optional<std::uint32_t> unsupported() const {
    for (std::uint32_t node = 0; node < graph_.owned(); ++node) {
      if (owned_[node] != kNone && supported_[node] == 0) {
        return node;
      }
    }
    return std::nullopt;
  }

private:
  static constexpr Distance kNone = sssp::kUnreached<Distance>;

  /// In a grid, tells copies which nodes are supported. Adds those of this rank to the stack.
  void tellCopies(std::vector<std::uint32_t>& stack) {
    if (graph_.oneColumn()) {
      return;
    }
    galois::dist::updateCopies<std::uint8_t>(
        endpoint_, graph_,
        [&](std::uint32_t node) {
          const bool tell = supported_[node] != 0 && owned_[node] != kNone && told_[node] == 0;
          told_[node] |= tell ? 1 : 0;
          return tell ? std::optional<std::uint8_t>(1) : std::nullopt;
        },
        [&](std::uint32_t ghost, std::uint8_t /*one*/) {
          supported_[ghost] = 2;
          stack.push_back(ghost);
        });
  }

  Distance of(std::uint32_t node) const {
    return graph_.isGhost(node) ? ghosts_[node - graph_.owned()] : owned_[node];
  }

  galois::dist::Endpoint<T>& endpoint_;
  const Graph& graph_;
  const std::span<const Distance> owned_;
  const std::vector<Distance> ghosts_;
  std::vector<std::uint8_t> supported_; ///< per local number; 2: a ghost whose owner knows
  std::vector<std::uint8_t> told_;      ///< per own node in a grid: whether its copies know
};

} // namespace internal

/// Returns "" on every rank when the distances are right, otherwise one line about what is wrong,
/// the same on every rank. Collective; O(nodes + edges) of the part.
/// @param owned  the distances of this rank's nodes
template <galois::dist::Transport T, typename Weight, typename Distance>
std::string checkDistances(galois::dist::Endpoint<T>& endpoint,
                           const galois::dist::PartitionedGraph<Weight>& graph,
                           galois::dist::GlobalNode source, std::span<const Distance> owned) {
  internal::DistanceCheck<T, Weight, Distance> check(endpoint, graph, owned);
  std::string wrong = galois::dist::firstText(endpoint, check.checkEdges(source));
  if (!wrong.empty()) {
    return wrong;
  }
  check.tellOwners();
  const auto count = [&] { return std::uint64_t{check.unsupported().has_value()}; };
  if (galois::dist::sumOfAll(endpoint, count()) > 0) {
    check.spread();
  }
  std::string text;
  if (const auto node = check.unsupported()) {
    text = fmt::format("node {} has distance {}, but no path from the source is that short",
                       graph.globalOf(*node), owned[*node]);
  }
  return galois::dist::firstText(endpoint, text);
}

/// Returns on every rank whether a shortest path is longer than `Distance` can hold: then an edge
/// leads from a reached node to one that is called unreached, and the sum does not fit. Collective.
template <galois::dist::Transport T, typename Weight, typename Distance>
bool distancesOverflow(galois::dist::Endpoint<T>& endpoint,
                       const galois::dist::PartitionedGraph<Weight>& graph,
                       std::span<const Distance> owned) {
  constexpr Distance kNone = sssp::kUnreached<Distance>;
  Distance longest = 0;
  for (const Distance distance : owned) {
    longest = distance == kNone ? longest : std::max(longest, distance);
  }
  longest = galois::dist::greatestOfAll(endpoint, longest);
  const auto greatest = galois::dist::greatestOfAll(endpoint, graph.greatestWeight());
  if (sssp::internal::sumIsBelow(longest, greatest, kNone)) {
    return false;
  }
  const auto ghosts = galois::dist::ghostValues<Distance>(endpoint, graph, owned);
  const auto of = [&](std::uint32_t node) {
    return graph.isGhost(node) ? ghosts[node - graph.owned()] : owned[node];
  };
  std::uint64_t tooLong = 0;
  for (std::uint32_t node = 0; node < graph.rows(); ++node) {
    const Distance distance = of(node);
    if (distance == kNone) {
      continue;
    }
    for (const auto& edge : graph.edges(node)) {
      tooLong += of(edge.dst) == kNone && !sssp::internal::sumIsBelow(distance, edge.weight, kNone);
    }
  }
  return galois::dist::sumOfAll(endpoint, tooLong) > 0;
}

} // namespace dist
