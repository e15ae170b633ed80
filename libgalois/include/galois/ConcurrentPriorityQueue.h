/**
 * A scheduling policy as a concurrent priority queue, for threads that run no loop of this library:
 * those of std::thread, of a server's pool, or of another library.
 *
 *     galois::ConcurrentPriorityQueue<int> queue(8); // for at most 8 threads at once
 *     // in each thread:
 *     auto handle = queue.handle();
 *     handle.push(3, 42);
 *     while (!handle.terminated()) {
 *       if (auto item = handle.tryPop()) {
 *         work(item->value); // may push more
 *       }
 *     }
 *
 * Threads come and go: what a thread has not popped when it gives its handle back is found by others.
 *
 * How it works. A policy keeps tasks per thread id. A thread with a handle has an id of its own
 * (substrate/GuestIds.h), and each operation acts under it. What was pushed under an id that no thread
 * has now is searched by a tryPop() that finds nothing under its own. TaskCounts.h says how threads
 * find out that all is done.
 */
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "galois/optional.h"
#include "galois/substrate/ActingAs.h"
#include "galois/substrate/GuestIds.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/worklists/Concept.h"
#include "galois/worklists/MultiQueue.h"
#include "galois/worklists/parts/common/TaskCounts.h"

namespace galois {

/// A value with its priority.
template <typename Priority, typename Value>
struct Prioritized {
  Priority priority; ///< smaller is more urgent
  Value value;       ///< what it is
};

/// The indexer of these, which maps each to its priority.
struct ItsPriority {
  /// Returns the priority.
  template <typename Priority, typename Value>
  Priority operator()(const Prioritized<Priority, Value>& item) const noexcept {
    return item.priority;
  }
  /// A policy without a type of tasks yet stands for one of numbers. It is not called.
  int operator()(const int& number) const noexcept { return number; }
};

namespace internal {

/// The policy for tasks of type T, by priority if it has priorities.
template <typename Policy, typename T, typename = void>
struct ForPrioritized {
  using type = typename Policy::template retype<T>;
};
template <typename Policy, typename T>
struct ForPrioritized<Policy, T, std::void_t<typename Policy::template with_indexer<ItsPriority>>> {
  using type = typename Policy::template with_indexer<ItsPriority>::type::template retype<T>;
};

} // namespace internal

/**
 * The queue. Create it before the threads that use it, and destroy it after their handles.
 *
 * The order is that of the policy: most are relaxed and may return an item that is not the most urgent
 * one. An item is returned once, and none is lost.
 *
 * While any thread has a handle of any queue, no parallel loop of this library can start; and no handle
 * can be made while one runs, but inside it. There, a thread has the id that the loop gave it.
 *
 * @tparam Value     what the queue holds besides priorities; trivially copyable and
 *                   default-constructible. For others, push pointers
 * @tparam Policy    a scheduling policy, such as worklists::StealingMultiQueue<>; not one with levels at which all
 *                   threads meet (empty() in Concept.h)
 * @tparam Priority  an integer type; smaller is more urgent
 */
template <typename Value, typename Policy = worklists::MultiQueue<>,
          typename Priority = std::uint64_t>
class ConcurrentPriorityQueue {
public:
  using Item = Prioritized<Priority, Value>; ///< what tryPop() returns
  /// The policy as it is used.
  using Worklist = typename internal::ForPrioritized<Policy, Item>::type;

  static_assert(std::is_integral<Priority>::value, "a priority is an integer");
  static_assert(std::is_trivially_copyable<Value>::value &&
                    std::is_default_constructible<Value>::value,
                "policies move values as bytes; push pointers or numbers instead");
  static_assert(!worklists::kHasEmpty<Worklist>,
                "all threads of a loop must meet between the levels of this "
                "policy, so it can serve loops only");

