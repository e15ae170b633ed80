/** A lock for data that is read very often and written very rarely. */
#ifndef GALOIS_SUBSTRATE_THREADRWLOCK_H
#define GALOIS_SUBSTRATE_THREADRWLOCK_H

#include "galois/substrate/PaddedLock.h"
#include "galois/substrate/PerThreadStorage.h"

namespace galois::substrate {

/**
 * Readers take their own thread's lock and touch no shared cache line; a writer takes the locks of
 * all threads. Reading is O(1) and local, writing O(threads). Thread-safe among pool threads; not
 * recursive. A writer is not favoured: steady readers can delay it, never block it for good.
 */
class ThreadRWlock {
public:
  /// Waits until no thread writes, then reads.
  void readLock() { locks_.getLocal()->lock(); }
  void readUnlock() { locks_.getLocal()->unlock(); }

  /// Waits until no thread reads or writes, then writes. Every writer takes the locks in the same
  /// order, so two writers cannot block each other.
  void writeLock() {
    const unsigned slots = locks_.size();
    for (unsigned i = 0; i < slots; ++i) locks_.getRemote(i)->lock();
    locked_ = slots;
  }
  /// Frees what writeLock() took; the pool may have grown since.
  void writeUnlock() {
    const unsigned slots = locked_;
    for (unsigned i = slots; i > 0; --i) locks_.getRemote(i - 1)->unlock();
  }

private:
  PerThreadStorage<PaddedLock<true>> locks_;
  unsigned locked_ = 0; // guarded by being the writer
};

} // namespace galois::substrate

#endif
