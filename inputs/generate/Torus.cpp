#include "inputs/generate/Torus.h"

#include "inputs/Error.h"
#include "inputs/io/ProgressMeter.h"

#include <algorithm>
#include <cstddef>

namespace galois::inputs {

std::uint64_t torusNodes(unsigned dimensions, std::uint64_t side) {
  std::uint64_t nodes = 1;
  for (unsigned i = 0; i < dimensions; ++i) {
    if (side > kMaxNodes / nodes) {
      return kMaxNodes + 1;
    }
    nodes *= side;
  }
  return nodes;
}

std::uint64_t torusSide(unsigned dimensions, std::uint64_t nodes) {
  std::uint64_t low = 1, high = std::uint64_t{1} << 16;
  while (low < high) {
    const std::uint64_t side = (low + high + 1) / 2;
    if (torusNodes(dimensions, side) <= nodes) {
      low = side;
    } else {
      high = side - 1;
    }
  }
  return low;
}

Graph generateTorus(unsigned dimensions, std::uint64_t side, bool progress, NodeRange rows) {
  if (dimensions != 2 && dimensions != 3) {
    failUsage("a torus of {} dimensions: it has 2 or 3", dimensions);
  }
  if (side == 0) {
    failUsage("a torus of side 0 has no node");
  }
  const std::uint64_t nodes = torusNodes(dimensions, side);
  if (nodes > kMaxNodes) {
    fail("a torus of {} dimensions and side {} has too many nodes: node ids are 32 bits, so at "
         "most {}",
         dimensions, side, kMaxNodes);
  }
  const std::uint64_t perDimension = side == 1 ? 0 : side == 2 ? 1 : 2;
  const std::uint64_t degree = dimensions * perDimension;
  rows = rows.within(nodes);
  checkFits(rows.size(), rows.size() * degree, 0, "this torus");

  Graph graph;
  graph.offsets.clear();
  graph.offsets.reserve(rows.size() + 1);
  graph.offsets.push_back(0);
  graph.dst.reserve(rows.size() * degree);
  ProgressMeter meter("generating", nodes / side, progress);
  for (std::uint64_t node = rows.first; node < rows.last; ++node) {
    std::uint64_t step = 1;
    for (unsigned i = 0; i < dimensions; ++i, step *= side) {
      const std::uint64_t at = node / step % side;
      const std::uint64_t line = node - at * step;
      if (perDimension > 0) {
        graph.dst.push_back(static_cast<std::uint32_t>(line + (at + 1) % side * step));
      }
      if (perDimension > 1) {
        graph.dst.push_back(static_cast<std::uint32_t>(line + (at + side - 1) % side * step));
      }
    }
    std::sort(graph.dst.end() - static_cast<std::ptrdiff_t>(degree), graph.dst.end());
    graph.offsets.push_back(graph.dst.size());
    if (node % side == 0) {
      meter.update(node / side);
    }
  }
  return graph;
}

} // namespace galois::inputs
