#include "galois/substrate/Interrupts.h"

#include <signal.h> // NOLINT(modernize-deprecated-headers): sigaction is POSIX
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
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

TEST(Interrupts, OnlyItsOwnSignalReachesAThreadThatBlockedAll) {
  std::thread([] {
    sigset_t all, now;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    Interruptible thread;
    Calls calls;
    thread.enter(Calls::add, &calls);
    pthread_sigmask(SIG_BLOCK, nullptr, &now);
    thread.leave();
    for (const int number : {SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM,
                             SIGCHLD, SIGCONT, SIGTSTP, SIGWINCH, SIGIO}) {
      EXPECT_EQ(sigismember(&now, number), 1) << number;
    }
    EXPECT_EQ(sigismember(&now, SIGURG), 0);
  }).join();
}

TEST(Interrupts, ACallOfTheSystemGoesOnAfterwards) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  Interruptible thread;
  Calls calls;
  std::atomic<bool> inside{false};
  std::thread reader([&] {
    thread.enter(Calls::add, &calls);
    inside = true;
    char byte = 0;
    EXPECT_EQ(read(ends[0], &byte, 1), 1) << errno;
    thread.leave();
  });
  EXPECT_TRUE(comes([&] { return inside.load(); }));
  for (unsigned round = 1; round <= 20; ++round) { // the reader waits in most of these
    thread.interrupt();
    EXPECT_TRUE(comes([&] { return calls.count >= round; })) << round;
  }
  EXPECT_EQ(write(ends[1], "x", 1), 1);
  reader.join();
  close(ends[0]);
  close(ends[1]);
}

TEST(Interrupts, ATickerThatWaitsForItsFirstTickEnds) {
  const Ticker ticker(1'000'000'000, [] { FAIL(); });
  Waits::sleep(20'000); // it waits by then
}

std::atomic<unsigned> programsOwn{0};

/// How often the program's own handler is called.
struct Count {
  unsigned inside, late, interrupted;
  bool operator==(const Count&) const = default;
};

/// Counts the calls of the program's handler by a signal inside a scope, by one after it, and by an
/// interrupt() after it.
Count callsOfTheProgramsHandler() {
  Interruptible thread;
  Calls calls;
  thread.enter(Calls::add, &calls);
  raise(SIGURG);
  thread.leave();
  const unsigned inside = programsOwn;
  raise(SIGURG);
  const unsigned late = programsOwn - inside;
  thread.interrupt(); // sends none
  const unsigned interrupted = programsOwn - inside - late;
  return {calls.count == 1 ? inside : 99, late, interrupted};
}

// In processes of their own, because the handler is installed once.

TEST(InterruptsDeathTest, TheProgramsHandlerIsStillCalledOutside) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        signal(SIGURG, [](int number) { programsOwn += number == SIGURG ? 1 : 99; });
        std::exit(callsOfTheProgramsHandler() == Count{0, 1, 0} ? 42 : 1);
      },
      testing::ExitedWithCode(42), "");
}

TEST(InterruptsDeathTest, SoIsOneThatWantsToKnowTheSender) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        struct sigaction own {};
        own.sa_sigaction = [](int, siginfo_t* info, void*) {
          programsOwn += info->si_pid == getpid() ? 1 : 99;
        };
        own.sa_flags = SA_SIGINFO;
        sigaction(SIGURG, &own, nullptr);
        std::exit(callsOfTheProgramsHandler() == Count{0, 1, 0} ? 42 : 1);
      },
      testing::ExitedWithCode(42), "");
}

} // namespace
