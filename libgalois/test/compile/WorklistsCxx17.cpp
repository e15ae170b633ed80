// Every worklist header compiles as C++17, which is what upstream Galois speaks, and every policy
// can be named with its defaults, rebound to another task type and made.
#include "galois/worklists/AdaptiveObim.h"
#include "galois/worklists/BulkSynchronous.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Concept.h"
#include "galois/worklists/Hdcps.h"
#include "galois/worklists/Indexer.h"
#include "galois/worklists/Minnow.h"
#include "galois/worklists/MultiQueue.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/SprayList.h"
#include "galois/worklists/StealingBucketQueue.h"
#include "galois/worklists/StealingMultiQueue.h"
#include "galois/worklists/Wasp.h"
#include "galois/worklists/parts/AdaptiveBins.h"
#include "galois/worklists/parts/Bag.h"
#include "galois/worklists/parts/BucketMap.h"
#include "galois/worklists/parts/BucketQueue.h"
#include "galois/worklists/parts/BucketWidth.h"
#include "galois/worklists/parts/BufferedHeap.h"
#include "galois/worklists/parts/ChaseLevDeque.h"
#include "galois/worklists/parts/Chunk.h"
#include "galois/worklists/parts/ChunkList.h"
#include "galois/worklists/parts/ChunkOffers.h"
#include "galois/worklists/parts/DAryHeap.h"
#include "galois/worklists/parts/DriftController.h"
#include "galois/worklists/parts/DriftMonitor.h"
#include "galois/worklists/parts/EpochReclaimer.h"
#include "galois/worklists/parts/FirstHint.h"
#include "galois/worklists/parts/FixedBins.h"
#include "galois/worklists/parts/Inbox.h"
#include "galois/worklists/parts/LocalChunks.h"
#include "galois/worklists/parts/LocalQueues.h"
#include "galois/worklists/parts/LockedQueue.h"
#include "galois/worklists/parts/MergeController.h"
#include "galois/worklists/parts/MultiQueueThread.h"
#include "galois/worklists/parts/NearestFirst.h"
#include "galois/worklists/parts/OfferSearch.h"
#include "galois/worklists/parts/OrderedBags.h"
#include "galois/worklists/parts/QueueAccess.h"
#include "galois/worklists/parts/QueueDraws.h"
#include "galois/worklists/parts/QueueSampler.h"
#include "galois/worklists/parts/QueueTable.h"
#include "galois/worklists/parts/ReceiveQueue.h"
#include "galois/worklists/parts/SkipList.h"
#include "galois/worklists/parts/SkipListMemory.h"
#include "galois/worklists/parts/StealableHeap.h"
#include "galois/worklists/parts/StealableSkipList.h"
#include "galois/worklists/parts/StealingBuffer.h"
#include "galois/worklists/parts/ThinnedHistory.h"
#include "galois/worklists/parts/ThroughHandles.h"
#include "galois/worklists/parts/WorklistCounters.h"

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
  use<MultiBucketQueue<ByDistance>::retype<Task>>();
  use<SprayList<ByDistance>::retype<Task>>();
  use<StealingMultiQueue<ByDistance>::retype<Task>>();
  use<StealingMultiQueue<ByDistance>::with_local<LocalSkipList>::type::retype<Task>>();
  use<Wasp<ByDistance>::retype<Task>>();
  use<Hdcps<ByDistance>::retype<Task>>();
}
