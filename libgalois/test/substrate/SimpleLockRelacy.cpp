// SimpleLock under the model checker: mutual exclusion, and what a holder wrote is seen by the
// next.
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
    ++done;
  }

  void after() {
    RL_ASSERT(guarded.get() == static_cast<int>(done));
    RL_ASSERT(!lock.is_locked());
  }
};

} // namespace

int main() { return galois::test::explore<LockGuards>() ? 0 : 1; }
