/**
 * Loops that clean up, for destructors and other functions that must not fail: they never throw and
 * take no notice of cancellation. They use several threads where that is possible, and otherwise the
 * calling thread alone: inside parallel loops, on threads other than the one that runs the loops,
 * while another thread runs one, if threads cannot be started, and after a fork.
 */
#pragma once

#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::runtime {

/// Calls part(i, parts) once for each i in [0, parts), where `parts` is the number of active threads
/// or 1. `part` must not throw. Thread i runs part i, unless the calling thread runs part 0 of 1.
template <typename Part>
void cleanUp(const Part& part) noexcept {
  const unsigned threads = substrate::getActiveThreads();
  if (threads == 1 || !substrate::getThreadPool().tryRun(threads, part)) {
    part(0U, 1U);
  }
}

} // namespace galois::runtime
