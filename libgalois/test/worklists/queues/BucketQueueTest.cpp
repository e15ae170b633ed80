#include "galois/worklists/parts/queues/BucketQueue.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "galois/substrate/Random.h"
#include "support/SimpleTask.h"

namespace galois::test {
namespace {

using worklists::BucketQueueParams;
using worklists::ChunkPool;

using Task = SimpleTask;
using Queue = worklists::BucketQueue<Task, PriorityOf>;

class BucketQueueTest : public ::testing::Test {
protected:
  SharedMemSys system_;
  ChunkPool<Task> pool_{8};
};

TEST_F(BucketQueueTest, AnEmptyQueueReportsThatItIsEmpty) {
  Queue queue(PriorityOf(), pool_);
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.size(), 0u);
  EXPECT_EQ(queue.topKey(), Queue::kLeastUrgent);
  Task out[4];
  EXPECT_EQ(queue.popBatch(out, 4), 0u);
  EXPECT_EQ(queue.popChunk(), nullptr);
}

TEST_F(BucketQueueTest, KnowsHowFarAheadOfTheirParentsChildrenLie) {
  Queue queue(PriorityOf(), pool_);
  std::uint32_t id = 0;
  queue.push({id, 0});
  for (int i = 0; i < 10000; ++i) {
    const Task parent = queue.pop();
    queue.push({++id, parent.priority + 500});
    if (i % 100 == 0) {
      queue.push({++id, parent.priority + 500});
    }
  }
  EXPECT_GE(queue.stride(), 250u);
  EXPECT_LE(queue.stride(), 1000u);
}

TEST_F(BucketQueueTest, WithManyChildrenTheStrideIsThatOfTheNearest) {
  Queue queue(PriorityOf(), pool_);
  std::uint32_t id = 0;
  queue.push({id, 0});
  for (int i = 0; i < 1000; ++i) {
    const Task parent = queue.pop();
    for (std::uint32_t child = 1; child <= 10; ++child) {
      queue.push({++id, parent.priority + 100 * child});
    }
  }
  EXPECT_GE(queue.stride(), 25u); // The mean distance of the children is 550.
  EXPECT_LE(queue.stride(), 100u);
}

TEST_F(BucketQueueTest, ABoundIsWhereTheBucketBegins) {
  Queue queue(PriorityOf(), pool_, {1024, 4});
  EXPECT_EQ(queue.boundOf({0, 0x12f}), 0x120u);
  queue.push({0, 0x12f});
  EXPECT_EQ(queue.topKey(), 0x120u);
}

TEST_F(BucketQueueTest, WithWidthOneTheOrderIsExact) {
  Queue queue(PriorityOf(), pool_, {1024, 0});
  for (std::uint32_t i = 0; i < 3000; ++i) {
    queue.push({i, (i * 7919) % 5003});
  }
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const Task task = queue.pop();
    EXPECT_GE(task.priority, last);
    last = task.priority;
  }
  EXPECT_TRUE(queue.empty());
}

TEST_F(BucketQueueTest, BatchesAndChunksStayInOneBucket) {
  Queue queue(PriorityOf(), pool_, {64, 4});
  for (std::uint32_t i = 0; i < 100; ++i) {
    queue.push({i, i % 32});
  }
  EXPECT_TRUE(queue.firstHolds(50));
  Task out[64];
  const std::size_t count = queue.popBatch(out, 30);
  EXPECT_EQ(count, 30u);
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_LT(out[i].priority, 16u);
  }
  EXPECT_FALSE(queue.firstHolds(50));
  auto* chunk = queue.popChunk();
  ASSERT_NE(chunk, nullptr);
  EXPECT_EQ(chunk->size(),
            8u); // The whole chunk is taken, although only two tasks of the oldest chunk are left.
  while (!chunk->empty()) {
    EXPECT_LT(chunk->popBack().priority, 16u);
  }
  queue.recycle(chunk);
  EXPECT_EQ(queue.size(), 62u);
}

