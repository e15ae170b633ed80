/**
 * Galois' OwnerComputes: each task runs on the socket that owns it.
 *
 * A socket has a worklist, which its threads push to and take from, and an inbox behind it for what
 * threads of other sockets push. The worklist alone does not suffice: most policies keep what a thread
 * has pushed last in a chunk that only this thread takes from, and a thread takes nothing from the
 * worklist of another socket.
 *
 * Invariant: no task is lost. A task lies in the worklist of the socket of its owner, where a thread
 * of that socket has put it, or in that socket's inbox, in which each of its threads looks before a
 * pop returns nothing. The owner is an active thread, so it takes part in the loop.
 */
#pragma once

#include <utility>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Simple.h"
#include "galois/worklists/WLCompileCheck.h"

namespace galois::worklists {

/// The owner function of a policy that names none: thread 0 owns everything.
struct OwnedByFirst {
  /// Returns thread 0.
  template <typename T>
  unsigned operator()(const T&) const {
    return 0;
  }
};

/// A worklist per socket. A task goes to the one of the socket of its owner, from which only the
/// threads of this socket take.
/// @tparam OwnerFn    maps a task to an unsigned number, whose remainder by the number of active
///                    threads is the thread that owns the task
/// @tparam Container  the worklist of a socket: a policy for several threads
///
/// Thread-safe if `Container` is. A push costs what it costs in `Container`, and one to another socket
/// waits for the threads that are at its inbox. Meets the worklist concept, see worklists/Concept.h.
template <typename OwnerFn = OwnedByFirst, typename Container = ChunkLIFO<>, typename T = int>
class OwnerComputes {
  using Bag = typename Container::template retype<T>;

public:
  template <typename U> /// The policy for another type of task.
  using retype = OwnerComputes<OwnerFn, Container, U>;
  template <bool B> /// The policy for one thread or several.
  using rethread = OwnerComputes<OwnerFn, typename Container::template rethread<B>, T>;
  template <typename C> /// The policy with other worklists of the sockets.
  struct with_container {
    using type = OwnerComputes<OwnerFn, C, T>; ///< that policy
  };
  template <typename F> /// The policy with another owner function.
  struct with_indexer {
    using type = OwnerComputes<F, Container, T>; ///< that policy
  };
  using value_type = T; ///< the type of a task

  /// Makes the policy with this owner function.
  explicit OwnerComputes(const OwnerFn& owner = OwnerFn()) : owner_(owner) {}
  OwnerComputes(const OwnerComputes&) = delete;
  OwnerComputes& operator=(const OwnerComputes&) = delete;

  /// Adds a task for the socket of its owner.
  void push(const value_type& task) {
    const unsigned owner = static_cast<unsigned>(owner_(task)) % substrate::getActiveThreads();
    Socket* const socket = sockets_.getRemote(owner);
    if (socket == sockets_.getLocal()) {
      socket->bag.push(task);
    } else {
      socket->inbox.push(task);
    }
  }
  /// Adds the tasks of [b, e).
  template <typename Iter>
  void push(Iter b, Iter e) {
    for (; b != e; ++b) {
      push(*b);
    }
  }
  /// Adds the calling thread's share of `range`. Every thread calls it with the same range.
  template <typename Range>
  void push_initial(const Range& range) {
    push(range.local_begin(), range.local_end());
  }

  /// Takes a task of the calling thread's socket. Returns nothing if it found none.
  galois::optional<value_type> pop() {
    Socket& socket = *sockets_.getLocal();
    galois::optional<value_type> task = socket.bag.pop();
    return task ? std::move(task) : socket.inbox.pop();
  }

private:
  struct Socket {
    Bag bag;       ///< what its threads push
    FIFO<T> inbox; ///< what others push
  };

  OwnerFn owner_;
  substrate::PerSocketStorage<Socket> sockets_;
};
GALOIS_WLCOMPILECHECK(OwnerComputes)

} // namespace galois::worklists
