#include "galois/worklists/parts/stealing/DepthPool.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"

namespace galois::worklists {
namespace {

TEST(DepthPool, BeginsEmpty) {
  DepthPool<int> pool;
  int out = 7;
  EXPECT_EQ(pool.size(), 0u);
  EXPECT_FALSE(pool.takeDeepest(out));
  EXPECT_FALSE(pool.takeShallowest(out));
  EXPECT_EQ(out, 7); // It has not changed.
}

TEST(DepthPool, OwnersTakeTheDeepestAndThievesTheShallowest) {
  DepthPool<int> pool;
  int out = -1;
  for (const int depth : {3, 1, 5, 3}) {
    pool.push(static_cast<std::size_t>(depth), depth);
  }
  EXPECT_TRUE(pool.takeDeepest(out));
  EXPECT_EQ(out, 5);
  EXPECT_TRUE(pool.takeShallowest(out));
  EXPECT_EQ(out, 1);
  EXPECT_TRUE(pool.takeShallowest(out));
  EXPECT_EQ(out, 3);
  EXPECT_TRUE(pool.takeDeepest(out));
  EXPECT_EQ(out, 3);
  EXPECT_FALSE(pool.takeDeepest(out));
}

TEST(DepthPool, TasksOfOneDepthKeepTheirOrder) {
  DepthPool<int> pool;
  for (int i = 0; i < 5; ++i) {
    pool.push(2, i);
  }
  int out = -1;
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(i % 2 == 0 ? pool.takeDeepest(out) : pool.takeShallowest(out));
    EXPECT_EQ(out, i);
  }
}

// In the published pool, a thief that empties the deepest depth hides the depths above it (x-59).
TEST(DepthPool, AnEmptiedDepthHidesNoOther) {
  DepthPool<int> pool;
  int out = -1;
  pool.push(1, 10);
  pool.push(8, 80);
  EXPECT_TRUE(pool.takeDeepest(out));
  pool.push(4, 40);
  EXPECT_TRUE(pool.takeShallowest(out));
  EXPECT_EQ(out, 10);
  EXPECT_TRUE(pool.takeDeepest(out));
  EXPECT_EQ(out, 40);
  pool.push(0, 1); // shallower than all before
  EXPECT_TRUE(pool.takeDeepest(out));
  EXPECT_EQ(out, 1);
}

TEST(DepthPool, KnowsItsLeastDepth) {
  DepthPool<int> pool;
  int out = -1;
  EXPECT_EQ(pool.shallowest(99), 99u);
  pool.push(6, 60);
  pool.push(3, 30);
  EXPECT_EQ(pool.shallowest(99), 3u);
  EXPECT_TRUE(pool.takeShallowest(out));
  EXPECT_EQ(pool.shallowest(99), 6u);
  EXPECT_TRUE(pool.takeShallowest(out));
  EXPECT_EQ(pool.shallowest(99), 99u);
}

TEST(DepthPool, TasksNeedNeitherCopiesNorADefault) {
  struct Task {
    explicit Task(int value) : number(std::make_unique<int>(value)) {}
    std::unique_ptr<int> number;
  };
  DepthPool<Task> pool;
  pool.push(3, Task(33));
  std::optional<Task> out;
  EXPECT_TRUE(pool.takeDeepest(out));
  EXPECT_EQ(*out->number, 33);
}

TEST(DepthPool, BehavesAsAMapOfQueues) {
  for (const unsigned depths : {1u, 2u, 9u, 300u}) {
    DepthPool<int> pool;
    std::map<std::size_t, std::deque<int>> model;
    std::size_t size = 0;
    substrate::Random random(5, depths);
    for (int step = 0; step < 40000; ++step) {
      const bool fills = step / 500 % 2 == 0;
      if (random.below(8) < (fills ? 5u : 3u)) {
        const std::size_t depth = random.below(depths);
        pool.push(depth, step);
        model[depth].push_back(step);
        ++size;
      } else {
        int out = -1;
        const bool deepest = random.below(2) == 0;
        ASSERT_EQ(deepest ? pool.takeDeepest(out) : pool.takeShallowest(out), !model.empty());
        if (!model.empty()) {
          const auto place = deepest ? std::prev(model.end()) : model.begin();
          ASSERT_EQ(out, place->second.front());
          place->second.pop_front();
          --size;
          if (place->second.empty()) {
            model.erase(place);
          }
        }
      }
      ASSERT_EQ(pool.size(), size);
    }
  }
}

} // namespace
} // namespace galois::worklists
