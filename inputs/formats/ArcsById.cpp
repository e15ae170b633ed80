#include "inputs/formats/ArcsById.h"

#include "inputs/formats/Limits.h"
#include "inputs/transform/CompactIds.h"

namespace galois::inputs {

namespace {

/// Returns whether an array with an entry for each number would be much larger than the arcs.
bool areTooFarApart(std::uint64_t nodes, std::uint64_t arcs) {
  constexpr std::uint64_t kHarmless = std::uint64_t{1} << 20;
  constexpr std::uint64_t kNodesPerArc = 8;
  return nodes > kHarmless && nodes / kNodesPerArc > arcs;
}

} // namespace

void ArcsById::useTable() {
  if (tabled_) {
    return;
  }
  tabled_ = true;
  builder_.mapEnds([&](std::uint32_t id) { return table_.add(id); });
}

Graph ArcsById::build(const InputFile& file) {
  if (!tabled_) {
    for (const std::uint64_t id : alone_) {
      if (id < kMaxNodes) {
        nodes_ = std::max(nodes_, id + 1);
      }
    }
    const bool tooHigh =
        std::any_of(alone_.begin(), alone_.end(), [](std::uint64_t id) { return id >= kMaxNodes; });
    const bool asTheyAre = keepIds_ || declared_ >= nodes_;
    if (tooHigh || (!asTheyAre && areTooFarApart(nodes_, size() + alone_.size()))) {
      useTable();
    }
  }
  Graph graph;
  if (tabled_) {
    for (const std::uint64_t id : alone_) {
      table_.add(id);
    }
    graph = builder_.build(table_.size(), file.name().c_str());
    graph.ids = table_.take();
    if (!relabel_) {
      sortByIds(graph);
    }
    return graph;
  }
  const std::uint64_t nodes = std::max(nodes_, declared_);
  checkNodesPlausible(file, nodes, size() + alone_.size());
  graph = builder_.build(nodes, file.name().c_str());
  if (!keepIds_ && declared_ < nodes) {
    compactIds(graph, alone_);
  }
  return graph;
}

} // namespace galois::inputs
