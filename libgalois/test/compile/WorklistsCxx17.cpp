// Checks that every worklist header compiles as C++17, the standard of upstream Galois. Every
// policy must be usable with its defaults, after retype to another task type, and be constructible.
// U23: the test of Galois that should do so instantiates nothing.
#include "galois/worklists/AdaptiveObim.h"
#include "galois/worklists/BulkSynchronous.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Concept.h"
#include "galois/worklists/Hdcps.h"
#include "galois/worklists/Minnow.h"
#include "galois/worklists/MultiQueue.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/PrivateDeques.h"
#include "galois/worklists/SprayList.h"
#include "galois/worklists/StealingBucketQueue.h"
#include "galois/worklists/StealingMultiQueue.h"
#include "galois/worklists/Wasp.h"
#include "galois/worklists/parts/bags/AdaptiveBins.h"
#include "galois/worklists/parts/bags/BucketMap.h"
#include "galois/worklists/parts/bags/FirstHint.h"
#include "galois/worklists/parts/bags/FixedBins.h"
#include "galois/worklists/parts/bags/MergeController.h"
#include "galois/worklists/parts/bags/OrderedBags.h"
#include "galois/worklists/parts/chunks/ChunkList.h"
#include "galois/worklists/parts/chunks/LocalChunks.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/drift/DriftController.h"
#include "galois/worklists/parts/drift/DriftMonitor.h"
#include "galois/worklists/parts/drift/ThinnedHistory.h"
#include "galois/worklists/parts/memory/EpochReclaimer.h"
#include "galois/worklists/parts/messages/Inbox.h"
#include "galois/worklists/parts/messages/ReceiveQueue.h"
#include "galois/worklists/parts/messages/SiblingBag.h"
#include "galois/worklists/parts/multiqueue/LocalQueues.h"
#include "galois/worklists/parts/multiqueue/LockedQueue.h"
#include "galois/worklists/parts/multiqueue/MultiQueueThread.h"
#include "galois/worklists/parts/multiqueue/QueueAccess.h"
#include "galois/worklists/parts/multiqueue/QueueDraws.h"
#include "galois/worklists/parts/multiqueue/QueueTable.h"
#include "galois/worklists/parts/queues/BucketQueue.h"
#include "galois/worklists/parts/queues/BucketWidth.h"
#include "galois/worklists/parts/queues/BufferedHeap.h"
#include "galois/worklists/parts/queues/DAryHeap.h"
#include "galois/worklists/parts/skiplist/SkipList.h"
#include "galois/worklists/parts/skiplist/SkipListMemory.h"
#include "galois/worklists/parts/stealing/ChaseLevDeque.h"
#include "galois/worklists/parts/stealing/ChunkOffers.h"
#include "galois/worklists/parts/stealing/NearestFirst.h"
#include "galois/worklists/parts/stealing/OfferSearch.h"
#include "galois/worklists/parts/stealing/QueueSampler.h"
#include "galois/worklists/parts/stealing/StealableHeap.h"
#include "galois/worklists/parts/stealing/StealableSkipList.h"
#include "galois/worklists/parts/stealing/StealingBuffer.h"

static_assert(__cplusplus < 202002L, "this file is for C++17");

namespace {

struct Task {
  unsigned node, distance;
};
struct ByDistance {
  unsigned operator()(const Task& task) const { return task.distance; }
};

template <typename Policy>
void use() {
  Policy worklist;
  worklist.push(Task{1, 2});
  static_cast<void>(worklist.pop());
}

} // namespace

void useEveryPolicy() {
  using namespace galois::worklists;
  use<ChunkFIFO<>::retype<Task>>();
  use<ChunkLIFO<>::retype<Task>>();
  use<PerSocketChunkFIFO<>::retype<Task>>();
  use<PerSocketChunkLIFO<>::retype<Task>>();
  use<PerSocketChunkBag<>::retype<Task>>();
  use<PerThreadChunkFIFO<>::retype<Task>>();
  use<PerThreadChunkLIFO<>::retype<Task>>();
  use<AdaptiveOrderedByIntegerMetric<ByDistance>::retype<Task>>();
  use<BulkSynchronous<>::retype<Task>>();
  use<Minnow<ByDistance>::retype<Task>>();
  use<OrderedByIntegerMetric<ByDistance>::retype<Task>>();
  use<StealingBucketQueue<ByDistance>::retype<Task>>();
  use<MultiQueue<ByDistance>::retype<Task>>();
  use<OptimizedMultiQueue<TemporalLocality, TaskBatching, ByDistance>::retype<Task>>();
  use<RandomEnqueueLocalDequeue<ByDistance>::retype<Task>>();
  use<SkipListMultiQueue<ByDistance>::retype<Task>>();
  use<SkipListRandomEnqueueLocalDequeue<ByDistance>::retype<Task>>();
  use<MultiBucketQueue<ByDistance>::retype<Task>>();
  use<SprayList<ByDistance>::retype<Task>>();
  use<StealingMultiQueue<ByDistance>::retype<Task>>();
  use<StealingMultiQueue<ByDistance>::with_local<LocalSkipList>::type::retype<Task>>();
  use<StealingSkipListQueue<ByDistance>::retype<Task>>();
  use<Wasp<ByDistance>::retype<Task>>();
  use<ReceiverInitiatedDeques<>::retype<Task>>();
  use<SenderInitiatedDeques<>::retype<Task>>();
  use<ChaseLevDeques<>::retype<Task>>();
  use<Hdcps<ByDistance>::retype<Task>>();
}
