#include "galois/substrate/ThreadRWlock.h"

#include <gtest/gtest.h>

#include <atomic>

#include "support/Stress.h"

using galois::substrate::ThreadRWlock;

namespace {

TEST(ThreadRWlock, WritersAreAloneReadersAreNot) {
  ThreadRWlock lock;
  long a = 0;
  long b = 0; // a == b whenever no thread writes.
  std::atomic<int> torn{0};
  galois::test::runRandomThreads(8, [&](unsigned, galois::substrate::Random& random) {
    for (int i = 0; i < 1000; ++i) {
      if (random.below(10) == 0) {
        lock.writeLock();
        ++a;
        ++b;
        lock.writeUnlock();
      } else {
        lock.readLock();
        if (a != b) {
          ++torn;
        }
        lock.readUnlock();
      }
    }
  });
  EXPECT_EQ(torn.load(), 0);
  EXPECT_EQ(a, b);
  EXPECT_GT(a, 0);
}

TEST(ThreadRWlock, MayBeHeldWhileThePoolGrows) {
  ThreadRWlock lock;
  lock.writeLock();
  auto& pool = galois::substrate::getThreadPool();
  pool.reserve(pool.getMaxThreads() + 4);
  lock.writeUnlock();
  galois::test::runThreads(pool.getMaxThreads(), [&](unsigned) {
    lock.readLock();
    lock.readUnlock();
  });
  lock.writeLock();
  lock.writeUnlock();
}

} // namespace
