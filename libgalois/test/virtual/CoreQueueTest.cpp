#include "src/virtual/CoreQueue.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace galois::substrate::virt {
namespace {

class CoreQueueTest : public ::testing::TestWithParam<std::size_t> {};

TEST_P(CoreQueueTest, KnowsTheLeastKeyAfterEachChange) {
  const std::size_t cores = GetParam();
  std::mt19937_64 random(cores);
  CoreQueue queue(cores);
  std::vector<std::uint64_t> keys(cores, CoreQueue::kNever);
  EXPECT_EQ(queue.least(), CoreQueue::kNever);
  for (unsigned change = 0; change < 2000; ++change) {
    const std::size_t core = random() % cores;
    keys[core] = random() % 4 == 0 ? CoreQueue::kNever : random() % 1000 * cores + core;
    queue.set(core, keys[core]);
    ASSERT_EQ(queue.key(core), keys[core]);
    ASSERT_EQ(queue.least(), *std::min_element(keys.begin(), keys.end()));

    const std::size_t without = random() % cores;
    std::vector<std::uint64_t> others = keys;
    others[without] = CoreQueue::kNever;
    ASSERT_EQ(queue.leastBut(without), *std::min_element(others.begin(), others.end()));
  }
}

INSTANTIATE_TEST_SUITE_P(Cores, CoreQueueTest, ::testing::Values(1, 2, 3, 40, 64, 257),
                         ::testing::PrintToStringParamName());

} // namespace
} // namespace galois::substrate::virt
