/**
 * Checks betweenness. The definition is computed again on one thread, by searches that relax edges
 * from a std::set and keep lists of predecessors; numbers of paths are long doubles. The code shares
 * nothing with the algorithms, and reads the graph itself, with its loops and parallel edges.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace betweenness {

/// Computes the sums of dependencies.
/// @tparam Graph  has size() and edges(node)
template <typename Graph>
class Definition {
public:
  explicit Definition(const Graph& graph)
      : sums_(graph.size(), 0), graph_(graph), reached_(graph.size(), kNone), paths_(graph.size()),
        dependencies_(graph.size()), before_(graph.size()) {}

  /// Adds what the paths from a source contribute.
  void addFrom(std::uint32_t source, bool endpoints) {
    search(source);
    for (std::size_t i = order_.size(); i-- > 1;) {
      const std::uint32_t node = order_[i];
      for (const std::uint32_t before : before_[node]) {
        dependencies_[before] += paths_[before] / paths_[node] * (1 + dependencies_[node]);
      }
      sums_[node] += dependencies_[node] + (endpoints ? 1 : 0);
    }
    sums_[source] += endpoints ? static_cast<long double>(order_.size() - 1) : 0;
    for (const std::uint32_t node : order_) {
      reached_[node] = kNone;
    }
  }

  const std::vector<long double>& sums() const { return sums_; }

private:
  using Weight = std::decay_t<decltype(std::declval<const Graph&>().edges(0).begin()->weight)>;
  using Distance = std::conditional_t<std::is_floating_point_v<Weight>, double, std::uint64_t>;
  static constexpr Distance kNone = std::numeric_limits<Distance>::max();

  void search(std::uint32_t source) {
    std::set<std::pair<Distance, std::uint32_t>> waiting{{0, source}};
    begin(source, 0);
    paths_[source] = 1;
    order_.clear();
    while (!waiting.empty()) {
      const auto [distance, node] = *waiting.begin();
      waiting.erase(waiting.begin());
      order_.push_back(node);
      for (const std::uint32_t before : before_[node]) {
        paths_[node] += paths_[before];
      }
      for (const auto& edge : graph_.edges(node)) {
        const Distance length = distance + edge.weight;
        if (edge.dst == node || length > reached_[edge.dst]) {
          continue;
        }
        if (length < reached_[edge.dst]) {
          waiting.erase({reached_[edge.dst], edge.dst});
          waiting.emplace(length, edge.dst);
          begin(edge.dst, length);
        }
        if (before_[edge.dst].empty() ||
            before_[edge.dst].back() != node) { // once for parallel edges
          before_[edge.dst].push_back(node);
        }
      }
    }
  }

  /// A shorter path to a node has been found, of which nothing else is known.
  void begin(std::uint32_t node, Distance distance) {
    reached_[node] = distance;
    paths_[node] = dependencies_[node] = 0;
    before_[node].clear();
  }

  std::vector<long double> sums_;
  const Graph& graph_;
  std::vector<Distance> reached_;
  std::vector<long double> paths_, dependencies_;
  std::vector<std::vector<std::uint32_t>> before_; ///< the predecessors on shortest paths
  std::vector<std::uint32_t> order_;
};

/// Returns "" when no mistake is found, and otherwise one line about the first node that is wrong.
/// @param sources   given ones; none: all nodes
/// @param scaleOf   scaleOf(whether a node is a given source) returns by what sums are multiplied
/// @param endpoints as of the plan
template <typename Graph, typename ScaleOf>
std::string verifyByDefinition(const Graph& graph, std::span<const std::uint32_t> sources,
                               std::span<const double> scores, const ScaleOf& scaleOf,
                               bool endpoints) {
  constexpr long double kError = 1e-9L; // N additions: N 2^-53, so 9 million in a row are allowed
  Definition<Graph> definition(graph);
  std::vector<bool> given(graph.size(), false);
  for (const std::uint32_t source : sources) {
    definition.addFrom(source, endpoints);
    given[source] = true;
  }
  for (std::uint32_t node = 0; sources.empty() && node < graph.size(); ++node) {
    definition.addFrom(node, endpoints);
  }
  for (std::size_t node = 0; node < graph.size(); ++node) {
    const long double right = definition.sums()[node] * scaleOf(given[node]);
    const bool none = std::isnan(right) && std::isnan(scores[node]);
    if (!none && !(std::abs(scores[node] - right) <= kError * right)) {
      return fmt::format("node {} has betweenness {}; it is {}", node, scores[node],
                         static_cast<double>(right));
    }
  }
  return "";
}

/// Does the same, but only tests what can be tested without a search.
/// @param most  the number of paths of which each may add 1 to a sum
template <typename Graph, typename ScaleOf>
std::string verifyBounds(const Graph& graph, const Graph& inEdges,
                         std::span<const std::uint32_t> sources, std::span<const double> scores,
                         const ScaleOf& scaleOf, bool endpoints) {
  std::vector<bool> given(graph.size(), false);
  for (const std::uint32_t source : sources) {
    given[source] = true;
  }
  const auto others = [](const Graph& rows, std::uint32_t node) {
    const auto row = rows.edges(node);
    return std::any_of(row.begin(), row.end(),
                       [node](const auto& edge) { return edge.dst != node; });
  };
  const double most = static_cast<double>(sources.empty() ? graph.size() : sources.size()) *
                      static_cast<double>(graph.size());
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    const double bound = most * scaleOf(given[node]);
    if (std::isnan(bound)) {
      continue;
    }
    if (!(scores[node] >= 0 && scores[node] <= bound)) {
      return fmt::format("node {} has betweenness {}; it is from 0 to {}", node, scores[node],
                         bound);
    }
    if (!endpoints && scores[node] > 0 && (!others(graph, node) || !others(inEdges, node))) {
      return fmt::format("node {} has betweenness {}, but no path passes it", node, scores[node]);
    }
  }
  return "";
}

} // namespace betweenness
