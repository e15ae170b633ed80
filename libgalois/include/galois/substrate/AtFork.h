/**
 * Keeps locks usable in children of the process. A child has one thread, so a lock that another thread
 * held at the fork would never be free there.
 */
#pragma once

#include <pthread.h>

namespace galois::substrate {

/// Calls functions of a static object whenever the process forks, from now on.
/// @tparam object  returns the object
/// @tparam lock    takes the locks before the fork, which they must let happen soon
/// @tparam unlock  releases them in the process that has forked
/// @tparam child   makes them usable in the child
template <auto object, auto lock, auto unlock, auto child>
void atFork() {
  pthread_atfork([] { (object().*lock)(); }, [] { (object().*unlock)(); },
                 [] { (object().*child)(); });
}

} // namespace galois::substrate
