#include "search/SearchFlags.h"

#include <fmt/format.h>

#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/TimeLimitFlag.h"
#include "search/RankSession.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace {

using galois::search::Budget;
using galois::search::DepthBounded;
using galois::search::Ordered;
using galois::search::Sequential;
using galois::search::SpawnLevels;
using galois::search::StackStealing;
using galois::search::TaskOrder;

enum class Skeleton { kSequential, kDepthBounded, kBudget, kStackStealing, kOrdered };

cll::opt<Skeleton, false, ChoiceParser<Skeleton>> skeletonFlag(
    "skeleton",
    cll::desc("How threads share the tree (default: seq with one thread, budget otherwise):"),
    cll::values(clEnumValN(Skeleton::kSequential, "seq", "one thread, nothing shared"),
                clEnumValN(Skeleton::kDepthBounded, "depthbounded",
                           "tasks at depths up to -d make tasks of their children"),
                clEnumValN(Skeleton::kBudget, "budget",
                           "after -b backtracks a task gives its unexplored nodes away"),
                clEnumValN(Skeleton::kStackStealing, "stacksteal",
                           "threads without work ask others for nodes of their stack"),
                clEnumValN(Skeleton::kOrdered, "ordered",
                           "tasks of depth -d begin in a fixed order")),
    cll::init(Skeleton::kSequential), cll::cat(worklistGroup()));
cll::opt<unsigned> depthFlag("d", cll::desc("Depth of tasks; the root has depth 1 (default 2)"),
                             cll::value_desc("depth"), cll::init(2), cll::cat(worklistGroup()));
cll::opt<std::uint64_t> backtracksFlag("b", WholeNumbers{1},
                                       cll::desc("Backtracks of a task of --skeleton=budget before "
                                                 "it gives nodes away (default 100000)"),
                                       cll::value_desc("count"), cll::init(100'000),
                                       cll::cat(worklistGroup()));
cll::opt<SpawnLevels, false, ChoiceParser<SpawnLevels>> levelsFlag(
    "budget-spawn", cll::desc("What it gives away:"),
    cll::values(clEnumValN(SpawnLevels::kAll, "all", "all levels above the current one (default)"),
                clEnumValN(SpawnLevels::kShallowest, "shallowest", "the shallowest level")),
    cll::init(SpawnLevels::kAll), cll::cat(worklistGroup()));
cll::opt<bool> chunkedFlag("chunked",
                           cll::desc("With --skeleton=stacksteal: a thief gets all children of the "
                                     "shallowest level, instead of one"),
                           cll::init(false), cll::cat(worklistGroup()));
cll::opt<TaskOrder, false, ChoiceParser<TaskOrder>>
    orderFlag("task-order",
              cll::desc("With --skeleton=ordered, what threads but the first take next:"),
              cll::values(clEnumValN(TaskOrder::kSequential, "sequential",
                                     "the next task of a sequential search (default)"),
                          clEnumValN(TaskOrder::kDiscrepancy, "discrepancy",
                                     "the task whose path left the first child least often")),
              cll::init(TaskOrder::kSequential), cll::cat(worklistGroup()));
cll::opt<std::uint64_t> decisionFlag("decision",
                                     cll::desc("Look for a solution that is at least as good as "
                                               "this value, not for a best one"),
                                     cll::value_desc("value"), cll::init(0),
                                     cll::cat(algorithmGroup()));

bool given(const cll::Option& flag) { return flag.getNumOccurrences() > 0; }

Skeleton skeletonOfFlags() {
  if (given(skeletonFlag)) {
    return skeletonFlag;
  }
  const bool alone = rankSession() == nullptr || rankSession()->ranks() == 1;
  return numThreads == 1 && alone ? Skeleton::kSequential : Skeleton::kBudget;
}

Coordination coordinationOfFlags() {
  switch (skeletonOfFlags()) {
  case Skeleton::kDepthBounded:
    return DepthBounded{depthFlag};
  case Skeleton::kBudget:
    return Budget{backtracksFlag, levelsFlag};
  case Skeleton::kStackStealing:
    return StackStealing{chunkedFlag};
  case Skeleton::kOrdered:
    if (depthFlag == 0) {
      throw UsageError("-d=0: with --skeleton=ordered it is 1 or more, since the root has depth 1");
    }
    return Ordered{depthFlag, orderFlag};
  default:
    return Sequential();
  }
}

/// The name of a coordination, and its parameters. @{
const char* name(const Sequential& /*unused*/) { return "seq"; }
const char* name(const DepthBounded& /*unused*/) { return "depthbounded"; }
const char* name(const Budget& /*unused*/) { return "budget"; }
const char* name(const StackStealing& /*unused*/) { return "stacksteal"; }
const char* name(const Ordered& /*unused*/) { return "ordered"; }

Json parameters(const Sequential& /*unused*/) { return Json::object(); }
Json parameters(const DepthBounded& own) { return {{"d", own.spawnDepth}}; }
Json parameters(const Budget& own) {
  return {{"b", own.backtracks},
          {"budget-spawn", own.levels == SpawnLevels::kAll ? "all" : "shallowest"}};
}
Json parameters(const StackStealing& own) { return {{"chunked", own.chunked}}; }
Json parameters(const Ordered& own) {
  return {{"d", own.spawnDepth},
          {"task-order", own.order == TaskOrder::kSequential ? "sequential" : "discrepancy"}};
}
/// @}

} // namespace

const Coordination& selectedCoordination() {
  static const Coordination selected = coordinationOfFlags();
  return selected;
}

std::string nameOf(const Coordination& coordination) {
  return std::visit([](const auto& own) { return name(own); }, coordination);
}

Json parametersOf(const Coordination& coordination) {
  return std::visit([](const auto& own) { return parameters(own); }, coordination);
}

std::vector<std::string> skeletonFlagsWithoutEffect() {
  std::vector<std::string> names;
  const Json used = parametersOf(selectedCoordination());
  for (const cll::Option* flag :
       {static_cast<const cll::Option*>(&depthFlag),
        static_cast<const cll::Option*>(&backtracksFlag),
        static_cast<const cll::Option*>(&levelsFlag), static_cast<const cll::Option*>(&chunkedFlag),
        static_cast<const cll::Option*>(&orderFlag)}) {
    const std::string name = flag->ArgStr.str();
    if (given(*flag) && !used.contains(name)) {
      names.push_back((name.size() == 1 ? "-" : "--") + name);
    }
  }
  if (isSequential(selectedCoordination()) && severalThreadsGiven()) {
    names.emplace_back("-t");
  }
  return names;
}

std::optional<std::uint64_t> decisionWanted() {
  return given(decisionFlag) ? std::optional<std::uint64_t>(decisionFlag) : std::nullopt;
}

void removeDecisionFlag() { decisionFlag.removeArgument(); }

galois::search::Limits searchLimits(unsigned maxDepth) {
  galois::search::Limits limits;
  limits.maxDepth = maxDepth;
  limits.seconds = timeLimit().value_or(limits.seconds);
  return limits;
}

} // namespace lonestar