TEST_F(BucketQueueTest, PrioritiesBelowWhatWasPoppedComeFirst) {
  Queue queue(PriorityOf(), pool_, {64, 0});
  for (std::uint32_t i = 0; i < 64; ++i) {
    queue.push({i, 1000000 + i});
  }
  EXPECT_EQ(queue.pop().priority, 1000000u);
  queue.push({100, 999990}); // It lies within the margin of the window.
  queue.push({101, 5});      // It lies far below, so the whole window moves.
  queue.push({102, 4000000000u});
  EXPECT_EQ(queue.pop().priority, 5u);
  EXPECT_EQ(queue.pop().priority, 999990u);
  for (std::uint32_t i = 1; i < 64; ++i) {
    EXPECT_EQ(queue.pop().priority, 1000000u + i);
  }
  EXPECT_EQ(queue.pop().priority, 4000000000u);
  EXPECT_TRUE(queue.empty());
}

TEST_F(BucketQueueTest, ExtremePrioritiesOfSignedAnd64BitTypes) {
  struct Identity {
    std::int64_t operator()(const std::int64_t& value) const { return value; }
  };
  ChunkPool<std::int64_t> pool(8);
  worklists::BucketQueue<std::int64_t, Identity> queue(Identity(), pool, {64, 0});
  constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t value : {kHighest, std::int64_t{0}, kLowest, std::int64_t{-1}, kHighest,
                                   std::int64_t{1}, kLowest + 1}) {
    queue.push(value);
  }
  for (const std::int64_t value : {kLowest, kLowest + 1, std::int64_t{-1}, std::int64_t{0},
                                   std::int64_t{1}, kHighest, kHighest}) {
    ASSERT_FALSE(queue.empty());
    EXPECT_EQ(queue.pop(), value);
  }
  EXPECT_TRUE(queue.empty());
}

TEST_F(BucketQueueTest, WidthFollowsTheScaleOfPriorities) {
  // The same run with priorities times 64 reaches buckets that are 64 times as wide.
  auto settledShift = [this](std::uint32_t scale, double aim = 1) {
    Queue queue(PriorityOf(), pool_, {1024, BucketQueueParams::kAutoShift, aim});
    substrate::Random random(5, 0);
    for (std::uint32_t i = 0; i < 64; ++i) {
      queue.push({i, random.below(1000) * scale});
    }
    for (std::uint32_t i = 0; i < 5000; ++i) {
      const Task task = queue.pop();
      queue.push({i, task.priority + random.below(1000) * scale});
    }
    return queue.shift();
  };
  const unsigned shift = settledShift(1);
  EXPECT_GE(shift, 7u); // The mean distance of children is 500, and a bucket has width 512.
  EXPECT_LE(shift, 10u);
  EXPECT_NEAR(settledShift(64), shift + 6, 1);
  EXPECT_NEAR(settledShift(64, 8), shift + 3, 1); // Children lie eight buckets ahead.
}

TEST_F(BucketQueueTest, MemoryGoesBackToThePool) {
  std::set<void*> chunks; // the chunks that any round got
  std::size_t afterFirst = 0;
  for (int round = 0; round < 20; ++round) {
    Queue queue(PriorityOf(), pool_);
    for (std::uint32_t i = 0; i < 20000; ++i) {
      queue.push({i, i});
    }
    for (int i = 0; i < 5000; ++i) {
      queue.pop();
    }
    while (auto* chunk = queue.popChunk()) {
      chunks.insert(chunk);
      chunk->clear();
      queue.recycle(chunk);
    } // Recycled chunks go back to the pool, and so do those of a queue that is destroyed.
    if (round == 0) {
      afterFirst = chunks.size();
    }
  }
  EXPECT_LT(chunks.size(), 2 * afterFirst);
}

/// The parameters are the size of the ring, the shift, and the span of the priorities.
class BucketQueueRandom
    : public BucketQueueTest,
      public ::testing::WithParamInterface<std::tuple<std::uint32_t, unsigned, std::uint32_t>> {};

