#include "galois/worklists/parts/chunks/LocalChunks.h"

#include <string>

#include <gtest/gtest.h>

#include "galois/Galois.h"

namespace galois::worklists {
namespace {

template <bool Lifo>
struct One {
  SharedMemSys system;
  ChunkPool<std::string> pool{2};
  ChunkLists<Chunk<std::string>, Lifo> bag{2};
  WorklistCounters counters;
  LocalChunks<std::string, Lifo> chunks;

  void push(const std::string& task) {
    chunks.push(task, pool, bag, [] { return 0U; });
  }
  std::string take() { return chunks.provide(pool, bag, 0, counters) ? chunks.take() : "none"; }
  ~One() {
    chunks.release(pool);
    bag.clear([this](auto* chunk) { pool.free(chunk); });
  }
};

TEST(LocalChunks, FullChunksArePublishedAtOnceAndOldestFirst) {
  One<false> one;
  one.push("a");
  EXPECT_TRUE(one.bag.seemsEmpty(0));
  one.push("b");
  EXPECT_FALSE(one.bag.seemsEmpty(0));
  for (const char* task : {"c", "d", "e"}) {
    one.push(task);
  }
  for (const char* task : {"a", "b", "c", "d", "e", "none"}) {
    EXPECT_EQ(one.take(), task);
  }
  EXPECT_FALSE(one.chunks.holdsWork());
}

TEST(LocalChunks, LifoTakesTheYoungestFullChunkFirst) {
  One<true> one;
  for (const char* task : {"a", "b", "c", "d", "e"}) {
    one.push(task);
  }
  for (const char* task : {"c", "d", "a", "b", "e", "none"}) {
    EXPECT_EQ(one.take(), task);
  }
}

TEST(LocalChunks, OtherHomesComeLastAndAreCounted) {
  One<false> one;
  auto* foreign = one.pool.allocate();
  foreign->pushBack("theirs");
  one.bag.push(1, foreign);
  one.push("mine");
  EXPECT_EQ(one.take(), "mine");
  EXPECT_EQ(one.counters.stealAttempts, 0U);
  EXPECT_EQ(one.take(), "theirs");
  EXPECT_EQ(one.take(), "none");
  EXPECT_EQ(one.counters.stealAttempts, 2U);
  EXPECT_EQ(one.counters.stealSuccesses, 1U);
  EXPECT_EQ(one.counters.tasksStolen, 1U);
}

TEST(LocalChunks, BatchesAreBoundedByTheChunk) {
  One<false> one;
  for (const char* task : {"a", "b", "c"}) {
    one.push(task);
  }
  std::string out[8];
  ASSERT_TRUE(one.chunks.provide(one.pool, one.bag, 0, one.counters));
  EXPECT_EQ(one.chunks.take(out, 8), 2U);
  EXPECT_EQ(out[1], "b");
  // "c" is left; release() destroys it.
  EXPECT_TRUE(one.chunks.holdsWork());
}

} // namespace
} // namespace galois::worklists
