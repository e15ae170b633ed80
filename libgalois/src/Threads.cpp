#include "galois/Threads.h"

#include <algorithm>
#include <exception>

#include "galois/gIO.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/ThreadPool.h"

namespace galois {

unsigned int setActiveThreads(unsigned int num) noexcept {
  auto& pool = substrate::getThreadPool();
  if (pool.isRunning()) {
    GALOIS_DIE("setActiveThreads() was called inside a parallel loop; call it between loops");
  }
  const unsigned threads = std::clamp(num, 1U, substrate::kMaxThreads);
  try {
    pool.reserve(threads);
  } catch (const std::exception& e) {
    GALOIS_DIE("cannot set up ", threads, " threads: ", e.what());
  }
  // relaxed: read by workers only after the pool has handed them their next loop.
  substrate::internal::activeThreads.store(threads, substrate::order::relaxed);
  return threads;
}

unsigned int getActiveThreads() noexcept { return substrate::getActiveThreads(); }

} // namespace galois
