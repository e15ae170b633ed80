/**
 * What the queues of a Multi-Queue can be: sequential priority queues in the shape that
 * LockedQueue.h asks for. A kind names the type of one queue, and of what all queues share.
 */
#ifndef GALOIS_WORKLISTS_PARTS_MULTIQUEUE_LOCALQUEUES_H
#define GALOIS_WORKLISTS_PARTS_MULTIQUEUE_LOCALQUEUES_H

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "galois/substrate/Charge.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/multiqueue/LockedQueue.h"
#include "galois/worklists/parts/queues/BucketQueue.h"
#include "galois/worklists/parts/queues/BufferedHeap.h"
#include "galois/worklists/parts/queues/DAryHeap.h"

namespace galois::worklists {

/// A heap, of whatever kind, in the shape that LockedQueue.h asks for. Not thread-safe.
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
  /// Does not look at the heap, whose top may be in another processor's cache.
  template <typename T>
  std::uint64_t urgencyAfterPush(std::uint64_t before, const T& task) const {
    return std::min(before, urgencyOf(heap_.less().key(task)));
  }
  /// The most urgent task; nullptr if there is none.
  auto peek() const { return heap_.empty() ? nullptr : &heap_.top(); }

private:
  Heap heap_;
};

/// d-ary heaps: the most urgent task of a queue comes first, exactly.
template <unsigned Arity = 4>
struct HeapQueues {
  /// Parameters; a heap has none.
  struct Params {};

  /// What all queues of one Multi-Queue share.
  template <typename Indexer, typename T>
  struct Common {
    Common(const Indexer& indexer, const Params& /*params*/) : less(indexer) {}
    IndexLess<Indexer> less;
  };

  template <typename Indexer, typename T>
  using Queue = HeapQueue<DAryHeap<T, IndexLess<Indexer>, Arity>, Common<Indexer, T>>;
};

/// The same behind buffers: for queues that change hands all the time. With tasks of 8 bytes the
/// front and what is beside it take four cache lines, the inbox four.
template <unsigned Arity = 4, unsigned Front = 29, unsigned Inbox = 32>
struct BufferedHeapQueues {
  using Params = typename HeapQueues<Arity>::Params;
  template <typename Indexer, typename T>
  using Common = typename HeapQueues<Arity>::template Common<Indexer, T>;
  template <typename Indexer, typename T>
  using Queue =
      HeapQueue<BufferedHeap<T, IndexLess<Indexer>, Arity, Front, Inbox>, Common<Indexer, T>>;
};

/// Heaps with an inbox: what is pushed lies there unsorted until somebody takes a task and files it
/// first. So a thread that inserts into the queue of another writes to a line or two, and leaves
/// the heap in its owner's cache. The most urgent task comes first, exactly.
template <unsigned Arity = 4, std::uint32_t Inbox = 32>
struct InboxHeapQueues {
  using Params = typename HeapQueues<Arity>::Params;
  template <typename Indexer, typename T>
  using Common = typename HeapQueues<Arity>::template Common<Indexer, T>;

  /// Not thread-safe. See LockedQueue for the functions; urgency() and peek() tell of what is
  /// filed, which after popMany() is all.
  template <typename Indexer, typename T>
  class Queue : public HeapQueues<Arity>::template Queue<Indexer, T> {
    using Heap = typename HeapQueues<Arity>::template Queue<Indexer, T>;

  public:
    explicit Queue(Common<Indexer, T>& common) : Heap(common) {}

    void push(const T& task) {
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

/// Bucket queues: O(1) an operation, and the tasks of a bucket are about as urgent.
struct BucketQueues {
  struct Params {
    /// A batch that a thread holds, with others at work on other queues, is out of order already:
    /// buckets as wide as those of a queue with one owner would waste more work on RMAT graphs.
    BucketQueueParams buckets{64, BucketQueueParams::kAutoShift, 4};
    std::uint32_t chunk = 32; ///< tasks of a bucket that lie together, 1 or more
  };

  template <typename Indexer, typename T>
  struct Common {
    Common(const Indexer& given, const Params& params)
        : indexer(given), buckets(params.buckets), pool(params.chunk) {}
    const Indexer indexer;
    const BucketQueueParams buckets;
    ChunkPool<T> pool;
  };

  /// Not thread-safe. See LockedQueue for the functions.
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
    /// Which task of the first bucket comes next is not told.
    const T* peek() const { return nullptr; }

  private:
    BucketQueue<T, Indexer> buckets_;
  };
};

} // namespace galois::worklists

#endif
