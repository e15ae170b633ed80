#include "galois/AtomicHelpers.h"

#include <array>
#include <atomic>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "galois/AtomicWrapper.h"
#include "support/Stress.h"

namespace {

TEST(AtomicHelpers, ReturnTheOldValue) {
  std::atomic<int> word{5};
  EXPECT_EQ(galois::atomicMin(word, 7), 5);
  EXPECT_EQ(galois::atomicMin(word, 3), 5);
  EXPECT_EQ(galois::atomicMax(word, 2), 3);
  EXPECT_EQ(galois::atomicMax(word, 9), 3);
  EXPECT_EQ(galois::atomicAdd(word, 1), 9);
  EXPECT_EQ(galois::atomicSubtract(word, 4), 10);
  EXPECT_EQ(word, 6);
  std::atomic<double> real{1.5};
  EXPECT_EQ(galois::atomicAdd(real, 1), 1.5);
  EXPECT_EQ(galois::atomicSubtract(real, 0.5), 2.5);
  EXPECT_EQ(real, 2.0);
}

TEST(AtomicHelpers, PlainVersions) {
  int x = 5;
  EXPECT_EQ(galois::min(x, 3), 5);
  EXPECT_EQ(galois::max(x, 8), 3);
  EXPECT_EQ(galois::add(x, 2), 8);
  EXPECT_EQ(x, 10);
  galois::set(x, 1);
  galois::reset(x, 0);
  EXPECT_EQ(x, 0);
  std::atomic<int> word{5};
  EXPECT_EQ(galois::add(word, 2), 5);
  EXPECT_EQ(word, 7);
  galois::set(word, 1);
  EXPECT_EQ(word, 1);
  galois::reset(word, 0);
  EXPECT_EQ(word, 0);
  std::vector<galois::CopyableAtomic<int>> words(3, 7);
  EXPECT_EQ(words[2], 7);
  std::vector<int> numbers(2, 9);
  galois::resetVec(numbers);
  EXPECT_EQ(numbers[1], 0);
  std::vector<galois::substrate::Atomic<int>> shared(2);
  shared[1].store(9);
  galois::resetVec(shared);
  EXPECT_EQ(shared[1].load(), 0);
}

TEST(AtomicHelpers, AtomicWordsOfOneThread) {
  std::atomic<int> word{5};
  EXPECT_EQ(galois::max(word, 3), 5);
  EXPECT_EQ(galois::max(word, 8), 5);
  EXPECT_EQ(galois::min(word, 9), 8);
  EXPECT_EQ(galois::min(word, 2), 8);
  EXPECT_EQ(word, 2);
}

// Zero and minus zero are equal, but not the same.
TEST(AtomicHelpers, AnEqualValueReplacesNothing) {
  std::atomic<double> word{-0.0};
  galois::atomicMax(word, 0.0);
  galois::atomicMin(word, 0.0);
  galois::max(word, 0.0);
  galois::min(word, 0.0);
  EXPECT_TRUE(std::signbit(word.load()));
  double plain = -0.0;
  galois::max(plain, 0.0);
  galois::min(plain, 0.0);
  EXPECT_TRUE(std::signbit(plain));
}

TEST(AtomicHelpers, Vectors) {
  std::vector<int> numbers{1, -5, 3};
  galois::addArray(numbers, std::vector<int>{1, 2, 3});
  EXPECT_EQ(numbers, (std::vector{2, -3, 6}));
  galois::pairWiseAvg_vec(numbers, std::vector<int>{4, -5, 7});
  EXPECT_EQ(numbers, (std::vector{3, -4, 6}));
  EXPECT_EQ(galois::pairWiseAvg(1.0, 2.0), 1.5);

  std::array<double, 2> reals{1, 2};
  galois::addArray(reals, std::array<double, 2>{0.5, 0.25});
  EXPECT_EQ(reals, (std::array{1.5, 2.25}));
  galois::resetVec(reals);
  EXPECT_EQ(reals, (std::array{0.0, 0.0}));

  std::vector<galois::substrate::Atomic<unsigned>> shared(2);
  galois::addArray(shared, std::vector<unsigned>{4, 6});
  galois::pairWiseAvg_vec(shared, shared);
  EXPECT_EQ(shared[1].load(), 6U);
  galois::pairWiseAvg_vec(shared, std::vector<unsigned>{0, 0});
  EXPECT_EQ(shared[0].load(), 2U);

  std::vector<galois::CopyableAtomic<int>> copyable(2, 3);
  galois::addArray(copyable, std::vector<int>{1, 2});
  EXPECT_EQ(copyable[1], 5);
  galois::pairWiseAvg_vec(copyable, copyable);
  EXPECT_EQ(copyable[0], 4);
  EXPECT_EQ(galois::max(copyable[0], 9), 4);
  EXPECT_EQ(galois::min(copyable[0], 1), 9);
  galois::resetVec(copyable);
  EXPECT_EQ(copyable[0], 0);
}

TEST(AtomicHelpers, StressManyThreadsLoseNoUpdate) {
  std::atomic<long> sum{0};
  std::atomic<double> real{0};
  std::atomic<unsigned> least{~0U};
  std::atomic<unsigned> greatest{0};
  constexpr unsigned kRounds = 2000;
  galois::test::runThreads(galois::test::kStressThreads, [&](unsigned tid) {
    for (unsigned i = 0; i < kRounds; ++i) {
      galois::atomicAdd(sum, 2);
      galois::atomicSubtract(sum, 1);
      galois::atomicAdd(real, 1.0);
      galois::atomicMin(least, tid + 10 + i);
      galois::atomicMax(greatest, tid + i);
    }
  });
  constexpr long kAll = long{galois::test::kStressThreads} * kRounds;
  EXPECT_EQ(sum, kAll);
  EXPECT_EQ(real, static_cast<double>(kAll));
  EXPECT_EQ(least, 10U);
  EXPECT_EQ(greatest, galois::test::kStressThreads - 1 + kRounds - 1);
}

TEST(AtomicWrapper, CopiesStartWithTheValue) {
  galois::CopyableAtomic<int> a(3);
  galois::CopyableAtomic<int> b = a;
  b = 4;
  EXPECT_EQ(a, 3);
  a = b;
  EXPECT_EQ(a, 4);
  EXPECT_EQ(galois::CopyableAtomic<int>(), 0);
}

} // namespace
