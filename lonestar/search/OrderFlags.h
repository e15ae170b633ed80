/**
 * The flags --order and --frontier, and those of worklists, for programs that also search best
 * first. Only programs that use this file have these flags.
 */
#pragma once

#include "galois/search/Frontier.h"

namespace lonestar {

/// Adds these flags to the program. Call it before startSearch().
void offerOrders();

/// Returns the coordination of a best-first search under the selected worklist.
/// @throws UsageError
galois::search::BestFirst bestFirstOfFlags();

} // namespace lonestar
