/**
 * The protocol that starts and ends a parallel region: the thread pool without the threads.
 *
 * Thread 0 opens the region, workers 1..n-1 enter it, all threads work, and thread 0 leaves when
 * the last worker has finished. Workers wake each other along a binary tree (thread t wakes threads
 * 2t+1 and 2t+2), so starting n threads takes O(log n) steps.
 *
 * Invariant: between fork() and the return of join(), each worker below `num` enters and leaves the
 * region once, and no other worker does. What thread 0 wrote before fork() is visible inside, and
 * what workers wrote inside is visible after join(). Outside, each worker waits at its gate or is
 * about to.
 */
#pragma once

#include <memory>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/ParkingGate.h"

namespace galois::substrate {

/// The protocol, over an atomics policy. Thread 0 calls fork, join and addWorker outside regions;
/// the workers call enter and finish.
template <class Atomics = DefaultAtomics>
class ForkJoin {
public:
  /// The gate at which a worker waits between regions, on its own cache line.
  struct alignas(kCacheLineSize) Door {
    ParkingGate<Atomics> gate;
  };

  ForkJoin() : pending_(0), num_(1) {}

  /// Makes the door of the next worker: the first call that of thread 1, the second that of thread
  /// 2, and so on.
  void addWorker() { doors_.push_back(std::make_unique<Door>()); }

  /// Undoes the latest addWorker(), whose thread could not be started.
  void dropWorker() { doors_.pop_back(); }

  /// Returns the number of workers added so far.
  unsigned workers() const { return static_cast<unsigned>(doors_.size()); }

  /// Returns the door of worker `tid` (1..workers()). It does not move when workers are added.
  Door& door(unsigned tid) { return *doors_[tid - 1]; }

  /// Opens a region of `num` threads, 1 <= num <= workers() + 1.
  void fork(unsigned num) {
    num_ = num;
    // (1) relaxed: the signals of the gates make it visible to the workers.
    pending_.store(num - 1, order::relaxed);
    wakeChildrenOf(0, num);
  }

  /// Waits, as worker `tid`, for the next region that this worker belongs to, and wakes its
  /// children in the tree. `stayAwake` is as in ParkingGate::wait.
  template <class StayAwake>
  void enter(unsigned tid, Door& own, const StayAwake& stayAwake) {
    own.gate.wait(stayAwake);
    wakeChildrenOf(tid, num_);
  }

  /// Leaves the region, as a worker.
  void finish() {
    // (2) acq_rel: releases this worker's writes to the last worker that finishes. That worker
    // acquires the writes of all others here and passes them on through the gate.
    if (pending_.fetch_sub(1, order::acq_rel) == 1) {
      done_.signal();
    }
  }

  /// Waits, as thread 0, until all workers have left the region that fork(num) opened.
  void join() {
    if (num_ > 1) {
      done_.wait();
    }
  }

private:
  void wakeChildrenOf(unsigned tid, unsigned num) {
    for (unsigned child = 2 * tid + 1; child <= 2 * tid + 2; ++child) {
      if (child < num) {
        door(child).gate.signal();
      }
    }
  }

  typename Atomics::template Atomic<unsigned> pending_; // number of workers still inside
  typename Atomics::template Plain<unsigned> num_;      // written only outside regions
  ParkingGate<Atomics> done_;
  std::vector<std::unique_ptr<Door>> doors_;
};

} // namespace galois::substrate
