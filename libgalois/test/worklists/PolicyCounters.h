/** Reads a policy's counters in a test. */
#ifndef GALOIS_TEST_WORKLISTS_POLICYCOUNTERS_H
#define GALOIS_TEST_WORKLISTS_POLICYCOUNTERS_H

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

} // namespace galois::test

#endif
