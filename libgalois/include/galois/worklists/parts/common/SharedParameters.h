/** The parameters that policies of several families have; see Parameter.h. */
#pragma once

#include "galois/worklists/parts/common/Parameter.h"

namespace galois::worklists::parameters {

/// Tasks per chunk.
inline constexpr Parameter kChunk =
    Parameter::number("chunk", {1, 4096}, "tasks that a chunk holds");

/// N for the probability 1/N of a probe.
inline constexpr Parameter kStealProb =
    Parameter::probability("steal-prob", "how often a thread probes a victim");

/// Tasks per steal.
inline constexpr Parameter kStealSize =
    Parameter::number("steal-size", {1, 65535}, "most tasks that a thief takes");

/// K of [SMQ, section 4]: a thread draws a queue on another NUMA node with 1/K of the probability
/// of one on its own node, and 1 means no preference. The paper's evaluation uses 8 throughout. Its
/// text lets K grow with the number of threads, which is `auto`. K has no effect on a machine with
/// one node.
inline constexpr Parameter kNumaWeight =
    Parameter::autoNumber("numa-weight", {1, 65536},
                          "how many times likelier a queue on the thread's own NUMA node is drawn");

} // namespace galois::worklists::parameters
