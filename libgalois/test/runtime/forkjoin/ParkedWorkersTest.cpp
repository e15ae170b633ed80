#include "galois/runtime/forkjoin/ParkedWorkers.h"

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace galois::runtime {
namespace {

/// Threads that sleep in a set until they are woken.
class Sleepers {
public:
  explicit Sleepers(unsigned workers) : parked_(workers), awake_(workers) {}
  ~Sleepers() {
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }

  /// Starts a thread that sleeps as this worker, and returns when it counts as asleep.
  void start(unsigned worker) {
    const unsigned before = asleep_;
    threads_.emplace_back([this, worker] {
      parked_.sleep(worker, [this] {
        ++asleep_;
        return false;
      });
      awake_[worker] = true;
      ++woken_;
    });
    while (asleep_ == before) {
      std::this_thread::yield();
    }
  }

  /// Waits until so many have been woken.
  void await(unsigned count) const {
    while (woken_ < count) {
      std::this_thread::yield();
    }
  }

  ParkedWorkers<>& set() { return parked_; }
  bool awake(unsigned worker) const { return awake_[worker]; }
  unsigned woken() const { return woken_; }

private:
  ParkedWorkers<> parked_;
  std::vector<std::atomic<bool>> awake_;
  std::atomic<unsigned> asleep_{0}, woken_{0};
  std::vector<std::thread> threads_;
};

TEST(ParkedWorkers, NobodySleepsAtFirst) {
  ParkedWorkers<> parked(130);
  EXPECT_FALSE(parked.seemsAsleep());
  EXPECT_FALSE(parked.maybeAsleep());
  parked.wakeOne();
  parked.wakeAll();
  parked.wake(129);
}

TEST(ParkedWorkers, AWorkerWithAReasonStaysAwake) {
  ParkedWorkers<> parked(70);
  bool counted = false;
  parked.sleep(69, [&] { return counted = parked.seemsAsleep() && parked.maybeAsleep(); });
  EXPECT_TRUE(counted) << "the worker does not count as asleep when it looks for a reason";
  EXPECT_FALSE(parked.seemsAsleep());
  EXPECT_FALSE(parked.maybeAsleep());
}

/// Workers of all words of the set sleep, also the first and the last of a word.
TEST(ParkedWorkers, WakesTheWorkerThatItNames) {
  constexpr unsigned kWorkers[] = {0, 63, 64, 129};
  for (const unsigned first : kWorkers) {
    Sleepers sleepers(130);
    for (const unsigned worker : kWorkers) {
      sleepers.start(worker);
    }
    EXPECT_TRUE(sleepers.set().seemsAsleep());
    EXPECT_TRUE(sleepers.set().maybeAsleep());
    sleepers.set().wake(1); // it is awake
    sleepers.set().wake(first);
    sleepers.await(1);
    EXPECT_TRUE(sleepers.awake(first));
    EXPECT_TRUE(sleepers.set().seemsAsleep());
    sleepers.set().wakeAll();
    sleepers.await(4);
    EXPECT_FALSE(sleepers.set().seemsAsleep());
    EXPECT_FALSE(sleepers.set().maybeAsleep());
  }
}

TEST(ParkedWorkers, WakesOneAtATime) {
  Sleepers sleepers(130);
  for (const unsigned worker : {5u, 64u, 65u}) {
    sleepers.start(worker);
  }
  for (unsigned woken = 0; woken < 3; ++woken) {
    EXPECT_TRUE(sleepers.set().seemsAsleep());
    EXPECT_TRUE(sleepers.set().maybeAsleep());
    sleepers.set().wakeOne();
    sleepers.await(woken + 1);
    EXPECT_EQ(sleepers.woken(), woken + 1);
  }
  EXPECT_FALSE(sleepers.set().seemsAsleep());
}

/// A wake-up for a worker that does not sleep must not end its next sleep.
TEST(ParkedWorkers, NoSignalStaysBehind) {
  ParkedWorkers<> parked(1);
  parked.wake(0);
  parked.wakeOne();
  parked.wakeAll();
  parked.sleep(0, [] { return true; });
  std::atomic<int> slept{0};
  std::thread sleeper([&] {
    for (int i = 0; i < 2; ++i) {
      parked.sleep(0, [&] {
        ++slept;
        return false;
      });
    }
  });
  for (int i = 1; i <= 2; ++i) {
    while (slept < i) {
      std::this_thread::yield();
    }
    EXPECT_EQ(slept, i);
    parked.wakeOne();
  }
  sleeper.join();
  EXPECT_EQ(slept, 2);
}

} // namespace
} // namespace galois::runtime
