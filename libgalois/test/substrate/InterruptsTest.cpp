#include "galois/substrate/Interrupts.h"

#include <poll.h>
#include <signal.h> // NOLINT(modernize-deprecated-headers): sigaction is POSIX
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <iterator>
#include <thread>

#include <gtest/gtest.h>

#include "galois/substrate/Backoff.h"
#include "support/Child.h"

namespace {

using galois::substrate::Interruptible;
using galois::substrate::Ticker;
using galois::substrate::Waits;
using galois::test::runChild;

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
  raise(Interruptible::signal()); // as a signal that comes late
  Waits::sleep(1000);
  EXPECT_EQ(calls.count, 0u);
}

TEST(Interrupts, NoSignalIsSentToAThreadThatHasLeft) {
  Interruptible thread;
  Calls calls;
  thread.enter(Calls::add, &calls);
  thread.leave();
  sigset_t own, pending;
  sigemptyset(&own);
  sigaddset(&own, Interruptible::signal());
  pthread_sigmask(SIG_BLOCK, &own, nullptr);
  thread.interrupt();
  ASSERT_EQ(sigpending(&pending), 0);
  EXPECT_EQ(sigismember(&pending, Interruptible::signal()), 0);
  pthread_sigmask(SIG_UNBLOCK, &own, nullptr);
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
                             SIGCHLD, SIGCONT, SIGTSTP, SIGWINCH, SIGIO, SIGURG, SIGRTMIN}) {
      EXPECT_EQ(sigismember(&now, number), 1) << number;
    }
    EXPECT_EQ(sigismember(&now, Interruptible::signal()), 0);
  }).join();
}

TEST(Interrupts, ACallOfTheSystemGoesOnAfterwards) {
  if (galois::test::kThreadSanitized) {
    GTEST_SKIP() << "ThreadSanitizer keeps signals back until read() returns";
  }
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

// As the header says: SA_RESTART does not cover it.
TEST(Interrupts, PollEndsEarlyAndCanBeRepeated) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  Interruptible thread;
  Calls calls;
  std::atomic<bool> inside{false};
  std::atomic<unsigned> early{0};
  std::thread reader([&] {
    thread.enter(Calls::add, &calls);
    inside = true;
    pollfd wanted{ends[0], POLLIN, 0};
    while (poll(&wanted, 1, -1) < 0) {
      EXPECT_EQ(errno, EINTR);
      ++early;
    }
    thread.leave();
    EXPECT_NE(wanted.revents & POLLIN, 0);
  });
  EXPECT_TRUE(comes([&] { return inside.load(); }));
  EXPECT_TRUE(comes([&] {
    thread.interrupt();
    return early >= 5;
  }));
  EXPECT_EQ(write(ends[1], "x", 1), 1);
  reader.join();
  close(ends[0]);
  close(ends[1]);
}

TEST(Interrupts, SignalsDoNotPileUp) {
  Interruptible thread;
  Calls calls;
  thread.enter(Calls::add, &calls);
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, Interruptible::signal());
  for (unsigned round = 1; round <= 3; ++round) {
    pthread_sigmask(SIG_BLOCK, &own, nullptr);
    for (unsigned i = 0; i < 1000; ++i) {
      thread.interrupt();
    }
    EXPECT_EQ(calls.count, round - 1);
    pthread_sigmask(SIG_UNBLOCK, &own, nullptr);
    EXPECT_TRUE(comes([&] { return calls.count >= round; }));
    EXPECT_EQ(calls.count, round);
  }
  thread.leave();
}

TEST(Interrupts, ASignalOnItsWayAtTheEndOfAScopeDoesNotKeepLaterOnesBack) {
  Interruptible thread;
  Calls calls;
  sigset_t own;
  sigemptyset(&own);
  sigaddset(&own, Interruptible::signal());
  thread.enter(Calls::add, &calls);
  pthread_sigmask(SIG_BLOCK, &own, nullptr);
  thread.interrupt();
  thread.leave();
  pthread_sigmask(SIG_UNBLOCK, &own, nullptr); // it comes now, and does nothing
  EXPECT_EQ(calls.count, 0u);
  thread.enter(Calls::add, &calls);
  thread.interrupt();
  EXPECT_TRUE(comes([&] { return calls.count == 1; }));
  thread.leave();
}

