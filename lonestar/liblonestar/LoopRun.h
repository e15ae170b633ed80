/**
 * One for_each loop under a worklist policy, as applications run it: same options, same counts.
 * Kept free of JSON and of the command line, because every operator is compiled against it once a
 * policy.
 */
#ifndef GALOIS_LONESTAR_LOOPRUN_H
#define GALOIS_LONESTAR_LOOPRUN_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "galois/Galois.h"
#include "galois/runtime/LoopReport.h"
#include "galois/runtime/LoopWatch.h"
#include "galois/substrate/PerThreadStorage.h"
#include "liblonestar/WorklistInfo.h"

namespace lonestar {

/// How many tasks each thread found outdated on entry: `++*stale.getLocal()` in the operator.
using StaleTasks = galois::substrate::PerThreadStorage<std::uint64_t>;

/// Tasks that do a part of another one's work each, as tiles of a row do: they are counted neither
/// as tasks nor as waste.
struct PartCounts {
  std::uint64_t pushed = 0;
  std::uint64_t executed = 0;
  std::uint64_t stale = 0; ///< of those executed, found outdated
};

/// Counts parts by thread. Out of line, since they are few and the loops around them hot.
class TaskParts {
public:
  [[gnu::noinline]] void countPushed() { ++counts_.getLocal()->pushed; }
  [[gnu::noinline]] void countExecuted() { ++counts_.getLocal()->executed; }
  [[gnu::noinline]] void countStale() { ++counts_.getLocal()->stale; }
  const PartCounts& of(unsigned thread) const { return *counts_.getRemote(thread); }

private:
  galois::substrate::PerThreadStorage<PartCounts> counts_;
};

/// What a loop did.
struct LoopRun {
  galois::runtime::LoopReport report;
  std::uint64_t initial = 0;        ///< tasks that were there before the loop
  std::vector<std::uint64_t> stale; ///< of the tasks executed, by thread
};

/// Takes parts of tasks off the counts of the loop that counted them as tasks.
inline void leaveOut(const TaskParts& parts, LoopRun& run) {
  for (unsigned t = 0; t < run.report.threads; ++t) {
    const PartCounts& of = parts.of(t);
    run.report.pushes[t] -= of.pushed;
    run.report.iterations[t] -= of.executed;
    run.stale[t] -= of.stale;
  }
}

/// Tasks of a thread between two samples of the priority drift, as --drift says; 0: no samples.
std::uint64_t tasksBetweenSamples();

/// The time line that --timeline asks for, in builds whose loops write one; or null.
galois::substrate::Timeline* timelineOfLoops();

/// What a task is about, for the account of good and useless work: most are about a node.
template <typename Task>
std::uint32_t subjectOf(const Task& task) {
  if constexpr (requires { task.node; }) {
    return task.node;
  } else {
    return task.component;
  }
}

/// Runs `body(task, ctx)` on `tasks` and all that it pushes, under `Policy`.
///
/// @param name     of the loop in Galois' statistics
/// @param indexer  task -> priority, an unsigned integer; smaller is more urgent
/// @param tasks    the first ones, a range with random access
/// @param stale    counts of the operator; taken over and reset
/// @param options  further options of the loop, such as galois::prefetch(far, near)
template <typename Policy, typename Indexer, typename Tasks, typename Body, typename... Options>
LoopRun runLoop(const char* name, const WorklistSettings& settings, const Indexer& indexer,
                const Tasks& tasks, const Body& body, StaleTasks& stale,
                const Options&... options) {
  LoopRun run;
  run.initial = static_cast<std::uint64_t>(tasks.end() - tasks.begin());
  std::optional<galois::runtime::LoopWatch> watch;
  if (tasksBetweenSamples() > 0) {
    watch.emplace(tasksBetweenSamples(), galois::getActiveThreads());
  }
  using Task = std::decay_t<decltype(*tasks.begin())>;
  const galois::loop_watch watched(
      watch ? &*watch : nullptr, indexer, subjectOf<Task>, [&stale] { return *stale.getLocal(); },
      timelineOfLoops());
  Policy::visit(indexer, settings, [&](const auto& worklist) {
    galois::for_each(galois::iterate(tasks.begin(), tasks.end()), body, worklist,
                     galois::loopname(name), galois::disable_conflict_detection(),
                     galois::loop_report(run.report), watched, options...);
  });
  for (unsigned t = 0; t < run.report.threads; ++t) {
    run.stale.push_back(std::exchange(*stale.getRemote(t), 0));
  }
  return run;
}

} // namespace lonestar

#endif
