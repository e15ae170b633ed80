// Checks that the containers and helpers of programs written for Galois compile as C++17, the
// standard of these programs, and uses each of them as they do.
#include "galois/FixedSizeRing.h"
#include "galois/FlatMap.h"
#include "galois/PriorityQueue.h"
#include "galois/gdeque.h"
#include "galois/gslist.h"
#include "galois/gstl.h"
#include "galois/runtime/Mem.h"
#include "galois/substrate/PaddedLock.h"
#include "galois/substrate/SimpleLock.h"

static_assert(__cplusplus < 202002L, "this file is for C++17");

namespace {

template <typename Sequence>
int useSequence() {
  Sequence items;
  items.push_back(1);
  items.push_front(2);
  items.emplace_back(3);
  items.pop_back();
  int sum = 0;
  for (int item : items) {
    sum += item;
  }
  return sum + items.front() + items.back();
}

template <typename List>
int useList() {
  struct {
    void* allocate(std::size_t bytes) { return ::operator new(bytes); }
    void deallocate(void* block) { ::operator delete(block); }
  } heap;
  List list;
  list.push_front(heap, 1);
  const int front = list.front();
  list.pop_front(heap);
  return front;
}

template <typename Queue>
int useQueue() {
  Queue queue;
  queue.push(2);
  queue.emplace(1);
  return queue.pop();
}

template <typename Heap>
void useHeap(Heap&& heap) {
  heap.deallocate(heap.allocate(16));
}

void useHeaps() {
  using namespace galois::runtime;
  useHeap(MallocHeap());
  useHeap(SystemHeap());
  useHeap(PageHeap());
  useHeap(BumpHeap<SystemHeap>());
  useHeap(BumpWithMallocHeap<FreeListHeap<SystemHeap>>());
  useHeap(LockedHeap<FreeListHeap<MallocHeap>>());
  useHeap(SelfLockFreeListHeap<MallocHeap>());
  useHeap(ThreadPrivateHeap<FreeListHeap<MallocHeap>>());
  useHeap(VariableSizeHeap());
  useHeap(FixedSizeHeap(16));
  useHeap(*SizedHeapFactory::getHeapForSize(16));
  useHeap(SerialNumaHeap());
}

template <typename Lock>
void useLock(const Lock& lock) {
  MAKE_LOCK_GUARD(lock);
}

} // namespace

int useContainers() {
  useLock(galois::substrate::SimpleLock());
  useLock(galois::substrate::PaddedLock<true>());
  useHeaps();
  galois::flat_map<int, int> map{{1, 2}};
  map[3] = 4;
  return map.at(3) + useQueue<galois::gstl::PQ<int>>() + useQueue<galois::SerFIFO<int>>() +
         useQueue<galois::SerStack<int>>() + useQueue<galois::MinHeap<int>>() +
         useQueue<galois::ThreadSafeMinHeap<int>>() +
         useQueue<galois::ThreadSafeOrderedSet<int>>() + useSequence<galois::gdeque<int>>() +
         useSequence<galois::FixedSizeRing<int>>() + useSequence<galois::FixedSizeBag<int>>() +
         useSequence<galois::ConcurrentFixedSizeBag<int>>() + useList<galois::gslist<int>>() +
         useList<galois::concurrent_gslist<int>>();
}
