/** Runs as galois::analytics offers them: their threads and seed, scheduler, and description. */
#ifndef GALOIS_LONESTAR_SCHEDULER_RUNS_H
#define GALOIS_LONESTAR_SCHEDULER_RUNS_H

#include <cstdint>
#include <vector>

#include "analytics/scheduler/LoopRun.h"
#include "analytics/scheduler/WorklistRegistry.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/RunOptions.h"
#include "galois/substrate/Clock.h"

namespace lonestar {

/// Sets the number of threads and the seed that a run asks for, and restores both at the end. On
/// the thread that starts loops, outside of them.
class RunScope {
public:
  /// @throws galois::analytics::InvalidOption  for more threads than the library supports
  explicit RunScope(const galois::analytics::RunOptions& options);
  ~RunScope();
  RunScope(const RunScope&) = delete;
  RunScope& operator=(const RunScope&) = delete;

private:
  const unsigned threads_;
  const std::uint64_t seed_;
};

/// Wall-clock time in seconds since it was made.
class RunClock {
public:
  double seconds() const { return static_cast<double>(galois::substrate::nowNs() - begin_) * 1e-9; }

private:
  std::uint64_t begin_ = galois::substrate::nowNs();
};

/// A scheduler, ready for a loop.
struct ChosenWorklist {
  const WorklistInfo& info;
  WorklistSettings settings;
  std::vector<galois::analytics::Option> parameters; ///< of the result, defaults included
};

/// @param shift  of priorities, for policies that always shift, unless "delta" is set
ChosenWorklist chosenWorklist(const galois::analytics::RunOptions& options, unsigned shift);

/// The description of a run of `algorithm` under no worklist, whose counts are still 0.
galois::analytics::Execution executionOf(const char* algorithm,
                                         const galois::analytics::RunOptions& options,
                                         bool sequential = false);

/// The description of a loop.
galois::analytics::Execution executionOf(LoopRun run, const ChosenWorklist& worklist,
                                         const galois::analytics::RunOptions& options);

/// Calls `loop(WorklistTag<Policy>(), settings)`, which returns a LoopRun, for the scheduler of
/// `options`, and describes what it did.
template <typename Loop>
galois::analytics::Execution runUnder(const galois::analytics::RunOptions& options, unsigned shift,
                                      const Loop& loop) {
  const ChosenWorklist worklist = chosenWorklist(options, shift);
  LoopRun run;
  visitWorklist(worklist.info, [&](auto tag) { run = loop(tag, worklist.settings); });
  return executionOf(std::move(run), worklist, options);
}

} // namespace lonestar

#endif
