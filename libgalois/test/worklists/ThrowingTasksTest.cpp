// Tasks whose copying and moving sometimes throws. A policy must not lose a task that it accepted,
// deliver one twice, or read memory that holds no task.
#include <cstdint>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Random.h"
#include "galois/worklists/BulkSynchronous.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/parts/chunks/LocalChunks.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"

namespace galois::test {
namespace {

using namespace worklists;

struct Broken {};

/// A task that counts its objects, and whose copy or move can be made to throw.
class Fragile {
public:
  Fragile() { ++objects; }
  explicit Fragile(int id) : id_(id) { ++objects; }
  Fragile(const Fragile& other) : id_(other.id_) {
    mayThrow();
    ++objects;
  }
  Fragile(Fragile&& other) : id_(other.id_) { // NOLINT(performance-noexcept-move-constructor)
    mayThrow();
    ++objects;
    other.id_ = kMoved;
  }
  Fragile& operator=(const Fragile& other) {
    if (this != &other) {
      mayThrow();
      id_ = other.id_;
    }
    return *this;
  }
  Fragile& operator=(Fragile&& other) { // NOLINT(performance-noexcept-move-constructor)
    mayThrow();
    id_ = std::exchange(other.id_, kMoved);
    return *this;
  }
  ~Fragile() { --objects; }

  int id() const { return id_; }

  static constexpr int kNever = -1;
  inline static int untilThrow = kNever; ///< the number of copies and moves that still succeed
  inline static int objects = 0;         ///< the number of objects that exist

private:
  static constexpr int kMoved = -2;
  static void mayThrow() {
    if (untilThrow >= 0 && untilThrow-- == 0) {
      throw Broken();
    }
  }
  int id_ = -3;
};

struct Bucket {
  int operator()(const Fragile& task) const { return task.id() % 5; }
};

class ThrowingTasks : public ::testing::Test {
protected:
  void SetUp() override {
    Fragile::untilThrow = Fragile::kNever;
    Fragile::objects = 0;
  }
  /// Calls `function` while copy or move number `after` throws. @return whether it threw
  template <typename Function>
  static bool throwsAfter(int after, Function&& function) {
    Fragile::untilThrow = after;
    bool threw = false;
    try {
      function();
    } catch (const Broken&) {
      threw = true;
    }
    Fragile::untilThrow = Fragile::kNever;
    return threw;
  }

