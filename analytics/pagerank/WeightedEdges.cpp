#include "WeightedEdges.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "analytics/graphs/Reverses.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/analytics/Errors.h"
#include "galois/graphs/FromArrays.h"
#include "galois/graphs/Transpose.h"

namespace pagerank {

namespace {

bool isWeight(double weight) { return weight >= 0 && std::isfinite(weight); }

/// The weights of the edges of a graph, by node.
class Weights {
public:
  Weights(const Graph& graph, std::span<const double> all) : graph_(graph), all_(all) {}

  std::span<const double> of(Node node) const {
    const auto first = static_cast<std::size_t>(graph_.rowBegin(node) - graph_.edges().begin());
    return all_.subspan(first, graph_.getDegree(node));
  }

  /// Throws InvalidGraph for the first one that cannot be a weight.
  void check() const {
    galois::GReduceLogicalOr bad;
    galois::do_all(galois::iterate(graph_), [&](Node node) {
      const auto own = of(node);
      if (!std::all_of(own.begin(), own.end(), isWeight)) {
        bad.update(true);
      }
    });
    if (!bad.reduce()) {
      return;
    }
    for (const Node node : graph_) {
      const auto own = of(node);
      const auto found = std::find_if_not(own.begin(), own.end(), isWeight);
      if (found != own.end()) {
        throw galois::analytics::InvalidGraph(fmt::format(
            "the edge from node {} to node {} (nodes counted from 0) weighs {}; PageRank needs "
            "weights that are numbers and at least 0",
            node, graph_.rowBegin(node)[found - own.begin()].dst, *found));
      }
    }
  }

private:
  const Graph& graph_;
  std::span<const double> all_;
};

/// Returns whether the edges with their weights are those of the reversed graph. A sum of hashes
/// decides.
bool sameBothWays(const Graph& graph, const Weights& weights) {
  galois::GAccumulator<std::uint64_t> difference;
  galois::do_all(
      galois::iterate(graph),
      [&](Node node) {
        std::uint64_t here = 0;
        const auto own = weights.of(node);
        const auto edges = graph.edges(node);
        for (std::size_t i = 0; i < own.size(); ++i) {
          if (own[i] == 0) { // is left out
            continue;
          }
          const std::uint64_t weight = lonestar::hashOf(std::bit_cast<std::uint64_t>(own[i]));
          here += lonestar::hashOf(lonestar::edgeHash(node, edges[i].dst) ^ weight) -
                  lonestar::hashOf(lonestar::edgeHash(edges[i].dst, node) ^ weight);
        }
        difference += here;
      },
      galois::steal(), galois::chunk_size<512>());
  return difference.reduce() == 0;
}

} // namespace

WeightedEdges::WeightedEdges(const Graph& graph, std::span<const double> weights, bool inEdges)
    : given_(graph), turned_(inEdges) {
  const Weights all(graph, weights);
  all.check();
  std::vector<std::uint64_t> offsets(graph.size() + 1);
  galois::do_all(galois::iterate(graph), [&](Node node) {
    const auto own = all.of(node);
    offsets[std::size_t{node} + 1] = own.size() - std::count(own.begin(), own.end(), 0.0);
  });
  for (std::size_t node = 0; node < graph.size(); ++node) {
    offsets[node + 1] += offsets[node];
  }
  std::vector<std::uint32_t> targets(offsets.back());
  std::vector<double> chances(offsets.back());
  galois::do_all(
      galois::iterate(graph),
      [&](Node node) {
        const auto own = all.of(node);
        if (own.empty()) {
          return;
        }
        // Divided by the greatest first, weights of any size have a finite sum.
        const double greatest = *std::max_element(own.begin(), own.end());
        double sum = 0;
        for (const double weight : own) {
          sum += greatest > 0 ? weight / greatest : 0;
        }
        std::size_t place = offsets[node];
        for (std::size_t i = 0; i < own.size(); ++i) {
          if (own[i] > 0) {
            targets[place] = graph.rowBegin(node)[i].dst;
            chances[place++] = own[i] / greatest / sum;
          }
        }
      },
      galois::steal());
  dropped_ = targets.size() < graph.sizeEdges();
  if (dropped_) {
    kept_ = galois::graphs::ArrayPacker<void, std::uint64_t>(offsets, targets).pack(chances);
  }
  chances_ = galois::graphs::ArrayPacker<double, std::uint64_t>(offsets, targets).pack(chances);
  std::vector<std::uint32_t>().swap(targets);
  std::vector<double>().swap(chances);
  if (turned_) {
    inChances_ = galois::graphs::transpose(chances_);
  }
  symmetric_ = !lonestar::hasOneWayEdges(this->graph()) && sameBothWays(graph, all);
}

} // namespace pagerank
