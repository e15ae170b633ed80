/**
 * A thread that plays another one: for simulations, in which one thread takes the turns of many.
 *
 * While an ActingAs lives, ThreadPool::getTID() and its relatives answer the calling thread as they
 * would answer thread `tid`, so per-thread storage and policies serve it as that thread. That is
 * safe as long as nobody else runs as `tid`, and useful when every call completes by itself, as
 * calls of non-blocking policies do.
 */
#ifndef GALOIS_SUBSTRATE_ACTINGAS_H
#define GALOIS_SUBSTRATE_ACTINGAS_H

#include "galois/substrate/ThreadPool.h"

namespace galois::substrate {

/// Scoped; nests. Not across the start of a parallel region. Each on the thread that made it.
class ActingAs {
public:
  /// @param tid  below ThreadPool::getMaxThreads(): reserve() first
  explicit ActingAs(unsigned tid) noexcept : self_(detail::thisThread) {
    const ThreadPool& pool = getThreadPool();
    detail::thisThread = {tid,
                          pool.getSocket(tid),
                          pool.getLeader(tid),
                          pool.getCumulativeMaxSocket(tid),
                          pool.getNumaNode(tid),
                          self_.inRegion};
  }
  ActingAs(const ActingAs&) = delete;
  ActingAs& operator=(const ActingAs&) = delete;
  ~ActingAs() { detail::thisThread = self_; }

private:
  detail::ThisThread self_;
};

} // namespace galois::substrate

#endif
