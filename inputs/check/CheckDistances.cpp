#include "inputs/Error.h"
#include "inputs/check/Checks.h"
#include "inputs/check/Lengths.h"

#include <algorithm>

namespace galois::inputs {

namespace {

/// Returns the only node at distance 0.
std::uint64_t onlySource(const NodeValues& answer, const CheckOptions& options) {
  std::optional<std::uint64_t> source;
  for (std::uint64_t node = 0; node < answer.size(); ++node) {
    if (!answer.reached(node) || answer.realAt(node) != 0) {
      continue;
    }
    if (source) {
      fail("nodes {} and {} both have distance 0; name the source with --source=",
           options.called(*source), options.called(node));
    }
    source = node;
  }
  if (!source) {
    fail("no node has distance 0, and the source of paths has it");
  }
  return *source;
}

template <typename Lengths>
class DistanceCheck {
  using Number = typename Lengths::Number;

public:
  DistanceCheck(const Graph& graph, const NodeValues& answer, bool hops, std::uint64_t source,
                const CheckOptions& options)
      : graph_(graph), answer_(answer), hops_(hops), source_(source), options_(options),
        lengths_(options.tolerance), verdict_(options.shown) {}

  Verdict run() {
    if (!lengths_.same(at(source_), 0)) {
      verdict_.wrong([&] {
        return fmt::format("node {}, the source, has distance {}; it should be 0",
                           options_.called(source_), answer_.shown(source_));
      });
    }
    checkArcs();
    checkPaths();
    summarize();
    return std::move(verdict_);
  }

private:
  Number at(std::uint64_t node) const { return lengths_.ofNode(answer_, node); }
  Number length(std::uint64_t arc) const { return hops_ ? Number{1} : lengths_.ofArc(graph_, arc); }

  /// Checks that no arc reaches its head at a smaller distance than the answer's.
  void checkArcs() {
    for (std::uint64_t tail = 0; tail < graph_.numNodes(); ++tail) {
      if (!answer_.reached(tail)) {
        continue;
      }
      for (std::uint64_t arc = graph_.offsets[tail]; arc < graph_.offsets[tail + 1]; ++arc) {
        const Number reach = lengths_.sum(at(tail), length(arc));
        if (!lengths_.less(reach, at(graph_.dst[arc]))) {
          continue;
        }
        verdict_.wrong([&] {
          return fmt::format("node {} has distance {}, but the arc from node {} (distance {}) of "
                             "length {} reaches it at {}",
                             options_.called(graph_.dst[arc]), answer_.shown(graph_.dst[arc]),
                             options_.called(tail), answer_.shown(tail), length(arc), reach);
        });
      }
    }
  }

  /// Checks that every reached node can be reached from the source over arcs whose length is the
  /// difference of their ends' distances. Checking only each node's last arc would accept a cycle
  /// of zero weights.
  void checkPaths() {
    std::vector<bool> found(graph_.numNodes(), false);
    std::vector<std::uint32_t> open{static_cast<std::uint32_t>(source_)};
    found[source_] = true;
    while (!open.empty()) {
      const std::uint32_t tail = open.back();
      open.pop_back();
      for (std::uint64_t arc = graph_.offsets[tail]; arc < graph_.offsets[tail + std::uint64_t{1}];
           ++arc) {
        const std::uint32_t head = graph_.dst[arc];
        if (found[head] || !answer_.reached(head)) {
          continue;
        }
        if (!lengths_.same(lengths_.sum(at(tail), length(arc)), at(head))) {
          continue;
        }
        found[head] = true;
        open.push_back(head);
      }
    }
    for (std::uint64_t node = 0; node < graph_.numNodes(); ++node) {
      if (found[node] || !answer_.reached(node)) {
        continue;
      }
      verdict_.wrong([&] {
        return fmt::format("node {} has distance {}, but no path from node {} has that length",
                           options_.called(node), answer_.shown(node), options_.called(source_));
      });
    }
  }

  void summarize() {
    std::uint64_t reached = 0;
    std::uint64_t farthest = source_;
    for (std::uint64_t node = 0; node < graph_.numNodes(); ++node) {
      if (!answer_.reached(node)) {
        continue;
      }
      ++reached;
      if (answer_.realAt(node) > answer_.realAt(farthest)) {
        farthest = node;
      }
    }
    verdict_.summarize(
        fmt::format("distances from node {}: {} of {} nodes reached, the farthest, {}, at {}",
                    options_.called(source_), reached, graph_.numNodes(), options_.called(farthest),
                    answer_.shown(farthest)));
  }

  const Graph& graph_;
  const NodeValues& answer_;
  bool hops_;
  std::uint64_t source_;
  const CheckOptions& options_;
  Lengths lengths_;
  Verdict verdict_;
};

} // namespace

Verdict checkDistances(const Graph& graph, const NodeValues& answer, bool hops,
                       const CheckOptions& options) {
  if (graph.numNodes() == 0) {
    fail("the graph has no nodes, so there are no distances");
  }
  const std::uint64_t source = options.source ? *options.source : onlySource(answer, options);
  if (source >= graph.numNodes()) {
    fail("there is no node {} to start from: nodes are 0 to {}", source, graph.numNodes() - 1);
  }
  if (!hops) {
    requirePathWeights(graph, options);
  }
  if (answer.whole() && (hops || wholeWeights(graph))) {
    return DistanceCheck<WholeLengths>(graph, answer, hops, source, options).run();
  }
  return DistanceCheck<RealLengths>(graph, answer, hops, source, options).run();
}

} // namespace galois::inputs
