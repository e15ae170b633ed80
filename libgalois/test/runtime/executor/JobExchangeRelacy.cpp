// Jobs and those who wait for them, under the model checker: each job is taken once, no wake-up is
// lost (Relacy reports a deadlock), threads end after the last job, and what was written before a job
// was added is seen by who takes it.
#include "galois/runtime/executor/JobExchange.h"

#include "support/CheckedAtomics.h"

using galois::runtime::Job;
using galois::runtime::JobExchange;
using galois::runtime::WaitingJob;
using galois::test::CheckedAtomics;
using galois::test::CheckedBlocking;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

/// Draws heaps in turn. Each thread has its own.
struct InTurn {
  unsigned next;
  unsigned below(unsigned n) { return next++ % n; }
};

enum class End { kAfterAdding, kAfterTheLastJob };

/// Some threads run jobs, and one adds `Jobs` of them. It also lets the others end, or who takes the last
/// job does: then nothing but add() wakes a thread for a job.
template <typename Atomics, unsigned Runners, int Jobs, End When>
struct Exchange : rl::test_suite<Exchange<Atomics, Runners, Jobs, When>, Runners + 1> {
  JobExchange<Atomics> jobs{Runners};
  CheckedPlain<int> written[Jobs];
  int taken[Jobs] = {};
  CheckedAtomics::Atomic<int> left{Jobs};

  void thread(unsigned id) {
    if (id == Runners) {
      for (int job = 0; job < Jobs; ++job) {
        written[job] = 7;
        jobs.add(job, nullptr);
      }
      if (When == End::kAfterAdding) {
        jobs.stop();
      }
      return;
    }
    InTurn draws{id};
    while (const auto waiting = jobs.await(id, draws)) {
      RL_ASSERT(written[waiting->priority].get() == 7);
      ++taken[waiting->priority];
      if (When == End::kAfterTheLastJob &&
          left.fetch_sub(1, galois::substrate::order::relaxed) == 1) {
        jobs.stop();
      }
    }
  }

  void after() {
    for (const int times : taken) {
      RL_ASSERT(times == 1);
    }
    for (unsigned id = 0; id < Runners; ++id) {
      RL_ASSERT(!jobs.sleeps(id));
    }
  }
};

/// Two threads add a job each, and one of them cancels what waits. The third runs jobs.
template <typename Atomics>
struct Cancelling : rl::test_suite<Cancelling<Atomics>, 3> {
  JobExchange<Atomics> jobs{1};
  CheckedAtomics::Atomic<int> ended{0};

  void thread(unsigned id) {
    if (id == 0) {
      InTurn draws{0};
      while (jobs.await(0, draws)) {
        ended.fetch_add(1, galois::substrate::order::relaxed);
      }
      return;
    }
    jobs.add(0, nullptr);
    if (id == 1) {
      jobs.takeAll(
          [&](const WaitingJob&) { ended.fetch_add(1, galois::substrate::order::relaxed); });
    } else {
      jobs.stop(); // what is added later must still be taken by somebody
    }
  }

  void after() {
    // A job that is added after the end waits for nobody.
    const int left = leftBehind();
    RL_ASSERT(ended.load(galois::substrate::order::relaxed) + left == 2);
  }
  int leftBehind() {
    int left = 0;
    jobs.takeAll([&](const WaitingJob&) { ++left; });
    return left;
  }
};

template <typename Atomics, End When>
bool exploreEnd(unsigned switches) {
  return explore<Exchange<Atomics, 1, 1, When>>({switches, 5000, 2000}) &&
         explore<Exchange<Atomics, 2, 2, When>>({0, 5000, 4000});
}

} // namespace

int main() {
  const bool good = exploreEnd<CheckedBlocking, End::kAfterAdding>(2) &&
                    exploreEnd<CheckedBlocking, End::kAfterTheLastJob>(2) &&
                    exploreEnd<CheckedAtomics, End::kAfterAdding>(1) &&
                    explore<Cancelling<CheckedBlocking>>({0, 5000, 4000});
  return good ? 0 : 1;
}
