/**
 * --timeline: when each thread worked, searched or waited (galois/substrate/Timeline.h), as a file
 * in Chrome's trace format. The simulated machine records everything that it does; builds with
 * GALOIS_PROFILE record their loops under a worklist; other builds refuse the flag.
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

/// The timeline that loops under a worklist are to write now; null if there is none.
galois::substrate::Timeline* timelineOfLoops();

/// Records what loops do during the lifetime of this object, if the command line asks for it. There
/// is one such object at a time, on the main thread, made after the number of threads is set.
class TimelineOfRun {
public:
  /// Takes some milliseconds to measure the clock, if a timeline is wanted.
  /// @throws UsageError  in a build that cannot record one
  /// @throws galois::inputs::InputError  when the file cannot be written
  TimelineOfRun();
  TimelineOfRun(const TimelineOfRun&) = delete;
  TimelineOfRun& operator=(const TimelineOfRun&) = delete;
  ~TimelineOfRun();

  /// Whether a timeline is wanted, and only loops under a worklist will be in it.
  bool isOfLoops() const { return loops_ != nullptr; }

  /// Writes the file, unless nothing was recorded.
  /// @throws galois::inputs::InputError  and then leaves no file
  void write();

private:
  std::optional<galois::inputs::OutputFile> file_;
  std::unique_ptr<galois::substrate::Timeline> loops_;
  std::uint64_t startTicks_ = 0, startNs_ = 0;
};

} // namespace lonestar

#endif
