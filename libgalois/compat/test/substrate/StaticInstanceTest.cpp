#include "galois/substrate/StaticInstance.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include "support/Stress.h"

using galois::substrate::StaticInstance;

namespace {

struct Made {
  static inline std::atomic<int> count{0};
  int value = 42;
  Made() { ++count; }
};
StaticInstance<Made> made;

// U12: in Galois, a volatile pointer decides who constructs the object.
TEST(StaticInstance, IsConstructedOnceByTheFirstThread) {
  EXPECT_EQ(Made::count.load(), 0);
  std::vector<Made*> seen(16);
  std::vector<int> values(16);
  galois::test::runThreads(16, [&](unsigned tid) {
    seen[tid] = made.get();
    values[tid] = seen[tid]->value;
  });
  EXPECT_EQ(Made::count.load(), 1);
  for (unsigned tid = 0; tid < 16; ++tid) {
    EXPECT_EQ(seen[tid], made.get());
    EXPECT_EQ(values[tid], 42);
  }
}

struct FailsOnce {
  static inline bool failed = false;
  FailsOnce() {
    if (!failed) {
      failed = true;
      throw std::runtime_error("first time");
    }
  }
};
StaticInstance<FailsOnce> failsOnce;

TEST(StaticInstance, TriesAgainAfterAFailure) {
  EXPECT_THROW(failsOnce.get(), std::runtime_error);
  EXPECT_NE(failsOnce.get(), nullptr);
}

} // namespace
