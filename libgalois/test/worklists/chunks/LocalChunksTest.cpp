#include "galois/worklists/parts/chunks/LocalChunks.h"

#include <cstdint>
#include <list>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

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

TEST(LocalChunks, FullChunksAreOfferedAtOnceAndOldestFirst) {
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

/// What is added at once comes out as what is added one by one, for all sizes of chunks.
TEST(LocalChunks, ManyTasksAtOnce) {
  SharedMemSys system;
  for (const std::uint32_t capacity : {1U, 2U, 3U, 64U}) {
    for (const int before : {0, 1, 2, 63}) {
      for (const int count : {0, 1, 2, 5, 64, 200}) {
        ChunkPool<int> pool{capacity};
        ChunkLists<Chunk<int>, false> bag{1};
        WorklistCounters counters;
        LocalChunks<int, false> chunks;
        const auto home = [] { return 0U; };
        for (int task = 0; task < before; ++task) {
          chunks.push(task, pool, bag, home);
        }
        std::vector<int> tasks(static_cast<std::size_t>(count));
        std::iota(tasks.begin(), tasks.end(), before);
        std::uint64_t added = 3;
        chunks.pushAll(tasks.begin(), tasks.end(), pool, bag, 0, added);
        EXPECT_EQ(added, 3U + tasks.size());
        int expected = 0;
        int batch[40];
        while (chunks.provide(pool, bag, 0, counters)) {
          const std::size_t taken = chunks.take(batch, 40);
          ASSERT_GE(taken, 1U);
          for (std::size_t i = 0; i < taken; ++i) {
            ASSERT_EQ(batch[i], expected++) << capacity << " " << before << " " << count;
          }
        }
        EXPECT_EQ(expected, before + count);
        EXPECT_EQ(counters.stealAttempts, 0U) << "there is no other list";
        chunks.release(pool);
      }
    }
  }
}

/// The task with the number 3 cannot be copied.
struct Fragile {
  explicit Fragile(int value) : number(value) {}
  Fragile(const Fragile& other) : number(other.number) {
    if (number == 3) {
      throw std::runtime_error("3");
    }
  }
  Fragile& operator=(const Fragile&) = default;
  int number;
};

TEST(LocalChunks, ManyTasksOfWhichOneCannotBeCopied) {
  SharedMemSys system;
  for (const std::uint32_t capacity : {1U, 2U, 4U, 64U}) {
    ChunkPool<Fragile> pool{capacity};
    ChunkLists<Chunk<Fragile>, false> bag{1};
    WorklistCounters counters;
    LocalChunks<Fragile, false> chunks;
    std::list<Fragile> tasks;
    for (int number = 0; number < 6; ++number) {
      tasks.emplace_back(number);
    }
    std::uint64_t added = 0;
    EXPECT_THROW(chunks.pushAll(tasks.begin(), tasks.end(), pool, bag, 0, added),
                 std::runtime_error);
    EXPECT_EQ(added, 3U);
    for (int expected = 0; expected < 3; ++expected) {
      ASSERT_TRUE(chunks.provide(pool, bag, 0, counters));
      EXPECT_EQ(chunks.take().number, expected);
    }
    EXPECT_FALSE(chunks.provide(pool, bag, 0, counters));
    chunks.release(pool);
  }
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

TEST(LocalChunks, SayWhenAChunkBegins) {
  One<false> one;
  std::string begun;
  for (const char* task : {"a", "b", "c", "d"}) {
    one.chunks.push(
        task, one.pool, [&](Chunk<std::string>* chunk) { one.bag.push(0, chunk); },
        [&] { begun += task; });
  }
  EXPECT_EQ(begun, "ac");
}

TEST(LocalChunks, AForeignChunkCanBeOpened) {
  One<false> one;
  for (const char* task : {"a", "b"}) {
    auto* const chunk = one.pool.allocate();
    chunk->pushBack(task);
    EXPECT_FALSE(one.chunks.isOpen());
    one.chunks.open(chunk, one.pool);
    EXPECT_TRUE(one.chunks.isOpen());
    EXPECT_EQ(one.take(), task);
  }
  EXPECT_EQ(one.take(), "none");
}

/// Chunks that were emptied go back to the pool, which hands out the last one first.
TEST(LocalChunks, FreeEmptiedChunks) {
  One<false> one;
  auto* const first = one.pool.allocate();
  first->pushBack("a");
  one.chunks.open(first, one.pool);
  EXPECT_EQ(one.take(), "a");
  auto* const second = one.pool.allocate();
  second->pushBack("b");
  one.chunks.open(second, one.pool); // frees the first one
  auto* third = one.pool.allocate();
  EXPECT_EQ(third, first);
  one.pool.free(third);
  EXPECT_EQ(one.take(), "b");
  EXPECT_EQ(one.take(), "none"); // frees the second one
  third = one.pool.allocate();
  EXPECT_EQ(third, second);
  one.pool.free(third);
}

} // namespace
} // namespace galois::worklists
