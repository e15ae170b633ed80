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
  explicit ActingAs(unsigned tid) noexcept : ActingAs(placeOf(tid)) {}
  /// The same for a thread that does it often.
  /// @param place  what placeOf() has returned
  explicit ActingAs(const detail::ThisThread& place) noexcept : self_(detail::thisThread) {
    detail::thisThread = place;
    detail::thisThread.inRegion = self_.inRegion;
  }
  ActingAs(const ActingAs&) = delete;
  ActingAs& operator=(const ActingAs&) = delete;
  ~ActingAs() { detail::thisThread = self_; }

  /// Returns the properties of thread `tid`, outside regions.
  static detail::ThisThread placeOf(unsigned tid) noexcept {
    const ThreadPool& pool = getThreadPool();
    detail::ThisThread place;
    place.tid = tid;
    place.socket = pool.getSocket(tid);
    place.leader = pool.getLeader(tid);
    place.cumulativeMaxSocket = pool.getCumulativeMaxSocket(tid);
    place.numaNode = pool.getNumaNode(tid);
    return place;
  }

private:
  detail::ThisThread self_;
};

} // namespace galois::substrate
