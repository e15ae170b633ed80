/** A readers-writer lock for data that is read very often and written very rarely. */
#pragma once

#include "galois/substrate/PaddedLock.h"
#include "galois/substrate/PerThreadStorage.h"

namespace galois::substrate {

/**
 * A reader takes its own thread's lock and accesses no shared cache line; a writer takes the locks
 * of all threads. Reading takes O(1), writing O(threads). All pool threads may use it; it is not
 * recursive. Writers have no priority: a steady stream of readers can delay a writer, but not block
 * it forever.
 */
class ThreadRWlock {
public:
  /// Waits until no thread writes, and takes the lock for reading.
  void readLock() { locks_.getLocal()->lock(); }
  void readUnlock() { locks_.getLocal()->unlock(); }

  /// Waits until no thread reads or writes, and takes the lock for writing. All writers take the
  /// locks in the same order, so they cannot deadlock.
  void writeLock() {
    const unsigned slots = locks_.size();
    for (unsigned i = 0; i < slots; ++i) {
      locks_.getRemote(i)->lock();
    }
    locked_ = slots;
  }
  /// Frees the locks that writeLock() took. The pool may have grown since then.
  void writeUnlock() {
    const unsigned slots = locked_;
    for (unsigned i = slots; i > 0; --i) {
      locks_.getRemote(i - 1)->unlock();
    }
  }

private:
  PerThreadStorage<PaddedLock<true>> locks_;
  unsigned locked_ = 0; // accessed by the writer only
};

} // namespace galois::substrate
