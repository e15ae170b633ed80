#include "galois/substrate/PaddedLock.h"

#include <gtest/gtest.h>

#include <array>
#include <mutex>

#include "support/Stress.h"

using galois::substrate::PaddedLock;

namespace {

TEST(PaddedLock, HasItsOwnLine) {
  static_assert(sizeof(PaddedLock<true>) == galois::substrate::kCacheLineSize);
  static_assert(alignof(PaddedLock<true>) == galois::substrate::kCacheLineSize);
  static_assert(sizeof(PaddedLock<false>) == 1);
  PaddedLock<false> dummy;
  const std::lock_guard<PaddedLock<false>> guard(dummy);
  EXPECT_TRUE(dummy.try_lock());
}

TEST(PaddedLock, ConstMethodsCanLock) {
  const PaddedLock<true> lock;
  {
    MAKE_LOCK_GUARD(lock);
    EXPECT_TRUE(lock.is_locked());
    EXPECT_FALSE(lock.try_lock());
  }
  EXPECT_FALSE(lock.is_locked());
}

TEST(PaddedLock, LocksInArraysAreIndependent) {
  std::array<PaddedLock<true>, 4> locks;
  std::array<long, 4> guarded{};
  galois::test::runRandomThreads(8, [&](unsigned, galois::substrate::Random& random) {
    for (int i = 0; i < 1000; ++i) {
      const unsigned which = random.below(4);
      const std::lock_guard<PaddedLock<true>> guard(locks[which]);
      ++guarded[which];
    }
  });
  EXPECT_EQ(guarded[0] + guarded[1] + guarded[2] + guarded[3], 8000);
}

} // namespace
