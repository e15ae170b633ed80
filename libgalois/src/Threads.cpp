#include "galois/Threads.h"

#include <algorithm>
#include <exception>
#include <stdexcept>

#include "galois/gIO.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/EnvCheck.h"
#include "galois/substrate/ThreadPool.h"

namespace galois {

unsigned int setActiveThreads(unsigned int num) noexcept {
  if (!substrate::EnvCheck("GALOIS_OVERSUBSCRIBE")) {
    num = std::min(num, substrate::getThreadPool().getMaxUsableThreads());
  }
  return setActiveThreads(num, kOversubscribe);
}

unsigned int changeActiveThreads(unsigned int num) {
  auto& pool = substrate::getThreadPool();
  if (pool.isRunning()) {
    throw std::logic_error("the number of threads was set inside a parallel loop, or while another "
                           "thread runs one; set it between loops");
  }
  const unsigned threads = pool.reserve(num); // fewer than `num` if the pool has a limit
  substrate::restoreActiveThreads(threads);
  return threads;
}

unsigned int setActiveThreads(unsigned int num, Oversubscribe) noexcept {
  if (substrate::getThreadPool().isRunning()) {
    GALOIS_DIE("setActiveThreads() was called inside a parallel loop; call it between loops");
  }
  try {
    return changeActiveThreads(num);
  } catch (const std::exception& e) {
    GALOIS_DIE("cannot set up ", num, " threads: ", e.what());
  }
}

unsigned int getActiveThreads() noexcept { return substrate::getActiveThreads(); }

} // namespace galois
