/** The threads of upstream Galois, under the names that the worklists use. */
#pragma once

#include "galois/substrate/ThreadPool.h"

namespace galois::cps::substrate {

/// The maximum number of threads of one loop. Upstream has at most one per processor.
inline constexpr unsigned kMaxThreads = 1024;

/// Where threads run. It has no state; all calls forward to upstream's pool.
class ThreadPool {
public:
  static unsigned getTID() { return galois::substrate::ThreadPool::getTID(); }
  static unsigned getSocket() { return galois::substrate::ThreadPool::getSocket(); }

  static unsigned getLeader() { return upstream().getLeader(getTID()); }
  static bool isLeader() { return getLeader() == getTID(); }

  unsigned getMaxThreads() const { return upstream().getMaxThreads(); }
  unsigned getMaxUsableThreads() const { return upstream().getMaxUsableThreads(); }
  unsigned getMaxSockets() const { return upstream().getMaxSockets(); }
  /// The position of any thread below kMaxThreads, also of one that upstream never starts. @{
  unsigned getSocket(unsigned tid) const { return upstream().getSocket(tid % getMaxThreads()); }
  unsigned getNumaNode(unsigned tid) const { return upstream().getNumaNode(tid % getMaxThreads()); }
  /// @}

private:
  static galois::substrate::ThreadPool& upstream() { return galois::substrate::getThreadPool(); }
};

inline const ThreadPool& getThreadPool() {
  static constexpr ThreadPool kPool{};
  return kPool;
}

} // namespace galois::cps::substrate
