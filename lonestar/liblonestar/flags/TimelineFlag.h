/**
 * The flag --timeline. It writes a file in Chrome's trace format that shows when each thread
 * worked, searched or waited (galois/substrate/Timeline.h). The simulated machine records
 * everything. Builds with GALOIS_PROFILE record their loops under a worklist. Other builds refuse
 * the flag.
 */
#pragma once

#include <memory>
#include <optional>

#include "galois/substrate/Timeline.h"
#include "inputs/io/OutputFile.h"

namespace lonestar {

/// Returns whether the command line has the flag.
bool timelineWanted();

/// Returns the timeline into which loops under a worklist record, or null if there is none.
galois::substrate::Timeline* timelineOfLoops();

/// Records the timeline during its lifetime, if the command line has the flag. Only one object may
/// exist at a time. Construct it on the main thread, after the number of threads is set.
class TimelineOfRun {
public:
  /// If a timeline is wanted, the constructor measures the clock, which takes 5 milliseconds.
  /// @throws UsageError  in a build that cannot record one
  /// @throws galois::inputs::InputError  when the file cannot be written
  TimelineOfRun();
  TimelineOfRun(const TimelineOfRun&) = delete;
  TimelineOfRun& operator=(const TimelineOfRun&) = delete;
  ~TimelineOfRun();

  /// Writes the file, unless nothing was recorded.
  /// @throws galois::inputs::InputError  when the file cannot be written; it then leaves none
  void write();

private:
  std::optional<galois::inputs::OutputFile> file_;
  std::unique_ptr<galois::substrate::Timeline> loops_;
  std::uint64_t startTicks_ = 0, startNs_ = 0;
};

} // namespace lonestar
