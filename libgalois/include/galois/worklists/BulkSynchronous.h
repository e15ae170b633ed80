/**
 * Galois' bulk-synchronous worklist. Tasks that are pushed while one level runs form the next
 * level. No task of a level runs before all tasks of the previous level are done.
 *
 * A level is a bag, by default one of chunks. There are two bags: threads pop from one and push to
 * the other, and after each level the bags swap roles. A pop never waits: it returns nothing once
 * its level is empty. The executor then calls empty() on all threads together to learn whether
 * there is another level. The barriers between levels are before and in empty(), which either all
 * threads call or none does. Published code has a barrier inside pop(); it waits forever for a thread that has
 * left the loop by an exception or a break.
 *
 * Invariant: between two calls of empty(), all threads agree on which bag is being emptied, and
 * nobody adds to it. (Before the first call, it is the bag that push_initial() fills.)
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <type_traits>
#include <utility>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Barrier.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Concept.h"
#include "galois/worklists/WLCompileCheck.h"

namespace galois::worklists {

/// The bulk-synchronous worklist.
/// @tparam Container   the bag of a level: a policy that has no empty() itself
/// @tparam Concurrent  passed on to the bag
///
/// Thread-safe. Push and pop cost what they cost in the bag; each level costs two barriers. Meets
/// the worklist concept, see worklists/Concept.h, for use by for_each.
template <typename Container = PerSocketChunkFIFO<>, typename T = int, bool Concurrent = true>
class BulkSynchronous {
  using Bag = typename Container::template rethread<Concurrent>::template retype<T>;
  static_assert(!kHasEmpty<Bag>, "a level cannot have levels of its own");

public:
  template <typename U> /// The policy for another type of task.
  using retype = BulkSynchronous<Container, U, Concurrent>;
  template <bool B> /// The policy for one thread or several.
  using rethread = BulkSynchronous<Container, T, B>;
  template <typename C> /// The policy with another container.
  struct with_container {
    using type = BulkSynchronous<C, T, Concurrent>; ///< that policy
  };
  using value_type = T; ///< the type of a task

  /// @param args  the constructor arguments of each bag, for example ChunkParams
  template <typename... Args>
  explicit BulkSynchronous(const Args&... args) : bags_{Bag(args...), Bag(args...)} {}
  BulkSynchronous(const BulkSynchronous&) = delete;
  BulkSynchronous& operator=(const BulkSynchronous&) = delete;

  /// Adds a task to the next level.
  void push(const value_type& task) {
    next().push(task);
    threads_.getLocal()->pushed = true;
  }

  /// Adds the tasks of [b, e) to the next level.
  template <typename Iter>
  void push(Iter b, Iter e) {
    if (b != e) {
      threads_.getLocal()->pushed = true; // first, because push() may throw after adding some tasks
      next().push(b, e);
    }
  }

  /// Adds the calling thread's share of `range` to the first level. Every thread calls it with the
  /// same range, before any of them pops.
  template <typename Range>
  void push_initial(const Range& range) {
    current().push_initial(range);
  }

  /// Takes a task of the current level. Returns nothing if it found none.
  galois::optional<value_type> pop() { return current().pop(); }

  /// Takes up to `max` tasks of the current level and returns their number, 0 if it found none.
  /// Only bags that have pop_batch() have it.
  template <typename B = Bag, typename = std::enable_if_t<kHasPopBatch<B>>>
  std::size_t pop_batch(value_type* out, std::size_t max) {
    return current().pop_batch(out, max);
  }

  /// Moves all threads to the next level. All active threads call it together, after a barrier, when
  /// no task of the current level is left.
  /// @return whether the next level is empty, because no thread has pushed a task
  bool empty() noexcept {
    const unsigned threads = substrate::getActiveThreads();
    const unsigned self = substrate::ThreadPool::getTID();
    bool any = false;
    for (unsigned t = 0; t < threads_.size(); ++t) {
      any |= threads_.getRemote(t)->pushed;
    }
    if (self == 0) {
      level_ += any; // nobody reads it between the barriers
    }
    substrate::getBarrier(threads).wait(); // every thread has seen what the others pushed
    threads_.getLocal()->pushed = false;
    if (self == 0) { // also reset threads of an earlier loop with more threads that ended early
      for (unsigned t = threads; t < threads_.size(); ++t) {
        threads_.getRemote(t)->pushed = false;
      }
    }
    return !any;
  }

  /// Passes each counter of the bags, and the number of levels, to `sink(thread, name, value)`.
  /// Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    if constexpr (kReportsCounters<Bag>) {
      std::map<std::pair<unsigned, std::string>, double> sums;
      for (Bag& bag : bags_) {
        bag.reportCounters([&sums](unsigned thread, const char* name, auto value) {
          sums[{thread, name}] += static_cast<double>(value);
        });
      }
      for (const auto& [key, sum] : sums) {
        sink(key.first, key.second.c_str(), sum);
      }
    }
    sink(0u, "levels", level_ + 1);
  }

private:
  struct Own {
    bool pushed = false; ///< whether the thread has added to the next level
  };

  Bag& current() noexcept { return bags_[level_ % 2]; }
  Bag& next() noexcept { return bags_[(level_ + 1) % 2]; }

  Bag bags_[2];
  std::uint64_t level_ = 0; ///< number of finished levels; empty() writes it between its barriers
  substrate::PerThreadStorage<Own> threads_;
};
GALOIS_WLCOMPILECHECK(BulkSynchronous)

} // namespace galois::worklists
