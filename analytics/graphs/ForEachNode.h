/** A loop over all nodes, for what precedes an algorithm and follows it. */
#pragma once

#include <cstddef>
#include <cstdint>

#include "analytics/scheduler/OneThreadIfSmall.h"
#include "galois/Loops.h"

namespace lonestar {

/// Calls `function(node)` for the nodes from 0 to `nodes` - 1, on all active threads or, if there are
/// few, on one.
template <typename Function>
void forEachNode(std::size_t nodes, const Function& function) {
  const OneThreadIfSmall few(nodes);
  galois::do_all(galois::iterate(std::size_t{0}, nodes),
                 [&](std::size_t n) { function(static_cast<std::uint32_t>(n)); });
}

} // namespace lonestar
