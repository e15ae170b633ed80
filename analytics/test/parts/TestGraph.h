/** A graph that a test builds edge by edge, with the accessors that the algorithms use. */
#pragma once

#include <cstdint>
#include <random>
#include <vector>

struct TestGraph {
  struct Edge {
    std::uint32_t dst;
    std::uint32_t weight;
  };

  explicit TestGraph(std::uint32_t nodes) : rows(nodes) {}

  TestGraph& add(std::uint32_t from, std::uint32_t to, std::uint32_t weight) {
    rows[from].push_back({to, weight});
    return *this;
  }
  std::uint64_t size() const { return rows.size(); }
  const std::vector<Edge>& edges(std::uint32_t node) const { return rows[node]; }
  const Edge* rowBegin(std::uint32_t node) const { return rows[node].data(); }
  const Edge* rowEnd(std::uint32_t node) const { return rows[node].data() + rows[node].size(); }
  void prefetchRow(std::uint32_t /*node*/) const {}
  void prefetchEdges(std::uint32_t /*node*/) const {}

  std::vector<std::vector<Edge>> rows;
};

/// Returns a graph of random edges, whose weights are at most `greatest`.
inline TestGraph randomGraph(std::uint32_t nodes, std::uint32_t edges, std::uint32_t greatest,
                             unsigned seed) {
  std::mt19937 random(seed);
  TestGraph graph(nodes);
  for (std::uint32_t i = 0; i < edges; ++i) {
    graph.add(random() % nodes, random() % nodes, random() % (greatest + 1));
  }
  return graph;
}

/// Computes distances by relaxing every edge until no distance changes, which is slow but simple. A
/// distance that is not below the greatest value of `Distance` stays unreached.
template <typename Distance>
std::vector<Distance> bellmanFord(const TestGraph& graph, std::uint32_t source) {
  const Distance unreached = ~Distance{0};
  std::vector<Distance> distances(graph.size(), unreached);
  distances[source] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      if (distances[node] == unreached) {
        continue;
      }
      for (const TestGraph::Edge& edge : graph.edges(node)) {
        const std::uint64_t candidate = std::uint64_t{distances[node]} + edge.weight;
        if (candidate < distances[edge.dst]) {
          distances[edge.dst] = static_cast<Distance>(candidate);
          changed = true;
        }
      }
    }
  }
  return distances;
}
