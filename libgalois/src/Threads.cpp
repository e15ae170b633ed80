#include "galois/Threads.h"

#include <algorithm>
#include <stdexcept>

#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/EnvCheck.h"
#include "galois/substrate/ThreadPool.h"

namespace galois {

unsigned int setActiveThreads(unsigned int num) {
  if (!substrate::EnvCheck("GALOIS_OVERSUBSCRIBE")) {
    num = std::min(num, substrate::getThreadPool().getMaxUsableThreads());
  }
  return setActiveThreads(num, kOversubscribe);
}

unsigned int setActiveThreads(unsigned int num, Oversubscribe) {
  auto& pool = substrate::getThreadPool();
  if (pool.isRunning()) {
    throw std::logic_error("setActiveThreads() was called inside a parallel loop, or while another "
                           "thread runs one or has a handle of a queue; call it between loops");
  }
  const unsigned threads = pool.reserve(num); // fewer than `num` if the pool has a limit
  substrate::restoreActiveThreads(threads);
  return threads;
}

unsigned int getActiveThreads() noexcept { return substrate::getActiveThreads(); }

} // namespace galois
