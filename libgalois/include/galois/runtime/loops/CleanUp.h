/**
 * Loops that clean up, for destructors and other functions that must not fail: they never throw and
 * take no notice of cancellation. They use several threads where that is possible, and otherwise the
 * calling thread alone: inside parallel loops, on threads other than the one that runs the loops,
 * while another thread runs one, if threads cannot be started, and after a fork.
 *
 * A loop that another thread starts meanwhile waits for the end. A destructor of the program might
 * wait for that thread, for instance for a lock that it holds. So several threads call destructors of
 * the program only if it has no thread but the calling one and those of the pool.
 */
#pragma once

#include <type_traits>

#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::runtime {

/// Calls part(i, parts) once for each i in [0, parts), where `parts` is the number of active threads
/// or 1. `part` must not throw. Thread i runs part i, unless the calling thread runs part 0 of 1.
/// @tparam T  what is destroyed
template <typename T, typename Part>
void cleanUp(const Part& part) noexcept {
  const unsigned threads = substrate::getActiveThreads();
  constexpr bool kForeign = !std::is_trivially_destructible_v<T>;
  if (threads == 1 || !substrate::getThreadPool().tryRun(threads, part, kForeign)) {
    part(0U, 1U);
  }
}

} // namespace galois::runtime
