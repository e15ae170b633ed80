#include "galois/runtime/memory/Heaps.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Mem.h"
#include "galois/Threads.h"
#include "galois/runtime/memory/BumpHeap.h"
#include "support/Stress.h"

namespace {

using namespace galois::runtime;

/// A source that counts the blocks that it has handed out.
struct CountedSource {
  static constexpr std::size_t AllocSize = 256;
  static inline int held = 0;
  void* allocate(std::size_t bytes) {
    ++held;
    return ::operator new(bytes);
  }
  void deallocate(void* block) noexcept {
    --held;
    ::operator delete(block);
  }
};

TEST(Heaps, ConstantsSayTheSizeOfBlocks) {
  EXPECT_EQ(SystemHeap::AllocSize, SystemHeap::blockSize());
  EXPECT_EQ(PageHeap::AllocSize, SystemHeap::blockSize());
  static_assert(MallocHeap::AllocSize == 0);
  static_assert(FreeListHeap<SystemHeap>::AllocSize == SystemHeap::AllocSize);
  static_assert(LockedHeap<FreeListHeap<SystemHeap>>::AllocSize == SystemHeap::AllocSize);
}

TEST(Heaps, FreeListReusesBlocksAndReturnsThem) {
  CountedSource::held = 0;
  {
    FreeListHeap<CountedSource> heap;
    void* first = heap.allocate(1); // smaller than the link of the list
    void* second = heap.allocate(1);
    EXPECT_NE(first, second);
    heap.deallocate(first);
    heap.deallocate(nullptr);
    EXPECT_EQ(heap.allocate(1), first);
    EXPECT_EQ(CountedSource::held, 2);
    heap.deallocate(first);
    heap.deallocate(second);
    heap.clear();
    EXPECT_EQ(CountedSource::held, 0);
    heap.deallocate(heap.allocate(8));
  }
  EXPECT_EQ(CountedSource::held, 0) << "the destructor returns the blocks";
}

TEST(Heaps, BumpHeapTakesItsBlocksFromAnySource) {
  CountedSource::held = 0;
  {
    BumpWithMallocHeap<CountedSource> heap;
    std::set<void*> blocks;
    for (int i = 0; i < 100; ++i) {
      void* p = heap.allocate(16);
      std::memset(p, i, 16);
      EXPECT_TRUE(blocks.insert(p).second);
    }
    // A block of 256 bytes has a header of 16 bytes and room for 15 allocations.
    EXPECT_EQ(CountedSource::held, 7);
    heap.clear();
    EXPECT_EQ(CountedSource::held, 1);
  }
  EXPECT_EQ(CountedSource::held, 0);
  {
    BumpHeap<FreeListHeap<CountedSource>> reusing;
    std::memset(reusing.allocate(200), 1, 200);
    std::memset(reusing.allocate(200), 2, 200);
    reusing.clear(); // one block stays, the other goes to the free list
    EXPECT_EQ(CountedSource::held, 2);
    std::memset(reusing.allocate(200), 3, 200);
    std::memset(reusing.allocate(200), 4, 200);
    EXPECT_EQ(CountedSource::held, 2);
  }
  EXPECT_EQ(CountedSource::held, 0);
}

TEST(Heaps, BumpHeapReturnsWhatFitsIntoItsBlock) {
  BumpWithMallocHeap<CountedSource> heap;
  std::size_t allocated = 0;
  EXPECT_NE(heap.allocate(100, allocated), nullptr);
  EXPECT_EQ(allocated, 100U);
  void* rest = heap.allocate(10000, allocated);
  EXPECT_EQ(allocated, 128U) << "240 bytes less 112";
  std::memset(rest, 1, allocated);
  std::memset(heap.allocate(10000, allocated), 2, 240);
  EXPECT_EQ(allocated, 240U) << "a whole new block";
  EXPECT_EQ(static_cast<unsigned char*>(rest)[127], 1);
}

/// Threads take blocks, write them, and free blocks that others took.
template <typename Heap>
void stressHeap(Heap& heap, std::size_t bytes) {
  constexpr unsigned kSlots = 64;
  std::vector<unsigned char*> slots(kSlots, nullptr);
  std::vector<galois::substrate::SimpleLock> locks(kSlots);
  std::atomic<unsigned> damaged{0};
  galois::test::runRandomThreads(
      galois::test::kStressThreads, [&](unsigned tid, galois::substrate::Random& random) {
        for (unsigned i = 0; i < 1000; ++i) {
          auto* made = static_cast<unsigned char*>(heap.allocate(bytes));
          std::memset(made, static_cast<int>(tid), bytes);
          const unsigned at = random.below(kSlots);
          unsigned char* old = made;
          {
            MAKE_LOCK_GUARD(locks[at]);
            std::swap(old, slots[at]);
          }
          if (old != nullptr) {
            // All bytes of a block are those of the thread that wrote it.
            damaged += std::any_of(old, old + bytes, [old](int b) { return b != *old; });
            heap.deallocate(old);
          }
        }
      });
  EXPECT_EQ(damaged, 0U);
  for (unsigned char* p : slots) {
    if (p != nullptr) {
      heap.deallocate(p);
    }
  }
}

TEST(Heaps, StressManyThreadsShareHeaps) {
  {
    LockedHeap<FreeListHeap<MallocHeap>> heap;
    stressHeap(heap, 40);
    heap.clear();
  }
  SelfLockFreeListHeap<MallocHeap> selfLocked;
  stressHeap(selfLocked, 24);
  ThreadPrivateHeap<FreeListHeap<MallocHeap>> perThread;
  stressHeap(perThread, 32);
  perThread.clear();
  VariableSizeHeap variable;
  stressHeap(variable, 50);
  variable.clear();
  FixedSizeHeap fixed(48);
  stressHeap(fixed, 48);
}

TEST(Heaps, VariableSizeHeapAllocatesAnySizeAndParts) {
  VariableSizeHeap heap;
  std::memset(heap.allocate(SystemHeap::AllocSize * 2), 1, SystemHeap::AllocSize * 2);
  std::size_t allocated = 0;
  std::memset(heap.allocate(SystemHeap::AllocSize * 2, allocated), 1, 1000);
  EXPECT_GT(allocated, SystemHeap::AllocSize / 2);
  EXPECT_LE(allocated, SystemHeap::AllocSize);
}

TEST(Heaps, FixedSizeHeapRefusesLargerBlocks) {
  FixedSizeHeap heap(24);
  EXPECT_THROW(heap.allocate(25), std::bad_alloc);
  void* kept = heap.allocate(24);
  FixedSizeHeap(24).deallocate(kept); // blocks belong to no particular heap
}

TEST(Heaps, FactoryHasOneHeapForEachSize) {
  EXPECT_EQ(SizedHeapFactory::getHeapForSize(0), nullptr);
  std::vector<SizedHeapFactory::SizedHeap*> seen(galois::test::kStressThreads * 8);
  galois::test::runThreads(galois::test::kStressThreads, [&](unsigned tid) {
    for (unsigned size = 0; size < 8; ++size) {
      auto* heap = SizedHeapFactory::getHeapForSize(size * 8 + 8);
      heap->deallocate(heap->allocate(size * 8 + 8));
      seen[tid * 8 + size] = heap;
    }
  });
  for (std::size_t i = 8; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i], seen[i % 8]);
  }
  EXPECT_EQ(std::set(seen.begin(), seen.end()).size(), 8U);
}

