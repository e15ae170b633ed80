#include "search/SearchFlags.h"

#include <type_traits>

#include <fmt/format.h>

#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/TimeLimitFlag.h"
#include "liblonestar/flags/Words.h"
#include "search/RankSession.h"
#include "search/SearchOrder.h"

namespace cll = llvm::cl;

namespace lonestar {

namespace {

using galois::search::Budget;
using galois::search::BudgetUnit;
using galois::search::DepthBounded;
using galois::search::Ordered;
using galois::search::Sequential;
using galois::search::SpawnLevels;
using galois::search::StackStealing;
using galois::search::TaskOrder;

/// In the order of Coordination's alternatives.
enum class Skeleton { kSequential, kDepthBounded, kBudget, kStackStealing, kOrdered };

cll::opt<Skeleton, false, ChoiceParser<Skeleton>> skeletonFlag(
    "skeleton",
    cll::desc("How threads share the tree (default: seq with one thread, budget otherwise):"),
    Words<Skeleton>{{},
                    {{Skeleton::kSequential, "seq", "one thread, nothing shared"},
                     {Skeleton::kDepthBounded, "depthbounded",
                      "tasks at depths up to -d make tasks of their children"},
                     {Skeleton::kBudget, "budget",
                      "after -b backtracks a task gives its unexplored nodes away"},
                     {Skeleton::kStackStealing, "stacksteal",
                      "threads without work ask others for nodes of their stack"},
                     {Skeleton::kOrdered, "ordered", "tasks of depth -d begin in a fixed order"}}},
    cll::cat(worklistGroup()));
cll::opt<unsigned>
    depthFlag("d",
              cll::desc(lasting(fmt::format("Depth of tasks; the root has depth 1 (default {})",
                                            DepthBounded().spawnDepth))),
              cll::value_desc("depth"), cll::init(DepthBounded().spawnDepth),
              cll::cat(worklistGroup()));
cll::opt<std::uint64_t> backtracksFlag(
    "b", WholeNumbers{1},
    cll::desc(lasting(fmt::format("Backtracks of a task of --skeleton=budget before it gives nodes "
                                  "away (default {})",
                                  Budget().backtracks))),
    cll::value_desc("count"), cll::init(Budget().backtracks), cll::cat(worklistGroup()));
cll::opt<SpawnLevels, false, ChoiceParser<SpawnLevels>> levelsFlag(
    "budget-spawn", cll::desc("What it gives away:"),
    Words<SpawnLevels>{Budget().levels,
                       {{SpawnLevels::kAll, "all", "all levels above the current one"},
                        {SpawnLevels::kShallowest, "shallowest", "the shallowest level"}}},
    cll::cat(worklistGroup()));
cll::opt<BudgetUnit, false, ChoiceParser<BudgetUnit>>
    unitFlag("budget-unit", cll::desc("What counts as a backtrack:"),
             Words<BudgetUnit>{Budget().unit,
                               {{BudgetUnit::kLevels, "levels", "a level that the search has left"},
                                {BudgetUnit::kNodes, "nodes", "a node that it has visited"}}},
             cll::cat(worklistGroup()));
cll::opt<bool> chunkedFlag("chunked",
                           cll::desc("With --skeleton=stacksteal: a thief gets all children of the "
                                     "shallowest level, instead of one"),
                           cll::init(StackStealing().chunked), cll::cat(worklistGroup()));
cll::opt<TaskOrder, false, ChoiceParser<TaskOrder>>
    orderFlag("task-order",
              cll::desc("With --skeleton=ordered, what threads but the first take next:"),
              Words<TaskOrder>{
                  Ordered().order,
                  {{TaskOrder::kSequential, "sequential", "the next task of a sequential search"},
                   {TaskOrder::kDiscrepancy, "discrepancy",
                    "the task whose path left the first child least often"}}},
              cll::cat(worklistGroup()));

bool given(const cll::Option& flag) { return flag.getNumOccurrences() > 0; }

/// Calls `visit(flag, field)` for each parameter of a coordination, which may be const.
template <typename Own, typename Visit>
void visitParameters(Own& own, const Visit& visit) {
  using Kind = std::remove_const_t<Own>;
  if constexpr (std::is_same_v<Kind, DepthBounded>) {
    visit(depthFlag, own.spawnDepth);
  } else if constexpr (std::is_same_v<Kind, Budget>) {
    visit(backtracksFlag, own.backtracks);
    visit(levelsFlag, own.levels);
    if (given(unitFlag)) {
      visit(unitFlag, own.unit);
    }
  } else if constexpr (std::is_same_v<Kind, StackStealing>) {
    visit(chunkedFlag, own.chunked);
  } else if constexpr (std::is_same_v<Kind, Ordered>) {
    visit(depthFlag, own.spawnDepth);
    visit(orderFlag, own.order);
  } else {
    static_assert(std::is_same_v<Kind, Sequential>); // has none
  }
}

cll::opt<std::uint64_t> decisionFlag("decision",
                                     cll::desc("Look for a solution that is at least as good as "
                                               "this value, not for a best one"),
                                     cll::value_desc("value"), cll::init(0),
                                     cll::cat(algorithmGroup()));

Skeleton skeletonOfFlags() {
  if (given(skeletonFlag)) {
    return skeletonFlag;
  }
  const bool alone = rankSession() == nullptr || rankSession()->ranks() == 1;
  return numThreads == 1 && alone ? Skeleton::kSequential : Skeleton::kBudget;
}

/// Returns the coordination of a skeleton with its defaults.
Coordination coordinationOf(Skeleton skeleton) {
  static const Coordination kAll[] = {Sequential(), DepthBounded(), Budget(), StackStealing(),
                                      Ordered()};
  return kAll[static_cast<std::size_t>(skeleton)];
}

Coordination coordinationOfFlags() {
  Coordination selected = coordinationOf(skeletonOfFlags());
  std::visit(
      [](auto& own) {
        visitParameters(own, [](auto& flag, auto& field) { field = flag.getValue(); });
      },
      selected);
  if (const auto* ordered = std::get_if<Ordered>(&selected); ordered && ordered->spawnDepth == 0) {
    throw UsageError("-d=0: with --skeleton=ordered it is 1 or more, since the root has depth 1");
  }
  return selected;
}

} // namespace

const Coordination& selectedCoordination() {
  static const Coordination selected = coordinationOfFlags();
  return selected;
}

std::string nameOf(const Coordination& coordination) {
  return wordOf(skeletonFlag, static_cast<Skeleton>(coordination.index()));
}

Json parametersOf(const Coordination& coordination) {
  Json parameters = Json::object();
  std::visit(
      [&](const auto& own) {
        visitParameters(own, [&](auto& flag, const auto& field) {
          Json& value = parameters[flag.ArgStr.str()];
          if constexpr (std::is_enum_v<std::decay_t<decltype(field)>>) {
            value = wordOf(flag, field);
          } else {
            value = field;
          }
        });
      },
      coordination);
  return parameters;
}

std::vector<std::string> skeletonFlagsWithoutEffect() {
  std::vector<std::string> names;
  const bool any = !isBestFirst();
  const Json used = any ? parametersOf(selectedCoordination()) : Json::object();
  const cll::Option* const flags[] = {&skeletonFlag, &depthFlag,   &backtracksFlag, &levelsFlag,
                                      &unitFlag,     &chunkedFlag, &orderFlag};
  for (const cll::Option* flag : flags) {
    const std::string name = flag->ArgStr.str();
    if (given(*flag) && !used.contains(name) && !(any && flag == &skeletonFlag)) {
      names.push_back((name.size() == 1 ? "-" : "--") + name);
    }
  }
  if (any && isSequential(selectedCoordination()) && severalThreadsGiven()) {
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
  limits.progress = searchOrder() != nullptr ? searchOrder()->progress() : nullptr;
  return limits;
}

} // namespace lonestar
