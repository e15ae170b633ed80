#include "galois/gslist.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "containers/Tracked.h"
#include "galois/runtime/Mem.h"
#include "support/Stress.h"

using galois::test::MoveOnly;
using galois::test::Tracked;

namespace {

/// A heap that counts its blocks and checks what is freed.
class CountingHeap {
public:
  void* allocate(std::size_t bytes) {
    ++held;
    return ::operator new(bytes);
  }
  void deallocate(void* block) {
    --held;
    ::operator delete(block);
  }
  int held = 0;
};

template <typename List>
void checkList() {
  CountingHeap heap;
  {
    List list;
    EXPECT_TRUE(list.empty());
    EXPECT_FALSE(list.pop_front(heap));
    for (int i = 0; i < 10; ++i) {
      EXPECT_EQ(list.push_front(heap, i), i);
      EXPECT_EQ(list.front(), i);
    }
    EXPECT_EQ(heap.held, 4) << "blocks of three elements";
    EXPECT_EQ(std::vector<int>(list.begin(), list.end()),
              (std::vector{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}));
    const List& readOnly = list;
    EXPECT_EQ(std::accumulate(readOnly.begin(), readOnly.end(), 0), 45);
    EXPECT_TRUE(list.pop_front(heap));
    EXPECT_EQ(list.front(), 8);
    EXPECT_EQ(heap.held, 3);
    EXPECT_EQ(*list.extract_front(heap), 8);
    List taken(std::move(list));
    EXPECT_TRUE(list.empty()); // NOLINT(bugprone-use-after-move): documented
    EXPECT_EQ(taken.emplace_front(heap, 99), 99);
    list = std::move(taken);
    EXPECT_EQ(std::distance(list.begin(), list.end()), 9);
    EXPECT_EQ(Tracked::live(), 9);
    list.clear(heap);
    EXPECT_TRUE(list.empty());
    EXPECT_EQ(Tracked::live(), 0);
  }
  EXPECT_EQ(heap.held, 0);
}

TEST(Gslist, KeepsItsElementsInTheMemoryOfAHeap) {
  checkList<galois::gslist<Tracked, 3>>();
  checkList<galois::concurrent_gslist<Tracked, 3>>();
}

template <typename List>
void checkOwnMemory() {
  {
    List list;
    for (int i = 0; i < 10; ++i) {
      list.push_front(Tracked(i));
    }
    EXPECT_TRUE(list.pop_front());
    EXPECT_EQ(*list.extract_front(), 8);
    List other;
    other.push_front(Tracked(1));
    other = std::move(list);
    EXPECT_EQ(other.front(), 7);
    EXPECT_EQ(Tracked::live(), 8);
    List cleared;
    cleared.push_front(Tracked(1));
    cleared.clear();
    EXPECT_FALSE(cleared.pop_front());
    EXPECT_FALSE(cleared.extract_front());
  }
  EXPECT_EQ(Tracked::live(), 0) << "the destructor destroys the rest";
}

TEST(Gslist, KeepsItsElementsInMemoryOfItsOwn) {
  checkOwnMemory<galois::gslist<Tracked, 3>>();
  checkOwnMemory<galois::concurrent_gslist<Tracked, 3>>();
}

TEST(Gslist, ACallerCanFreeTheMemoryAsAWhole) {
  using List = galois::gslist<Tracked, 2>;
  galois::runtime::BumpWithMallocHeap<galois::runtime::SystemHeap> heap;
  List list;
  for (int i = 0; i < 100; ++i) {
    list.push_front(heap, i);
  }
  EXPECT_TRUE(list.pop_front(List::promise_to_dealloc()));
  EXPECT_EQ(Tracked::live(), 99);
  list.clear(List::promise_to_dealloc());
  EXPECT_EQ(Tracked::live(), 0);
  heap.clear();
}

TEST(Gslist, TheHeapMayBeGoneBeforeTheList) {
  galois::gslist<int, 2> list;
  {
    galois::runtime::BumpWithMallocHeap<galois::runtime::SystemHeap> heap;
    list.push_front(heap, 1);
  }
}

TEST(Gslist, MixingMemoryThrowsAndChangesNothing) {
  CountingHeap heap;
  galois::concurrent_gslist<int> list;
  list.push_front(heap, 1);
  EXPECT_THROW(list.push_front(2), std::logic_error);
  EXPECT_THROW(list.pop_front(), std::logic_error);
  EXPECT_THROW(list.extract_front(), std::logic_error);
  EXPECT_EQ(*list.extract_front(heap), 1);
  EXPECT_EQ(heap.held, 0);
  list.push_front(2); // an empty list may change its memory
  EXPECT_THROW(list.clear(heap), std::logic_error);
  EXPECT_EQ(list.front(), 2);
}

TEST(Gslist, HoldsMoveOnlyTypes) {
  galois::concurrent_gslist<MoveOnly> list;
  list.push_front(std::make_unique<int>(4));
  EXPECT_EQ(**list.extract_front(), 4);
}

TEST(Gslist, StressConcurrentChangesLoseNoElement) {
  constexpr unsigned kRounds = 2000;
  using List = galois::concurrent_gslist<unsigned, 5>;
  galois::runtime::MallocHeap heap;
  List list;
  std::vector<std::vector<unsigned>> removed(galois::test::kStressThreads);
  galois::test::runRandomThreads(galois::test::kStressThreads,
                                 [&](unsigned tid, galois::substrate::Random& random) {
                                   for (unsigned i = 0; i < kRounds;) {
                                     if (random.below(2) == 0) {
                                       list.push_front(heap, tid * kRounds + i++);
                                     } else if (auto got = list.extract_front(heap)) {
                                       removed[tid].push_back(*got);
                                     }
                                   }
                                 });
  std::vector<unsigned> all(list.begin(), list.end());
  for (const auto& some : removed) {
    all.insert(all.end(), some.begin(), some.end());
  }
  std::sort(all.begin(), all.end());
  std::vector<unsigned> expected(std::size_t{galois::test::kStressThreads} * kRounds);
  std::iota(expected.begin(), expected.end(), 0U);
  EXPECT_EQ(all, expected);
  list.clear(heap);
}

} // namespace
