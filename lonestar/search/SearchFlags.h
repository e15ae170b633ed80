/**
 * The flags of programs that search trees: how threads share the tree, and when the search ends
 * (docs/search.md).
 */
#ifndef GALOIS_LONESTAR_SEARCH_SEARCHFLAGS_H
#define GALOIS_LONESTAR_SEARCH_SEARCHFLAGS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "galois/search/Coordinations.h"
#include "galois/search/Result.h"
#include "liblonestar/ResultRecord.h"

namespace lonestar {

/// The value of --skeleton.
enum class Skeleton { kSequential, kDepthBounded, kBudget, kStackStealing, kOrdered };

/// Returns the value of --skeleton. Its default is kSequential if there is one thread on all ranks
/// together, and kBudget otherwise.
Skeleton skeleton();

/// Returns the name of a skeleton on the command line.
std::string nameOf(Skeleton skeleton);

/// Returns the parameters of --skeleton that have an effect, including defaults.
Json skeletonParameters();

/// Returns the flags on the command line that have no effect with the selected skeleton, with
/// dashes.
std::vector<std::string> skeletonFlagsWithoutEffect();

/// Checks the flags. @throws UsageError
void checkSearchFlags();

/// Returns the value of --decision, if the command line has it.
std::optional<std::uint64_t> decisionWanted();

/// Removes --decision from a program that only enumerates.
void removeDecisionFlag();

/// Returns the limits that the flags set. @param maxDepth  of the tree
galois::search::Limits searchLimits(unsigned maxDepth = galois::search::Limits::kAnyDepth);

/// Returns the coordinations that the flags set, each with its parameters. @{
galois::search::DepthBounded depthBounded();
galois::search::Budget budget();
galois::search::StackStealing stackStealing();
galois::search::Ordered ordered();
/// @}

/// Returns fn(coordination) for the coordination that --skeleton selects, within this process.
/// Programs call visitCoordination() of SearchProgram.h instead.
template <typename Fn>
auto visitSkeleton(Fn&& fn) {
  switch (skeleton()) {
  case Skeleton::kDepthBounded:
    return fn(depthBounded());
  case Skeleton::kBudget:
    return fn(budget());
  case Skeleton::kStackStealing:
    return fn(stackStealing());
  case Skeleton::kOrdered:
    return fn(ordered());
  default:
    return fn(galois::search::Sequential());
  }
}

} // namespace lonestar

#endif
