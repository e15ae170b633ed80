// Checks that the containers and helpers of programs written for Galois compile as C++17, the
// standard of these programs, and uses each of them as they do.
#include "galois/ArrayWrapper.h"
#include "galois/AtomicHelpers.h"
#include "galois/Bag.h"
#include "galois/CopyableTuple.h"
#include "galois/Endian.h"
#include "galois/FixedSizeRing.h"
#include "galois/FlatMap.h"
#include "galois/GetEnv.h"
#include "galois/Logging.h"
#include "galois/ParallelSTL.h"
#include "galois/PerThreadContainer.h"
#include "galois/PriorityQueue.h"
#include "galois/Reduction.h"
#include "galois/TwoLevelIteratorA.h"
#include "galois/gdeque.h"
#include "galois/gslist.h"
#include "galois/gstl.h"
#include "galois/runtime/Mem.h"
#include "galois/substrate/PaddedLock.h"
#include "galois/substrate/SimpleLock.h"

#include <iterator>
#include <list>
#include <memory>
#include <vector>

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

template <typename Containers>
std::size_t usePerThread() {
  Containers containers;
  containers.fill_parallel(std::vector<int>{3, 1, 2});
  std::size_t count = 0;
  for (auto at = containers.cbegin_all(); at != containers.cend_all(); ++at) {
    ++count;
  }
  return count;
}

struct Node {
  galois::InsertBag<Node> children;
};

int useHelpers() {
  std::vector<int> numbers{1, 2};
  galois::addArray(numbers, numbers);
  galois::pairWiseAvg_vec(numbers, numbers);
  galois::resetVec(numbers);
  std::list<std::list<int>> lists{{1}, {2}};
  auto [first, last] =
      galois::make_two_level_iterator<std::forward_iterator_tag>(lists.begin(), lists.end());
  const auto found = galois::ParallelSTL::find_if(first, last, [](int x) { return x == 2; });
  Node root;
  root.children.emplace();
  auto owners =
      galois::make_reducible([](std::unique_ptr<int> a, const std::unique_ptr<int>&) { return a; },
                             [] { return std::make_unique<int>(); });
  owners.update(std::make_unique<int>());
  bool value = false;
  if (galois::GetEnv("HOME") && galois::GetEnv("GALOIS_UNSET", &value)) {
    GALOIS_LOG_WARN("no arguments");
    GALOIS_LOG_ERROR("{} argument", 1);
    GALOIS_LOG_VERBOSE("verbose");
    GALOIS_LOG_DEBUG("debug {}", value);
    GALOIS_WARN_ONCE("once");
    GALOIS_LOG_FATAL("fatal {}", value);
  }
  GALOIS_LOG_ASSERT(found != last);
  GALOIS_LOG_VASSERT(found != last, "no {}", 2);
  const galois::CopyableArray<int, 2> array{{1, 2}};
  const bool less =
      galois::Pair<int, int>(1, 2) < galois::Pair<int, int>(1, 3) &&
      galois::TupleOfThree<int, int, int>(1, 2, 3) != galois::TupleOfThree<int, int, int>(1, 2, 4);
  return static_cast<int>(galois::convert_le32toh(1)) + array[1] + *owners.reduce() +
         (less ? 1 : 0);
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
  usePerThread<galois::PerThreadGdeque<int>>();
  usePerThread<galois::PerThreadMinHeap<int>>();
  return map.at(3) + useHelpers() + useQueue<galois::gstl::PQ<int>>() +
         useQueue<galois::SerFIFO<int>>() + useQueue<galois::SerStack<int>>() +
         useQueue<galois::MinHeap<int>>() + useQueue<galois::ThreadSafeMinHeap<int>>() +
         useQueue<galois::ThreadSafeOrderedSet<int>>() + useSequence<galois::gdeque<int>>() +
         useSequence<galois::FixedSizeRing<int>>() + useSequence<galois::FixedSizeBag<int>>() +
         useSequence<galois::ConcurrentFixedSizeBag<int>>() + useList<galois::gslist<int>>() +
         useList<galois::concurrent_gslist<int>>();
}
