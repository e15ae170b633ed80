/**
 * Keeps what has finished of several runs: a signal that ends the program reports it first.
 *
 * SIGINT, SIGTERM and SIGHUP wake a thread, which calls the program's report and then lets the
 * signal do what it would have done. So nothing that the report does has to be safe in a signal
 * handler, and the run that is under way does not have to notice the signal. A second signal ends
 * the program at once. While no run has finished, signals do what they did before.
 *
 * Invariant: only the thread that holds the lock changes or reports results. The reporting thread
 * never gives it back, so the main thread can no longer change results that are being reported, and
 * waits until the process ends.
 */
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>

#include "inputs/io/ProgressMeter.h"

namespace lonestar {

class SignalWatch;

/// The runs of a program that has more than one to do. It also shows their progress. Only one object
/// may exist at a time. All calls but one come from the main thread.
class KeptRuns {
public:
  /// @param runs        how many there will be
  /// @param onSignals   false if the runs themselves end when one of the signals arrives
  /// @param report      writes and prints the results of the finished runs; called on another thread
  KeptRuns(std::size_t runs, bool onSignals, std::function<void()> report);
  ~KeptRuns();
  KeptRuns(const KeptRuns&) = delete;
  KeptRuns& operator=(const KeptRuns&) = delete;

  /// Says that a run has finished.
  /// @param keep  adds its results to those that are reported
  void add(const std::function<void()>& keep);

  /// Calls `report`, which may read the results of the finished runs, on a thread of its own that
  /// ends the process afterwards: add() does not return any more, and signals report nothing.
  void reportAndKeepLocked(const std::function<void()>& report);

private:
  const std::size_t runs_;
  bool onSignals_;
  const std::function<void()> report_;
  std::mutex lock_;
  std::size_t finished_ = 0;
  std::unique_ptr<galois::inputs::ProgressMeter> meter_;
  std::unique_ptr<SignalWatch> watch_; // from the first finished run on
};

} // namespace lonestar
