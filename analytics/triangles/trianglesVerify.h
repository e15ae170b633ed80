/**
 * Checks numbers of triangles and clustering coefficients against the definition, node by node, on
 * one thread. The code shares nothing with the algorithms, and reads the directed graph.
 *
 * The neighbours of a node are marked. Then the edges of each of them are read, in both directions,
 * and those that lead to a marked node are counted: each pair of neighbours is seen from both ends.
 */
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace triangles {

/// Counts what is around one node at a time.
/// @tparam Graph  has size() and edges(node)
template <typename Graph>
class Neighbourhood {
public:
  /// @param inEdges  the reversed edges
  Neighbourhood(const Graph& graph, const Graph& inEdges)
      : graph_(graph), inEdges_(inEdges), marks_(graph.size(), 0), seen_(graph.size(), 0) {}

  /// Counts around a node. Returns the number of edges that it has read.
  std::uint64_t visit(std::uint32_t node) {
    ++turn_;
    near_.clear();
    std::uint64_t looked = 0;
    for (const Graph* graph : {&graph_, &inEdges_}) {
      for (const auto& edge : graph->edges(node)) {
        ++looked;
        if (edge.dst != node && marks_[edge.dst] != turn_) {
          marks_[edge.dst] = turn_;
          near_.push_back(edge.dst);
        }
      }
    }
    std::uint64_t ends = 0;
    arcs_ = 0;
    for (const std::uint32_t tail : near_) {
      ++step_;
      for (const Graph* graph : {&graph_, &inEdges_}) {
        for (const auto& edge : graph->edges(tail)) {
          ++looked;
          if (edge.dst != tail && marks_[edge.dst] == turn_ && seen_[edge.dst] != step_) {
            seen_[edge.dst] = step_;
            ++ends;
            arcs_ += graph == &graph_ ? 1 : 0;
          }
        }
      }
    }
    triangles_ = ends / 2;
    return looked;
  }

  std::uint64_t triangles() const { return triangles_; }
  double clustering() const {
    const auto degree = static_cast<double>(near_.size());
    return near_.size() < 2 ? 0 : static_cast<double>(arcs_) / (degree * (degree - 1));
  }

private:
  const Graph& graph_;
  const Graph& inEdges_;
  std::vector<std::uint64_t> marks_, seen_;
  std::vector<std::uint32_t> near_;
  std::uint64_t turn_ = 0, step_ = 0, triangles_ = 0, arcs_ = 0;
};

/// Returns "" when no mistake is found, and otherwise one line about the first node that is wrong.
/// The nodes are visited in an order that spreads over all numbers, until all have been, or until
/// about `most` edges have been read.
/// @param clustering  one per node, or empty
template <typename Graph>
std::string verifyCounts(const Graph& graph, const Graph& inEdges,
                         std::span<const std::uint64_t> triangles,
                         std::span<const double> clustering, std::uint64_t most) {
  const std::size_t nodes = graph.size();
  std::size_t stride = nodes / 2 + nodes / 8 + 1;
  while (std::gcd(stride, nodes) > 1) {
    ++stride;
  }
  Neighbourhood<Graph> around(graph, inEdges);
  std::uint64_t looked = 0;
  for (std::size_t i = 0, node = 0; i < nodes && looked <= most;
       ++i, node = (node + stride) % nodes) {
    looked += around.visit(static_cast<std::uint32_t>(node));
    if (triangles[node] != around.triangles()) {
      return fmt::format("node {} has {} triangles; it is {}", node, triangles[node],
                         around.triangles());
    }
    if (!clustering.empty() &&
        !(std::abs(clustering[node] - around.clustering()) <= 1e-9 * around.clustering())) {
      return fmt::format("node {} has the clustering coefficient {}; it is {}", node,
                         clustering[node], around.clustering());
    }
  }
  const std::uint64_t sum = std::accumulate(triangles.begin(), triangles.end(), std::uint64_t{0});
  return sum % 3 == 0 ? ""
                      : fmt::format("the nodes have {} triangles together, which is no multiple of "
                                    "3, and each has three nodes",
                                    sum);
}

} // namespace triangles
