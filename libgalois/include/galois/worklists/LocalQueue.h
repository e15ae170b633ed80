/** Galois' LocalQueue: a worklist of each thread's own in front of a shared one. */
#pragma once

#include <type_traits>

#include "galois/optional.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/worklists/Simple.h"
#include "galois/worklists/WLCompileCheck.h"

namespace galois::worklists {

/// In place of a shared worklist: there is none, so first tasks stay with the threads that add
/// them.
template <typename T = int>
struct NoGlobalQueue {
  template <typename U>
  using retype = NoGlobalQueue<U>; ///< the same for another type of task
  template <bool>
  using rethread = NoGlobalQueue; ///< the same
};

/// Tasks that a loop begins with go to the worklist `Global`. What a thread pushes later goes to
/// its own `Local`, from which it also takes first. Threads do not take from each other.
/// @tparam Global  a policy for several threads, or NoGlobalQueue<>
/// @tparam Local   a policy, used by one thread
///
/// Thread-safe if `Global` is. Meets the worklist concept, see worklists/Concept.h.
template <typename Global = NoGlobalQueue<>, typename Local = GFIFO<int>, typename T = int>
class LocalQueue {
  using Shared = typename Global::template retype<T>;
  using Own = typename Local::template rethread<false>::template retype<T>;
  static constexpr bool kShares = !std::is_same_v<Shared, NoGlobalQueue<T>>;

public:
  template <typename U> /// The policy for another type of task.
  using retype = LocalQueue<Global, Local, U>;
  template <bool> /// The policy for one thread or several: the same.
  using rethread = LocalQueue;
  template <typename G> /// The policy with another shared worklist.
  struct with_global {
    using type = LocalQueue<G, Local, T>; ///< that policy
  };
  template <typename L> /// The policy with other worklists of the threads.
  struct with_local {
    using type = LocalQueue<Global, L, T>; ///< that policy
  };
  using value_type = T; ///< the type of a task

  LocalQueue() = default;
  LocalQueue(const LocalQueue&) = delete;
  LocalQueue& operator=(const LocalQueue&) = delete;

  /// Adds a task to the calling thread's own worklist.
  void push(const value_type& task) { own_.getLocal()->push(task); }
  /// Adds the tasks of [b, e) to the calling thread's own worklist.
  template <typename Iter>
  void push(Iter b, Iter e) {
    own_.getLocal()->push(b, e);
  }

  /// Adds the calling thread's share of `range` to the shared worklist. Every thread calls it with
  /// the same range.
  template <typename Range>
  void push_initial(const Range& range) {
    if constexpr (kShares) {
      shared_.push_initial(range);
    } else {
      own_.getLocal()->push(range.local_begin(), range.local_end());
    }
  }

  /// Takes a task from the own worklist, else from the shared one. Returns nothing if it found
  /// none.
  galois::optional<value_type> pop() {
    galois::optional<value_type> task = own_.getLocal()->pop();
    if constexpr (kShares) {
      if (!task) {
        task = shared_.pop();
      }
    }
    return task;
  }

private:
  substrate::PerThreadStorage<Own> own_;
  Shared shared_;
};
GALOIS_WLCOMPILECHECK(LocalQueue)

} // namespace galois::worklists
