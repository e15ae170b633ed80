#include "galois/worklists/parts/queues/DAryHeap.h"

#include <cstdint>
#include <functional>
#include <queue>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"
#include "support/CountedHeap.h"

namespace galois::worklists {
namespace {

struct Wide {
  std::uint64_t key;
  std::uint32_t payload[8];
};
struct WideLess {
  bool operator()(const Wide& a, const Wide& b) const { return a.key < b.key; }
};
/// Gives the heap keys to compare in place of whole items.
struct WideKeyLess : WideLess {
  std::uint64_t key(const Wide& item) const { return item.key; }
};

template <typename Arity>
class DAryHeapTest : public ::testing::Test {};
using Arities =
    ::testing::Types<std::integral_constant<unsigned, 2>, std::integral_constant<unsigned, 4>,
                     std::integral_constant<unsigned, 8>, std::integral_constant<unsigned, 16>>;
TYPED_TEST_SUITE(DAryHeapTest, Arities);

TYPED_TEST(DAryHeapTest, AgreesWithPriorityQueueOverRandomOperations) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    substrate::Random random(seed, 0);
    DAryHeap<std::uint64_t, std::less<std::uint64_t>, TypeParam::value> heap;
    std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> model;
    const std::uint32_t range =
        1 + random.below(seed % 2 ? 20 : 1u << 30); // This gives many ties, or few.
    for (int step = 0; step < 5000; ++step) {
      if (model.empty() || random.below(100) < (step < 2500 ? 60u : 40u)) {
        const std::uint64_t key = random.below(range);
        heap.push(key);
        model.push(key);
      } else {
        ASSERT_EQ(heap.top(), model.top());
        ASSERT_EQ(heap.pop(), model.top()) << "seed " << seed << " step " << step;
        model.pop();
      }
      ASSERT_EQ(heap.size(), model.size());
    }
  }
}

TYPED_TEST(DAryHeapTest, EverySizeComesOutSorted) {
  for (std::size_t n = 0; n <= 300; ++n) {
    DAryHeap<std::uint32_t, std::less<std::uint32_t>, TypeParam::value> heap;
    for (std::size_t i = 0; i < n; ++i) {
      heap.push(static_cast<std::uint32_t>(i * 7919 % 101));
    }
    std::uint32_t last = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const std::uint32_t next = heap.pop();
      ASSERT_LE(last, next);
      last = next;
    }
    ASSERT_TRUE(heap.empty());
  }
}

/// Pushes items in a mixed order. Expects them to come out whole, and sorted by key.
template <typename Heap>
void expectWholeItems(Heap& heap) {
  for (std::uint32_t i = 0; i < 2000; ++i) {
    Wide item{(i * 2654435761u) % 1000, {}};
    for (std::uint32_t& word : item.payload) {
      word = static_cast<std::uint32_t>(item.key);
    }
    heap.push(item);
  }
  std::uint64_t last = 0;
  while (!heap.empty()) {
    const Wide item = heap.pop();
    ASSERT_LE(last, item.key);
    for (const std::uint32_t word : item.payload) {
      ASSERT_EQ(word, item.key);
    }
    last = item.key;
  }
}

TYPED_TEST(DAryHeapTest, CarriesWholeItems) {
  DAryHeap<Wide, WideLess, TypeParam::value> heap;
  expectWholeItems(heap);
  DAryHeap<Wide, WideKeyLess, TypeParam::value> keyed;
  expectWholeItems(keyed);
}

TYPED_TEST(DAryHeapTest, TakesAnItemOfItsOwnWhileItGrows) {
  DAryHeap<std::uint64_t, std::less<std::uint64_t>, TypeParam::value> heap;
  heap.push(42);
  for (int i = 0; i < 5000; ++i) {
    heap.push(heap.top());
  }
  for (int i = 0; i < 5001; ++i) {
    ASSERT_EQ(heap.pop(), 42u);
  }
}

