/**
 * Colouring of a graph that is already undirected, for galois::analytics::color() and the program.
 */
#pragma once

#include <cstdint>

#include "ColorProblem.h"
#include "galois/LargeArray.h"
#include "galois/analytics/Color.h"

namespace color {

/// Returns the worklist that colours fastest. A new colour beside a node makes it more urgent by more
/// than the greatest degree. Where that is a small part of the 1,024 buckets of `wasp`, it is the
/// fastest. Otherwise its window has to move again and again, while `pmod` finds the next bag in a
/// list (docs/experiments/2026-11-27-default-choices.md).
/// @param greatestDegree  of the graph
inline const char* preferredWorklist(std::uint64_t greatestDegree) {
  constexpr std::uint64_t kQuarterOfTheBuckets = 256;
  return greatestDegree < kQuarterOfTheBuckets ? "wasp" : "pmod";
}

/// Sets every colour to kUncolored, on all active threads.
void uncolor(galois::LargeArray<Color>& colors);

/// Colours the nodes of the problem, none of which has a colour yet. Runs on the active threads,
/// outside parallel loops.
/// @throws std::bad_alloc
galois::analytics::Execution colorNodes(const Problem& problem,
                                        const galois::analytics::ColorPlan& plan,
                                        const galois::analytics::RunOptions& options);

} // namespace color
