/**
 * The kinds of queues that a Multi-Queue can have: sequential priority queues with the interface
 * that LockedQueue.h requires. A kind names the type of one queue, and the type of the data that
 * all queues share.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "galois/substrate/Charge.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/multiqueue/LockedQueue.h"
#include "galois/worklists/parts/multiqueue/QueueParameters.h"
#include "galois/worklists/parts/queues/BucketQueue.h"
#include "galois/worklists/parts/queues/BufferedHeap.h"
#include "galois/worklists/parts/queues/DAryHeap.h"

namespace galois::worklists {

/// Adapts a heap to the interface that LockedQueue.h requires. Not thread-safe.
template <typename Heap, typename Common>
class HeapQueue {
public:
  explicit HeapQueue(Common& common) : heap_(common.less) {}

  template <typename T>
  void push(const T& task) {
    heap_.push(task);
  }
  template <typename T>
  std::size_t popMany(T* out, std::size_t max) {
    return heap_.popMany(out, max);
  }

  std::uint64_t urgency() const {
    return heap_.empty() ? kNoUrgency : urgencyOf(heap_.less().key(heap_.top()));
  }
  /// Returns the urgency without reading the heap, whose top may be in another core's cache.
  template <typename T>
  std::uint64_t urgencyAfterPush(std::uint64_t before, const T& task) const {
    return std::min(before, urgencyOf(heap_.less().key(task)));
  }
  /// Returns the most urgent task; nullptr if there is none.
  auto peek() const { return heap_.empty() ? nullptr : &heap_.top(); }

private:
  Heap heap_;
};

/// d-ary heaps. Tasks of a queue come in exact priority order.
template <unsigned Arity = 4>
struct HeapQueues {
  /// The parameters; a heap has none.
  struct Params {
    template <typename Self, typename Visit>
    static void visitParameters(Self& /*self*/, Visit&& /*visit*/) {}
  };

  /// What all queues of one Multi-Queue share.
  template <typename Indexer, typename T>
  struct Common {
    Common(const Indexer& indexer, const Params& /*params*/) : less(indexer) {}
    IndexLess<Indexer> less;
  };

  template <typename Indexer, typename T>
  using Queue = HeapQueue<DAryHeap<T, IndexLess<Indexer>, Arity>, Common<Indexer, T>>;
};

/// d-ary heaps behind buffers (BufferedHeap.h), for queues whose successive users are usually
/// different threads. With tasks of 8 bytes, the front and the fields before it take four cache
/// lines, and the inbox takes four.
template <unsigned Arity = 4, unsigned Front = 29, unsigned Inbox = 32>
struct BufferedHeapQueues {
  using Params = typename HeapQueues<Arity>::Params;
  template <typename Indexer, typename T>
  using Common = typename HeapQueues<Arity>::template Common<Indexer, T>;
  template <typename Indexer, typename T>
  using Queue =
      HeapQueue<BufferedHeap<T, IndexLess<Indexer>, Arity, Front, Inbox>, Common<Indexer, T>>;
};

/// d-ary heaps with an inbox. Pushed tasks are in the inbox, unsorted, until the next pop moves
/// them to the heap. So a thread that inserts into the queue of another writes one or two cache
/// lines, and the heap stays in its owner's cache. Tasks come in exact priority order.
template <unsigned Arity = 4, std::uint32_t Inbox = 32>
struct InboxHeapQueues {
  using Params = typename HeapQueues<Arity>::Params;
  template <typename Indexer, typename T>
  using Common = typename HeapQueues<Arity>::template Common<Indexer, T>;

  /// One queue. Not thread-safe. LockedQueue documents the functions. urgency() and peek() consider
  /// only the heap, which after popMany() holds all tasks.
  template <typename Indexer, typename T>
  class Queue : public HeapQueues<Arity>::template Queue<Indexer, T> {
    using Heap = typename HeapQueues<Arity>::template Queue<Indexer, T>;

  public:
    explicit Queue(Common<Indexer, T>& common) : Heap(common) {}

    void push(const T& task) {
      // See Indexer.h; costs nothing if it cannot throw.
      static_cast<void>(Heap::urgencyAfterPush(kNoUrgency, task));
      if (waiting_ == Inbox) {
        file();
      }
      substrate::chargeMemory(&inbox_[waiting_], sizeof(T));
      inbox_[waiting_++] = task;
    }

    std::size_t popMany(T* out, std::size_t max) {
      file();
      return Heap::popMany(out, max);
    }

  private:
    /// Moves the tasks of the inbox to the heap.
    void file() {
      substrate::chargeMemory(&inbox_, waiting_ * sizeof(T));
      for (; waiting_ > 0; --waiting_) {
        Heap::push(inbox_[waiting_ - 1]);
      }
    }

    std::uint32_t waiting_ = 0; ///< tasks in the inbox
    T inbox_[Inbox];
  };
};

/// Bucket queues. Each operation is O(1), and the tasks of a bucket are about equally urgent.
struct BucketQueues {
  struct Params {
    /// The buckets are narrower than those of a queue with one owner. The tasks of several queues
    /// run in parallel and in batches, so they are out of order already. Wider buckets would waste
    /// more work on RMAT graphs.
    BucketQueueParams buckets{64, BucketQueueParams::kAutoShift, 4};
    std::uint32_t chunk = 32; ///< tasks per chunk of a bucket, 1 or more

    template <typename Self, typename Visit>
    static void visitParameters(Self& self, Visit&& visit) {
      visit(parameters::kMbqBuckets, self.buckets.buckets);
    }
  };

  template <typename Indexer, typename T>
  struct Common {
    Common(const Indexer& given, const Params& params)
        : indexer(given), buckets(params.buckets), pool(params.chunk) {}
    const Indexer indexer;
    const BucketQueueParams buckets;
    ChunkPool<T> pool;
  };

  /// One queue. Not thread-safe. LockedQueue documents the functions.
  template <typename Indexer, typename T>
  class Queue {
  public:
    explicit Queue(Common<Indexer, T>& common)
        : buckets_(common.indexer, common.pool, common.buckets) {}

    void push(const T& task) { buckets_.push(task); }
    std::size_t popMany(T* out, std::size_t max) { return buckets_.popBatch(out, max); }

    std::uint64_t urgency() const {
      return buckets_.empty() ? kNoUrgency : std::min(buckets_.topKey(), kNoUrgency - 1);
    }
    std::uint64_t urgencyAfterPush(std::uint64_t /*before*/, const T& /*task*/) const {
      return urgency();
    }
    /// Returns nullptr, because a bucket queue does not offer its next task for reading.
    const T* peek() const { return nullptr; }

  private:
    BucketQueue<T, Indexer> buckets_;
  };
};

} // namespace galois::worklists
