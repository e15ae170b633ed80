// Many short regions of changing size on more threads than processors; some of them throw.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>

#include "galois/substrate/PerThreadStorage.h"
#include "support/Stress.h"

namespace substrate = galois::substrate;
using galois::test::kStressThreads;

namespace {

TEST(ThreadPoolStress, RegionsOfAllSizes) {
  substrate::Random random(substrate::getSeed(), 0);
  substrate::PerThreadStorage<std::uint64_t> mine(std::uint64_t{0});
  std::uint64_t shared = 0; // It is written outside of regions and read inside.
  std::uint64_t expected = 0;
  const unsigned rounds = 2000 * galois::test::stressScale();
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned n = 1 + random.below(random.chance(1u << 30) ? kStressThreads : 3);
    shared = round;
    const bool fail = random.chance(1u << 28);
    try {
      galois::test::runThreads(n, [&](unsigned tid) {
        *mine.getLocal() += shared;
        if (fail && tid == n - 1) {
          throw tid;
        }
      });
      EXPECT_FALSE(fail);
    } catch (const unsigned& tid) {
      EXPECT_EQ(tid, n - 1);
    }
    expected += std::uint64_t{round} * n;
  }
  std::uint64_t sum = 0;
  for (unsigned tid = 0; tid < mine.size(); ++tid) {
    sum += *mine.getRemote(tid);
  }
  EXPECT_EQ(sum, expected);
}

TEST(ThreadPoolStress, HundredsOfThreads) {
  std::atomic<unsigned> count{0};
  galois::test::runThreads(300, [&](unsigned) { ++count; });
  EXPECT_EQ(count.load(), 300u);
}

} // namespace
