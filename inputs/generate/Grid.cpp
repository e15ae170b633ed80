#include "inputs/generate/Grid.h"

#include "inputs/Error.h"
#include "inputs/io/ProgressMeter.h"

namespace galois::inputs {

Graph generateGrid(std::uint64_t width, std::uint64_t height, const WeightSpec& weights,
                   bool progress) {
  if (width == 0 || height == 0) {
    failUsage("a grid of {} x {} nodes has no node", width, height);
  }
  if (width > kMaxNodes / height) {
    fail("a grid of {} x {} has too many nodes: node ids are 32 bits, so at most {}", width, height,
         kMaxNodes);
  }
  const std::uint64_t nodes = width * height;
  const std::uint64_t arcs = 2 * ((width - 1) * height + width * (height - 1));
  checkFits(nodes, arcs, 4, "this grid");

  Graph graph;
  graph.offsets.clear();
  graph.offsets.reserve(nodes + 1);
  graph.offsets.push_back(0);
  graph.dst.reserve(arcs);
  ProgressMeter meter("generating", height, progress);
  for (std::uint64_t y = 0; y < height; ++y) {
    for (std::uint64_t x = 0; x < width; ++x) {
      const auto node = static_cast<std::uint32_t>(y * width + x);
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
    }
    meter.update(y);
  }
  setRandomWeights(graph, weights);
  return graph;
}

} // namespace galois::inputs
