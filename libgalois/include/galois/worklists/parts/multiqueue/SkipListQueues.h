/**
 * Lock-free skip lists as the queues of a Multi-Queue, as [PMOD, section 5.1] measures them. Any
 * number of threads insert into one queue, and take from its front, at the same time. So there is
 * no lock to fail at, and no word to show: a thread that compares two queues reads their first
 * tasks.
 *
 * A queue has the interface that QueueDraws.h and MultiQueueThread.h use of a LockedQueue, except
 * for locking. Its Hold gives access and excludes nobody.
 *
 * Invariant: urgency() returns kNoUrgency only after it went through the whole list and found every
 * task claimed. A thread claims a task only to run it. So a pop that finds nothing has seen each
 * queue empty, and a task that another thread inserts later belongs to a thread that has worked
 * since its last answer to termination detection.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/Random.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/multiqueue/LockedQueue.h"
#include "galois/worklists/parts/skiplist/SkipList.h"

namespace galois::worklists {

/// Skip lists that all threads access without a lock. Tasks of a queue come in exact priority
/// order, the youngest first among equals, while one thread takes them.
struct SkipListQueues {
  /// The parameters; a skip list has none.
  struct Params {
    template <typename Self, typename Visit>
    static void visitParameters(Self& /*self*/, Visit&& /*visit*/) {}
  };

  /// What all queues of one Multi-Queue share: the nodes, and what each thread needs to use lists.
  template <typename Indexer, typename T>
  class Common {
    using List = SkipList<T, IndexLess<Indexer>>;

  public:
    /// One thread's access to the lists. Owned by that thread.
    struct Thread {
      explicit Thread(Common& common)
          : memory(common.memory_), random(substrate::getSeed(), kFirstStream + common.streams_++) {
      }

      typename List::Thread memory;
      substrate::Random random; ///< draws the heights of nodes
      bool hasNext = false;     ///< whether a task followed the last one that the thread took
      T next;                   ///< that task
    };

    Common(const Indexer& indexer, const Params& /*params*/)
        : less(indexer), threads_(std::ref(*this)) {}

    Thread& me() { return *threads_.getLocal(); }

    const IndexLess<Indexer> less;

  private:
    /// The numbers below are those of the streams that draw queues.
    static constexpr std::uint64_t kFirstStream = std::uint64_t{1} << 32;

    typename List::Memory memory_; // before the threads, which refer to it
    std::uint64_t streams_ = 0;    ///< random streams assigned so far
    substrate::PerThreadStorage<Thread> threads_;
  };

  /// One queue. Thread-safe.
  template <typename Indexer, typename T>
  class alignas(substrate::kCacheLineSize) SharedQueue {
  public:
    static constexpr bool kLocked = false; ///< there is no lock to take

    explicit SharedQueue(Common<Indexer, T>& common) : common_(common), list_(common.less) {}

    /// Returns the urgency of the most urgent task, kNoUrgency if every task that was inserted
    /// before has been taken. It may be out of date when it returns. O(1 + claimed nodes).
    std::uint64_t urgency() const {
      T first;
      return !list_.seemsEmpty() && list_.peekFront(common_.me().memory, first)
                 ? urgencyOf(common_.less.key(first))
                 : kNoUrgency;
    }

    /// Access to the queue, which other threads have at the same time.
    class Hold {
    public:
      explicit operator bool() const noexcept { return true; } ///< access is never refused
      std::uint64_t urgency() const { return owner_->urgency(); }

      /// Adds a task. Expected O(log n). @throws std::bad_alloc; the queue is then unchanged
      void push(const T& task) {
        auto& me = owner_->common_.me();
        owner_->list_.insert(me.memory, task, List::randomHeight(me.random));
      }

      /// Takes up to `max` (1 or more) of the most urgent tasks.
      /// @return the number of tasks written to `out`; 0 only if it reached the end of the list
      std::size_t popMany(T* out, std::size_t max) {
        auto& me = owner_->common_.me();
        const std::size_t count =
            owner_->list_.popFront(me.memory, out, static_cast<std::uint32_t>(max),
                                   {kClaimedAtFront, 0}, &me.next, &me.hasNext);
        if (count == 0) {
          me.memory.collect();
        }
        return count;
      }

      const SharedQueue& queue() const noexcept { return *owner_; }

    private:
      friend class SharedQueue;
      explicit Hold(SharedQueue& owner) noexcept : owner_(&owner) {}

      SharedQueue* owner_;
    };

    Hold withoutLock() noexcept { return Hold(*this); }

    /// Returns the task that followed the last one that this thread took, from whichever queue;
    /// nullptr if there was none.
    const T* peek() const {
      const auto& me = common_.me();
      return me.hasNext ? &me.next : nullptr;
    }

  private:
    using List = SkipList<T, IndexLess<Indexer>>;

    /// Number of claimed nodes at the front from which on a thread unlinks them.
    static constexpr std::uint32_t kClaimedAtFront = 8;

    Common<Indexer, T>& common_;
    mutable List list_; // reading it enters an epoch
  };
};

} // namespace galois::worklists