TYPED_TEST(DAryHeapTest, ClearGivesAnEmptyHeapThatWorks) {
  DAryHeap<std::uint64_t, std::less<std::uint64_t>, TypeParam::value> heap;
  for (std::uint64_t i = 0; i < 3000; ++i) {
    heap.push(i);
  }
  EXPECT_FALSE(heap.empty());
  heap.clear();
  EXPECT_TRUE(heap.empty());
  heap.push(3);
  heap.push(1);
  EXPECT_EQ(heap.pop(), 1u);
  EXPECT_EQ(heap.pop(), 3u);
}

TYPED_TEST(DAryHeapTest, PopManyTakesTheMostUrgentAndLeavesTheRest) {
  DAryHeap<std::uint64_t, std::less<std::uint64_t>, TypeParam::value> heap;
  for (std::uint64_t i = 0; i < 10; ++i) {
    heap.push(9 - i);
  }
  std::vector<std::uint64_t> out(8, 99);
  EXPECT_EQ(heap.popMany(out.data(), 7), 7u);
  EXPECT_EQ(out, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 5, 6, 99}));
  EXPECT_EQ(heap.size(), 3u);
  EXPECT_EQ(heap.popMany(out.data(), 8), 3u);
  EXPECT_EQ(out, (std::vector<std::uint64_t>{7, 8, 9, 3, 4, 5, 6, 99}));
  EXPECT_EQ(heap.popMany(out.data(), 8), 0u);
}

TYPED_TEST(DAryHeapTest, ReservedRoomNeedsNoMoreMemory) {
  DAryHeap<std::uint64_t, std::less<std::uint64_t>, TypeParam::value> heap;
  heap.reserve(4096);
  const std::size_t calls = galois::test::CountedHeap::calls();
  heap.reserve(4096);
  for (std::uint64_t i = 0; i < 4096; ++i) {
    heap.push(i);
  }
  EXPECT_EQ(galois::test::CountedHeap::calls(), calls);
}

TYPED_TEST(DAryHeapTest, ReservingTheSizeOfAFullHeapDoesNotGrowIt) {
  DAryHeap<std::uint64_t, std::less<std::uint64_t>, TypeParam::value> heap;
  for (std::uint64_t i = 0; i < 5000; ++i) { // It is full several times.
    heap.push(i);
    const std::size_t calls = galois::test::CountedHeap::calls();
    heap.reserve(heap.size());
    ASSERT_EQ(galois::test::CountedHeap::calls(), calls) << heap.size();
  }
}

TYPED_TEST(DAryHeapTest, HoldsOneArrayAndFreesIt) {
  using galois::test::CountedHeap;
  CountedHeap::held();       // The first call makes the page pool.
  std::size_t full, cleared; // The framework allocates, too, so expectations come last.
  const std::size_t before = CountedHeap::held();
  {
    DAryHeap<std::uint64_t, std::less<std::uint64_t>, TypeParam::value> heap;
    for (std::uint64_t i = 0; i < 4096; ++i) {
      heap.push(i);
    }
    full = CountedHeap::held();
    heap.clear();
    cleared = CountedHeap::held();
    heap.push(1);
  }
  const std::size_t after = CountedHeap::held();
  EXPECT_LT(full - before, 4096 * sizeof(std::uint64_t) * 5 / 4)
      << "the smaller arrays have been freed";
  EXPECT_EQ(cleared, before);
  EXPECT_EQ(after, before);
}

TYPED_TEST(DAryHeapTest, GroupsOfChildrenBeginWhereCacheLinesDo) {
  constexpr std::uintptr_t kLine = 64, kGroup = TypeParam::value * sizeof(std::uint64_t);
  for (const std::size_t items : {1u, 2000u, 4000u, 8000u, 16000u}) {
    DAryHeap<std::uint64_t, std::less<std::uint64_t>, TypeParam::value> heap;
    heap.reserve(items);
    heap.push(1);
    const auto children = reinterpret_cast<std::uintptr_t>(&heap.top() + 1);
    EXPECT_EQ(children % kLine, kGroup % kLine) << items;
  }
}

} // namespace
} // namespace galois::worklists
