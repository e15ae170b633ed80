/**
 * Lets the calling thread act as another thread, for simulations in which one thread takes the
 * turns of many.
 *
 * While an ActingAs exists, ThreadPool::getTID() and its relatives return to the calling thread
 * what thread `tid` would get. So per-thread storage and policies treat it as that thread. This is
 * safe as long as no other thread runs as `tid`. It works for calls that complete without help from
 * other threads, such as those of non-blocking policies.
 */
#pragma once

#include "galois/substrate/ThreadPool.h"

namespace galois::substrate {

/// Acts as thread `tid` during its lifetime. Objects may nest, but must not exist when a parallel
/// region starts. Each object belongs to the thread that created it.
class ActingAs {
public:
  /// @param tid  a thread id below ThreadPool::getMaxThreads(); reserve() can raise that bound
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
