#include "inputs/generate/UniformRandom.h"

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/generate/CounterRandom.h"
#include "inputs/io/ProgressMeter.h"

namespace galois::inputs {

Graph generateUniform(std::uint64_t nodes, std::uint64_t arcs, std::uint64_t seed, bool progress) {
  if (nodes == 0 && arcs > 0) {
    failUsage("{} arcs need nodes; give --nodes=N", arcs);
  }
  checkFits(nodes, arcs, 8, "this graph"); // 8: arcs are also stored in a list
  constexpr std::uint64_t kBlock = std::uint64_t{1} << 16;
  const CounterRandom random(seed);
  EdgeListBuilder builder;
  ProgressMeter meter("generating", arcs, progress);
  for (std::uint64_t arc = 0; arc < arcs; ++arc) {
    builder.add(static_cast<std::uint32_t>(random.below(nodes, 0, arc)),
                static_cast<std::uint32_t>(random.below(nodes, 1, arc)));
    if (arc % kBlock == 0) {
      meter.update(arc);
    }
  }
  return builder.build(nodes, "this graph");
}

} // namespace galois::inputs
