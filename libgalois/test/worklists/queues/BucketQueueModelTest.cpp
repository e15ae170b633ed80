// Compares bucket queues with a model of their content over random sequences of operations, and
// tests priorities at the ends of their types.
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "galois/substrate/Random.h"
#include "galois/worklists/parts/queues/BucketQueue.h"
#include "support/SimpleTask.h"

namespace galois::test {
namespace {

using worklists::BucketQueueParams;
using worklists::ChunkPool;
using Task = SimpleTask;
using Queue = worklists::BucketQueue<Task, PriorityOf>;

class BucketQueueModel : public ::testing::Test {
protected:
  void agreesWithAMultiset(const BucketQueueParams& params, std::uint32_t span, std::uint64_t seed);
  /// Pops a task, expects that it lies in the first bucket of the model, and removes it there.
  static void popAsExpected(Queue& queue, std::multiset<std::uint32_t>& model, Task& task) {
    const unsigned width = queue.shift(); // A pop may change it.
    ASSERT_EQ(queue.topKey() >> width, *model.begin() >> width);
    task = queue.pop();
    ASSERT_EQ(task.priority >> width, *model.begin() >> width);
    const auto found = model.find(task.priority);
    ASSERT_NE(found, model.end()) << "delivered twice, or never pushed";
    model.erase(found);
  }
  void ordersByTheNewWidth(std::uint32_t buckets);
  template <typename Priority>
  void agreesWithAMultimap(const BucketQueueParams& params, std::uint64_t seed);

  SharedMemSys system_;
  ChunkPool<Task> pool_{8};
};

/// Runs random operations. `span` is the number of different priorities.
void BucketQueueModel::agreesWithAMultiset(const BucketQueueParams& params, std::uint32_t span,
                                           std::uint64_t seed) {
  Queue queue(PriorityOf(), pool_, params);
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

TEST_F(BucketQueueModel, AgreesWithAMultisetUpToTheWidth) {
  for (const std::uint32_t buckets : {64u, 1024u, 4096u}) {
    for (const unsigned shift : {0u, 3u, unsigned{BucketQueueParams::kAutoShift}}) {
      for (const std::uint32_t span : {1u, 10u, 1000u, 100000u, 4000000000u}) {
        for (std::uint64_t seed = 0; seed < 3 && !HasFatalFailure(); ++seed) {
          SCOPED_TRACE(::testing::Message() << buckets << " buckets, shift " << shift << ", span "
                                            << span << ", seed " << seed);
          agreesWithAMultiset({buckets, shift}, span, seed);
        }
      }
    }
  }
}

/// Lets the distances between a task and its children grow and shrink, so that the width changes
/// while tasks lie in the ring and beyond it.
void BucketQueueModel::ordersByTheNewWidth(std::uint32_t buckets) {
  Queue queue(PriorityOf(), pool_, {buckets, BucketQueueParams::kAutoShift});
  std::multiset<std::uint32_t> model;
  std::set<unsigned> widths;
  substrate::Random random(buckets, 0);
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
      widths.insert(queue.shift()); // A pop may change it.
      Task task;
      ASSERT_NO_FATAL_FAILURE(popAsExpected(queue, model, task));
      current = task.priority;
    }
  }
  EXPECT_GE(widths.size(), 4u);
}

TEST_F(BucketQueueModel, OrdersByTheNewWidthWhateverItHeldBefore) {
  for (const std::uint32_t buckets : {64u, 256u, 1024u}) {
    SCOPED_TRACE(buckets);
    ordersByTheNewWidth(buckets);
  }
}

TEST_F(BucketQueueModel, WiderBucketsOrderTasksFromBothSidesOfTheOldWindow) {
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
      Task task;
      ASSERT_NO_FATAL_FAILURE(popAsExpected(queue, model, task));
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

TEST_F(BucketQueueModel, ExtremePrioritiesOfSignedAnd64BitTypes) {
  using Wide = WideTask<std::int64_t>;
  ChunkPool<Wide> pool(8);
  worklists::BucketQueue<Wide, WidePriorityOf> queue(WidePriorityOf(), pool, {64, 0});
  constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t kHighest = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t value : {kHighest, std::int64_t{0}, kLowest, std::int64_t{-1}, kHighest,
                                   std::int64_t{1}, kLowest + 1}) {
    queue.push({value, 0});
  }
  for (const std::int64_t value : {kLowest, kLowest + 1, std::int64_t{-1}, std::int64_t{0},
                                   std::int64_t{1}, kHighest, kHighest}) {
    ASSERT_FALSE(queue.empty());
    EXPECT_EQ(queue.pop().priority, value);
  }
  EXPECT_TRUE(queue.empty());
}

TEST_F(BucketQueueModel, TheWindowNeverReachesPastTheGreatestPriority) {
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

/// Runs random operations on two queues that move halves to each other. Priorities lie near both
/// ends of the type, near its middle, near the last priority that was taken, and anywhere.
template <typename Priority>
void BucketQueueModel::agreesWithAMultimap(const BucketQueueParams& params, std::uint64_t seed) {
  using Wide = WideTask<Priority>;
  using Bounds = std::numeric_limits<Priority>;
  ChunkPool<Wide> pool(8);
  struct Side {
    Side(ChunkPool<Wide>& chunks, const BucketQueueParams& shape)
        : queue(WidePriorityOf(), chunks, shape) {}
    worklists::BucketQueue<Wide, WidePriorityOf> queue;
    std::multimap<Priority, std::uint32_t> model;
  };
  Side sides[2] = {{pool, params}, {pool, params}};
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
  substrate::Random random(seed, params.buckets);
  std::uint64_t last = 0;
  const auto draw = [&] {
    const std::uint64_t spans[] = {3, 100, 2 * params.buckets, std::uint64_t{1} << 40};
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

TEST_F(BucketQueueModel, PrioritiesOf64BitsAgreeWithAMultimap) {
  for (const std::uint32_t buckets : {64u, 128u, 256u, 512u, 1024u, 2048u, 4096u}) {
    for (const unsigned shift : {0u, 1u, 7u, 63u, unsigned{BucketQueueParams::kAutoShift}}) {
      for (std::uint64_t seed = 0; seed < 4 && !HasFatalFailure(); ++seed) {
        SCOPED_TRACE(::testing::Message()
                     << buckets << " buckets, shift " << shift << ", seed " << seed);
        agreesWithAMultimap<std::uint64_t>({buckets, shift}, seed);
        agreesWithAMultimap<std::int64_t>({buckets, shift}, seed);
      }
    }
  }
}

} // namespace
} // namespace galois::test
