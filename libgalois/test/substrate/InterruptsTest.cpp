#include "galois/substrate/Interrupts.h"

#include <signal.h> // NOLINT(modernize-deprecated-headers): sigaction is POSIX

#include <atomic>
#include <cerrno>
#include <thread>

#include <gtest/gtest.h>

#include "galois/substrate/Backoff.h"

namespace {

using galois::substrate::Interruptible;
using galois::substrate::Ticker;
using galois::substrate::Waits;

/// What the handler of a thread has done.
struct Calls {
  std::atomic<unsigned> count{0};
  std::thread::id thread;
  static void add(void* calls) {
    auto& self = *static_cast<Calls*>(calls);
    self.thread = std::this_thread::get_id();
    errno = 12345;
    ++self.count;
  }
};

/// Waits for half a minute at most. Sleeps, so that a signal is delivered under any sanitizer.
template <typename Condition>
bool comes(const Condition& condition) {
  for (unsigned i = 0; i < 300'000 && !condition(); ++i) {
    Waits::sleep(100);
  }
  return condition();
}

TEST(Interrupts, TheFunctionRunsOnTheThreadThatIsInside) {
  Interruptible thread;
  Calls calls;
  std::atomic<bool> inside{false}, ends{false};
  std::thread other([&] {
    EXPECT_FALSE(Interruptible::inside());
    thread.enter(Calls::add, &calls);
    EXPECT_TRUE(Interruptible::inside());
    inside = true;
    EXPECT_TRUE(comes([&] { return ends.load(); }));
    errno = 7;
    thread.interrupt(); // of oneself
    EXPECT_EQ(errno, 7);
    thread.leave();
    EXPECT_FALSE(Interruptible::inside());
    EXPECT_EQ(calls.thread, std::this_thread::get_id());
  });
  EXPECT_TRUE(comes([&] { return inside.load(); }));
  EXPECT_FALSE(Interruptible::inside());
  for (unsigned round = 1; round <= 5; ++round) {
    thread.interrupt();
    EXPECT_TRUE(comes([&] { return calls.count >= round; })) << round;
  }
  ends = true;
  other.join();
}

TEST(Interrupts, NobodyIsInterruptedOutside) {
  Interruptible thread;
  Calls calls;
  thread.interrupt();
  thread.enter(Calls::add, &calls);
  thread.leave();
  thread.interrupt();
  raise(SIGURG); // as a signal that comes late
  Waits::sleep(1000);
  EXPECT_EQ(calls.count, 0u);
}

TEST(Interrupts, AThreadThatBlockedTheSignalCanBeInterrupted) {
  Interruptible thread;
  Calls calls;
  std::thread([&] {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    thread.enter(Calls::add, &calls);
    thread.interrupt();
    EXPECT_TRUE(comes([&] { return calls.count == 1; }));
    thread.leave();
  }).join();
}

TEST(Interrupts, ATickerTicksUntilItIsDestroyed) {
  std::atomic<unsigned> ticks{0};
  {
    const Ticker ticker(100, [&] { ++ticks; });
    EXPECT_TRUE(comes([&] { return ticks >= 3; }));
  }
  const unsigned last = ticks;
  Waits::sleep(5000);
  EXPECT_EQ(ticks, last);
}

TEST(Interrupts, ATickerThatDoesNotWaitForItsFirstTickEnds) {
  const Ticker ticker(1'000'000'000, [] { FAIL(); });
}

std::atomic<unsigned> programsOwn{0};

/// In a process of its own, because the handler is installed once.
TEST(InterruptsDeathTest, TheProgramsHandlerIsStillCalledOutside) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        signal(SIGURG, [](int) { ++programsOwn; });
        Interruptible thread;
        Calls calls;
        thread.enter(Calls::add, &calls);
        raise(SIGURG);
        thread.leave();
        raise(SIGURG);
        _exit(calls.count == 1 && programsOwn == 1 ? 42 : 1);
      },
      testing::ExitedWithCode(42), "");
}

} // namespace
