#include "galois/runtime/forkjoin/ForkJoinCounters.h"

namespace galois::runtime {

std::vector<LoopReport::Counter> reportedCounters(const std::vector<ForkJoinCounters>& perWorker) {
  std::vector<LoopReport::Counter> report;
  const auto add = [&](const char* name, std::uint64_t ForkJoinCounters::*counter,
                       double unit = 1) {
    report.push_back({name, {}});
    for (const ForkJoinCounters& own : perWorker) {
      report.back().perThread.push_back(static_cast<double>(own.*counter) * unit);
    }
  };
  const auto addLargest = [&](const char* name, std::uint64_t ForkJoinCounters::*counter,
                              double unit = 1) {
    std::uint64_t largest = 0;
    for (const ForkJoinCounters& own : perWorker) {
      largest = std::max(largest, own.*counter);
    }
    const std::vector<double> all(perWorker.size(), static_cast<double>(largest) * unit);
    report.push_back({name, all, true}); // the mean of equal values is their maximum
  };
  constexpr double kSecond = 1e-9;
  add("forks", &ForkJoinCounters::forks);
  add("calls", &ForkJoinCounters::calls);
  add("taken", &ForkJoinCounters::taken);
  add("sent", &ForkJoinCounters::sent);
  add("requests", &ForkJoinCounters::requests);
  add("refused", &ForkJoinCounters::refused);
  add("cancelled", &ForkJoinCounters::cancelled);
  add("deal_attempts", &ForkJoinCounters::dealAttempts);
  add("deals", &ForkJoinCounters::deals);
  add("idle_s", &ForkJoinCounters::idleNs, kSecond);
  add("idle_spells", &ForkJoinCounters::idleSpells);
  add("join_wait_s", &ForkJoinCounters::joinWaitNs, kSecond);
  add("splits", &ForkJoinCounters::splits);
  add("interrupts", &ForkJoinCounters::interrupts);
  addLargest("max_depth", &ForkJoinCounters::maxDepth);
  addLargest("busy_after_s", &ForkJoinCounters::busyAfterNs, kSecond);
  return report;
}

} // namespace galois::runtime
