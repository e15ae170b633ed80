/**
 * Barriers: nobody leaves before everybody has come.
 *
 * What a thread wrote before wait() is visible to all threads after it. A barrier serves any
 * number of rounds, one after the other. All waits escalate from pausing to sleeping, so more
 * threads than processors are fine. The algorithms are in BarrierCores.h.
 *
 * Which one: getBarrier() is right unless you compare barriers.
 */
#ifndef GALOIS_SUBSTRATE_BARRIER_H
#define GALOIS_SUBSTRATE_BARRIER_H

#include <memory>

namespace galois::substrate {

/// What all barriers can do.
class Barrier {
public:
  Barrier() = default;
  Barrier(const Barrier&) = delete;
  Barrier& operator=(const Barrier&) = delete;
  virtual ~Barrier();

  /// Makes it a barrier for the threads 0..num-1, num >= 1. Only while no thread waits.
  virtual void reinit(unsigned num) = 0;

  /// Waits for the others. For pool threads 0..num-1 inside one parallel region.
  virtual void wait() = 0;
  void operator()() { wait(); }

  /// The algorithm's name.
  virtual const char* name() const = 0;
};

/**
 * The barrier of the system, set up for threads 0..num-1. It is topological: threads meet on
 * their own socket first, and one of each socket meets the other sockets. Call it outside parallel
 * regions; the reference is valid for good, its set-up until the next call with another number.
 */
Barrier& getBarrier(unsigned num);

/// Two levels, as getBarrier(): O(threads of a socket + sockets), one remote cache line a socket.
std::unique_ptr<Barrier> createTopoBarrier(unsigned num);

/// One counter, one generation word: O(num) on one cache line. Needs no thread ids.
std::unique_ptr<Barrier> createCountingBarrier(unsigned num);

/// The same object as createCountingBarrier(), under the name that Galois has for its simplest
/// barrier.
std::unique_ptr<Barrier> createSimpleBarrier(unsigned num);

/// A tree without read-modify-write operations: four children on the way in, two on the way out,
/// as in Mellor-Crummey and Scott, "Algorithms for scalable synchronization on shared-memory
/// multiprocessors" (ACM TOCS 1991). O(log num) steps.
std::unique_ptr<Barrier> createMCSBarrier(unsigned num);

/// Dissemination, same paper: ceil(log2 num) rounds in each of which a thread tells one partner.
std::unique_ptr<Barrier> createDisseminationBarrier(unsigned num);

/// The system's own, which blocks at once: slowest, kindest to others.
std::unique_ptr<Barrier> createPthreadBarrier(unsigned num);

} // namespace galois::substrate

#endif
