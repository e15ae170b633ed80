#include "galois/worklists/PublishedObim.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "galois/substrate/ThreadPool.h"
#include "support/OnThread.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

struct PublishedObimCase {
  template <typename T>
  using Policy = worklists::PublishedObim<TaskPriority>::retype<T>;
  static constexpr bool kExact = false; // a thread stays in its bag
};
GALOIS_POLICY_SUITE(PublishedObim, CasesOf<PublishedObimCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(PublishedObim, PolicyRanges, RangesOf<PublishedObimCase>);

using Task8 = Task<8>;

/// Section 2.2 of the PMOD paper, "Galois obim", transcribed sentence by sentence for one step of
/// one thread at a time. The sentences are quoted by their beginnings.
namespace paper {

using Chunk = std::deque<std::uint32_t>; ///< ids of tasks

/// "one bag per priority", "as many FIFO queues as sockets"
struct Bag {
  explicit Bag(unsigned sockets) : queues(sockets) {}
  std::vector<std::deque<Chunk>> queues;
};

class Obim {
public:
  Obim(unsigned threads, unsigned sockets, std::size_t chunk)
      : sockets_(sockets), chunk_(chunk), threads_(threads) {}

  void enq(unsigned thread, unsigned socket, std::uint32_t id, std::uint32_t priority) {
    Thread& me = threads_[thread];
    // "When enqueueing a task, a thread looks up the bag ... in its local map."
    const auto known = me.localMap.find(priority);
    if (known == me.localMap.end()) {
      // "If not found, the thread creates a new bag and updates the global map accordingly."
      // Another thread may have created it: the local map has to be refreshed first.
      globalMap_.try_emplace(priority, std::make_shared<Bag>(sockets_));
      refresh(me);
    }
    Local& bag = me.localMap.at(priority);
    bag.filling.push_back(id);          // "it first buffers them in a private local chunk"
    if (bag.filling.size() == chunk_) { // "once the chunk fills up"
      bag.shared->queues[socket].push_back(std::exchange(bag.filling, {}));
    }
    me.start = std::min(me.start, priority); // back-scan prevention
  }

  std::optional<std::uint32_t> deq(unsigned thread, unsigned socket) {
    Thread& me = threads_[thread];
    // "The processor keeps dequeuing from this bag in subsequent Deqs until it becomes empty."
    if (me.current) {
      if (const auto id = takeFrom(me.localMap.at(*me.current), socket)) {
        return id;
      }
      me.current.reset();
    }
    if (const auto id = traverse(me, socket)) {
      return id;
    }
    // "if a thread fails to find work in the bags listed in its local map, it refreshes the local
    // map with the information in the global map, and tries again"
    ++refreshes;
    refresh(me);
    return traverse(me, socket);
  }

  unsigned refreshes = 0, steals = 0, taken = 0; ///< chunks, from remote and own queues

private:
  struct Local {
    std::shared_ptr<Bag> shared;
    Chunk filling, emptying;
  };
  struct Thread {
    std::map<std::uint32_t, Local> localMap;
    std::optional<std::uint32_t> current;
    std::uint32_t start = std::numeric_limits<std::uint32_t>::max();
  };

  void refresh(Thread& me) {
    for (const auto& [priority, bag] : globalMap_) {
      me.localMap.try_emplace(priority, Local{bag, {}, {}});
    }
  }

  std::optional<std::uint32_t> takeFrom(Local& bag, unsigned socket) {
    // "It then consumes tasks from the dequeued chunk one at a time."
    if (bag.emptying.empty()) {
      auto& own = bag.shared->queues[socket];
      if (!own.empty()) { // "A processor dequeues a chunk from its socket's queue."
        bag.emptying = std::move(own.front());
        own.pop_front();
        ++taken;
      } else if (!bag.filling.empty()) { // not in the text: when its own chunk is due
        std::swap(bag.emptying, bag.filling);
      } else { // "If the queue is empty, the processor steals from one of the remote queues."
        for (unsigned i = 1; i < sockets_ && bag.emptying.empty(); ++i) {
          auto& remote = bag.shared->queues[(socket + i) % sockets_];
          if (!remote.empty()) {
            bag.emptying = std::move(remote.front());
            remote.pop_front();
            ++steals;
          }
        }
      }
    }
    if (bag.emptying.empty()) {
      return std::nullopt;
    }
    const std::uint32_t id = bag.emptying.front();
    bag.emptying.pop_front();
    return id;
  }

  /// "A Deq finds a bag to dequeue from by traversing the bags in priority order until it finds a
  /// non-empty bag", from the most urgent start of all threads.
  std::optional<std::uint32_t> traverse(Thread& me, unsigned socket) {
    std::uint32_t first = std::numeric_limits<std::uint32_t>::max();
    for (const Thread& thread : threads_) {
      first = std::min(first, thread.start);
    }
    for (auto& [priority, bag] : me.localMap) {
      if (priority >= first) {
        if (const auto id = takeFrom(bag, socket)) {
          me.current = me.start = priority;
          return id;
        }
      }
    }
    me.start = std::numeric_limits<std::uint32_t>::max();
    return std::nullopt;
  }

  const unsigned sockets_;
  const std::size_t chunk_;
  std::vector<Thread> threads_;
  std::map<std::uint32_t, std::shared_ptr<Bag>> globalMap_;
};

} // namespace paper

class PublishedObimTest : public ::testing::Test {
protected:
  using Policy =
      worklists::PublishedObim<TaskPriority, worklists::PerSocketChunkFIFO<0>>::retype<Task8>;

  static worklists::ChunkParams chunksOf(std::uint32_t size) {
    worklists::ChunkParams params;
    params.chunkSize = size;
    return params;
  }

  static std::optional<std::uint32_t> popOn(unsigned thread, Policy& policy) {
    std::optional<std::uint32_t> id;
    onThread(thread, [&] {
      if (const auto task = policy.pop()) {
        id = task->id;
      }
    });
    return id;
  }

  static void pushOn(unsigned thread, Policy& policy, std::uint32_t id, std::uint32_t priority) {
    onThread(thread, [&] { policy.push(Task8(id, priority)); });
  }

  SharedMemSys system_;
};

/// The policy and the transcription take the same steps and must return the same tasks.
TEST_F(PublishedObimTest, PlaysTheDescription) {
  const unsigned sockets = substrate::getThreadPool().getMaxSockets();
  unsigned refreshes = 0, taken = 0, found = 0, missed = 0;
  for (const unsigned threads : {1u, 2u, 3u}) {
    setActiveThreads(threads);
    std::vector<unsigned> socketOf(threads);
    inTurn(threads, [&](unsigned tid) { socketOf[tid] = substrate::ThreadPool::getSocket(); });
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      SCOPED_TRACE(std::to_string(threads) + " threads, seed " + std::to_string(seed));
      constexpr std::uint32_t kChunk = 3;
      Policy policy(TaskPriority(), chunksOf(kChunk));
      paper::Obim description(threads, sockets, kChunk);
      substrate::Random script(seed, 2000);
      std::uint32_t pushed = 0;
      for (unsigned step = 0; step < 300 && !HasFailure(); ++step) {
        SCOPED_TRACE(step);
        const unsigned thread = script.below(threads);
        // Phases in which the worklist grows and empties. Priorities grow, and spread; in every other
        // script, no thread pushes a priority of another one.
        if (script.below(10) < (step / 50 % 2 == 0 ? 7u : 3u)) {
          const std::uint32_t spread = seed % 2 == 0 ? thread : script.below(4);
          const std::uint32_t priority = 3 * (step / 25) + spread;
          description.enq(thread, socketOf[thread], pushed, priority);
          pushOn(thread, policy, pushed, priority);
          ++pushed;
        } else {
          const auto expected = description.deq(thread, socketOf[thread]);
          EXPECT_EQ(popOn(thread, policy), expected);
          ++(expected ? found : missed);
        }
      }
      EXPECT_EQ(counter(policy, "bag_refreshes"), description.refreshes);
      EXPECT_EQ(counter(policy, "steal_successes"), description.steals);
      refreshes += description.refreshes;
      taken += description.taken;
    }
  }
  EXPECT_GE(found, 1000u) << "the script is to take many tasks,";
  EXPECT_GE(missed, 50u) << "to find none now and then,";
  EXPECT_GE(taken, 100u) << "to take chunks of the shared queues,";
  EXPECT_GT(refreshes, missed) << "and to find some through the global map only";
}

