#include "galois/substrate/Backoff.h"

#include <utility>
#include <vector>

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
  EXPECT_GT(steps, 7u);   // There are several steps of pausing, and yields unless these take long.
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

/// Ways to wait that only note what they were asked for.
struct NotedWaits {
  static inline std::vector<std::pair<char, unsigned>> steps;
  static void pause(unsigned times) { steps.emplace_back('p', times); }
  static inline unsigned cheapYields = ~0u; ///< how many there are before one takes long
  static bool yieldIfCheap() {
    steps.emplace_back('y', 0);
    return cheapYields-- == 0;
  }
  static void sleep(unsigned microseconds) { steps.emplace_back('s', microseconds); }
};

/// Checks the whole course of one wait, from its first step until it is in vain.
void expectCourse(galois::substrate::detail::EscalatingBackoff<NotedWaits>& backoff,
                  unsigned yields) {
  std::vector<std::pair<char, unsigned>> expected;
  for (unsigned times = 1; times <= 64; times *= 2) {
    expected.emplace_back('p', times);
  }
  expected.insert(expected.end(), yields, {'y', 0});
  for (const unsigned microseconds : {10, 20, 40, 80}) {
    expected.emplace_back('s', microseconds);
  }
  expected.resize(expected.size() + 28, {'s', 100});
  NotedWaits::steps.clear();
  for (std::size_t step = 0; step < expected.size(); ++step) {
    EXPECT_EQ(backoff.spent(), step >= 7 + yields) << step;
    EXPECT_FALSE(backoff.inVain()) << step;
    backoff();
  }
  EXPECT_EQ(NotedWaits::steps, expected);
  EXPECT_TRUE(backoff.spent());
  EXPECT_TRUE(backoff.inVain());
}

TEST(Backoff, PausesThenYieldsThenSleepsAndOnceMoreAfterAReset) {
  galois::substrate::detail::EscalatingBackoff<NotedWaits> shared(WaitsOn::kSharedCore);
  expectCourse(shared, 48);
  shared.reset();
  expectCourse(shared, 48);
  galois::substrate::detail::EscalatingBackoff<NotedWaits> own(WaitsOn::kOwnCore);
  expectCourse(own, 256);
}

// A yield that takes long gives the core to another program. Before, each wait beside one gave away
// up to 256 time slices, and a loop over a few tasks took a thousand times as long as on one thread.
TEST(Backoff, AYieldThatTakesLongIsTheLast) {
  for (const WaitsOn core : {WaitsOn::kSharedCore, WaitsOn::kOwnCore}) {
    galois::substrate::detail::EscalatingBackoff<NotedWaits> backoff(core);
    NotedWaits::steps.clear();
    NotedWaits::cheapYields = 2;
    for (unsigned step = 0; step < 7 + 3; ++step) {
      EXPECT_FALSE(backoff.spent()) << step;
      backoff();
    }
    EXPECT_TRUE(backoff.spent());
    EXPECT_EQ(NotedWaits::steps.back().first, 'y');
    backoff();
    EXPECT_EQ(NotedWaits::steps.back(), (std::pair<char, unsigned>{'s', 10}));
    EXPECT_FALSE(backoff.inVain());
    NotedWaits::cheapYields = ~0u;
    backoff.reset();
    EXPECT_FALSE(backoff.spent());
  }
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
  EXPECT_TRUE(backoff.spent());
  EXPECT_TRUE(backoff.inVain());
}

} // namespace
