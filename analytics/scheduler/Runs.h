/**
 * What every run of galois::analytics needs besides its loop: the settings of the scheduler, and
 * the description of the run. Session.h has the threads and the seed.
 */
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analytics/scheduler/LoopRun.h"
#include "analytics/scheduler/Stopwatch.h"
#include "analytics/scheduler/WorklistRegistry.h"
#include "galois/Threads.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/RunOptions.h"

namespace lonestar {

/// A policy and its settings for one loop.
struct ChosenWorklist {
  const WorklistInfo& info;
  WorklistSettings settings;
  std::vector<galois::analytics::Option> parameters; ///< the settings, for Execution::parameters
};

/// What an application has for the shift of priorities where "delta" is not set.
struct DefaultShift {
  unsigned bits = 0;        ///< under policies that always shift; 0 for all if it is 0
  bool fixesWidths = false; ///< also the logarithm of the width of buckets that others would find
  /// What a better number of bits is found in when the search is known, such as "the weights", for
  /// people. Policies with a usual shift keep theirs.
  std::string_view foundIn{};
  std::function<unsigned()> find{}; ///< computes that number; `bits` counts without it

  /// Returns whether a policy takes a number of bits that is found.
  bool isFoundFor(const WorklistInfo& info) const {
    return info.shift == Shift::kAlways && !info.usualShift && (find || !foundIn.empty());
  }
  /// Returns the setting of a policy, or nothing for one that gets exact priorities.
  std::optional<unsigned> of(const WorklistInfo& info) const;
};

/// Returns the policy that "auto" stands for.
/// @param preferred  the name of the one that is fastest for the algorithm; "" or one that the build
///                   does not have: the first of the build
const WorklistInfo& automaticWorklist(std::string_view preferred);

/// Returns the policy of a run. @param preferred  see automaticWorklist()
const WorklistInfo& worklistOf(const galois::analytics::RunOptions& options,
                               std::string_view preferred = {});

/// Returns a policy with its settings. This is the only place that makes settings of what a user
/// chooses, in C++ or on the command line.
/// @param scheduler  not "auto"
/// @param threads  the number of threads of the loop
/// @throws galois::analytics::InvalidOption  for values that do not fit together
ChosenWorklist chosenWorklist(const galois::analytics::Scheduler& scheduler,
                              const DefaultShift& shift, unsigned threads);

/// Whether the machine is simulated. It accounts only for loops under a worklist and for what the
/// algorithms tell it, so no other algorithm is chosen there unless it is asked for.
#ifdef GALOIS_VIRTUAL
inline constexpr bool kSimulatedMachine = true;
#else
inline constexpr bool kSimulatedMachine = false;
#endif

/// Returns whether an algorithm on one thread may be chosen where none is asked for.
inline bool prefersOneThread(unsigned threads) { return threads == 1 && !kSimulatedMachine; }

/// Returns "for one thread" or "for 2 threads", the reason of a choice, for people.
std::string forThreads(unsigned threads);

/// Returns whether the options ask for something that only a loop under a worklist has: a scheduler,
/// or what such a loop measures.
bool wantsWorklist(const galois::analytics::RunOptions& options);

/// Returns the description of a run without a worklist. Its time and counts are 0.
/// @param sequential  whether the algorithm runs on one thread
galois::analytics::Execution executionOf(const char* algorithm,
                                         const galois::analytics::RunOptions& options,
                                         bool sequential = false);

/// Returns the description of a loop that has run under `worklist`.
galois::analytics::Execution executionOf(LoopRun run, const ChosenWorklist& worklist,
                                         const galois::analytics::RunOptions& options);

/// Calls `loop(WorklistTag<Policy>(), settings)` for the policy that `options` selects, and returns
/// the description of the LoopRun that it returns. A source that defines LONESTAR_WITHOUT_WORKLISTS
/// has no loops, and every call is an error.
/// @param preferred  see automaticWorklist()
#ifdef LONESTAR_WITHOUT_WORKLISTS
template <typename Loop>
galois::analytics::Execution runUnder(const galois::analytics::RunOptions& /*options*/,
                                      const DefaultShift& /*shift*/, const Loop& /*loop*/,
                                      std::string_view /*preferred*/ = {}) {
  throw galois::analytics::InvalidOption("algo", "worklist", "is not in this build");
}
#else
template <typename Loop>
galois::analytics::Execution runUnder(const galois::analytics::RunOptions& options,
                                      const DefaultShift& shift, const Loop& loop,
                                      std::string_view preferred = {}) {
  galois::analytics::Scheduler scheduler = options.scheduler;
  if (scheduler.isAuto()) {
    scheduler = galois::analytics::Scheduler(worklistOf(options, preferred).name);
  }
  ChosenWorklist worklist = chosenWorklist(scheduler, shift, galois::getActiveThreads());
  worklist.settings.driftEvery = options.driftEvery;
  worklist.settings.timeline = options.timeline;
  LoopRun run;
  visitWorklist(worklist.info, [&](auto tag) { run = loop(tag, worklist.settings); });
  return executionOf(std::move(run), worklist, options);
}
#endif

} // namespace lonestar
