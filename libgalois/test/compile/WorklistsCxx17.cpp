// Checks that the names for worklists with their default template arguments compile as C++17, the
// standard of programs written for Galois, also after retype to another task type. Policies of the
// registry need no line here: lonestar/test/policies/RegistryCxx17.cpp has them all.
// U23: the test of Galois that should do so instantiates nothing.
#include "galois/worklists/BulkSynchronous.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/MultiQueue.h"
#include "galois/worklists/PrivateDeques.h"
#include "galois/worklists/StealingMultiQueue.h"

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
  use<BulkSynchronous<>::retype<Task>>();
  use<OptimizedMultiQueue<TemporalLocality, TaskBatching, ByDistance>::retype<Task>>();
  use<RandomEnqueueLocalDequeue<ByDistance>::retype<Task>>();
  use<SkipListMultiQueue<ByDistance>::retype<Task>>();
  use<SkipListRandomEnqueueLocalDequeue<ByDistance>::retype<Task>>();
  use<MultiBucketQueue<ByDistance>::retype<Task>>();
  use<StealingMultiQueue<ByDistance>::with_local<LocalSkipList>::type::retype<Task>>();
  use<StealingSkipListQueue<ByDistance>::retype<Task>>();
  use<ReceiverInitiatedDeques<>::retype<Task>>();
  use<SenderInitiatedDeques<>::retype<Task>>();
  use<ChaseLevDeques<>::retype<Task>>();
}
