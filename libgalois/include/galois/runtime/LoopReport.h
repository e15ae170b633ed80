/**
 * Describes what a for_each loop did, for programs that request it by the option
 * galois::loop_report(out).
 */
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace galois::runtime {

/// The report of one loop, which is filled when the loop ends. A plain value, not thread-safe.
struct LoopReport {
  /// A counter of the policy.
  struct Counter {
    std::string name;              ///< as in the result record, for instance "steal_attempts"
    std::vector<double> perThread; ///< entry t is the value of thread t
    bool average = false; ///< combine the threads' values by their mean instead of their sum
  };

  /// A parameter of the policy that changed over time.
  struct History {
    std::string name;                              ///< as in the result record
    std::vector<std::pair<double, double>> points; ///< (seconds since the start of the loop, value)
  };

  /// The priority drift between the threads, in units of priority (LoopWatch.h).
  struct Drift { /// Mean and maximum of the samples, and their number. @{
    double mean = 0, max = 0;
    std::uint64_t samples = 0; /// @}
  };

  /// How the threads spent their cycles (CycleMeter.h). The first six are shares that add up to 1
  /// and exclude the measurement itself.
  struct Breakdown { /// The shares, and the cycles per task. @{
    double goodWork = 0, uselessWork = 0, enqueue = 0, dequeue = 0, failedDequeue = 0, other = 0;
    double cyclesPerEnqueue = 0, cyclesPerDequeue = 0; /// @}
    double cycles = 0;   ///< total over all threads, without the measurement
    double overhead = 0; ///< the measurement's share of all cycles, its own included
    double lapCost = 0;  ///< cycles that one lap of the meter takes itself
  };

  double seconds = 0;                    ///< time from waking the threads to joining them
  unsigned threads = 0;                  ///< number of threads that ran the loop
  std::vector<std::uint64_t> iterations; ///< calls of the operator, per thread
  std::vector<std::uint64_t> pushes;     ///< tasks that the operator pushed, per thread
  std::vector<Counter> worklist;         ///< the counters of the policy
  std::vector<History> histories;        ///< what changed over time
  std::optional<Drift> drift;            ///< if the loop was observed by a LoopWatch
  std::optional<Breakdown> breakdown;    ///< in builds with GALOIS_PROFILE

  /// Sets thread `thread`'s value of the counter `name` and adds the counter if it is new.
  /// O(counters).
  void setCounter(unsigned thread, std::string_view name, double value, bool average = false) {
    for (Counter& counter : worklist) {
      if (counter.name == name) {
        counter.perThread.resize(threads);
        counter.perThread[thread] = value;
        return;
      }
    }
    worklist.push_back({std::string(name), std::vector<double>(threads), average});
    worklist.back().perThread[thread] = value;
  }

  /// Adds a point to the history `name`, and the history itself if it is new. O(histories).
  void addToHistory(std::string_view name, double sinceStart, double value) {
    for (History& history : histories) {
      if (history.name == name) {
        history.points.emplace_back(sinceStart, value);
        return;
      }
    }
    histories.push_back({std::string(name), {{sinceStart, value}}});
  }
};

} // namespace galois::runtime
