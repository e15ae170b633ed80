// ForkJoin under the model checker: two regions, and workers that are in both, in one, or in none
// of them.
#include "galois/substrate/ForkJoin.h"
#include "support/CheckedAtomics.h"

using galois::substrate::ForkJoin;
using galois::test::CheckedAtomics;
using galois::test::CheckedBlocking;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

/// Thread 0 opens a region of `First` threads, then one of `Second`, then one of all threads that
/// tells them to stop. In each region, workers read what thread 0 wrote, and write what it reads
/// afterwards.
template <class Atomics, unsigned Threads, unsigned First, unsigned Second>
struct Regions : rl::test_suite<Regions<Atomics, Threads, First, Second>, Threads> {
  ForkJoin<Atomics> core;
  CheckedPlain<int> job{0};
  CheckedPlain<int> answer[Threads];

  void before() {
    for (unsigned tid = 1; tid < Threads; ++tid) {
      core.addWorker();
    }
  }

  void thread(unsigned tid) {
    if (tid != 0) {
      work(tid);
      return;
    }
    region(1, First);
    region(2, Second);
    job = -1;
    core.fork(Threads);
  }

  void region(int number, unsigned threads) {
    job = number;
    core.fork(threads);
    core.join();
    for (unsigned tid = 1; tid < threads; ++tid) {
      RL_ASSERT(answer[tid].get() == number);
    }
  }

  void work(unsigned tid) {
    auto& door = core.door(tid);
    for (;;) {
      core.enter(tid, door, [] { return false; });
      const int number = job.get();
      if (number < 0) {
        return;
      }
      answer[tid] = number;
      core.finish();
    }
  }
};

} // namespace

int main() {
  const bool good = explore<Regions<CheckedBlocking, 3, 3, 3>>({0, 50000, 3000}) &&
                    explore<Regions<CheckedBlocking, 3, 3, 2>>({0, 50000, 3000}) &&
                    explore<Regions<CheckedBlocking, 2, 2, 1>>({1, 50000, 3000}) &&
                    explore<Regions<CheckedAtomics, 3, 2, 3>>({1, 50000, 3000}) &&
                    explore<Regions<CheckedAtomics, 4, 4, 3>>({0, 50000, 3000});
  return good ? 0 : 1;
}
