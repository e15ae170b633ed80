// Workers that sleep, under the model checker. A worker sleeps until there is work; another one
// announces work and wakes it. Relacy reports a deadlock if the wake-up is lost.
#include "galois/runtime/forkjoin/ParkedWorkers.h"

#include "support/CheckedAtomics.h"

using galois::substrate::order::relaxed;
using galois::substrate::order::seq_cst;
using galois::test::CheckedAtomics;
using galois::test::CheckedBlocking;
using galois::test::explore;

namespace {

enum class Wake { kOne, kAll, kThis };

/// The work is announced by a relaxed store, which the set itself must make visible. A third thread, if
/// there is one, wakes for no reason.
template <typename Atomics, Wake Way, unsigned Threads>
struct Sleep : rl::test_suite<Sleep<Atomics, Way, Threads>, Threads> {
  galois::runtime::ParkedWorkers<Atomics> parked{2};
  CheckedAtomics::Atomic<bool> work{false};

  void wake() {
    if (Way == Wake::kOne) {
      parked.wakeOne();
    } else if (Way == Wake::kAll) {
      parked.wakeAll();
    } else {
      parked.wake(1);
    }
  }

  void thread(unsigned id) {
    if (id == 0) {
      work.store(true, relaxed);
      wake();
    } else if (id == 1) {
      while (!work.load(relaxed)) {
        parked.sleep(1, [&] { return work.load(relaxed); });
      }
    } else {
      wake();
    }
  }

  void after() { RL_ASSERT(!parked.seemsAsleep()); }
};

/// The same with the cheap look at the set, by which the raiser of `work` saves the read-modify-write,
/// and a third thread that wakes all.
struct SleepBySeqCst : rl::test_suite<SleepBySeqCst, 3> {
  galois::runtime::ParkedWorkers<CheckedBlocking> parked{3};
  CheckedAtomics::Atomic<bool> work{false};

  void thread(unsigned id) {
    if (id == 0) {
      work.store(true, seq_cst);
      if (parked.seemsAsleep()) {
        parked.wakeOne();
      }
    } else if (id == 1) {
      while (!work.load(seq_cst)) {
        parked.sleep(1, [&] { return work.load(seq_cst); });
      }
    } else {
      parked.wakeAll(); // for no reason
      parked.wake(1);
    }
  }

  void after() { RL_ASSERT(!parked.seemsAsleep()); }
};

template <typename Atomics, Wake Way>
bool exploreWay() {
  return explore<Sleep<Atomics, Way, 2>>({3, 20000, 2000}) &&
         explore<Sleep<Atomics, Way, 3>>({3, 20000, 2000});
}

template <typename Atomics>
bool exploreWays() {
  return exploreWay<Atomics, Wake::kOne>() && exploreWay<Atomics, Wake::kAll>() &&
         exploreWay<Atomics, Wake::kThis>();
}

} // namespace

int main() {
  const bool good = exploreWays<CheckedBlocking>() && exploreWays<CheckedAtomics>() &&
                    explore<SleepBySeqCst>({3, 20000, 2000});
  return good ? 0 : 1;
}
