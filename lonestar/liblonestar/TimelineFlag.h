/**
 * --timeline: which thread worked, searched or waited when (galois/substrate/Timeline.h), as a file
 * in Chrome's trace format. The simulated machine keeps it for all that it does, builds with
 * GALOIS_PROFILE for their loops under a worklist; other builds refuse the flag.
 */
#ifndef GALOIS_LONESTAR_TIMELINEFLAG_H
#define GALOIS_LONESTAR_TIMELINEFLAG_H

#include <memory>
#include <optional>

#include "galois/substrate/Timeline.h"
#include "inputs/io/OutputFile.h"

namespace lonestar {

/// Whether the command line asks for one.
bool timelineWanted();

/// What the loops of its life did, if the command line asks for it. One at a time, on the main
/// thread, which has set the number of threads.
class TimelineOfRun {
public:
  /// Throws UsageError where there cannot be one, galois::inputs::InputError when the file cannot
  /// be written. Takes some milliseconds, if there is one, to time the clock.
  TimelineOfRun();
  TimelineOfRun(const TimelineOfRun&) = delete;
  TimelineOfRun& operator=(const TimelineOfRun&) = delete;
  ~TimelineOfRun();

  /// Whether it is asked for, and only loops under a worklist are in it.
  bool isOfLoops() const { return loops_ != nullptr; }

  /// Writes the file, unless there was nothing to write down. Throws galois::inputs::InputError,
  /// and then leaves none.
  void write();

private:
  std::optional<galois::inputs::OutputFile> file_;
  std::unique_ptr<galois::substrate::Timeline> loops_;
  std::uint64_t startTicks_ = 0, startNs_ = 0;
};

} // namespace lonestar

#endif
