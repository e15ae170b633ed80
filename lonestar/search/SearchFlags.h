/**
 * The flags of programs that search trees: how threads share the tree, and when the search ends
 * (docs/search.md).
 */
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "galois/search/Coordinations.h"
#include "galois/search/Result.h"
#include "liblonestar/record/ResultRecord.h"

namespace lonestar {

/// A value of --skeleton with its parameters.
using Coordination =
    std::variant<galois::search::Sequential, galois::search::DepthBounded, galois::search::Budget,
                 galois::search::StackStealing, galois::search::Ordered>;

/// Returns the coordination that the command line selects. The first call, after MPI has begun, reads
/// the flags; searches run with this, and their records are made from it. The default is Sequential
/// if there is one thread on all ranks together, and Budget otherwise.
/// @throws UsageError
const Coordination& selectedCoordination();

/// Whether one thread searches alone.
inline bool isSequential(const Coordination& coordination) {
  return std::holds_alternative<galois::search::Sequential>(coordination);
}

/// Returns the name of a coordination on the command line.
std::string nameOf(const Coordination& coordination);

/// Returns the parameters of a coordination, as flags have them.
Json parametersOf(const Coordination& coordination);

/// Returns the flags of skeletons on the command line that have no effect with the selected one, or
/// with the selected order, with dashes.
std::vector<std::string> skeletonFlagsWithoutEffect();

/// Returns the value of --decision, if the command line has it.
std::optional<std::uint64_t> decisionWanted();

/// Removes --decision from a program that only enumerates.
void removeDecisionFlag();

/// Returns the limits that the flags set. @param maxDepth  of the tree
galois::search::Limits searchLimits(unsigned maxDepth = galois::search::Limits::kAnyDepth);

/// Returns fn(coordination) for the coordination that --skeleton selects, within this process.
/// Programs call visitCoordination() of SearchProgram.h instead.
template <typename Fn>
auto visitSkeleton(Fn&& fn) {
  return std::visit(std::forward<Fn>(fn), selectedCoordination());
}

} // namespace lonestar
