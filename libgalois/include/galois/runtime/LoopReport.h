/** What a for_each loop did, for programs that ask with the option galois::loop_report(out). */
#ifndef GALOIS_RUNTIME_LOOPREPORT_H
#define GALOIS_RUNTIME_LOOPREPORT_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace galois::runtime {

/// Filled when the loop ends. A plain value, not thread-safe.
struct LoopReport {
  /// One of the policy's own counters.
  struct Counter {
    std::string name;              ///< as in the result record, e.g. "steal_attempts"
    std::vector<double> perThread; ///< entry t belongs to thread t
    bool average = false;          ///< the threads' values average instead of adding up
  };

  /// A value of the policy that changed over time.
  struct History {
    std::string name;
    std::vector<std::pair<double, double>> points; ///< (seconds since the loop began, value)
  };

  /// How far the threads' tasks lay apart, in units of priority (LoopWatch.h).
  struct Drift {
    double mean = 0, max = 0;
    std::uint64_t samples = 0;
  };

  /// Where the threads' cycles went (CycleMeter.h). The first six are shares of them and add up
  /// to 1, what accounting took being left out.
  struct Breakdown {
    double goodWork = 0, uselessWork = 0, enqueue = 0, dequeue = 0, failedDequeue = 0, other = 0;
    double cyclesPerEnqueue = 0, cyclesPerDequeue = 0; ///< a task
    double cycles = 0;                                 ///< of all threads
    double overhead = 0; ///< share of all cycles, these included, that accounting took
    double lapCost = 0;  ///< cycles of one look at the clock
  };

  double seconds = 0;                    ///< from waking the threads to joining them
  unsigned threads = 0;                  ///< that ran the loop
  std::vector<std::uint64_t> iterations; ///< calls of the operator, by thread
  std::vector<std::uint64_t> pushes;     ///< tasks pushed by the operator, by thread
  std::vector<Counter> worklist;
  std::vector<History> histories;
  std::optional<Drift> drift;         ///< when the loop was watched
  std::optional<Breakdown> breakdown; ///< in builds that account for cycles

  /// Sets thread `thread`'s value of the counter `name`, made if it is new. O(counters).
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

  /// Adds a point to the history `name`, made if it is new. O(histories).
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

#endif