  SharedMemSys system_;
};

std::vector<int> idsOf(Chunk<Fragile>& chunk) {
  std::vector<int> ids;
  while (!chunk.empty()) {
    ids.push_back(chunk.popFront().id());
  }
  return ids;
}

/// Returns the chunk that the pool will hand out next, which is the one that was freed last.
Chunk<Fragile>* nextOf(ChunkPool<Fragile>& pool) {
  auto* const chunk = pool.allocate();
  pool.free(chunk);
  return chunk;
}

TEST_F(ThrowingTasks, AChunkKeepsWhatCannotBeMoved) {
  ChunkPool<Fragile> pool(4);
  for (const bool front : {true, false}) {
    auto* const chunk = pool.allocate();
    for (const int id : {1, 2, 3}) {
      chunk->pushBack(id);
    }
    const Fragile extra(4);
    EXPECT_TRUE(throwsAfter(0, [&] { chunk->pushBack(extra); }));
    EXPECT_TRUE(throwsAfter(0, [&] { front ? chunk->popFront() : chunk->popBack(); }));
    EXPECT_EQ(chunk->size(), 3u);
    EXPECT_EQ(idsOf(*chunk), (std::vector<int>{1, 2, 3}));
    pool.free(chunk);
  }
  EXPECT_EQ(Fragile::objects, 0);
}

TEST_F(ThrowingTasks, ABatchEndsBeforeTheTaskThatCannotBeMoved) {
  ChunkPool<Fragile> pool(4);
  auto* const chunk = pool.allocate();
  for (const int id : {1, 2, 3}) {
    chunk->pushBack(id);
  }
  {
    Fragile out[4];
    EXPECT_TRUE(throwsAfter(0, [&] { chunk->popFront(out, 4); }));
    std::size_t count = 0;
    EXPECT_FALSE(throwsAfter(2, [&] { count = chunk->popFront(out, 4); }));
    ASSERT_EQ(count, 2u);
    EXPECT_EQ(out[0].id(), 1);
    EXPECT_EQ(out[1].id(), 2);
  }
  EXPECT_EQ(idsOf(*chunk), std::vector<int>{3});
  pool.free(chunk);
  EXPECT_EQ(Fragile::objects, 0);
}

TEST_F(ThrowingTasks, AFirstTaskThatThrowsLeavesNoChunk) {
  ChunkPool<Fragile> pool(4);
  ChunkLists<Chunk<Fragile>, false> bag(1);
  WorklistCounters counters;
  LocalChunks<Fragile, false> chunks;
  const Fragile task(1);
  const auto push = [&] { chunks.push(task, pool, bag, [] { return 0u; }); };
  auto* const next = nextOf(pool);
  EXPECT_TRUE(throwsAfter(0, push));
  EXPECT_EQ(nextOf(pool), next) << "the chunk has been freed";
  EXPECT_FALSE(chunks.holdsWork());
  EXPECT_FALSE(chunks.provide(pool, bag, 0, counters));
  push();
  ASSERT_TRUE(chunks.provide(pool, bag, 0, counters));
  EXPECT_EQ(chunks.take().id(), 1);
  chunks.release(pool);
}

TEST_F(ThrowingTasks, AChunkThatCannotBeOfferedGivesItsLastTaskBack) {
  ChunkPool<Fragile> pool(2);
  LocalChunks<Fragile, false> chunks;
  const Fragile first(1), second(2);
  const auto refuse = [](Chunk<Fragile>*) { throw Broken(); };
  const auto push = [&](const Fragile& task) { chunks.push(task, pool, refuse, [] {}); };
  push(first);
  // The copy succeeds. Undoing it must not need another copy.
  EXPECT_TRUE(throwsAfter(1, [&] { push(second); }));
  ASSERT_TRUE(chunks.provide(pool));
  EXPECT_EQ(chunks.openSize(), 1u);
  EXPECT_EQ(chunks.take().id(), 1);
  EXPECT_FALSE(chunks.provide(pool));
  chunks.release(pool);
}

TEST_F(ThrowingTasks, AChunkOfOneTaskThatCannotBeOfferedIsFreed) {
  ChunkPool<Fragile> pool(1);
  LocalChunks<Fragile, false> chunks;
  const Fragile task(1);
  auto* const other = pool.allocate(); // The pool then has no whole batch for other threads.
  auto* const next = nextOf(pool);
  EXPECT_TRUE(throwsAfter(5, [&] {
    chunks.push(
        task, pool, [](Chunk<Fragile>*) { throw Broken(); }, [] {});
  }));
  EXPECT_FALSE(chunks.holdsWork());
  EXPECT_EQ(nextOf(pool), next);
  EXPECT_FALSE(chunks.provide(pool));
  pool.free(other);
}

TEST_F(ThrowingTasks, ASplitIsShorterOrDoesNotHappen) {
  ChunkPool<Fragile> pool(8);
  LocalChunks<Fragile, false> chunks;
  for (int id = 0; id < 6; ++id) {
    const Fragile task(id);
    chunks.push(
        task, pool, [](Chunk<Fragile>*) {}, [] {});
  }
  ASSERT_TRUE(chunks.provide(pool));
  auto* const next = nextOf(pool);
  EXPECT_TRUE(throwsAfter(0, [&] { chunks.split(3, pool); }));
  EXPECT_EQ(nextOf(pool), next) << "the chunk has been freed";
  EXPECT_EQ(chunks.openSize(), 6u);
  Chunk<Fragile>* part = nullptr;
  EXPECT_FALSE(throwsAfter(2, [&] { part = chunks.split(3, pool); }));
  EXPECT_EQ(idsOf(*part), (std::vector<int>{0, 1}));
  EXPECT_EQ(chunks.openSize(), 4u);
  EXPECT_EQ(chunks.take().id(), 2);
  pool.free(part);
  chunks.release(pool);
}

/// Runs random pushes and pops on one thread, some of which throw.
template <typename Policy>
class ThrowingTasksPolicies : public ThrowingTasks {};

using Oldest = PerSocketChunkFIFO<3, Fragile>;
using Youngest = PerThreadChunkLIFO<1, Fragile>;
/// When many threads are active, bags of 64 tasks are split.
using ByUrgency = OrderedByIntegerMetric<Bucket, PerSocketChunkFIFO<64>>::retype<Fragile>;
using Levels = BulkSynchronous<PerSocketChunkFIFO<3>, Fragile>;
using Policies = ::testing::Types<Oldest, Youngest, ByUrgency>;
TYPED_TEST_SUITE(ThrowingTasksPolicies, Policies);

TYPED_TEST(ThrowingTasksPolicies, EveryAcceptedTaskComesOnce) {
  setActiveThreads(32);
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    SCOPED_TRACE(seed);
    substrate::Random random(seed, 0);
    {
      TypeParam wl;
      std::set<int> inside;
      const auto take = [&inside](const Fragile& task) {
        ASSERT_EQ(inside.erase(task.id()), 1u) << "delivered twice, or never pushed: " << task.id();
      };
      for (int step = 0; step < 4000 && !this->HasFatalFailure(); ++step) {
        const int after =
            random.below(3) == 0 ? static_cast<int>(random.below(4)) : Fragile::kNever;
        const bool grows = step / 500 % 2 == 0;
        if (random.below(8) < (grows ? 6u : 2u)) {
          const Fragile task(step);
          if (!this->throwsAfter(after, [&] { wl.push(task); })) {
            inside.insert(step);
          }
        } else if (random.below(2) == 0) {
          this->throwsAfter(after, [&] {
            const auto task = wl.pop();
            if (task) {
              take(*task);
            } else {
              ASSERT_TRUE(inside.empty());
            }
          });
        } else {
          Fragile out[7];
          this->throwsAfter(after, [&] {
            const std::size_t count = wl.pop_batch(out, std::size(out));
            ASSERT_TRUE(count > 0 || inside.empty());
            for (std::size_t i = 0; i < count; ++i) {
              take(out[i]);
            }
          });
        }
      }
      for (std::size_t left = inside.size() / 2; left > 0;
           --left) { // The other tasks are destroyed with `wl`.
        const auto task = wl.pop();
        ASSERT_TRUE(task);
        take(*task);
      }
    }
    ASSERT_EQ(Fragile::objects, 0);
  }
}

TEST_F(ThrowingTasks, ARangeThatThrowsHalfWayLeavesItsFirstHalfInTheNextLevel) {
  setActiveThreads(1);
  {
    Levels levels;
    const std::vector<Fragile> tasks = [] {
      std::vector<Fragile> made;
      made.reserve(4);
      for (int id = 0; id < 4; ++id) {
        made.emplace_back(id);
      }
      return made;
    }();
    EXPECT_TRUE(throwsAfter(2, [&] { levels.push(tasks.begin(), tasks.end()); }));
    EXPECT_FALSE(levels.pop());
    ASSERT_FALSE(levels.empty()) << "two tasks were accepted";
    EXPECT_EQ(levels.pop()->id(), 0);
    EXPECT_EQ(levels.pop()->id(), 1);
    EXPECT_FALSE(levels.pop());
    EXPECT_TRUE(levels.empty());
  }
  EXPECT_EQ(Fragile::objects, 0);
}

} // namespace
} // namespace galois::test
