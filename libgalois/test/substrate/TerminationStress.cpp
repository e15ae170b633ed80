// The system's termination detector over a work-stealing loop on more threads than processors. It
// must announce termination only after all tasks are done, always announce it, and be reusable for
// the next loop.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "galois/substrate/Backoff.h"
#include "galois/substrate/Barrier.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/SimpleLock.h"
#include "galois/substrate/Termination.h"
#include "support/Stress.h"

namespace substrate = galois::substrate;

namespace {

/// One stack per thread. A task is the number of tasks that must still be spawned below it.
struct Stack {
  substrate::SimpleLock lock;
  std::vector<unsigned> tasks;

  void push(unsigned task) {
    const std::lock_guard<substrate::SimpleLock> guard(lock);
    tasks.push_back(task);
  }
  bool pop(unsigned& task) {
    const std::lock_guard<substrate::SimpleLock> guard(lock);
    if (tasks.empty()) {
      return false;
    }
    task = tasks.back();
    tasks.pop_back();
    return true;
  }
};

/// Runs a tree of `size` tasks that begins on thread `root`. Returns how many tasks were executed.
std::uint64_t runTree(unsigned threads, unsigned size, unsigned root, std::uint64_t seed) {
  substrate::getThreadPool().reserve(threads);
  substrate::PerThreadStorage<Stack> stacks;
  substrate::PerThreadStorage<std::uint64_t> executed(std::uint64_t{0});
  auto& termination = substrate::getSystemTermination(threads);
  auto& barrier = substrate::getBarrier(threads);
  std::atomic<unsigned> early{0};
  galois::test::runThreads(threads, [&](unsigned tid) {
    substrate::Random random(seed, tid);
    if (tid == root) {
      stacks.getLocal()->push(size);
    }
    termination.initializeThread();
    barrier.wait();
    substrate::Backoff backoff;
    while (!termination.globalTermination()) {
      bool worked = false;
      unsigned task = 0;
      // Pop from the thread's own stack first, then from one victim only, so that an empty pop does
      // not imply that the others are empty.
      while (stacks.getLocal()->pop(task) || stacks.getRemote(random.below(threads))->pop(task)) {
        worked = true;
        ++*executed.getLocal();
        const unsigned below = task - 1; // the remaining tasks, divided into two parts
        const unsigned left = below == 0 ? 0 : random.below(below + 1);
        if (left > 0) {
          stacks.getLocal()->push(left);
        }
        if (below - left > 0) {
          stacks.getLocal()->push(below - left);
        }
      }
      termination.localTermination(worked);
      if (worked) {
        backoff.reset();
      }
      backoff();
    }
    // No thread may have tasks now or later.
    for (unsigned i = 0; i < threads; ++i) {
      const std::lock_guard<substrate::SimpleLock> guard(stacks.getRemote(i)->lock);
      if (!stacks.getRemote(i)->tasks.empty()) {
        ++early;
      }
    }
  });
  EXPECT_EQ(early.load(), 0u);
  std::uint64_t sum = 0;
  for (unsigned tid = 0; tid < threads; ++tid) {
    sum += *executed.getRemote(tid);
  }
  return sum;
}

TEST(TerminationStress, AllTasksAreDoneFirst) {
  substrate::Random random(substrate::getSeed(), 0);
  const unsigned loops = 60 * galois::test::stressScale();
  for (unsigned loop = 0; loop < loops; ++loop) {
    const unsigned threads = 1 + random.below(galois::test::kStressThreads);
    const unsigned size = 1 + random.below(loop % 4 == 0 ? 5 : 3000);
    ASSERT_EQ(runTree(threads, size, random.below(threads), loop), size) << threads << " threads";
  }
}

TEST(TerminationStress, NoWorkAtAll) {
  for (const unsigned threads : {1u, 2u, 16u}) {
    auto& termination = substrate::getSystemTermination(threads);
    auto& barrier = substrate::getBarrier(threads);
    galois::test::runThreads(threads, [&](unsigned) {
      termination.initializeThread();
      barrier.wait();
      for (substrate::Backoff backoff; !termination.globalTermination(); backoff()) {
        termination.localTermination(false);
      }
    });
    EXPECT_TRUE(termination.globalTermination());
  }
}

// On one thread, so that it is known which answers a loop leaves behind that ends early.
TEST(TerminationStress, AnswersOfALoopThatEndedEarlyDoNotCount) {
  substrate::TerminationTree<> tree;
  tree.reinit(2);
  const auto begin = [&] {
    tree.initializeThread(0);
    tree.initializeThread(1);
  };
  begin();
  EXPECT_FALSE(tree.isAwaited(0));
  tree.localTermination(0, true); // sees that a round has begun
  EXPECT_TRUE(tree.isAwaited(0));
  tree.localTermination(0, false); // answers it
  EXPECT_FALSE(tree.isAwaited(0));
  begin();
  for (int i = 0; i < 10; ++i) {
    tree.localTermination(0, false);
  }
  EXPECT_FALSE(tree.globalTermination()) << "thread 1 has not answered";
  for (int i = 0; i < 10; ++i) {
    tree.localTermination(1, false);
    tree.localTermination(0, false);
  }
  EXPECT_TRUE(tree.globalTermination());
}

} // namespace
