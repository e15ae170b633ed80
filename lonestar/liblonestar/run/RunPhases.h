/** How the time from the start of a program to the end of a run's check is divided into phases. */
#pragma once

#include <nlohmann/json.hpp>

namespace lonestar {

/// When a program read its input, in seconds.
struct LoadingTimes {
  double began = 0;          ///< from the start of the program until reading began
  double convertSeconds = 0; ///< to find the binary form of the input, or to make it
  double readSeconds = 0;    ///< to fill the graph from it
};

/// The moments of a run, in seconds since the start of the program. They ascend.
struct RunMoments {
  double began = 0;     ///< before the answer of an earlier run is discarded
  double ran = 0;       ///< the algorithm and what surrounds it are over
  double answered = 0;  ///< the answer is summarised
  double checked = 0;   ///< the check is over; `total_s` of the record
  double algorithm = 0; ///< of the time from `began` to `ran`, the algorithm alone; `time_s`
};

/// Returns `phases` of the record: seconds by phase, which add up to `run.checked`.
/// @param firstBegan  when the first run of the process began
nlohmann::ordered_json phasesOf(const LoadingTimes& loading, double firstBegan,
                                const RunMoments& run);

} // namespace lonestar
