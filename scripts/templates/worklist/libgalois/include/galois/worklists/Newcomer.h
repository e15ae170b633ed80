/**
 * One heap for all threads, behind a lock that nobody waits for. A thread keeps the tasks that it
 * pushes in a buffer of its own. Whenever it finds the lock free, it moves them into the heap.
 *
 * After no paper. TODO: say what the idea is, after which paper, and what differs from it and why.
 *
 * Invariant: a task is either in the heap, which only the holder of the lock touches, or in the
 * buffer of the thread that pushed it, which only that thread touches. So none is lost: its thread
 * empties the buffer before it finds nothing. A thread that stops keeps no other one from its work.
 */
#pragma once

#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "galois/optional.h"
#include "galois/substrate/PaddedLock.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/Parameter.h"
#include "galois/worklists/parts/common/WorklistCounters.h"
#include "galois/worklists/parts/queues/DAryHeap.h"

namespace galois::worklists {

namespace parameters {
/// A field of NewcomerParams.
inline constexpr Parameter kNewcomerBuffer =
    Parameter::number("newcomer-buffer", {1, 65536},
                      "tasks that a thread collects before it looks for the lock of the heap");
} // namespace parameters

/// The parameters of Newcomer.
struct NewcomerParams {
  std::uint32_t buffer = 1; ///< tasks that a thread collects before it looks for the lock

  /// Calls `visit(parameter, field)` for each, see parts/common/Parameter.h.
  template <typename Self, typename Visit>
  static void visitParameters(Self& self, Visit&& visit) {
    visit(parameters::kNewcomerBuffer, self.buffer);
  }
};

/// The worklist.
/// @tparam Indexer     maps a task to an integer priority, smaller is more urgent
/// @tparam T           task, trivially copyable
/// @tparam Concurrent  false: used by one thread only
///
/// Thread-safe, and no call waits. A push takes O(log n) steps, averaged over those of its thread,
/// and so does a pop. Meets the worklist concept, see worklists/Concept.h.
template <typename Indexer = DummyIndexer<int>, typename T = int, bool Concurrent = true>
class Newcomer {
public:
  template <typename U> /// The policy for another type of task.
  using retype = Newcomer<Indexer, U, Concurrent>;
  template <bool B> /// The policy for one thread or several.
  using rethread = Newcomer<Indexer, T, B>;
  template <typename I> /// The policy with another indexer.
  struct with_indexer {
    using type = Newcomer<I, T, Concurrent>; ///< that policy
  };
  using value_type = T; ///< the type of a task

  /// Makes an empty worklist.
  explicit Newcomer(Indexer indexer = Indexer(), NewcomerParams params = NewcomerParams())
      : heap_(IndexLess<Indexer>(std::move(indexer))), params_(params) {}
  Newcomer(const Newcomer&) = delete;
  Newcomer& operator=(const Newcomer&) = delete;

  /// Adds a task. @throws std::bad_alloc
  void push(const value_type& task) {
    static_cast<void>(heap_.less().key(task)); // it may throw here, see Indexer.h, and not later
    ThreadData& me = *threads_.getLocal();
    me.buffer.push_back(task);
    ++me.counters.pushes;
    if (me.buffer.size() >= params_.buffer) {
      const std::unique_lock<Lock> held(lock_, std::try_to_lock);
      if (held) {
        empty(me);
      }
    }
  }

  /// Adds the tasks of [b, e). @throws std::bad_alloc
  template <typename Iter>
  void push(Iter b, Iter e) {
    for (; b != e; ++b) {
      push(*b);
    }
  }

  /// Adds the calling thread's share of `range`. Every thread calls it with the same range.
  template <typename Range>
  void push_initial(const Range& range) {
    const auto [b, e] = range.local_pair();
    push(b, e);
  }

  /// Takes the most urgent task, or one of the thread's own while another thread has the heap.
  /// Returns nothing if it found none. @throws std::bad_alloc
  galois::optional<value_type> pop() {
    ThreadData& me = *threads_.getLocal();
    galois::optional<value_type> task;
    const std::unique_lock<Lock> held(lock_, std::try_to_lock);
    if (held) {
      empty(me);
      if (!heap_.empty()) {
        task = heap_.pop();
      }
    } else if (!me.buffer.empty()) {
      task = me.buffer.back();
      me.buffer.pop_back();
    }
    ++(task ? me.counters.pops : me.counters.emptyPops);
    return task;
  }

  /// Passes each counter to `sink(thread, name, value)`. Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      threads_.getRemote(t)->counters.report(t, sink);
    }
  }

private:
  using Lock = substrate::PaddedLock<Concurrent>;

  struct ThreadData {
    std::vector<T> buffer;
    WorklistCounters counters;
  };

  /// Moves the thread's buffer into the heap. The thread holds the lock.
  void empty(ThreadData& me) {
    for (; !me.buffer.empty(); me.buffer.pop_back()) {
      heap_.push(me.buffer.back());
    }
  }

  Lock lock_;
  DAryHeap<T, IndexLess<Indexer>> heap_;
  NewcomerParams params_;
  substrate::PerThreadStorage<ThreadData> threads_;
};
GALOIS_WLCOMPILECHECK(Newcomer)

} // namespace galois::worklists