  /// Makes an empty queue.
  /// @param threads  how many threads can have handles at once, from 1 to 1024. If there are several
  ///                 queues, it is the number of the one of which the first handle is made, or the
  ///                 number of active threads if that is larger
  /// @param params   the policy's parameters, as the last parameter of its constructor
  /// @throws std::bad_alloc, and what the policy's constructor throws
  template <typename... Params>
  explicit ConcurrentPriorityQueue(unsigned threads, const Params&... params)
      : threads_(threads), worklist_(make(params...)) {}
  ConcurrentPriorityQueue(const ConcurrentPriorityQueue&) = delete;
  ConcurrentPriorityQueue& operator=(const ConcurrentPriorityQueue&) = delete;

  /// One thread's access. Only the thread that made it may use and destroy it, before the queue is
  /// destroyed. It may be moved.
  class Handle {
  public:
    /// Takes the other handle's place, which must not be used any more. On the thread that made it.
    Handle(Handle&& other) noexcept
        : queue_(other.queue_), id_(std::move(other.id_)),
          working_(std::exchange(other.working_, false)) {}
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;
    /// The last item is finished, as by finish(). What the thread has pushed stays in the queue.
    ~Handle() { finish(); }

    /// Adds an item. @throws std::bad_alloc; the item is then not added
    void push(Priority priority, const Value& value) {
      worklists::TaskCounts<>& counts = ownCounts();
      counts.add();
      try {
        const substrate::ActingAs own(id_.place());
        queue_->worklist_.push(Item{priority, value});
      } catch (...) {
        counts.takeBack();
        throw;
      }
    }

    /// Takes an item. The one that this handle returned last is then finished.
    /// @return nothing if none was found. That says nothing of the queue if other threads push or pop
    ///         at the time. If none does, and no other thread with a handle holds items back (each
    ///         policy has its own way, see docs/queue.md), the queue is empty
    /// @throws std::bad_alloc; nothing is lost
    galois::optional<Item> tryPop() {
      finish();
      galois::optional<Item> item = popAs(id_.place());
      if (!item) {
        id_.tryOthers([this, &item](const substrate::detail::ThisThread& other) {
          item = popAs(other);
          return bool(item);
        });
      }
      working_ = bool(item);
      return item;
    }

    /// Says that the work on the item that tryPop() returned last is done, and all that follows from
    /// it is pushed. The next tryPop() says so, too.
    void finish() noexcept {
      if (std::exchange(working_, false)) {
        ownCounts().finish();
      }
    }

    /// Returns whether all items that were pushed before the call are finished, and all that threads
    /// have pushed while they worked on these. The item that this handle returned last must be
    /// finished, too. If it is true, only a push that is not part of the work on an item can add one.
    /// O(threads).
    bool terminated() const noexcept {
      const auto& counts = queue_->counts_;
      return worklists::TaskCounts<>::allDone(
          counts.size(), [&counts](unsigned id) -> auto& { return *counts.getRemote(id); });
    }

  private:
    friend class ConcurrentPriorityQueue;
    explicit Handle(ConcurrentPriorityQueue& queue) : queue_(&queue), id_(queue.threads_) {}

    galois::optional<Item> popAs(const substrate::detail::ThisThread& place) {
      const substrate::ActingAs it(place);
      return queue_->worklist_.pop();
    }
    worklists::TaskCounts<>& ownCounts() noexcept {
      return *queue_->counts_.getRemote(id_.place().tid);
    }

    ConcurrentPriorityQueue* queue_;
    substrate::GuestId id_;
    bool working_ = false; ///< whether an item was returned that is not finished
  };

  /// Returns a handle for the calling thread.
  /// @throws std::logic_error if all threads have one, or another thread runs a parallel loop; and
  ///         std::bad_alloc
  Handle handle() { return Handle(*this); }

private:
  template <typename... Params>
  static Worklist make(const Params&... params) {
    if constexpr (std::is_constructible<Worklist, ItsPriority, const Params&...>::value) {
      return Worklist(ItsPriority(), params...);
    } else {
      return Worklist(params...);
    }
  }

  const unsigned threads_;
  Worklist worklist_;
  substrate::PerThreadStorage<worklists::TaskCounts<>> counts_;
};

} // namespace galois
