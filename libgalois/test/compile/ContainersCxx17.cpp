// Checks that the containers and helpers of programs written for Galois compile as C++17, the
// standard of these programs, and uses each of them as they do.
#include "galois/FixedSizeRing.h"
#include "galois/gdeque.h"
#include "galois/gslist.h"
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

template <typename Lock>
void useLock(const Lock& lock) {
  MAKE_LOCK_GUARD(lock);
}

} // namespace

int useContainers() {
  useLock(galois::substrate::SimpleLock());
  useLock(galois::substrate::PaddedLock<true>());
  return useSequence<galois::gdeque<int>>() + useSequence<galois::FixedSizeRing<int>>() +
         useSequence<galois::FixedSizeBag<int>>() +
         useSequence<galois::ConcurrentFixedSizeBag<int>>() + useList<galois::gslist<int>>() +
         useList<galois::concurrent_gslist<int>>();
}
