#include "galois/substrate/SharedMem.h"

#include <gtest/gtest.h>

#include <atomic>

#include "galois/substrate/Barrier.h"
#include "support/Stress.h"

namespace {

TEST(SharedMem, CanBeConstructedSeveralTimes) {
  for (int i = 0; i < 3; ++i) {
    const galois::substrate::SharedMem runtime;
    auto& barrier = galois::substrate::getBarrier(3);
    std::atomic<int> count{0};
    galois::test::runThreads(3, [&](unsigned) {
      ++count;
      barrier.wait();
    });
    EXPECT_EQ(count.load(), 3);
  }
}

TEST(SharedMem, ThePoolWorksAfterIt) {
  { const galois::substrate::SharedMem runtime; }
  std::atomic<int> count{0};
  galois::test::runThreads(4, [&](unsigned) { ++count; });
  EXPECT_EQ(count.load(), 4);
}

} // namespace
