/**
 * Barriers: no thread leaves wait() before all threads have called it.
 *
 * What a thread writes before wait() is visible to all threads after it. A barrier can be used for
 * any number of consecutive rounds. All waits escalate from pausing to sleeping, so there may be
 * more threads than processors. BarrierCores.h contains the algorithms.
 *
 * Use getBarrier() unless you compare barriers.
 */
#pragma once

#include <memory>

namespace galois::substrate {

/// The interface of all barriers.
class Barrier {
public:
  Barrier() = default;
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;
  virtual ~Barrier();

  /// Sets the barrier up for threads 0..num-1, num >= 1. Must not be called while a thread waits.
  /// @throws std::bad_alloc, or std::system_error from the barrier of the operating system. The
  ///         barrier is then unchanged
  virtual void reinit(unsigned num) = 0;

  /// Waits until all threads of the round have called wait(). Only pool threads 0..num-1 inside one
  /// parallel region may call it.
  virtual void wait() = 0;
  void operator()() { wait(); }

  /// Returns the name of the algorithm.
  virtual const char* name() const = 0;
};

/**
 * Returns the barrier of the system, set up for threads 0..num-1. It is topological: the threads of
 * each socket meet first, and then one thread of each socket meets those of the other sockets. Call
 * it outside parallel regions. The reference stays valid; the setup holds until the next call with
 * another number.
 */
Barrier& getBarrier(unsigned num);

/// Makes a barrier with two levels, of the kind that getBarrier() returns. O(threads of a socket +
/// sockets) time, with one remote cache-line transfer per socket.
std::unique_ptr<Barrier> createTopoBarrier(unsigned num);

/// Makes a barrier of one counter and one round number. O(num) accesses to one cache line. Needs no
/// thread ids.
std::unique_ptr<Barrier> createCountingBarrier(unsigned num);

/// Makes the same barrier as createCountingBarrier(), under Galois' name for its simplest barrier.
std::unique_ptr<Barrier> createSimpleBarrier(unsigned num);

/// Makes a tree barrier without read-modify-write operations, with four children per thread on
/// arrival and two on release. O(log num) steps. See Mellor-Crummey and Scott, "Algorithms for
/// scalable synchronization on shared-memory multiprocessors" (ACM TOCS 1991).
std::unique_ptr<Barrier> createMCSBarrier(unsigned num);

/// Makes a dissemination barrier, from the same paper. In each of ceil(log2 num) rounds every
/// thread notifies one partner.
std::unique_ptr<Barrier> createDisseminationBarrier(unsigned num);

/// Makes a barrier of the operating system. It blocks at once, so it is the slowest barrier and
/// uses the least processor time.
std::unique_ptr<Barrier> createPthreadBarrier(unsigned num);

} // namespace galois::substrate
