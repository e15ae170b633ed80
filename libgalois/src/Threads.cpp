#include "galois/Threads.h"

#include <algorithm>
#include <exception>

#include "galois/gIO.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/EnvCheck.h"
#include "galois/substrate/ThreadPool.h"

namespace galois {

unsigned int setActiveThreads(unsigned int num) noexcept {
  if (!substrate::EnvCheck("GALOIS_OVERSUBSCRIBE")) {
    num = std::min(num, substrate::getThreadPool().getMaxUsableThreads());
  }
  return setActiveThreads(num, kOversubscribe);
}

unsigned int setActiveThreads(unsigned int num, Oversubscribe) noexcept {
  auto& pool = substrate::getThreadPool();
  if (pool.isRunning()) {
    GALOIS_DIE("setActiveThreads() was called inside a parallel loop; call it between loops");
  }
  unsigned threads = 1;
  try {
    threads = pool.reserve(num); // fewer than `num` if the pool has a limit
  } catch (const std::exception& e) {
    GALOIS_DIE("cannot set up ", num, " threads: ", e.what());
  }
  // relaxed: the workers read it only after the pool has started their next loop.
  substrate::internal::activeThreads.store(threads, substrate::order::relaxed);
  return threads;
}

unsigned int getActiveThreads() noexcept { return substrate::getActiveThreads(); }

} // namespace galois
