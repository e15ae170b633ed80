/**
 * Weak components by disjoint sets, of which most nodes join one by few edges [Sutton, Ben-Nun,
 * Barak, "Optimizing Parallel Graph Connectivity Computation via Subgraph Sampling", IPDPS 2018].
 *
 * 1. The first edges of each node join trees. The trees are flattened.
 * 2. A sample of the nodes shows which label most nodes have.
 * 3. The other edges join trees. If every edge has its reverse, the nodes of that label are left
 *    out: an edge is seen from the end outside, and an edge between two nodes inside joins nothing.
 *    Otherwise the edges of all nodes are read, because nothing else shows an edge that leads out.
 *    Where both ends have one parent, which is the rule by then, reading it is all.
 * 4. The trees are flattened.
 *
 * In a graph with few edges per node, such as a road network, the first edges would be most of them.
 * There all edges join trees in step 1, and the trees are flattened once.
 *
 * Step 3 may run while the labels of step 2 change. A node is only left out if it has the label, and
 * then it is in that component, even if the component has got a lower label by then.
 */
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "ComponentsProblem.h"
#include "NodeTrees.h"
#include "analytics/graphs/Reverses.h"
#include "galois/Loops.h"
#include "galois/Reduction.h"

namespace components {

/// What sampledUnion() and sequentialUnion() did.
struct UnionCounts {
  std::uint64_t looked = 0;     ///< edges that were read
  std::uint64_t skipped = 0;    ///< nodes whose edges were left out after the first
  std::uint64_t components = 0; ///< that there are
};

template <Access kAccess>
class SampledUnion {
public:
  explicit SampledUnion(const Problem& problem)
      : problem_(problem), trees_(problem.labels.data()) {}

  /// Fills in the labels. Runs on all active threads.
  UnionCounts run() {
    labelAlone(problem_.labels);
    const Graph& graph = problem_.graph;
    if (graph.sizeEdges() <= kFewEdges * graph.size()) {
      joinEdges(std::numeric_limits<std::size_t>::max());
    } else {
      joinEdges(kFirstEdges);
      forEachNode([&](Node node, UnionCounts&) { trees_.flatten(node); });
      joinOtherEdges();
    }
    forEachNode(
        [&](Node node, UnionCounts& here) { here.components += trees_.flatten(node) ? 1 : 0; });
    return {looked_.reduce(), skipped_.reduce(), components_.reduce()};
  }

private:
  static constexpr std::size_t kFirstEdges = 2; ///< per node
  static constexpr std::size_t kFewEdges = 4;   ///< per node
  static constexpr std::size_t kSample = 1024;  ///< nodes
  static constexpr std::size_t kBlock = 1024;   ///< nodes whose counts are added up
  static constexpr std::size_t kAhead = 16;     ///< edges between a prefetch and its use

  /// Calls `visit(node, counts)`, which adds to the counts, for all nodes.
  template <typename Visit>
  void forEachNode(const Visit& visit) {
    const std::size_t nodes = problem_.graph.size();
    galois::do_all(
        galois::iterate(std::size_t{0}, (nodes + kBlock - 1) / kBlock),
        [&](std::size_t block) {
          const std::size_t end = std::min(nodes, (block + 1) * kBlock);
          UnionCounts here;
          for (std::size_t node = block * kBlock; node < end; ++node) {
            visit(static_cast<Node>(node), here);
          }
          looked_ += here.looked;
          skipped_ += here.skipped;
          components_ += here.components;
        },
        galois::steal(), galois::chunk_size<1>());
  }

  /// Joins trees along the first edges of each node, up to `most` per node.
  void joinEdges(std::size_t most) {
    const Graph& graph = problem_.graph;
    forEachNode([&](Node node, UnionCounts& here) {
      const auto* const first = graph.rowBegin(node);
      const auto* const end = first + std::min(graph.getDegree(node), most);
      for (const auto* edge = first; edge != end; ++edge) {
        trees_.join(node, edge->dst);
      }
      here.looked += static_cast<std::uint64_t>(end - first);
    });
  }

  void joinOtherEdges() {
    const Graph& graph = problem_.graph;
    const auto* const last = graph.edges().end();
    const bool skips = problem_.symmetric;
    const Node most = skips ? mostFrequentLabel() : 0;
    forEachNode([&](Node node, UnionCounts& here) {
      if (graph.getDegree(node) <= kFirstEdges) {
        return;
      }
      if (skips && trees_.parent(node) == most) {
        ++here.skipped;
        return;
      }
      const auto* const first = graph.rowBegin(node) + kFirstEdges;
      const auto* const end = graph.rowEnd(node);
      for (const auto* edge = first; edge != end; ++edge) {
        if (last - edge > static_cast<std::ptrdiff_t>(kAhead)) {
          trees_.prefetch(edge[kAhead].dst);
        }
        if (trees_.parent(edge->dst) != trees_.parent(node)) {
          trees_.join(node, edge->dst);
        }
      }
      here.looked += static_cast<std::uint64_t>(end - first);
    });
  }

  /// Returns the most frequent label of a sample.
  Node mostFrequentLabel() const {
    std::array<Node, kSample> sample;
    const std::size_t nodes = problem_.graph.size();
    for (std::size_t i = 0; i < kSample; ++i) {
      sample[i] = problem_.labels[lonestar::hashOf(i) % nodes];
    }
    std::ranges::sort(sample);
    Node most = sample[0];
    std::size_t count = 0;
    for (std::size_t first = 0, i = 0; i < kSample; ++i) {
      if (sample[i] != sample[first]) {
        first = i;
      }
      if (i + 1 - first > count) {
        count = i + 1 - first;
        most = sample[i];
      }
    }
    return most;
  }

  const Problem& problem_;
  const NodeTrees<kAccess> trees_;
  galois::GAccumulator<std::uint64_t> looked_, skipped_, components_;
};

} // namespace components
