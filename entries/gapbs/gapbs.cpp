// Asks the delta-stepping of a checkout of the GAP Benchmark Suite, by calling the function that its own
// program calls. Its threads are those of OpenMP, as many as OMP_NUM_THREADS says.

#include <cstdint>
#include <string>
#include <vector>

#include "Adapter.h"

#define main gapbsMain
#include "sssp.cc"
#undef main

namespace {

/// Older versions of the function have no flag for logging.
template <typename G>
auto search(const G& graph, NodeID source, WeightT delta) {
  if constexpr (requires { DeltaStep(graph, source, delta, false); }) {
    return DeltaStep(graph, source, delta, false);
  } else {
    return DeltaStep(graph, source, delta);
  }
}

class Sssp {
public:
  explicit Sssp(peers::Graph&& graph) : nodes_(graph.size()), graph_(build(graph)) {}

  std::vector<std::uint64_t> operator()(const peers::Task& task) const {
    const auto delta = peers::settings().get<WeightT>("delta", 1);
    const auto found = search(graph_, static_cast<NodeID>(task.source), delta);
    std::vector<std::uint64_t> distances(nodes_, peers::kFar); // theirs ends with the last edge
    for (std::size_t node = 0; node < found.size(); ++node) {
      if (found[node] < kDistInf) {
        distances[node] = static_cast<std::uint64_t>(found[node]);
      }
    }
    return distances;
  }

private:
  static WGraph build(const peers::Graph& graph) {
    std::string name = "gapbs";
    char* words[] = {name.data(), nullptr};
    const CLBase flags(1, words);
    WeightedBuilder builder(flags);
    pvector<EdgePair<NodeID, WNode>> edges(graph.targets.size());
    for (std::size_t node = 0; node < graph.size(); ++node) {
      for (std::uint64_t at = graph.offsets[node]; at < graph.offsets[node + 1]; ++at) {
        edges[at].u = static_cast<NodeID>(node);
        edges[at].v =
            WNode(static_cast<NodeID>(graph.targets[at]), static_cast<WeightT>(graph.weights[at]));
      }
    }
    return builder.MakeGraphFromEL(edges);
  }

  std::size_t nodes_;
  WGraph graph_;
};

struct Gapbs {
  static std::string version() { return "of the checkout"; }
  using Sssp = ::Sssp;
  using Bfs = peers::NotOffered;
  using Mst = peers::NotOffered;
  using Pagerank = peers::NotOffered;
  using Color = peers::NotOffered;
};

} // namespace

int main(int argc, char** argv) { return peers::run<Gapbs>(argc, argv); }
