/** Reads a policy's counters in a test. */
#pragma once

#include <set>
#include <string>

namespace galois::test {

/// Returns the sum over all threads of the counter `name` of `wl`, or 0 if it has no such counter.
template <typename WL>
double counter(WL& wl, const std::string& wanted) {
  double sum = 0;
  wl.reportCounters([&](unsigned, const char* name, auto value) {
    if (wanted == name) {
      sum += static_cast<double>(value);
    }
  });
  return sum;
}

/// Returns the names of all counters of `wl`.
template <typename WL>
std::set<std::string> counterNames(WL& wl) {
  std::set<std::string> names;
  wl.reportCounters([&](unsigned, const char* name, auto) { names.insert(name); });
  return names;
}

/// The names of the counters that most policies have, and of those that the policy has besides.
inline std::set<std::string> commonCountersAnd(std::set<std::string> others) {
  others.insert(
      {"pushes", "pops", "empty_pops", "steal_attempts", "steal_successes", "tasks_stolen"});
  return others;
}

} // namespace galois::test