TEST(Interrupts, ATickerThatWaitsForItsFirstTickEnds) {
  const Ticker ticker(1'000'000'000, [] { FAIL(); });
  Waits::sleep(20'000); // it waits by then
}

// In processes of their own, because the handler is installed once.

std::atomic<unsigned> programsOwn{0};
void countOwn(int /*number*/) { ++programsOwn; }

/// Whether a thread inside a scope is interrupted.
bool interrupts() {
  Interruptible thread;
  Calls calls;
  thread.enter(Calls::add, &calls);
  thread.interrupt();
  const bool came = Interruptible::signal() != 0 && comes([&] { return calls.count == 1; });
  thread.leave();
  return came && calls.count == 1;
}

TEST(InterruptsChild, DISABLED_ThereAreHandlers) {
  const int numbers[] = {SIGURG, SIGIO, SIGUSR1, SIGRTMIN, SIGRTMAX, SIGRTMAX - 2};
  for (const int number : numbers) {
    if (signal(number, countOwn) == SIG_ERR) {
      GTEST_SKIP() << "an emulator keeps signal " << number;
    }
  }
  signal(SIGRTMAX - 1, SIG_IGN);
  EXPECT_TRUE(interrupts());
  EXPECT_EQ(Interruptible::signal(), SIGRTMAX - 3);
  Interruptible thread;
  Calls calls;
  thread.enter(Calls::add, &calls);
  for (unsigned i = 1; i <= 10; ++i) {
    for (const int number : numbers) {
      raise(number);
    }
    raise(SIGRTMAX - 1);
    thread.interrupt();
    EXPECT_TRUE(comes([&] { return calls.count == i; }));
  }
  thread.leave();
  EXPECT_EQ(programsOwn, 10 * std::size(numbers));
}
TEST(Interrupts, HandlersOfTheProgramStay) {
  EXPECT_EQ(runChild("InterruptsChild.DISABLED_ThereAreHandlers"), 0);
}

TEST(InterruptsChild, DISABLED_NoSignalIsFree) {
  for (int number = SIGRTMIN; number <= SIGRTMAX; ++number) {
    if (signal(number, countOwn) == SIG_ERR) {
      GTEST_SKIP() << "an emulator keeps signal " << number;
    }
  }
  EXPECT_EQ(Interruptible::signal(), 0);
  EXPECT_FALSE(interrupts());
  for (int number = SIGRTMIN; number <= SIGRTMAX; ++number) {
    raise(number);
  }
  EXPECT_EQ(programsOwn, static_cast<unsigned>(SIGRTMAX - SIGRTMIN + 1));
}
TEST(Interrupts, NobodyIsInterruptedIfNoSignalIsFree) {
  EXPECT_EQ(runChild("InterruptsChild.DISABLED_NoSignalIsFree"), 0);
}

TEST(InterruptsChild, DISABLED_OnlyTheLowestSignalIsFree) {
  for (int number = SIGRTMIN + 1; number <= SIGRTMAX; ++number) {
    if (signal(number, countOwn) == SIG_ERR) {
      GTEST_SKIP() << "an emulator keeps signal " << number;
    }
  }
  EXPECT_TRUE(interrupts());
  EXPECT_EQ(Interruptible::signal(), SIGRTMIN);
}
TEST(Interrupts, AnyRealTimeSignalWillDo) {
  EXPECT_EQ(runChild("InterruptsChild.DISABLED_OnlyTheLowestSignalIsFree"), 0);
}

TEST(InterruptsChild, DISABLED_NoSignalCanWait) {
  ASSERT_NE(Interruptible::signal(), 0);
  rlimit none{0, 0};
  ASSERT_EQ(getrlimit(RLIMIT_SIGPENDING, &none), 0);
  none.rlim_cur = 0;
  ASSERT_EQ(setrlimit(RLIMIT_SIGPENDING, &none), 0);
  Interruptible thread;
  Calls calls;
  thread.enter(Calls::add, &calls);
  thread.interrupt(); // refused
  EXPECT_EQ(calls.count, 0u);
  none.rlim_cur = none.rlim_max;
  ASSERT_EQ(setrlimit(RLIMIT_SIGPENDING, &none), 0);
  thread.interrupt();
  EXPECT_TRUE(comes([&] { return calls.count == 1; }));
  thread.leave();
}
TEST(Interrupts, AfterARefusedSignalThereAreOthers) {
  EXPECT_EQ(runChild("InterruptsChild.DISABLED_NoSignalCanWait"), 0);
}

} // namespace
