/**
 * Measures the priority drift between the threads of a for_each [HD-CPS, equation 1], in the same
 * way for every policy.
 *
 * Each thread publishes the priority of the task that it runs. After a fixed number of its own
 * tasks it reads the priorities of all threads. The mean distance of these priorities from the most
 * urgent one is a sample of the drift. Threads without a task do not count. The result combines the
 * samples of all threads.
 *
 * Samples need no exact snapshot, so all accesses to shared words are relaxed. On the simulated
 * machine these words are real atomics, too, which take no virtual time. So an observed run there
 * is identical to one without observation.
 */
#pragma once

#include <cstdint>
#include <vector>

#include "galois/runtime/LoopReport.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/worklists/parts/drift/DriftMonitor.h"

namespace galois::runtime {

/// The samples of one loop. It serves one loop at a time.
class LoopWatch {
public:
  /// @param tasksBetweenSamples  number of tasks of a thread between two samples, at least 1
  /// @param threads              number of threads of the loop
  LoopWatch(std::uint64_t tasksBetweenSamples, unsigned threads)
      : between_(tasksBetweenSamples), threads_(threads) {}

  /// Records that thread `thread`, the caller, begins a task of this priority. O(1), or O(threads)
  /// if it takes a sample.
  /// @throws std::bad_alloc if there is no memory
  void works(unsigned thread, std::uint64_t priority);

  /// Records that thread `thread`, the caller, has found no task.
  void waits(unsigned thread) noexcept;

  /// Returns mean and maximum of all samples. Must not be called while a loop runs.
  LoopReport::Drift drift() const;

private:
  struct Own {
    worklists::ShownWork<std::uint64_t, substrate::RealAtomics> shown;
    std::uint64_t tasks = 0; ///< number of tasks since the last sample
    std::uint64_t samples = 0;
    double sum = 0, max = 0;
    std::vector<std::uint64_t> priorities; ///< a member only to reuse its memory
  };

  void sample(Own& own);

  const std::uint64_t between_;
  const unsigned threads_;
  substrate::PerThreadStorage<Own> own_;
};

} // namespace galois::runtime
