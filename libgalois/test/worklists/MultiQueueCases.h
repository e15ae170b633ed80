/** What the tests of the Multi-Queue family share. */
#pragma once

#include "galois/worklists/MultiQueue.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {

/// A case of the suite: heaps with the given insert and delete policies. There are several queues,
/// also on one thread.
template <typename Insert, typename Delete, typename Sampler = worklists::UniformSampler>
using MultiQueueCase =
    InexactCase<worklists::MultiQueue<TaskPriority, int, true, worklists::HeapQueues<>, Insert,
                                      Delete, Sampler>>;

} // namespace galois::test
