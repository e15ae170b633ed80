#include "inputs/check/Checks.h"
#include "inputs/transform/SortArcs.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace galois::inputs {

Verdict checkMatching(const Graph& graph, const std::vector<ForestEdge>& answer,
                      const CheckOptions& options) {
  Verdict verdict(options.shown);
  std::vector<bool> matched(graph.numNodes());
  const auto joined = [&graph](std::uint32_t from, std::uint32_t to) {
    const auto [first, last] = arcsBetween(graph, from, to);
    return first != last;
  };
  for (const ForestEdge& edge : answer) {
    if (edge.from == edge.to || !(joined(edge.from, edge.to) || joined(edge.to, edge.from))) {
      verdict.wrong([&] {
        return fmt::format("the graph has no edge {} - {} between two nodes",
                           options.called(edge.from), options.called(edge.to));
      });
    }
    for (const std::uint32_t end : {edge.from, edge.to}) {
      if (matched[end]) {
        verdict.wrong([&] {
          return fmt::format("node {} is an end of two edges of the matching", options.called(end));
        });
      }
    }
    matched[edge.from] = matched[edge.to] = true;
  }
  for (std::uint64_t tail = 0; tail < graph.numNodes(); ++tail) {
    for (std::uint64_t arc = graph.offsets[tail]; arc < graph.offsets[tail + 1]; ++arc) {
      const std::uint32_t head = graph.dst[arc];
      if (head != tail && !matched[tail] && !matched[head]) {
        verdict.wrong([&] {
          return fmt::format("nodes {} and {} are joined, and neither is matched",
                             options.called(tail), options.called(head));
        });
      }
    }
  }
  verdict.summarize(fmt::format("a maximal matching of {} edges", answer.size()));
  return verdict;
}

} // namespace galois::inputs
