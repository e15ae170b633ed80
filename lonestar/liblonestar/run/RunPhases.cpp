#include "liblonestar/run/RunPhases.h"

namespace lonestar {

nlohmann::ordered_json phasesOf(const LoadingTimes& loading, double firstBegan,
                                const RunMoments& run) {
  const double loaded = loading.began + loading.convertSeconds + loading.readSeconds;
  nlohmann::ordered_json phases = {
      {"start_s", loading.began},
      {"convert_s", loading.convertSeconds},
      {"read_s", loading.readSeconds},
      {"prepare_s", (firstBegan - loaded) + (run.ran - run.began - run.algorithm)}};
  if (run.began > firstBegan) {
    phases["earlier_runs_s"] = run.began - firstBegan;
  }
  phases["algorithm_s"] = run.algorithm;
  phases["answer_s"] = run.answered - run.ran;
  phases["check_s"] = run.checked - run.answered;
  return phases;
}

} // namespace lonestar
