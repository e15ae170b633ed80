#include "galois/substrate/Backoff.h"

#include <gtest/gtest.h>

using galois::substrate::Backoff;
using galois::substrate::WaitsOn;

namespace {

// U14: in Galois, threads that wait only pause, so that with more threads than cores they hold up
// those they wait for.
TEST(Backoff, EscalatesToSleepingAndStartsOver) {
  Backoff backoff;
  EXPECT_FALSE(backoff.spent());
  unsigned steps = 0;
  while (!backoff.spent() && steps < 10000) {
    backoff();
    ++steps;
  }
  EXPECT_TRUE(backoff.spent());
  EXPECT_GT(steps, 7u);   // There are several steps of pausing and of yielding.
  EXPECT_LT(steps, 200u); // It soon leaves the core to others.
  backoff();              // Sleeping counts as a step, too.
  EXPECT_TRUE(backoff.spent());
  EXPECT_FALSE(backoff.inVain()) << "one sleep is not a long wait";
  for (steps = 0; !backoff.inVain() && steps < 10000; ++steps) {
    backoff();
  }
  EXPECT_TRUE(backoff.inVain());
  EXPECT_LT(steps, 100u); // Each step takes a tenth of a millisecond.
  backoff.reset();
  EXPECT_FALSE(backoff.spent());
  EXPECT_FALSE(backoff.inVain());
}

unsigned stepsBeforeSleep(WaitsOn core) {
  Backoff backoff(core);
  unsigned steps = 0;
  for (; !backoff.spent() && steps < 10000; ++steps) {
    backoff();
  }
  return steps;
}

TEST(Backoff, OnACoreOfItsOwnItSleepsLater) {
  EXPECT_GT(stepsBeforeSleep(WaitsOn::kOwnCore), 2 * stepsBeforeSleep(WaitsOn::kSharedCore));
  EXPECT_LT(stepsBeforeSleep(WaitsOn::kOwnCore), 1000u);
}

struct CountedPolicy {
  static inline unsigned pauses = 0;
  static void pause() { ++pauses; }
};

TEST(Backoff, OtherPoliciesPause) {
  galois::substrate::BasicBackoff<CountedPolicy> backoff;
  backoff();
  backoff();
  backoff.reset();
  EXPECT_EQ(CountedPolicy::pauses, 2u);
}

} // namespace
