/** What tests ask of a policy's counters. */
#ifndef GALOIS_TEST_WORKLISTS_POLICYCOUNTERS_H
#define GALOIS_TEST_WORKLISTS_POLICYCOUNTERS_H

#include <string>

namespace galois::test {

/// The sum over all threads of what `wl` reports by that name; 0 if it reports no such thing.
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
