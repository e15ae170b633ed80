/** What the tests of the Multi-Queue family share. */
#ifndef GALOIS_TEST_WORKLISTS_MULTIQUEUECASES_H
#define GALOIS_TEST_WORKLISTS_MULTIQUEUECASES_H

#include <string>

#include "galois/worklists/MultiQueue.h"
#include "worklists/PolicySuite.h"

namespace galois::test {

/// A case of the suite: heaps, used as the two parameters say.
template <typename Insert, typename Delete, typename Sampler = worklists::UniformSampler>
struct MultiQueueCase {
  template <typename T>
  using Policy = worklists::MultiQueue<TaskPriority, T, true, worklists::HeapQueues<>, Insert,
                                       Delete, Sampler>;
  static constexpr bool kExact = false; // several queues, also on one thread
};

/// The sum of a counter over all threads.
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
