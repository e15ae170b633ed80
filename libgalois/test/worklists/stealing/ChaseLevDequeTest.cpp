#include "galois/worklists/parts/stealing/ChaseLevDeque.h"

#include <atomic>
#include <deque>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"

namespace galois::worklists {
namespace {

TEST(ChaseLevDeque, BeginsEmpty) {
  ChaseLevDeque<int> deque;
  int out = 7;
  EXPECT_TRUE(deque.seemsEmpty());
  EXPECT_EQ(deque.size(), 0u);
  EXPECT_FALSE(deque.pop(out));
  EXPECT_EQ(deque.steal(out), Steal::kEmpty);
  EXPECT_EQ(out, 7); // It has not changed.
}

TEST(ChaseLevDeque, OwnerTakesTheYoungestAThiefTheOldest) {
  ChaseLevDeque<int> deque;
  for (int i = 0; i < 6; ++i) {
    deque.push(i);
  }
  int out = -1;
  EXPECT_EQ(deque.size(), 6u);
  EXPECT_TRUE(deque.pop(out));
  EXPECT_EQ(out, 5);
  EXPECT_EQ(deque.steal(out), Steal::kGot);
  EXPECT_EQ(out, 0);
  EXPECT_TRUE(deque.pop(out));
  EXPECT_EQ(out, 4);
  EXPECT_EQ(deque.steal(out), Steal::kGot);
  EXPECT_EQ(out, 1);
  EXPECT_EQ(deque.size(), 2u);
}

TEST(ChaseLevDeque, ItemsMayBePointers) {
  ChaseLevDeque<const char*> deque(1);
  const char text[] = "abc";
  for (const char& c : text) {
    deque.push(&c);
  }
  const char* out = nullptr;
  EXPECT_EQ(deque.steal(out), Steal::kGot);
  EXPECT_EQ(out, text);
}

/// Counts the atomics that are made, most of which are the slots of arrays.
struct CountedAtomics {
  static inline std::size_t made = 0;

  template <typename T>
  class Atomic : public std::atomic<T> {
  public:
    Atomic() noexcept { ++made; }
    Atomic(T value) noexcept : std::atomic<T>(value) { ++made; } // implicit, as std::atomic's
  };
  template <typename T>
  using Plain = T;
};

TEST(ChaseLevDeque, PlacesThatThievesHaveEmptiedAreUsedAgain) {
  CountedAtomics::made = 0;
  ChaseLevDeque<int, CountedAtomics> deque(4);
  const std::size_t before = CountedAtomics::made;
  for (int i = 0; i < 1000; ++i) {
    deque.push(i);
    int out = -1;
    EXPECT_EQ(deque.steal(out), Steal::kGot);
    EXPECT_EQ(out, i);
  }
  EXPECT_EQ(CountedAtomics::made, before) << "it has not grown";
}

TEST(ChaseLevDeque, BehavesAsADequeWhileItGrowsAndWrapsAround) {
  for (const std::size_t capacity : {1u, 2u, 8u}) {
    ChaseLevDeque<int> deque(capacity);
    std::deque<int> model;
    substrate::Random random(11, capacity);
    for (int step = 0; step < 50000; ++step) {
      // Phases of filling and of draining alternate, so that both ends move far.
      const bool fills = step / 1000 % 2 == 0;
      int out = -1;
      if (random.below(5) < (fills ? 3u : 1u)) {
        deque.push(step);
        model.push_back(step);
      } else if (random.below(2)) {
        ASSERT_EQ(deque.pop(out), !model.empty());
        if (!model.empty()) {
          ASSERT_EQ(out, model.back());
          model.pop_back();
        }
      } else {
        ASSERT_EQ(deque.steal(out), model.empty() ? Steal::kEmpty : Steal::kGot);
        if (!model.empty()) {
          ASSERT_EQ(out, model.front());
          model.pop_front();
        }
      }
      ASSERT_EQ(deque.size(), model.size());
      ASSERT_EQ(deque.seemsEmpty(), model.empty());
    }
  }
}

} // namespace
} // namespace galois::worklists
