// SimpleLock under the model checker: mutual exclusion, and what a holder wrote is seen by the
// next; the strong try-lock fails only because of a hold that has not ended before.
#include "galois/substrate/SimpleLock.h"
#include "support/CheckedAtomics.h"

using galois::substrate::BasicSimpleLock;
using galois::test::CheckedAtomics;

namespace {

constexpr unsigned kThreads = 3;

struct LockGuards : rl::test_suite<LockGuards, kThreads> {
  BasicSimpleLock<CheckedAtomics> lock;
  CheckedAtomics::Plain<int> guarded{0};
  unsigned done = 0; // outside the model: counts what thread() did

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

/// Nobody else holds the lock when a thread tries, and the flag says so in the happens-before
/// order.
struct NeverFailsForNoReason : rl::test_suite<NeverFailsForNoReason, 2> {
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
  return galois::test::explore<LockGuards>() && galois::test::explore<NeverFailsForNoReason>() ? 0
                                                                                               : 1;
}
