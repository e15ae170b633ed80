/**
 * One for_each loop under a worklist policy, with the same options and counts for all applications.
 * Every operator is compiled against this header once per policy.
 */
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "analytics/scheduler/WorklistInfo.h"
#include "galois/Galois.h"
#include "galois/runtime/LoopReport.h"
#include "galois/runtime/loops/LoopWatch.h"
#include "galois/substrate/PerThreadStorage.h"

namespace lonestar {

/// Per thread, the number of tasks that were stale when they began. The operator counts them with
/// `++*stale.getLocal()`.
using StaleTasks = galois::substrate::PerThreadStorage<std::uint64_t>;

/// Counts of tasks that each do a part of another task's work, such as those of a row's tiles. They
/// count neither as tasks nor as wasted work.
struct PartCounts {
  std::uint64_t pushed = 0;
  std::uint64_t executed = 0;
  std::uint64_t stale = 0; ///< number of executed parts that were stale
};

/// Counts parts per thread. The functions are not inlined, because parts are rare and the loops
/// around them are time-critical.
class TaskParts {
public:
  [[gnu::noinline]] void countPushed() { ++counts_.getLocal()->pushed; }
  [[gnu::noinline]] void countExecuted() { ++counts_.getLocal()->executed; }
  [[gnu::noinline]] void countStale() { ++counts_.getLocal()->stale; }
  const PartCounts& of(unsigned thread) const { return *counts_.getRemote(thread); }

private:
  galois::substrate::PerThreadStorage<PartCounts> counts_;
};

/// The counts of one loop.
struct LoopRun {
  galois::runtime::LoopReport report;
  std::uint64_t initial = 0;        ///< number of tasks that exist before the loop
  std::vector<std::uint64_t> stale; ///< number of executed tasks that were stale, per thread
};

/// Subtracts parts of tasks from the counts of a loop, which counted them as tasks.
inline void leaveOut(const TaskParts& parts, LoopRun& run) {
  for (unsigned t = 0; t < run.report.threads; ++t) {
    const PartCounts& of = parts.of(t);
    run.report.pushes[t] -= of.pushed;
    run.report.iterations[t] -= of.executed;
    run.stale[t] -= of.stale;
  }
}

/// Runs `body(task, ctx)` on `tasks` and on all tasks that it pushes, under `Policy`. Call it on
/// the main thread, outside parallel loops.
///
/// @param name      the name of the loop in Galois' statistics
/// @param settings  the parameters of the policy, and what the loop observes
/// @param indexer   maps a task to a priority, an unsigned integer; smaller is more urgent
/// @param tasks     the initial tasks, a range with random access. Their type has a member function
///                  `subject()`, which returns a 32-bit id of what the task is about, such as a
///                  node. By these ids, profiles tell useful work from redundant work
/// @param body      the operator
/// @param stale     counted by the operator; moved into the result and reset
/// @param options   further options of the loop, such as galois::prefetch(far, near)
template <typename Policy, typename Indexer, typename Tasks, typename Body, typename... Options>
LoopRun runLoop(const char* name, const WorklistSettings& settings, const Indexer& indexer,
                const Tasks& tasks, const Body& body, StaleTasks& stale,
                const Options&... options) {
  LoopRun run;
  run.initial = static_cast<std::uint64_t>(tasks.end() - tasks.begin());
  std::optional<galois::runtime::LoopWatch> watch;
  if (settings.driftEvery > 0) {
    watch.emplace(settings.driftEvery, galois::getActiveThreads());
  }
  using Task = std::decay_t<decltype(*tasks.begin())>;
  const galois::loop_watch watched(
      watch ? &*watch : nullptr, indexer, [](const Task& task) { return task.subject(); },
      [&stale] { return *stale.getLocal(); }, settings.timeline);
  Policy::visit(indexer, settings, [&](const auto& worklist) {
    galois::for_each(galois::iterate(tasks.begin(), tasks.end()), body, worklist,
                     galois::loopname(name), galois::disable_conflict_detection(),
                     galois::short_tasks(), galois::loop_report(run.report), watched, options...);
  });
  for (unsigned t = 0; t < run.report.threads; ++t) {
    run.stale.push_back(std::exchange(*stale.getRemote(t), 0));
  }
  return run;
}

} // namespace lonestar
