// The depth pool under the model checker. Each thread puts tasks at several depths and takes some
// from either end. Each task has one receiver, who sees what was written before the task was put. A
// thread that finds the pool empty has none of its own tasks in there.
#include "galois/worklists/parts/stealing/DepthPool.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

template <unsigned Threads, unsigned PerThread>
struct Pool : rl::test_suite<Pool<Threads, PerThread>, Threads> {
  static constexpr unsigned kTasks = Threads * PerThread;
  galois::worklists::DepthPool<unsigned, CheckedAtomics> pool;
  CheckedPlain<int> payload[kTasks];
  CheckedPlain<int> received[kTasks];

  bool takeOne(bool deepest) {
    unsigned task = kTasks;
    if (!(deepest ? pool.takeDeepest(task) : pool.takeShallowest(task))) {
      return false;
    }
    RL_ASSERT(task < kTasks);
    RL_ASSERT(payload[task].get() == static_cast<int>(task) + 1);
    ++received[task];
    return true;
  }

  void thread(unsigned id) {
    unsigned taken = 0;
    for (unsigned i = 0; i < PerThread; ++i) {
      const unsigned task = id * PerThread + i;
      payload[task] = static_cast<int>(task) + 1;
      pool.push((id + i) % 2, task);
    }
    // After the own tasks were put, the pool is empty only if somebody has taken them.
    while (taken < PerThread && takeOne(id % 2 == 0)) {
      ++taken;
    }
  }

  void after() {
    while (takeOne(true)) {
    }
    RL_ASSERT(pool.size() == 0);
    for (const auto& count : received) {
      RL_ASSERT(count.get() == 1);
    }
  }
};

} // namespace

int main() {
  const bool good = explore<Pool<2, 1>>({2, 20000, 1000}) &&
                    explore<Pool<2, 2>>({1, 20000, 1000}) && explore<Pool<3, 1>>({0, 40000, 2000});
  return good ? 0 : 1;
}
