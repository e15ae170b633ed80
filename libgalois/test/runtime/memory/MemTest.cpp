#include "galois/Mem.h"

#include <cstdint>
#include <limits>
#include <map>
#include <new>
#include <vector>

#include <gtest/gtest.h>

namespace {

using Heap = galois::IterAllocBaseTy;

template <typename H>
void checkHeap(H& heap) {
  // Every allocation is aligned, distinct and writable, whatever its size. After clear() the memory
  // is reused.
  for (int round = 0; round < 3; ++round) {
    std::vector<std::pair<unsigned char*, std::size_t>> blocks;
    for (std::size_t bytes : {1, 7, 16, 100, 5000, 70000, 3000000, 24, 8}) {
      auto* p = static_cast<unsigned char*>(heap.allocate(bytes));
      ASSERT_EQ(reinterpret_cast<std::uintptr_t>(p) % alignof(std::max_align_t), 0U);
      std::fill_n(p, bytes, static_cast<unsigned char>(blocks.size()));
      blocks.emplace_back(p, bytes);
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      ASSERT_EQ(blocks[i].first[0], i);
      ASSERT_EQ(blocks[i].first[blocks[i].second - 1], i);
    }
    heap.clear();
  }
}

TEST(Mem, BumpHeapOverPages) {
  Heap heap;
  checkHeap(heap);
}

TEST(Mem, BumpHeapOverSmallBlocks) {
  galois::runtime::BumpWithMallocHeap<galois::runtime::MallocHeap> heap(
      galois::runtime::MallocHeap(4096));
  checkHeap(heap);
}

TEST(Mem, AbsurdRequestsAreOutOfMemory) {
  Heap heap;
  EXPECT_THROW(heap.allocate(std::numeric_limits<std::size_t>::max()), std::bad_alloc);
  EXPECT_THROW(heap.allocate(std::numeric_limits<std::size_t>::max() - 100), std::bad_alloc);
  galois::runtime::SystemHeap pages;
  EXPECT_THROW(pages.allocate(galois::runtime::SystemHeap::blockSize() + 1), std::bad_alloc);
}

TEST(Mem, PerIterationAllocatorServesContainers) {
  Heap heap;
  galois::PerIterAllocTy alloc(&heap);
  std::vector<int, galois::PerIterAllocTy::rebind<int>::other> vector(alloc);
  for (int i = 0; i < 1000; ++i) {
    vector.push_back(i);
  }
  using Pair = std::pair<const int, int>;
  std::map<int, int, std::less<>, galois::PerIterAllocTy::rebind<Pair>::other> map(alloc);
  map[1] = 2;
  EXPECT_EQ(vector.back() + map[1], 1001);
  EXPECT_TRUE(alloc == galois::PerIterAllocTy::rebind<int>::other(alloc));
}

TEST(Mem, StatelessAllocators) {
  galois::FixedSizeAllocator<double> fixed;
  double* d = fixed.allocate(1);
  fixed.construct(d, 2.5);
  EXPECT_EQ(*d, 2.5);
  fixed.destroy(d);
  fixed.deallocate(d, 1);
  std::vector<int, galois::Pow_2_VarSizeAlloc<int>> vector(10, 3);
  EXPECT_EQ(vector[9], 3);
  EXPECT_THROW(static_cast<void>(fixed.allocate(std::numeric_limits<std::size_t>::max() / 4)),
               std::bad_alloc);
}

} // namespace