TEST(Heaps, SerialNumaHeapAllocatesLargeArrays) {
  galois::setActiveThreads(3);
  SerialNumaHeap heap;
  constexpr std::size_t kBytes = std::size_t{5} << 20;
  auto* array = static_cast<unsigned char*>(heap.allocate(kBytes));
  EXPECT_TRUE(std::all_of(array, array + kBytes, [](unsigned char b) { return b == 0; }));
  auto* other = static_cast<unsigned char*>(heap.allocate(100));
  std::memset(other, 1, 100);
  heap.deallocate(array);
  heap.deallocate(nullptr);
  EXPECT_EQ(heap.allocate(0), nullptr);
  EXPECT_THROW(heap.allocate(std::numeric_limits<std::size_t>::max() / 4), std::bad_alloc);
  galois::setActiveThreads(1);
}

TEST(Heaps, AllocatorsUseHeaps) {
  VariableSizeHeap heap;
  ExternalHeapAllocator<int, VariableSizeHeap> alloc(&heap);
  std::vector<int, ExternalHeapAllocator<int, VariableSizeHeap>> numbers(1000, 7, alloc);
  EXPECT_EQ(std::count(numbers.begin(), numbers.end(), 7), 1000);
}

/// A node whose children have its own, still incomplete, type.
struct Node {
  std::vector<Node, galois::FixedSizeAllocator<Node>> children;
};

TEST(Heaps, AllocatorsAcceptIncompleteTypes) {
  Node root;
  root.children.resize(3);
  EXPECT_TRUE(root.children[2].children.empty());
}

} // namespace
