#include "inputs/generate/UniformRandom.h"

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/io/ProgressMeter.h"

namespace galois::inputs {

UniformArcs::UniformArcs(std::uint64_t nodes, std::uint64_t arcs, std::uint64_t seed)
    : nodes_(nodes), arcs_(arcs), random_(seed) {
  if (nodes == 0 && arcs > 0) {
    failUsage("{} arcs need nodes; give --nodes=N", arcs);
  }
}

Graph generateUniform(std::uint64_t nodes, std::uint64_t arcs, std::uint64_t seed, bool progress) {
  const UniformArcs drawn(nodes, arcs, seed);
  checkFits(nodes, arcs, 8, "this graph"); // 8: arcs are also stored in a list
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 16;
  EdgeListBuilder builder;
  ProgressMeter meter("generating", arcs, progress);
  for (std::uint64_t arc = 0; arc < arcs; ++arc) {
    const auto [from, to] = drawn(arc);
    builder.add(from, to);
    if (arc % kBlock == 0) {
      meter.update(arc);
    }
  }
  return builder.build(nodes, "this graph");
}

} // namespace galois::inputs