TEST_F(PublishedObimTest, AThreadStaysInItsBagUntilThatIsEmpty) {
  setActiveThreads(1);
  Policy policy(TaskPriority(), chunksOf(2));
  pushTasks(policy, 4, 5);
  EXPECT_EQ(policy.pop()->id, 0u);
  policy.push(Task8(4, 1)); // more urgent
  EXPECT_EQ(policy.pop()->id, 1u);
  EXPECT_EQ(policy.pop()->id, 2u);
  EXPECT_EQ(policy.pop()->id, 3u);
  EXPECT_EQ(policy.pop()->id, 4u);
  EXPECT_FALSE(policy.pop());
}

TEST_F(PublishedObimTest, TheFirstTaskOfAPriorityMakesASharedBag) {
  setActiveThreads(2);
  Policy policy(TaskPriority(), chunksOf(2));
  pushOn(0, policy, 0, 7);
  EXPECT_EQ(counter(policy, "bags"), 1);
  pushOn(1, policy, 1, 7); // finds the bag in the global map
  EXPECT_EQ(counter(policy, "bags"), 1);
  pushOn(1, policy, 2, 8);
  EXPECT_EQ(counter(policy, "bags"), 2);
  EXPECT_EQ(popOn(0, policy), 0u);
  EXPECT_EQ(popOn(0, policy), std::nullopt)
      << "a chunk that is not full is visible to its thread only";
  EXPECT_EQ(popOn(1, policy), 1u);
  EXPECT_EQ(popOn(1, policy), 2u);
  EXPECT_EQ(counterNames(policy), commonCountersAnd({"bag_searches", "bag_refreshes", "bags"}));
}

TEST_F(PublishedObimTest, ASearchBeginsWhereAnotherThreadHasPushedSomethingUrgent) {
  setActiveThreads(2);
  Policy policy(TaskPriority(), chunksOf(1)); // every task is visible to all at once
  pushOn(0, policy, 0, 3);
  EXPECT_EQ(popOn(0, policy), 0u);
  EXPECT_EQ(popOn(0, policy), std::nullopt); // its searches would now begin behind all bags
  pushOn(1, policy, 1, 3);
  pushOn(1, policy, 2, 9);
  EXPECT_EQ(popOn(0, policy), 1u);
  EXPECT_EQ(popOn(0, policy), 2u) << "in a bag that was not in its local map";
}

TEST_F(PublishedObimTest, TasksOfThreadsThatAreGoneAreFound) {
  setActiveThreads(3);
  Policy policy(TaskPriority(), chunksOf(1));
  pushOn(2, policy, 0, 1);
  pushOn(0, policy, 1, 5);
  setActiveThreads(1);
  EXPECT_EQ(policy.pop()->id, 0u) << "thread 2 has lowered its start, and keeps it";
  EXPECT_EQ(policy.pop()->id, 1u);
  EXPECT_FALSE(policy.pop());
}

} // namespace
} // namespace galois::test
