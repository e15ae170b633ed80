// Abstract locks under the model checker. Iterations of two or three threads take overlapping
// neighbourhoods, in opposite orders. An iteration that has all its locks is alone with what they
// guard, and sees what the one before wrote; one that conflicts leaves no lock behind.
#include "galois/runtime/Context.h"
#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using Lock = galois::runtime::BasicLockable<CheckedAtomics>;
using Iteration = galois::runtime::BasicSimpleRuntimeContext<CheckedAtomics>;

namespace {

/// Node i has the lock and the datum i; thread t works on nodes t and t + 1, the last on the last
/// and the first: a ring.
template <unsigned Threads>
struct Neighbourhoods : rl::test_suite<Neighbourhoods<Threads>, Threads> {
  Lock locks[Threads];
  CheckedAtomics::Plain<int> data[Threads];
  int done[Threads]; // each accessed by its thread, and at the end

  void before() {
    for (unsigned i = 0; i < Threads; ++i) {
      data[i] = 0;
      done[i] = 0;
    }
  }

  void thread(unsigned id) {
    Iteration iteration;
    const unsigned other = (id + 1) % Threads;
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (iteration.tryAcquire(locks[id]) && iteration.tryAcquire(locks[other])) {
        RL_ASSERT(iteration.tryAcquire(locks[id])); // it holds it already
        data[id] = data[id].get() + 1;
        data[other] = data[other].get() + 1;
        ++done[id];
        RL_ASSERT(iteration.release() == 2);
      } else {
        RL_ASSERT(iteration.release() <= 1);
      }
      RL_ASSERT(!iteration.holds(locks[id]));
    }
  }

  void after() {
    Iteration last;
    for (unsigned i = 0; i < Threads; ++i) {
      RL_ASSERT(last.tryAcquire(locks[i])); // nobody has left a lock behind
      RL_ASSERT(data[i].get() == done[i] + done[(i + Threads - 1) % Threads]);
    }
    last.release();
  }
};

/// Of two iterations that try a free lock, one gets it: a try does not fail without a reason.
struct FreeLock : rl::test_suite<FreeLock, 2> {
  Lock lock;
  unsigned taken = 0; // not part of the model

  void thread(unsigned) {
    Iteration iteration;
    taken += iteration.tryAcquire(lock) ? 1 : 0;
    iteration.release();
  }
  void before() { taken = 0; }
  void after() { RL_ASSERT(taken >= 1); }
};

} // namespace

int main() {
  return galois::test::explore<Neighbourhoods<2>>() && galois::test::explore<Neighbourhoods<3>>() &&
                 galois::test::explore<FreeLock>()
             ? 0
             : 1;
}