TEST_P(BucketQueueRandom, AgreesWithAMultisetUpToTheWidth) {
  const auto [buckets, shift, span] = GetParam();
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    SCOPED_TRACE(seed);
    Queue queue(PriorityOf(), pool_, {buckets, shift});
    std::multiset<std::pair<std::uint32_t, std::uint32_t>> model;
    substrate::Random random(seed, span);
    std::uint32_t current = 0;
    auto take = [&](const Task& task) {
      const auto found = model.find({task.priority, task.id});
      ASSERT_NE(found, model.end()) << "delivered twice, or never pushed";
      model.erase(found);
      current = task.priority;
    };
    constexpr std::uint32_t kSteps = 12000;
    for (std::uint32_t i = 0; i < kSteps; ++i) {
      if (model.empty() || random.below(5) < (i < kSteps / 2 ? 3u : 2u)) {
        // The priority is mostly a little greater than the parent's, and sometimes arbitrary.
        const std::uint32_t priority =
            random.below(50) == 0 ? random.below(span) : current + random.below(span / 16 + 1);
        queue.push({i, priority});
        model.insert({priority, i});
      } else {
        const std::uint32_t least = model.begin()->first;
        const unsigned width = queue.shift(); // A pop may change it.
        ASSERT_EQ(queue.topKey() >> width, least >> width);
        if (i % 7 == 0) {
          Task out[9];
          const std::size_t count = queue.popBatch(out, 9);
          ASSERT_GE(count, 1u);
          for (std::size_t k = 0; k < count; ++k) {
            ASSERT_EQ(out[k].priority >> width, least >> width);
            take(out[k]);
          }
        } else if (i % 31 == 1) {
          auto* chunk = queue.popChunk();
          while (!chunk->empty()) {
            take(chunk->popBack());
          }
          queue.recycle(chunk);
        } else {
          const Task task = queue.pop();
          ASSERT_EQ(task.priority >> width, least >> width);
          take(task);
        }
      }
      ASSERT_EQ(queue.size(), model.size());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, BucketQueueRandom,
    ::testing::Combine(::testing::Values(64u, 1024u, 4096u),
                       ::testing::Values(0u, 3u, unsigned{BucketQueueParams::kAutoShift}),
                       ::testing::Values(1u, 10u, 1000u, 100000u, 4000000000u)));

/// Lets the distances between a task and its children grow and shrink, so that the width changes
/// while tasks lie in the ring and beyond it. The parameter is the size of the ring.
class BucketQueueRebuilt : public BucketQueueTest,
                           public ::testing::WithParamInterface<std::uint32_t> {};

TEST_P(BucketQueueRebuilt, OrdersByTheNewWidthWhateverItHeldBefore) {
  Queue queue(PriorityOf(), pool_, {GetParam(), BucketQueueParams::kAutoShift});
  std::multiset<std::uint32_t> model;
  std::set<unsigned> widths;
  substrate::Random random(GetParam(), 0);
  std::uint32_t current = 0;
  std::uint32_t id = 0;
  for (int phase = 0; phase < 60; ++phase) {
    if (random.below(3) == 0) {
      current = random.below(64); // Here the numbers of buckets are small for any width.
    }
    const std::uint32_t ahead = 1u << random.below(20);
    const std::uint32_t pushesOfTen = 4 + random.below(3);
    for (int step = 0; step < 700; ++step) {
      if (model.empty() || random.below(10) < pushesOfTen) {
        const std::uint32_t far = random.below(20) == 0 ? 1000 : 1;
        const std::uint32_t priority = current + random.below(ahead) * far;
        queue.push({++id, priority});
        model.insert(priority);
        continue;
      }
      const unsigned width = queue.shift(); // A pop may change it.
      widths.insert(width);
      ASSERT_EQ(queue.topKey() >> width, *model.begin() >> width);
      const Task task = queue.pop();
      ASSERT_EQ(task.priority >> width, *model.begin() >> width);
      const auto found = model.find(task.priority);
      ASSERT_NE(found, model.end()) << "delivered twice, or never pushed";
      model.erase(found);
      current = task.priority;
    }
  }
  EXPECT_GE(widths.size(), 4u);
}
INSTANTIATE_TEST_SUITE_P(Shapes, BucketQueueRebuilt, ::testing::Values(64u, 256u, 1024u));

TEST_F(BucketQueueTest, WiderBucketsOrderTasksFromBothSidesOfTheOldWindow) {
  // Wider buckets have other numbers, and some tasks then lie below the former window.
  for (std::uint32_t first = 20; first < 140; first += 4) {
    SCOPED_TRACE(first);
    Queue queue(PriorityOf(), pool_, {64, BucketQueueParams::kAutoShift});
    std::multiset<std::uint32_t> model;
    for (std::uint32_t i = 0; i < 480; ++i) {
      queue.push({i, first + i % 60});
      model.insert(first + i % 60);
    }
    for (std::uint32_t i = 0; !model.empty(); ++i) {
      const unsigned width = queue.shift(); // A pop may change it.
      ASSERT_EQ(queue.topKey() >> width, *model.begin() >> width);
      const Task task = queue.pop();
      ASSERT_EQ(task.priority >> width, *model.begin() >> width);
      const auto found = model.find(task.priority);
      ASSERT_NE(found, model.end()) << "delivered twice, or never pushed";
      model.erase(found);
      if (i < 600) {
        queue.push({i, task.priority + 300});
        model.insert(task.priority + 300);
      }
    }
    EXPECT_GT(queue.shift(), 0u);
  }
}

/// A task with a priority of 64 bits, signed or unsigned.
template <typename Priority>
struct WideTask {
  Priority priority;
  std::uint32_t id;
};
struct WidePriorityOf {
  template <typename Priority>
  Priority operator()(const WideTask<Priority>& task) const {
    return task.priority;
  }
};

TEST_F(BucketQueueTest, TheWindowNeverReachesPastTheGreatestPriority) {
  using Wide = WideTask<std::uint64_t>;
  ChunkPool<Wide> pool(8);
  constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();
  for (const auto& [buckets, priorities] :
       {std::pair{64u, std::vector<std::uint64_t>{kLast - 39, 2, kLast - 12, 130}},
        {1024u, {kLast - 18, 4, 2033}},
        {1024u, {kLast, 0, kLast, 1, kLast - 1023, 1024, kLast - 1024}}}) {
    worklists::BucketQueue<Wide, WidePriorityOf> queue(WidePriorityOf(), pool, {buckets, 0});
    for (const std::uint64_t priority : priorities) {
      queue.push({priority, 0});
    }
    auto sorted = priorities;
    std::sort(sorted.begin(), sorted.end());
    for (const std::uint64_t priority : sorted) {
      ASSERT_FALSE(queue.empty());
      EXPECT_EQ(queue.pop().priority, priority) << buckets << " buckets";
    }
    EXPECT_TRUE(queue.empty());
  }
}

/// Tests queues of 64-bit priorities against a model of their content. The parameters are the size
/// of the rings and the shift.
class BucketQueueRange : public BucketQueueTest,
                         public ::testing::WithParamInterface<std::tuple<std::uint32_t, unsigned>> {
protected:
  /// Runs random operations on two queues that move halves to each other. Priorities lie near both
  /// ends of the type, near its middle, near the last priority that was taken, and anywhere.
  template <typename Priority>
  void agreesWithAMultimap(std::uint64_t seed) {
    using Wide = WideTask<Priority>;
    using Bounds = std::numeric_limits<Priority>;
    const auto [buckets, shift] = GetParam();
    ChunkPool<Wide> pool(8);
    struct Side {
      Side(ChunkPool<Wide>& chunks, const BucketQueueParams& params)
          : queue(WidePriorityOf(), chunks, params) {}
      worklists::BucketQueue<Wide, WidePriorityOf> queue;
      std::multimap<Priority, std::uint32_t> model;
    };
    Side sides[2] = {{pool, {buckets, shift}}, {pool, {buckets, shift}}};
    // Maps priorities to keys of the same order, as the queue does.
    const auto keyOf = [](Priority priority) {
      return static_cast<std::uint64_t>(priority) - static_cast<std::uint64_t>(Bounds::min());
    };
    const auto take = [](auto& model, const Wide& task) {
      const auto [from, to] = model.equal_range(task.priority);
      const auto found =
          std::find_if(from, to, [&](const auto& entry) { return entry.second == task.id; });
      ASSERT_NE(found, to) << "delivered twice, or never pushed";
      model.erase(found);
    };
    substrate::Random random(seed, buckets);
    std::uint64_t last = 0;
    const auto draw = [&] {
      const std::uint64_t spans[] = {3, 100, 2 * buckets, std::uint64_t{1} << 40};
      const std::uint64_t offset = random() % spans[random.below(4)];
      const std::uint64_t anchors[] = {static_cast<std::uint64_t>(Bounds::min()) + offset,
                                       static_cast<std::uint64_t>(Bounds::max()) - offset,
                                       static_cast<std::uint64_t>(Bounds::max()) / 2 + offset,
                                       last + offset,
                                       last + offset,
                                       last - offset,
                                       random()};
      return static_cast<Priority>(anchors[random.below(std::size(anchors))]);
    };
    for (std::uint32_t step = 0; step < 1500; ++step) {
      Side& side = sides[random.below(2)];
      auto& [queue, model] = side;
      if (model.empty() || random.below(5) < (step < 900 ? 3u : 1u)) {
        const Priority priority = draw();
        queue.push({priority, step});
        model.emplace(priority, step);
      } else if (random.below(16) == 0) {
        Side& other = sides[&side == &sides[0] ? 1 : 0];
        const unsigned from = queue.shift();
        auto* chunks = queue.takeHalf(1 + random.below(20));
        for (auto** link = &chunks; *link; link = &(*link)->next) {
          // The tasks of a chunk are only known after they have been taken out.
          auto* const again = pool.allocate();
          again->next = (*link)->next;
          while (!(*link)->empty()) {
            const Wide task = (*link)->popFront();
            take(model, task);
            other.model.emplace(task.priority, task.id);
            again->pushBack(task);
          }
          pool.free(std::exchange(*link, again));
        }
        other.queue.add(chunks, from);
        ASSERT_EQ(other.queue.size(), other.model.size());
      } else {
        const unsigned width = queue.shift(); // Taking tasks may change it.
        const std::uint64_t bucket = keyOf(model.begin()->first) >> width;
        ASSERT_EQ(queue.topKey() >> width, bucket) << "at step " << step;
        std::vector<Wide> taken;
        if (const std::uint32_t how = random.below(4); how == 0) {
          auto* const chunk = queue.popChunk();
          while (!chunk->empty()) {
            taken.push_back(chunk->popFront());
          }
          queue.recycle(chunk);
        } else if (how == 1) {
          Wide out[9];
          taken.assign(out, out + queue.popBatch(out, 9));
        } else {
          taken.push_back(queue.pop());
        }
        ASSERT_FALSE(taken.empty());
        for (const Wide& task : taken) {
          ASSERT_EQ(keyOf(task.priority) >> width, bucket) << "at step " << step;
          take(model, task);
        }
        last = static_cast<std::uint64_t>(taken.front().priority);
      }
      ASSERT_EQ(queue.size(), model.size());
      ASSERT_EQ(queue.empty(), model.empty());
      if (HasFatalFailure()) {
        return;
      }
    }
    for (auto& [queue, model] : sides) {
      while (!queue.empty()) {
        const unsigned width = queue.shift();
        const Wide task = queue.pop();
        ASSERT_EQ(keyOf(task.priority) >> width, keyOf(model.begin()->first) >> width);
        take(model, task);
      }
      EXPECT_TRUE(model.empty());
    }
  }
};

TEST_P(BucketQueueRange, UnsignedPrioritiesAtBothEndsAgreeWithAMultimap) {
  for (std::uint64_t seed = 0; seed < 4 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    agreesWithAMultimap<std::uint64_t>(seed);
  }
}

TEST_P(BucketQueueRange, SignedPrioritiesAtBothEndsAgreeWithAMultimap) {
  for (std::uint64_t seed = 0; seed < 4 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    agreesWithAMultimap<std::int64_t>(seed);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, BucketQueueRange,
    ::testing::Combine(::testing::Values(64u, 128u, 256u, 512u, 1024u, 2048u, 4096u),
                       ::testing::Values(0u, 1u, 7u, 63u,
                                         unsigned{BucketQueueParams::kAutoShift})));

/// Counts how often priorities are read, which every move of a task does.
struct CountingPriority {
  std::uint64_t* looks;
  std::uint32_t operator()(const Task& task) const {
    ++*looks;
    return task.priority;
  }
};

TEST_F(BucketQueueTest, PrioritiesThatJumpBackAndForthDoNotKeepTheWindowMoving) {
  // New tasks are alternately more and less urgent, over a little more than a window of buckets. If
  // each of them moved the window, thousands of tasks would go to the heap and back per pop.
  constexpr std::uint32_t kTasks = 100000, kOperations = 500000;
  std::uint64_t looks = 0;
  worklists::BucketQueue<Task, CountingPriority> queue(CountingPriority{&looks}, pool_);
  substrate::Random random(2, 0);
  for (std::uint32_t i = 0; i < kTasks; ++i) {
    queue.push({i, random.below(1u << 20)});
  }
  looks = 0;
  Task batch[64];
  for (std::uint32_t done = 0; done < kOperations;) {
    const std::size_t count = queue.popBatch(batch, 64);
    ASSERT_GT(count, 0u);
    for (std::size_t i = 0; i < count; ++i) {
      queue.push({batch[i].id, random.below(1u << 20)});
    }
    done += static_cast<std::uint32_t>(count);
    ASSERT_LT(looks / kOperations, 300u);
  }
}

/// Random pushes, pops, halvings and additions between queues of different widths with small
/// windows. Every task comes out once, and in order if the buckets have width one.
TEST_F(BucketQueueTest, HalvesGoFromQueueToQueueAndNothingIsLost) {
  substrate::Random random(1, 0);
  for (int round = 0; round < 60; ++round) {
    const unsigned shifts[] = {0, random.below(6), BucketQueueParams::kAutoShift};
    std::vector<std::unique_ptr<Queue>> queues;
    for (const unsigned shift : shifts) {
      queues.push_back(std::make_unique<Queue>(PriorityOf(), pool_, BucketQueueParams{64, shift}));
    }
    std::set<std::uint32_t> inside;
    std::uint32_t id = 0;
    const std::uint32_t spread = 1 + random.below(400);
    for (int step = 0; step < 300; ++step) {
      Queue& queue = *queues[random.below(3)];
      switch (random.below(4)) {
      case 0:
      case 1:
        for (unsigned i = random.below(40); i > 0; --i) {
          const std::uint32_t base =
              queue.empty() ? random.below(1000) : static_cast<std::uint32_t>(queue.topKey());
          queue.push({id, base + random.below(spread)});
          inside.insert(id++);
        }
        break;
      case 2: {
        Task out[16];
        const std::size_t count = queue.popBatch(out, 1 + random.below(16));
        for (std::size_t i = 0; i < count; ++i) {
          ASSERT_EQ(inside.erase(out[i].id), 1u);
        }
        break;
      }
      default: {
        Queue& to = *queues[random.below(3)];
        const std::size_t before = queue.size();
        worklists::Chunk<Task>* const chunks = queue.takeHalf(1 + random.below(20));
        const std::size_t taken = before - queue.size();
        ASSERT_TRUE(taken == 0 || !queue.empty()) << "the first chunk stays";
        const std::size_t had = to.size();
        ASSERT_EQ(to.add(chunks, queue.shift()), taken);
        ASSERT_EQ(to.size(), had + taken);
      }
      }
      std::size_t held = 0;
      for (const auto& q : queues) {
        held += q->size();
      }
      ASSERT_EQ(held, inside.size());
    }
    for (const auto& queue : queues) {
      std::uint32_t last = 0;
      while (!queue->empty()) {
        const Task task = queue->pop();
        ASSERT_EQ(inside.erase(task.id), 1u);
        if (queue == queues.front()) {
          ASSERT_GE(task.priority, last);
          last = task.priority;
        }
      }
    }
    EXPECT_TRUE(inside.empty());
  }
}

} // namespace
} // namespace galois::test
