/**
 * How threads that meet at a barrier agree on the early end of what they do together.
 *
 * Each of them may learn at another time that a loop is to end: a request from outside may come
 * between the looks of two threads, and one thread may throw in its last search, when the others have
 * found that all work is done. If each acted on what it knows, one would leave and the others would
 * wait at the next barrier for ever. So each says before a barrier what it knows, and after it all of
 * them read the same answer.
 *
 * Invariant: nobody writes the word between the barrier of an agreement and the next one at which all
 * threads meet. All accesses are relaxed, because the barriers order them.
 */
#pragma once

#include "galois/substrate/Atomics.h"

namespace galois::runtime {

/// The agreement of the threads of one loop, over an atomics policy (substrate/Atomics.h).
template <typename Atomics = substrate::DefaultAtomics>
class AgreedEnd {
public:
  /// Called by all threads of the loop together. After it, they meet at another barrier before they
  /// call it again, unless it has returned true, which it does from then on.
  /// @param known  whether this thread knows that the loop ends early
  /// @param meet   waits at the barrier of these threads
  /// @return whether one of the threads has known it: the same for all of them
  template <typename Meet>
  bool agree(bool known, Meet&& meet) {
    if (known) {
      ends_.store(true, substrate::order::relaxed);
    }
    meet();
    return ends_.load(substrate::order::relaxed);
  }

private:
  typename Atomics::template Atomic<bool> ends_{false};
};

} // namespace galois::runtime
