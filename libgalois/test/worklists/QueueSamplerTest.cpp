#include "galois/worklists/parts/QueueSampler.h"

#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"

namespace galois::worklists {
namespace {

TEST(UniformSampler, DrawsEveryOtherQueueAlikeAndNeverItself) {
  substrate::Random random(11, 0);
  for (const std::uint32_t threads : {2u, 3u, 7u, 64u}) {
    for (const std::uint32_t self : {0u, threads / 2, threads - 1}) {
      std::vector<int> drawn(threads);
      const int draws = 4000 * static_cast<int>(threads - 1);
      for (int i = 0; i < draws; ++i) {
        ++drawn.at(UniformSampler()(self, threads, random));
      }
      EXPECT_EQ(drawn[self], 0);
      for (std::uint32_t t = 0; t < threads; ++t) {
        // 4000 expected, standard deviation at most 64: six of them
        if (t != self) {
          EXPECT_NEAR(drawn[t], 4000, 384) << t << " of " << threads;
        }
      }
    }
  }
}

} // namespace
} // namespace galois::worklists
