/**
 * What the threads of a for_each are doing, for those who ask: the priority drift between them
 * [HD-CPS, equation 1], measured in one way under every policy.
 *
 * Each thread shows the priority of the task that it runs. After every so many of its own tasks it
 * looks at what all show: the mean distance of the priorities from the most urgent one is a sample
 * of the drift. Threads without a task do not count. Samples of all threads are one measure: after
 * n tasks a thread, put together, about as many samples as tasks / n have been taken.
 *
 * What is measured is a sample, so all shared words are relaxed. They are real atomics on a
 * simulated machine, too, where watching takes no virtual time: a watched run there is the run that
 * it would have been.
 */
#ifndef GALOIS_RUNTIME_LOOPWATCH_H
#define GALOIS_RUNTIME_LOOPWATCH_H

#include <cstdint>
#include <optional>
#include <vector>

#include "galois/runtime/LoopReport.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/worklists/parts/drift/DriftMonitor.h"

namespace galois::runtime {

/// For one loop at a time.
class LoopWatch {
public:
  /// @param tasksBetweenSamples  of a thread, at least 1
  /// @param threads              of the loop
  LoopWatch(std::uint64_t tasksBetweenSamples, unsigned threads)
      : between_(tasksBetweenSamples), threads_(threads) {}

  /// The calling thread, `thread`, begins a task of this priority. O(1), or O(threads) for a
  /// sample. Throws std::bad_alloc.
  void works(unsigned thread, std::uint64_t priority);

  /// It has found no task.
  void waits(unsigned thread) noexcept;

  /// All samples. While no thread runs.
  LoopReport::Drift drift() const;

private:
  struct Own {
    worklists::ShownWork<std::uint64_t, substrate::RealAtomics> shown;
    std::uint64_t tasks = 0; ///< since the last sample
    std::uint64_t samples = 0;
    double sum = 0, max = 0;
    std::vector<std::uint64_t> priorities; ///< kept for its memory
  };

  void sample(Own& own);

  const std::uint64_t between_;
  const unsigned threads_;
  substrate::PerThreadStorage<Own> own_;
};

} // namespace galois::runtime

#endif
