/**
 * OBIM as section 2.2 of the PMOD paper describes it, and as it was released, transcribed sentence by
 * sentence, and a script that plays the transcription against a policy.
 */
#pragma once

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

#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Chunk.h"
#include "support/OnThread.h"
#include "worklists/PolicyCounters.h"
#include "worklists/PolicyKit.h"

namespace galois::test {

/// Section 2.2 of the PMOD paper, "Galois obim", transcribed sentence by sentence for one step of
/// one thread at a time. The sentences are quoted by their beginnings.
namespace paper {

using Chunk = std::deque<std::uint32_t>; ///< ids of tasks

/// "one bag per priority", "as many FIFO queues as sockets"
struct Bag {
  explicit Bag(unsigned sockets) : queues(sockets) {}
  std::vector<std::deque<Chunk>> queues;
};

/// Whether the description is followed, or what is known of the program that was measured.
enum class Rules { kPrinted, kReleased };

class Obim {
public:
  /// @param leaders  the leader of each thread's socket
  Obim(Rules rules, std::vector<unsigned> leaders, unsigned sockets, std::size_t chunk)
      : rules_(rules), leaders_(std::move(leaders)), sockets_(sockets), chunk_(chunk),
        threads_(leaders_.size()) {}

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
    // The program: a push of a more urgent task moves the thread to that bag.
    if (rules_ == Rules::kReleased && me.current && priority < *me.current) {
      me.current = priority;
      ++moves;
    }
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

  unsigned refreshes = 0, moves = 0;
  unsigned steals = 0, taken = 0; ///< chunks, from remote and own queues
  unsigned unread = 0;            ///< searches that read no start that was the first

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
  /// non-empty bag", from the most urgent start of all threads. The program: threads other than the
  /// leader read one start besides their own, the leader's.
  std::optional<std::uint32_t> traverse(Thread& me, unsigned socket) {
    std::uint32_t first = std::numeric_limits<std::uint32_t>::max();
    for (const Thread& thread : threads_) {
      first = std::min(first, thread.start);
    }
    const Thread& leader = threads_[leaders_[static_cast<std::size_t>(&me - threads_.data())]];
    if (rules_ == Rules::kReleased && &leader != &me) {
      const std::uint32_t read = std::min(me.start, leader.start);
      unread += read > first ? 1 : 0;
      first = read;
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

  const Rules rules_;
  const std::vector<unsigned> leaders_;
  const unsigned sockets_;
  const std::size_t chunk_;
  std::vector<Thread> threads_;
  std::map<std::uint32_t, std::shared_ptr<Bag>> globalMap_;
};

} // namespace paper

inline worklists::ChunkParams chunksOf(std::uint32_t size) {
  worklists::ChunkParams params;
  params.chunkSize = size;
  return params;
}

template <typename Policy>
std::optional<std::uint32_t> popOn(unsigned thread, Policy& policy) {
  std::optional<std::uint32_t> id;
  onThread(thread, [&] {
    if (const auto task = policy.pop()) {
      id = task->id;
    }
  });
  return id;
}

template <typename Policy>
void pushOn(unsigned thread, Policy& policy, std::uint32_t id, std::uint32_t priority) {
  onThread(thread, [&] { policy.push(Task<8>(id, priority)); });
}

/// What a script has reached.
struct Played {
  unsigned found = 0, missed = 0;                           ///< pops
  unsigned refreshes = 0, taken = 0, moves = 0, unread = 0; ///< see paper::Obim
};

/// Lets a policy and the transcription take the same steps and expects the same tasks.
template <typename Policy>
Played playObim(paper::Rules rules) {
  const unsigned sockets = substrate::getThreadPool().getMaxSockets();
  Played played;
  for (const unsigned threads : {1u, 2u, 3u}) {
    setActiveThreads(threads);
    std::vector<unsigned> socketOf(threads), leaderOf(threads);
    inTurn(threads, [&](unsigned tid) {
      socketOf[tid] = substrate::ThreadPool::getSocket();
      leaderOf[tid] = substrate::ThreadPool::getLeader();
    });
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      SCOPED_TRACE(std::to_string(threads) + " threads, seed " + std::to_string(seed));
      constexpr std::uint32_t kChunk = 3;
      Policy policy(TaskPriority(), chunksOf(kChunk));
      paper::Obim description(rules, leaderOf, sockets, kChunk);
      substrate::Random script(seed, 2000);
      std::uint32_t pushed = 0;
      for (unsigned step = 0; step < 300 && !::testing::Test::HasFailure(); ++step) {
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
          ++(expected ? played.found : played.missed);
        }
      }
      EXPECT_EQ(counter(policy, "bag_refreshes"), description.refreshes);
      EXPECT_EQ(counter(policy, "steal_successes"), description.steals);
      played.refreshes += description.refreshes;
      played.taken += description.taken;
      played.moves += description.moves;
      played.unread += description.unread;
    }
  }
  return played;
}

} // namespace galois::test
