#include "inputs/Graph.h"

#include "inputs/Error.h"

#include <unistd.h>

#include <algorithm>

namespace galois::inputs {

void Weights::widen() {
  if (width_ != 4) {
    return;
  }
  wide_.resize(narrow_.size());
  std::transform(narrow_.begin(), narrow_.end(), wide_.begin(),
                 [shift = widening(type_)](std::uint32_t word) { return word + shift; });
  std::vector<std::uint32_t>().swap(narrow_);
  width_ = 8;
}

bool Weights::areNarrow() const {
  const std::uint64_t shift = widening(type_);
  return std::all_of(wide_.begin(), wide_.end(),
                     [shift](std::uint64_t word) { return word - shift <= UINT32_MAX; });
}

void Weights::narrowDown() {
  if (width_ != 8) {
    return;
  }
  narrow_.resize(wide_.size());
  std::transform(wide_.begin(), wide_.end(), narrow_.begin(),
                 [shift = widening(type_)](std::uint64_t word) {
                   return static_cast<std::uint32_t>(word - shift);
                 });
  std::vector<std::uint64_t>().swap(wide_);
  width_ = 4;
}

std::pair<std::uint64_t, std::uint64_t> weightRange(const Graph& graph) {
  if (graph.weights.empty() || graph.dst.empty()) {
    return {graph.weights.zero(), graph.weights.zero()};
  }
  std::uint64_t low = UINT64_MAX;
  std::uint64_t high = 0;
  for (std::uint64_t arc = 0; arc < graph.numArcs(); ++arc) {
    low = std::min(low, graph.weights[arc]);
    high = std::max(high, graph.weights[arc]);
  }
  return {low, high};
}

std::string describeWeights(const Graph& graph) {
  if (graph.weights.empty()) {
    return "no weights";
  }
  const auto [lightest, heaviest] = weightRange(graph);
  return fmt::format("{}weights {} to {}",
                     graph.weights.type() == WeightType::kFloat ? "float " : "",
                     graph.weights.text(lightest), graph.weights.text(heaviest));
}

void checkFits(std::uint64_t numNodes, std::uint64_t numArcs, unsigned weightBytes,
               const char* source) {
  if (numNodes > kMaxNodes) {
    fail("{}: {} nodes are too many: node ids are 32 bits, so at most {}", source, numNodes,
         kMaxNodes);
  }
  const auto memory =
      static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  const double needed =
      8.0 * static_cast<double>(numNodes) + (4.0 + weightBytes) * static_cast<double>(numArcs);
  if (needed > memory) {
    fail("{}: {} nodes and {} arcs take {:.1f} GB of memory and this machine has {:.1f} GB; are "
         "the counts in "
         "the file right?",
         source, numNodes, numArcs, needed / 1e9, memory / 1e9);
  }
}

} // namespace galois::inputs
