#include "inputs/generate/LocalRandom.h"

#include "inputs/Error.h"
#include "inputs/generate/CounterRandom.h"
#include "inputs/io/ProgressMeter.h"

#include <cmath>

namespace galois::inputs {

Graph generateLocal(std::uint64_t nodes, std::uint64_t degree, std::uint64_t seed, bool progress,
                    NodeRange rows) {
  if (nodes < 2 && degree > 0 && nodes > 0) {
    failUsage("arcs between different nodes need two nodes; give --nodes=2 or more");
  }
  if (nodes > kMaxNodes || (nodes > 0 && degree > (std::uint64_t{1} << 40) / nodes)) {
    fail("a graph of {} nodes with {} arcs each is too large", nodes, degree);
  }
  rows = rows.within(nodes);
  checkFits(rows.size(), rows.size() * degree, 0, "this graph");
  const CounterRandom random(seed);
  const std::uint64_t half = nodes / 2; // rounded down
  const auto farthest = static_cast<double>(half);
  Graph graph;
  graph.offsets.clear();
  graph.offsets.reserve(rows.size() + 1);
  graph.offsets.push_back(0);
  graph.dst.reserve(rows.size() * degree);
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 16;
  ProgressMeter meter("generating", nodes, progress);
  for (std::uint64_t node = rows.first; node < rows.last; ++node) {
    for (std::uint64_t i = 0; i < degree; ++i) {
      const std::uint64_t arc = node * degree + i;
      // u^(-3) has the density k^(-4/3) / 3 for k >= 1. Distances that are too far are drawn anew,
      // each time from a further stream.
      double distance = 0;
      std::uint32_t stream = 0;
      do {
        const double root = 1 / (1 - random.real(++stream, arc));
        distance = std::floor(root * root * root);
      } while (distance > farthest);
      const auto places = static_cast<std::uint64_t>(distance);
      const bool forward = (random(0, arc) & 1) != 0;
      graph.dst.push_back(
          static_cast<std::uint32_t>((node + (forward ? places : nodes - places)) % nodes));
    }
    graph.offsets.push_back(graph.dst.size());
    if (node % kBlock == 0) {
      meter.update(node);
    }
  }
  return graph;
}

} // namespace galois::inputs
