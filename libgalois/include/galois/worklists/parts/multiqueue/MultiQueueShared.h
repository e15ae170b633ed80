/**
 * What the threads of a Multi-Queue share, and what the parts of one thread share: QueueInserter.h
 * inserts tasks, BetterOfTwo.h and OwnQueueTaker.h take them.
 */
#pragma once

#include <cstdint>
#include <type_traits>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/multiqueue/LockedQueue.h"
#include "galois/worklists/parts/multiqueue/QueueAccess.h"
#include "galois/worklists/parts/multiqueue/QueueDraws.h"
#include "galois/worklists/parts/multiqueue/QueueParameters.h"
#include "galois/worklists/parts/multiqueue/QueueTable.h"

namespace galois::worklists {

/// Run-time parameters of a Multi-Queue.
/// @tparam Local  the parameters of its queues
template <typename Local>
struct MultiQueueParams {
  std::uint32_t queuesPerThread = 4; ///< C, 1 to 64; ignored with OwnQueue, which uses 1
  /// Whether to compare two queues under both their locks, and to draw again if one is not free.
  bool lockBoth = false;
  bool ownOnly = false; ///< with OwnQueue: whether tasks wait for the owner of their queue
  /// Weight of queues on the own NUMA node, see parts/stealing/QueueSampler.h.
  std::uint32_t numaWeight = 8;
  QueueAccessParams insert, remove;
  Local local;

  /// Calls `visit(parameter, field)` for each, see parts/common/Parameter.h.
  template <typename Self, typename Visit>
  static void visitParameters(Self& self, Visit&& visit) {
    visit(parameters::kMqC, self.queuesPerThread);
    visit(parameters::kMqLock, self.lockBoth);
    visit(parameters::kReldWait, self.ownOnly);
    visit(parameters::kNumaWeight, self.numaWeight);
    // Of `batch` and `stay`, each policy reads the one that it uses, or both.
    visit(parameters::kMqInsert, self.insert.batch);
    visit(parameters::kMqInsert, self.insert.stay);
    visit(parameters::kMqDelete, self.remove.batch);
    visit(parameters::kMqDelete, self.remove.stay);
    visit(parameters::kBatch, self.insert.batch);
    visit(parameters::kBatch, self.remove.batch);
    visit(parameters::kStickiness, self.insert.stay);
    visit(parameters::kStickiness, self.remove.stay);
    Local::visitParameters(self.local, visit);
  }
};

/// The type of a queue that threads share: a sequential queue behind a lock, unless the kind of
/// queues has a SharedQueue of its own.
template <typename Queues, typename Indexer, typename T, typename Atomics, typename = void>
struct SharedQueueOf {
  using type = LockedQueue<typename Queues::template Queue<Indexer, T>, Atomics>;
};
template <typename Queues, typename Indexer, typename T, typename Atomics>
struct SharedQueueOf<Queues, Indexer, T, Atomics,
                     std::void_t<typename Queues::template SharedQueue<Indexer, T>>> {
  using type = typename Queues::template SharedQueue<Indexer, T>;
};

/// The data that the threads of a Multi-Queue share. The first template parameters are MultiQueue's.
/// @tparam AtomicsPolicy  see galois/substrate/Atomics.h
template <typename Indexer, typename T, typename Queues,
          typename AtomicsPolicy = substrate::DefaultAtomics>
struct MultiQueueShared {
  using Task = T;
  using Atomics = AtomicsPolicy;
  using Params = MultiQueueParams<typename Queues::Params>;
  using Queue = typename SharedQueueOf<Queues, Indexer, T, Atomics>::type;
  using Common = typename Queues::template Common<Indexer, T>;

  MultiQueueShared(const Indexer& indexer, const Params& given,
                   std::uint32_t maxThreads = substrate::kMaxThreads)
      : params(given), index(indexer), common(indexer, given.local),
        queues(given.queuesPerThread, maxThreads) {}

  const Params params;
  const Indexer index;
  Common common; ///< the data that the queues share
  QueueTable<Queue, Atomics> queues;
  std::uint64_t streams = 0; ///< random streams assigned so far; each thread has its own
};

/// What the parts of one thread use in common. Owned by that thread.
/// @tparam SharedData  a MultiQueueShared
/// @tparam Concurrent  see MultiQueue
/// @tparam Sampler     see MultiQueue
template <typename SharedData, bool Concurrent, typename Sampler>
class MultiQueueUser {
public:
  using Shared = SharedData;
  using Task = typename Shared::Task;

protected:
  using Queue = typename Shared::Queue;
  using Hold = typename Queue::Hold;
  using Backoff = substrate::BasicBackoff<typename Shared::Atomics>;

  explicit MultiQueueUser(Shared& shared)
      : shared_(&shared),
        draws_(shared.queues, shared.common, shared.params.numaWeight, shared.streams++) {}
  ~MultiQueueUser() = default;

  const Shared* shared_;
  QueueDraws<Queue, typename Shared::Common, Concurrent, Sampler, typename Shared::Atomics> draws_;
  WorklistCounters counters_;
};

} // namespace galois::worklists
