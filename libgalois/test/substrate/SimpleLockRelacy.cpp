// SimpleLock under the model checker. It checks mutual exclusion, and that the next holder sees
// what a holder wrote. The strong try-lock fails only if the lock is held by a thread that has not
// released it before.
#include "galois/substrate/SimpleLock.h"
#include "support/CheckedAtomics.h"

using galois::substrate::BasicSimpleLock;
using galois::test::CheckedAtomics;

namespace {

constexpr unsigned kThreads = 3;

struct LockGuards : rl::test_suite<LockGuards, kThreads> {
  BasicSimpleLock<CheckedAtomics> lock;
  CheckedAtomics::Plain<int> guarded{0};
  unsigned done = 0; // It is not part of the model; it counts the executions of thread().

  void thread(unsigned) {
    lock.lock();
    ++guarded;
    lock.unlock();
    if (lock.try_lock()) {
      ++guarded;
      lock.unlock();
      ++done;
    }
    if (lock.try_lock_strong()) {
      ++guarded;
      lock.unlock();
      ++done;
    }
    ++done;
  }

  void after() {
    RL_ASSERT(guarded.get() == static_cast<int>(done));
    RL_ASSERT(!lock.is_locked());
  }
};

/// When a thread tries, no other thread holds the lock, and the flag establishes this in the
/// happens-before order.
struct NeverFailsSpuriously : rl::test_suite<NeverFailsSpuriously, 2> {
  BasicSimpleLock<CheckedAtomics> lock;
  CheckedAtomics::Atomic<bool> first{false};

  void thread(unsigned id) {
    if (id == 0) {
      lock.lock();
      lock.unlock();
      first.store(true, galois::substrate::order::release);
      return;
    }
    while (!first.load(galois::substrate::order::acquire)) {
      CheckedAtomics::pause();
    }
    RL_ASSERT(lock.try_lock_strong());
  }
};

} // namespace

int main() {
  return galois::test::explore<LockGuards>() && galois::test::explore<NeverFailsSpuriously>() ? 0
                                                                                              : 1;
}
