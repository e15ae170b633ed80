/**
 * Galois' StableIterator: takes a loop's first tasks from the range itself, where they stay,
 * instead of copying them to a worklist. It fits ranges that no iteration changes.
 *
 * Invariant: the first tasks that are not delivered yet are those of the threads' spans, which are
 * disjoint. A span is read and changed under its lock alone. A thief moves half of a span to its
 * own, which is empty, while it holds no lock, so no two locks are held at once.
 */
#pragma once

#include <iterator>
#include <mutex>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/PaddedLock.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/WLCompileCheck.h"

namespace galois::worklists {

/// Delivers the tasks of the range first, each thread those of its own share, and what is pushed
/// from a worklist behind it.
/// @tparam Steal      whether a thread that has no task takes half of another thread's share
/// @tparam Container  the worklist of pushed tasks: a policy for several threads
/// @tparam Iterator   the iterators of the range, which for_each fills in
///
/// Thread-safe. Meets the worklist concept, see worklists/Concept.h.
template <bool Steal = false, typename Container = PerSocketChunkFIFO<>, typename Iterator = int*>
class StableIterator {
public:
  using value_type = typename std::iterator_traits<Iterator>::value_type; ///< the type of a task

private:
  using Bag = typename Container::template retype<value_type>;

public:
  template <typename> /// The policy for the type of task that its iterators have.
  using retype = StableIterator;
  template <bool B> /// The policy for one thread or several.
  using rethread = StableIterator<Steal, typename Container::template rethread<B>, Iterator>;
  template <typename I> /// The policy for other iterators.
  struct with_iterator {
    using type = StableIterator<Steal, Container, I>; ///< that policy
  };
  template <bool B> /// The policy with stealing or without.
  struct with_steal {
    using type = StableIterator<B, Container, Iterator>; ///< that policy
  };
  template <typename C> /// The policy with another worklist of pushed tasks.
  struct with_container {
    using type = StableIterator<Steal, C, Iterator>; ///< that policy
  };

  StableIterator() = default;
  StableIterator(const StableIterator&) = delete;
  StableIterator& operator=(const StableIterator&) = delete;

  /// Adds a task to the worklist of pushed tasks.
  void push(const value_type& task) { pushed_.push(task); }
  /// Adds the tasks of [b, e).
  template <typename Iter>
  void push(Iter b, Iter e) {
    pushed_.push(b, e);
  }
  /// Makes the calling thread's share of `range` its span. Every thread calls it with the same
  /// range, which outlives the loop.
  template <typename Range>
  void push_initial(const Range& range) {
    Span& own = *spans_.getLocal();
    const std::lock_guard<substrate::PaddedLock<true>> guard(own.lock);
    own.begin = range.local_begin();
    own.end = range.local_end();
  }

  /// Takes a task of the own span, else one that was pushed, else one that it steals. Returns
  /// nothing if it found none.
  galois::optional<value_type> pop() {
    galois::optional<value_type> task = take(*spans_.getLocal());
    if (!task) {
      task = pushed_.pop();
    }
    if constexpr (Steal) {
      if (!task && steal()) {
        task = take(*spans_.getLocal());
      }
    }
    return task;
  }

private:
  struct Span {
    substrate::PaddedLock<true> lock;
    Iterator begin{};
    Iterator end{};
  };

  static galois::optional<value_type> take(Span& span) {
    const std::lock_guard<substrate::PaddedLock<true>> guard(span.lock);
    galois::optional<value_type> task;
    if (span.begin != span.end) {
      task = *span.begin;
      ++span.begin;
    }
    return task;
  }

  /// Moves half of another thread's span to the own, which is empty. @return whether it found one
  bool steal() {
    const unsigned threads = substrate::getActiveThreads();
    const unsigned self = substrate::ThreadPool::getTID();
    for (unsigned step = 1; step < threads; ++step) {
      Span& victim = *spans_.getRemote((self + step) % threads);
      Iterator begin{};
      Iterator end{};
      {
        const std::lock_guard<substrate::PaddedLock<true>> guard(victim.lock);
        const auto size = std::distance(victim.begin, victim.end);
        begin = std::next(victim.begin, size / 2);
        end = victim.end;
        victim.end = begin;
      }
      if (begin != end) {
        Span& own = *spans_.getLocal();
        const std::lock_guard<substrate::PaddedLock<true>> guard(own.lock);
        own.begin = begin;
        own.end = end;
        return true;
      }
    }
    return false;
  }

  substrate::PerThreadStorage<Span> spans_;
  Bag pushed_;
};
GALOIS_WLCOMPILECHECK(StableIterator)

} // namespace galois::worklists
