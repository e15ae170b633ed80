/** What the tests of the Multi-Queue family share. */
#ifndef GALOIS_TEST_WORKLISTS_MULTIQUEUECASES_H
#define GALOIS_TEST_WORKLISTS_MULTIQUEUECASES_H

#include "galois/worklists/MultiQueue.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {

/// A case of the suite: heaps with the given insert and delete policies.
template <typename Insert, typename Delete, typename Sampler = worklists::UniformSampler>
struct MultiQueueCase {
  template <typename T>
  using Policy = worklists::MultiQueue<TaskPriority, T, true, worklists::HeapQueues<>, Insert,
                                       Delete, Sampler>;
  static constexpr bool kExact = false; // because there are several queues, also on one thread
};

} // namespace galois::test

#endif
