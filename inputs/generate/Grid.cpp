#include "inputs/generate/Grid.h"

#include "inputs/Error.h"
#include "inputs/io/ProgressMeter.h"

#include <algorithm>

namespace galois::inputs {

Graph generateGrid(std::uint64_t width, std::uint64_t height, const WeightSpec& weights,
                   bool progress, NodeRange rows) {
  if (width == 0 || height == 0) {
    failUsage("a grid of {} x {} nodes has no node", width, height);
  }
  if (width > kMaxNodes / height) {
    fail("a grid of {} x {} has too many nodes: node ids are 32 bits, so at most {}", width, height,
         kMaxNodes);
  }
  rows = rows.within(width * height);
  const std::uint64_t all = 2 * ((width - 1) * height + width * (height - 1));
  const std::uint64_t arcs = std::min(all, 4 * rows.size());
  checkFits(rows.size(), arcs, 4, "this grid");

  Graph graph;
  graph.offsets.clear();
  graph.offsets.reserve(rows.size() + 1);
  graph.offsets.push_back(0);
  graph.dst.reserve(arcs);
  ProgressMeter meter("generating", height, progress);
  std::uint64_t x = rows.first % width;
  std::uint64_t y = rows.first / width;
  for (std::uint64_t each = rows.first; each < rows.last; ++each) {
    const auto node = static_cast<std::uint32_t>(each);
    const auto down = static_cast<std::uint32_t>(width);
    if (y > 0) {
      graph.dst.push_back(node - down);
    }
    if (x > 0) {
      graph.dst.push_back(node - 1);
    }
    if (x + 1 < width) {
      graph.dst.push_back(node + 1);
    }
    if (y + 1 < height) {
      graph.dst.push_back(node + down);
    }
    graph.offsets.push_back(graph.dst.size());
    if (++x == width) {
      x = 0;
      meter.update(y++);
    }
  }
  setRandomWeights(graph, weights, rows.first);
  return graph;
}

} // namespace galois::inputs
