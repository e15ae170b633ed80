#include "search/SearchFlags.h"

#include <cmath>

#include <fmt/format.h>

#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "search/RankSession.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace {

using galois::search::SpawnLevels;
using galois::search::TaskOrder;

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
cll::opt<double>
    timeLimitFlag("time-limit",
                  Numbers{"a number of seconds of 0 or more",
                          [](double seconds) { return seconds >= 0 && std::isfinite(seconds); }},
                  cll::desc("End the search after so many seconds with the best so far "
                            "(default: none)"),
                  cll::value_desc("seconds"), cll::init(0), cll::cat(runGroup()));

bool given(const cll::Option& flag) { return flag.getNumOccurrences() > 0; }

} // namespace

Skeleton skeleton() {
  if (given(skeletonFlag)) {
    return skeletonFlag;
  }
  const bool alone = rankSession() == nullptr || rankSession()->ranks() == 1;
  return numThreads == 1 && alone ? Skeleton::kSequential : Skeleton::kBudget;
}

std::string nameOf(Skeleton skeleton) {
  switch (skeleton) {
  case Skeleton::kDepthBounded:
    return "depthbounded";
  case Skeleton::kBudget:
    return "budget";
  case Skeleton::kStackStealing:
    return "stacksteal";
  case Skeleton::kOrdered:
    return "ordered";
  default:
    return "seq";
  }
}

Json skeletonParameters() {
  switch (skeleton()) {
  case Skeleton::kDepthBounded:
    return {{"d", unsigned{depthFlag}}};
  case Skeleton::kBudget:
    return {{"b", std::uint64_t{backtracksFlag}},
            {"budget-spawn", levelsFlag == SpawnLevels::kAll ? "all" : "shallowest"}};
  case Skeleton::kStackStealing:
    return {{"chunked", bool{chunkedFlag}}};
  case Skeleton::kOrdered:
    return {{"d", unsigned{depthFlag}},
            {"task-order", orderFlag == TaskOrder::kSequential ? "sequential" : "discrepancy"}};
  default:
    return Json::object();
  }
}

std::vector<std::string> skeletonFlagsWithoutEffect() {
  std::vector<std::string> names;
  const Json used = skeletonParameters();
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
  if (skeleton() == Skeleton::kSequential && severalThreadsGiven()) {
    names.emplace_back("-t");
  }
  return names;
}

void checkSearchFlags() {
  if (skeleton() == Skeleton::kOrdered && depthFlag == 0) {
    throw UsageError("-d=0: with --skeleton=ordered it is 1 or more, since the root has depth 1");
  }
}

std::optional<std::uint64_t> decisionWanted() {
  return given(decisionFlag) ? std::optional<std::uint64_t>(decisionFlag) : std::nullopt;
}

void removeDecisionFlag() { decisionFlag.removeArgument(); }

galois::search::Limits searchLimits(unsigned maxDepth) {
  galois::search::Limits limits;
  limits.maxDepth = maxDepth;
  if (given(timeLimitFlag)) {
    limits.seconds = timeLimitFlag;
  }
  return limits;
}

galois::search::DepthBounded depthBounded() { return {depthFlag}; }
galois::search::Budget budget() { return {backtracksFlag, levelsFlag}; }
galois::search::StackStealing stackStealing() { return {chunkedFlag}; }
galois::search::Ordered ordered() { return {depthFlag, orderFlag}; }

} // namespace lonestar
