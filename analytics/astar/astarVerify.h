/**
 * Checks the answer. A path of the length found shows that the shortest path is no longer. A plain
 * Dijkstra search shows that it is no shorter; it shares no code with the searches and uses no
 * estimates.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace astar {

/// Computes lengths of shortest paths by Dijkstra's algorithm with a binary heap, one query after
/// the other, with 8 bytes per node.
class Reference {
public:
  explicit Reference(std::size_t nodes) : distances_(nodes, kUnreached) {}

  /// Returns the length of the shortest path, or none if there is no path.
  template <typename Graph>
  std::optional<std::uint64_t> distance(const Graph& graph, std::uint32_t source,
                                        std::uint32_t target) {
    std::vector<std::uint32_t> reached{source};
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap;
    distances_[source] = 0;
    heap.emplace(0, source);
    while (!heap.empty() && heap.top().second != target) {
      const auto [distance, node] = heap.top();
      heap.pop();
      if (distance > distances_[node]) {
        continue;
      }
      for (const auto& edge : graph.edges(node)) {
        std::uint64_t& known = distances_[edge.dst];
        if (distance + edge.weight < known) {
          if (known == kUnreached) {
            reached.push_back(edge.dst);
          }
          known = distance + edge.weight;
          heap.emplace(known, edge.dst);
        }
      }
    }
    const std::uint64_t found = distances_[target];
    for (const std::uint32_t node : reached) {
      distances_[node] = kUnreached;
    }
    return found == kUnreached ? std::nullopt : std::optional(found);
  }

  /// Returns "" when `found` is the length of the shortest path, or none and there is no path.
  /// Otherwise returns one line.
  template <typename Graph>
  std::string compare(const Graph& graph, std::uint32_t source, std::uint32_t target,
                      std::optional<std::uint64_t> found) {
    const std::optional<std::uint64_t> right = distance(graph, source, target);
    auto shown = [](std::optional<std::uint64_t> length) {
      return length ? std::to_string(*length) : "inf";
    };
    return right == found
               ? ""
               : fmt::format("the distance from {} to {} is {}, sequential Dijkstra says "
                             "{}",
                             source, target, shown(found), shown(right));
  }

private:
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  static constexpr std::uint64_t kUnreached = std::numeric_limits<std::uint64_t>::max();

  std::vector<std::uint64_t> distances_;
};

/// Returns "" when `path` leads from `source` to `target` over edges that together weigh `length`,
/// where the lightest of parallel edges counts. Otherwise returns one line.
template <typename Graph>
std::string verifyPath(const Graph& graph, std::uint32_t source, std::uint32_t target,
                       std::uint64_t length, const std::vector<std::uint32_t>& path) {
  if (path.empty() || path.front() != source || path.back() != target) {
    return fmt::format("no path from {} to {} is {} long", source, target, length);
  }
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    std::optional<std::uint64_t> lightest;
    for (const auto& edge : graph.edges(path[i])) {
      if (edge.dst == path[i + 1] && (!lightest || edge.weight < *lightest)) {
        lightest = edge.weight;
      }
    }
    if (!lightest) {
      return fmt::format("the path goes from {} to {}, and no edge does", path[i], path[i + 1]);
    }
    sum += *lightest;
  }
  return sum == length ? "" : fmt::format("the path is {} long, not {}", sum, length);
}

} // namespace astar
