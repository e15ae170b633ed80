/**
 * How a parallel region starts and ends; the thread pool without the threads.
 *
 * Thread 0 opens the region, the workers 1..n-1 come in, everybody works, and thread 0 leaves when
 * the last worker has finished. Workers wake each other along a binary tree (thread t wakes 2t+1
 * and 2t+2), so that starting a thousand threads takes ten steps, not a thousand.
 *
 * Invariant: between fork() and the return of join(), exactly the workers below `num` are inside;
 * what thread 0 wrote before fork() is visible inside, what workers wrote inside is visible after
 * join(). Outside, each worker waits at its gate or is on its way there.
 */
#ifndef GALOIS_SUBSTRATE_FORKJOIN_H
#define GALOIS_SUBSTRATE_FORKJOIN_H

#include <memory>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/ParkingGate.h"

namespace galois::substrate {

/// The protocol, over an atomics policy. fork, join and addWorker are for thread 0, outside
/// regions; enter and finish are for the workers.
template <class Atomics = DefaultAtomics>
class ForkJoin {
public:
  /// Where a worker waits between regions; on a cache line of its own.
  struct alignas(GALOIS_CACHE_LINE_SIZE) Door {
    ParkingGate<Atomics> gate;
  };

  ForkJoin() : pending_(0), num_(1) {}

  /// Makes the door of the next worker: first that of thread 1, then 2, and so on.
  void addWorker() { doors_.push_back(std::make_unique<Door>()); }

  /// Takes back the latest addWorker(), whose thread did not come to life.
  void dropWorker() { doors_.pop_back(); }

  /// Workers added so far.
  unsigned workers() const { return static_cast<unsigned>(doors_.size()); }

  /// The door of worker `tid` (1..workers()). It stays where it is when workers are added.
  Door& door(unsigned tid) { return *doors_[tid - 1]; }

  /// Opens a region of `num` threads, 1 <= num <= workers() + 1.
  void fork(unsigned num) {
    num_ = num;
    // (1) relaxed: the signals of the gates carry it to the workers.
    pending_.store(num - 1, order::relaxed);
    wakeChildrenOf(0, num);
  }

  /// Worker `tid`: waits for the next region that it belongs to, and wakes those that it has to
  /// wake. `stayAwake` as in ParkingGate::wait.
  template <class StayAwake>
  void enter(unsigned tid, Door& own, const StayAwake& stayAwake) {
    own.gate.wait(stayAwake);
    wakeChildrenOf(tid, num_);
  }

  /// Worker: leaves the region.
  void finish() {
    // (2) acq_rel: releases this worker's writes to the last one that finishes, who acquires those
    // of all others here and passes them on through the gate.
    if (pending_.fetch_sub(1, order::acq_rel) == 1) done_.signal();
  }

  /// Thread 0: waits until all workers have left the region that fork(num) opened.
  void join() {
    if (num_ > 1) done_.wait();
  }

private:
  void wakeChildrenOf(unsigned tid, unsigned num) {
    for (unsigned child = 2 * tid + 1; child <= 2 * tid + 2; ++child) {
      if (child < num) door(child).gate.signal();
    }
  }

  typename Atomics::template Atomic<unsigned> pending_; // workers still inside
  typename Atomics::template Plain<unsigned> num_;      // written outside regions only
  ParkingGate<Atomics> done_;
  std::vector<std::unique_ptr<Door>> doors_;
};

} // namespace galois::substrate

#endif
