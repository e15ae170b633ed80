#include "galois/substrate/SimpleLock.h"

#include <gtest/gtest.h>

#include <mutex>
#include <type_traits>

#include "support/Stress.h"

using galois::substrate::CondLock;
using galois::substrate::DummyLock;
using galois::substrate::SimpleLock;

namespace {

TEST(SimpleLock, LocksAndUnlocks) {
  SimpleLock lock;
  EXPECT_FALSE(lock.is_locked());
  lock.lock();
  EXPECT_TRUE(lock.is_locked());
  EXPECT_FALSE(lock.try_lock());
  lock.unlock();
  EXPECT_TRUE(lock.try_lock());
  const SimpleLock copy(lock); // A copy guards another object, so it begins unlocked.
  EXPECT_FALSE(copy.is_locked());
  lock.unlock();
  const std::lock_guard<SimpleLock> guard(lock);
  EXPECT_TRUE(lock.is_locked());
}

TEST(SimpleLock, IsHeldByItsGuard) {
  SimpleLock lock;
  {
    const galois::substrate::LockGuard<SimpleLock> guard(lock);
    EXPECT_TRUE(lock.is_locked());
  }
  EXPECT_FALSE(lock.is_locked());
}

TEST(SimpleLock, DummyAlwaysSucceeds) {
  DummyLock lock;
  lock.lock();
  EXPECT_TRUE(lock.try_lock());
  EXPECT_FALSE(lock.is_locked());
  lock.unlock();
  static_assert(std::is_same_v<CondLock<true>, SimpleLock>);
  static_assert(std::is_same_v<CondLock<false>, DummyLock>);
}

/// Counts under a lock that const methods take, as programs written for Galois do.
class Counter {
public:
  void add() {
    MAKE_LOCK_GUARD(lock_);
    ++count_;
  }
  long get() const {
    MAKE_LOCK_GUARD(lock_);
    MAKE_LOCK_GUARD(never_); // two guards in one scope
    return count_;
  }
  bool isFree() const { return !lock_.is_locked(); }

private:
  SimpleLock lock_;
  DummyLock never_;
  long count_ = 0;
};

TEST(SimpleLock, ConstMethodsCanLock) {
  const SimpleLock lock;
  lock.lock();
  EXPECT_FALSE(lock.try_lock());
  lock.unlock();
  EXPECT_TRUE(lock.try_lock_strong());
  lock.unlock();
  {
    const std::lock_guard<const SimpleLock> guard(lock);
    EXPECT_TRUE(lock.is_locked());
  }
  EXPECT_FALSE(lock.is_locked());
}

TEST(SimpleLock, GuardMacroLocksToTheEndOfTheScope) {
  Counter counter;
  galois::test::runThreads(galois::test::kStressThreads, [&](unsigned) {
    for (int i = 0; i < 500; ++i) {
      const long before = counter.get();
      counter.add();
      EXPECT_LT(before, counter.get());
    }
  });
  EXPECT_EQ(counter.get(), 500L * galois::test::kStressThreads);
  EXPECT_TRUE(counter.isFree());
}

TEST(SimpleLock, GuardsUnderOversubscription) {
  SimpleLock lock;
  long guarded = 0;
  galois::test::runThreads(galois::test::kStressThreads, [&](unsigned tid) {
    for (int i = 0; i < 2000; ++i) {
      if (tid % 2 == 0) {
        lock.lock();
      } else if (!lock.try_lock()) {
        --i;
        galois::substrate::Backoff()();
        continue;
      }
      ++guarded;
      lock.unlock();
    }
  });
  EXPECT_EQ(guarded, 2000L * galois::test::kStressThreads);
}

} // namespace
