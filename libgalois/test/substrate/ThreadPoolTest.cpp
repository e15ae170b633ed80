#include "galois/substrate/ThreadPool.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "galois/substrate/Backoff.h"
#include "galois/substrate/HWTopo.h"
#include "support/Child.h"
#include "support/CountedHeap.h"

using galois::substrate::Backoff;
using galois::substrate::ForkedDuringCall;
using galois::substrate::getThreadPool;
using galois::substrate::kMaxThreads;
using galois::substrate::ThreadPool;
using galois::test::CountedHeap;
using galois::test::kSanitized;
using galois::test::runChild;

namespace {

std::atomic<bool> systemPinsNobody{false};

} // namespace

/// Takes the place of the system's function, so that it can refuse.
extern "C" int sched_setaffinity(pid_t thread, size_t bytes, const cpu_set_t* mask) noexcept {
  if (systemPinsNobody) {
    errno = EPERM;
    return -1;
  }
  return static_cast<int>(syscall(SYS_sched_setaffinity, thread, bytes, mask));
}

namespace {

/// Returns the number of threads of this process that the system counts, or 0 if a sanitizer adds
/// its own.
unsigned systemThreads() {
  if (kSanitized) {
    return 0;
  }
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind("Threads:", 0) == 0) {
      return static_cast<unsigned>(std::stoul(line.substr(8)));
    }
  }
  return 0;
}

int allowedProcessors() {
  cpu_set_t mine;
  sched_getaffinity(0, sizeof mine, &mine);
  return CPU_COUNT(&mine);
}

/// The processors of this process, before a region has pinned its main thread.
const int kProcessors = allowedProcessors();

/// Returns how often each thread id ran in a region of n threads.
std::vector<int> visits(unsigned n) {
  std::vector<std::atomic<int>> seen(n + 1);
  getThreadPool().run(n, [&] { ++seen.at(ThreadPool::getTID()); });
  return {seen.begin(), seen.end()};
}

TEST(ThreadPoolChild, DISABLED_StartsOnlyRequestedThreads) {
  const unsigned before = systemThreads();
  auto& pool = getThreadPool();
  EXPECT_EQ(systemThreads(), before);
  EXPECT_EQ(pool.getStartedThreads(), 1u);
  EXPECT_EQ(pool.getMaxThreads(), pool.getMaxUsableThreads());
  pool.run(1, [] {});
  pool.reserve(20);
  EXPECT_EQ(systemThreads(), before);
  pool.run(3, [] {});
  EXPECT_EQ(pool.getStartedThreads(), 3u);
  EXPECT_EQ(systemThreads(), kSanitized ? 0 : before + 2);
  pool.run(2, [] {});
  EXPECT_EQ(systemThreads(), kSanitized ? 0 : before + 2);
  EXPECT_GE(pool.getMaxThreads(), 20u);
}
// U16: in Galois, a thread for every processor is started and bound, whatever the program asks for.
TEST(ThreadPool, StartsOnlyRequestedThreads) {
  EXPECT_EQ(runChild("ThreadPoolChild.DISABLED_StartsOnlyRequestedThreads"), 0);
}

TEST(ThreadPool, EveryThreadRunsOnce) {
  for (const unsigned n : {1u, 2u, 3u, 16u, 5u, 1u, 40u}) {
    const std::vector<int> seen = visits(n);
    for (unsigned tid = 0; tid < n; ++tid) {
      EXPECT_EQ(seen[tid], 1) << tid << " of " << n;
    }
    EXPECT_EQ(seen[n], 0);
  }
}

TEST(ThreadPool, ClampsTheNumber) {
  EXPECT_EQ(visits(0), (std::vector<int>{1}));
  EXPECT_NO_THROW(getThreadPool().reserve(0));
}

TEST(ThreadPool, RunsCommandsInOrderOnEachThread) {
  std::atomic<int> count{0};
  std::vector<int> first(4), second(4);
  auto one = [&] { first[ThreadPool::getTID()] = ++count; };
  auto two = [&] { second[ThreadPool::getTID()] = ++count; };
  getThreadPool().run(4, std::ref(one), two, [&] { ++count; });
  for (int i = 0; i < 4; ++i) {
    EXPECT_LT(first[i], second[i]);
  }
  EXPECT_EQ(count.load(), 12);
}

TEST(ThreadPool, KnowsThePlacesOfThreads) {
  auto& pool = getThreadPool();
  const unsigned n = pool.getMaxUsableThreads() * 2 + 1;
  std::atomic<int> wrong{0};
  pool.run(n, [&] {
    const unsigned tid = ThreadPool::getTID();
    const bool right = ThreadPool::getSocket() == pool.getSocket(tid) &&
                       ThreadPool::getLeader() == pool.getLeader(tid) &&
                       ThreadPool::isLeader() == pool.isLeader(tid) &&
                       ThreadPool::getNumaNode() == pool.getNumaNode(tid) &&
                       ThreadPool::getCumulativeMaxSocket() == pool.getCumulativeMaxSocket(tid) &&
                       pool.getLeaderForSocket(pool.getSocket(tid)) == pool.getLeader(tid);
    if (!right) {
      ++wrong;
    }
  });
  EXPECT_EQ(wrong.load(), 0);
  EXPECT_TRUE(pool.isLeader(0));
  EXPECT_FALSE(pool.isLeader(n - 1)); // Threads beyond the number of processors lead no socket.
  EXPECT_GE(pool.getMaxThreads(), n);
  EXPECT_GE(pool.getMaxCores(), 1u);
  EXPECT_LE(pool.getMaxCores(), pool.getMaxUsableThreads());
  EXPECT_GE(pool.getMaxSockets(), 1u);
  EXPECT_GE(pool.getMaxNumaNodes(), 1u);
}

TEST(ThreadPoolChild, DISABLED_KnowsTheSocketsOfTwo) {
  auto& pool = getThreadPool();
  EXPECT_EQ(pool.getMaxSockets(), 2u);
  for (const unsigned tid : {0u, 3u, 4u, 7u, 8u, 9u, 16u}) {
    EXPECT_EQ(pool.getCumulativeMaxSocket(tid), tid < 4 ? 0u : 1u) << tid;
  }
}
TEST(ThreadPool, ThreadsBeyondTheProcessorsFollowThoseOfAllSockets) {
  EXPECT_EQ(runChild("ThreadPoolChild.DISABLED_KnowsTheSocketsOfTwo",
                     "HWLOC_SYNTHETIC='pack:2 core:4 pu:1'"),
            0);
}

TEST(ThreadPool, RethrowsWhatAThreadThrew) {
  for (const unsigned thrower : {0u, 1u, 7u}) {
    std::atomic<int> finished{0};
    try {
      getThreadPool().run(
          8,
          [&] {
            if (ThreadPool::getTID() == thrower) {
              throw std::runtime_error("no " + std::to_string(thrower));
            }
          },
          [&] { ++finished; });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), "no " + std::to_string(thrower));
    }
    EXPECT_EQ(finished.load(), 7); // The other threads finished.
  }
  EXPECT_THROW(getThreadPool().run(8, [] { throw 1; }),
               int); // All threads throw, and the first exception is rethrown.
  EXPECT_EQ(visits(8)[7], 1);
  EXPECT_FALSE(getThreadPool().isRunning());
}

TEST(ThreadPool, RefusesRegionsInRegions) {
  auto& pool = getThreadPool();
  for (const unsigned offender : {0u, 1u}) {
    try {
      pool.run(2, [&] {
        if (ThreadPool::getTID() == offender) {
          pool.run(1, [] {});
        }
      });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::logic_error& error) {
      EXPECT_NE(std::string(error.what()).find("Recursive thread pool execution not supported"),
                std::string::npos);
    }
  }
  EXPECT_THROW(pool.run(1, [&] { pool.reserve(pool.getMaxThreads() + 1); }), std::logic_error);
  EXPECT_NO_THROW(pool.run(1, [&] {
    pool.reserve(pool.getMaxThreads());
  })); // It succeeds because no thread must be added.
  std::atomic<bool> running{false};
  pool.run(2, [&] { running = pool.isRunning(); });
  EXPECT_TRUE(running.load());
}

TEST(ThreadPool, PreparesOnlyRegionsThatRun) {
  auto& pool = getThreadPool();
  std::atomic<int> prepared{0};
  std::atomic<int> ran{0};
  const auto prepare = [&](unsigned threads) {
    EXPECT_EQ(ran.load(), 0);
    EXPECT_FALSE(ThreadPool::isInside());
    prepared = static_cast<int>(threads);
  };
  pool.runPrepared(3, prepare, [&] {
    EXPECT_TRUE(ThreadPool::isInside());
    ++ran;
  });
  EXPECT_EQ(prepared.load(), 3);
  EXPECT_EQ(ran.load(), 3);
  EXPECT_FALSE(ThreadPool::isInside());

  // Another thread starts a region while one is running.
  pool.run(2, [&] {
    if (ThreadPool::getTID() != 0) {
      return;
    }
    std::thread([&] {
      EXPECT_FALSE(ThreadPool::isInside());
      EXPECT_THROW(pool.runPrepared(5, prepare, [&] { ++ran; }), std::logic_error);
    }).join();
  });
  EXPECT_EQ(prepared.load(), 3);
  EXPECT_EQ(ran.load(), 3);

  // If the preparation fails, the region does not run, and the next one does.
  EXPECT_THROW(pool.runPrepared(
                   3, [](unsigned) { throw std::runtime_error("no"); }, [&] { ++ran; }),
               std::runtime_error);
  EXPECT_EQ(ran.load(), 3);
  EXPECT_EQ(visits(3)[2], 1);
}

TEST(ThreadPoolChild, DISABLED_RunsTheFirstThreadAlone) {
  auto& pool = getThreadPool();
  unsigned prepared = 0;
  std::vector<unsigned> ran;
  const auto prepare = [&](unsigned threads) { prepared = threads; };
  pool.runFirst(3, prepare, [&] {
    EXPECT_TRUE(ThreadPool::isInside());
    EXPECT_THROW(pool.runFirst(3, prepare, [] {}), std::logic_error);
    ran.push_back(ThreadPool::getTID());
  });
  EXPECT_EQ(prepared, 3U);
  EXPECT_EQ(ran, std::vector<unsigned>{0});
  EXPECT_GE(pool.getMaxThreads(), 3U); // per-thread data has slots for all
  EXPECT_EQ(pool.getStartedThreads(), 1U);
  // What it throws leaves it, and regions of all threads and of one can follow each other.
  EXPECT_THROW(pool.runFirst(3, prepare, [] { throw std::runtime_error("no"); }),
               std::runtime_error);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(visits(3)[2], 1);
    pool.runFirst(3, prepare, [&] { ran.push_back(ThreadPool::getTID()); });
  }
  EXPECT_EQ(ran, std::vector<unsigned>(101, 0));
}
TEST(ThreadPool, RunsTheFirstThreadAlone) {
  EXPECT_EQ(runChild("ThreadPoolChild.DISABLED_RunsTheFirstThreadAlone"), 0);
}

TEST(ThreadPoolChild, DISABLED_Pins) {
  auto& pool = getThreadPool();
  EXPECT_TRUE(pool.pinning());
  EXPECT_TRUE(pool.pinned()); // as the first region will be
  pool.setPinning(false);
  EXPECT_FALSE(pool.pinning());
  EXPECT_FALSE(pool.pinned());
  pool.setPinning(true);
  EXPECT_TRUE(pool.pinning());
  EXPECT_TRUE(pool.pinned());
  const auto pus = pool.getMaxUsableThreads();
  std::vector<int> allowed(pus);
  pool.run(pus, [&] { allowed[ThreadPool::getTID()] = allowedProcessors(); });
  for (const int count : allowed) {
    EXPECT_EQ(count, 1);
  }
  EXPECT_TRUE(pool.pinned());

  // With more threads than processors, no thread is pinned, not even those that were.
  std::vector<int> many(pus + 2);
  pool.run(pus + 2, [&] { many[ThreadPool::getTID()] = allowedProcessors(); });
  for (const int count : many) {
    EXPECT_EQ(count, static_cast<int>(pus));
  }
  EXPECT_FALSE(pool.pinned());

  pool.run(pus, [&] { allowed[ThreadPool::getTID()] = allowedProcessors(); });
  for (const int count : allowed) {
    EXPECT_EQ(count, 1);
  }
  pool.setPinning(false);
  pool.run(pus, [&] { allowed[ThreadPool::getTID()] = allowedProcessors(); });
  for (const int count : allowed) {
    EXPECT_EQ(count, static_cast<int>(pus));
  }
  EXPECT_FALSE(pool.pinned());
}

/// Runs a test in a child that may use all processors. A child inherits the affinity of the main
/// thread, which an earlier region may have pinned.
int runUnpinnedChild(const std::string& name, const std::string& environment = "") {
  auto& pool = getThreadPool();
  pool.run(pool.getMaxUsableThreads() + 1, [] {}); // More threads than processors pin none.
  EXPECT_EQ(allowedProcessors(), kProcessors);
  return runChild(name, environment);
}

TEST(ThreadPool, Pins) { EXPECT_EQ(runUnpinnedChild("ThreadPoolChild.DISABLED_Pins"), 0); }

TEST(ThreadPoolChild, DISABLED_IsRefused) {
  auto& pool = getThreadPool();
  EXPECT_TRUE(pool.pinned());
  systemPinsNobody = true;
  pool.run(1, [] {});
  EXPECT_FALSE(pool.pinned());
  pool.setPinning(true);
  EXPECT_FALSE(pool.pinned()); // it was refused once
}
TEST(ThreadPool, IsNotPinnedIfTheSystemRefuses) {
  EXPECT_EQ(runUnpinnedChild("ThreadPoolChild.DISABLED_IsRefused"), 0);
}

TEST(ThreadPoolChild, DISABLED_DoesNotPin) {
  auto& pool = getThreadPool();
  EXPECT_FALSE(pool.pinned());
  const int before = allowedProcessors();
  std::vector<int> allowed(pool.getMaxUsableThreads());
  pool.run(pool.getMaxUsableThreads(),
           [&] { allowed[ThreadPool::getTID()] = allowedProcessors(); });
  for (const int count : allowed) {
    EXPECT_EQ(count, before);
  }
  EXPECT_FALSE(pool.pinned());
}
TEST(ThreadPool, DoesNotPinOnRequest) {
  EXPECT_EQ(runUnpinnedChild("ThreadPoolChild.DISABLED_DoesNotPin", "GALOIS_DO_NOT_BIND_THREADS=0"),
            0);
}
TEST(ThreadPool, DoesNotPinOnASyntheticMachine) {
  EXPECT_EQ(runUnpinnedChild("ThreadPoolChild.DISABLED_DoesNotPin",
                             "HWLOC_SYNTHETIC='pack:2 core:4 pu:1'"),
            0);
}

TEST(ThreadPoolChild, DISABLED_LeavesTheMainThread) {
  auto& pool = getThreadPool();
  const int before = allowedProcessors();
  std::vector<int> allowed(pool.getMaxUsableThreads());
  pool.run(pool.getMaxUsableThreads(),
           [&] { allowed[ThreadPool::getTID()] = allowedProcessors(); });
  EXPECT_EQ(allowed[0], before);
  for (unsigned tid = 1; tid < allowed.size(); ++tid) {
    EXPECT_EQ(allowed[tid], 1);
  }
}
TEST(ThreadPool, LeavesTheMainThread) {
  EXPECT_EQ(runUnpinnedChild("ThreadPoolChild.DISABLED_LeavesTheMainThread",
                             "GALOIS_DO_NOT_BIND_MAIN_THREAD=1"),
            0);
}

TEST(ThreadPoolChild, DISABLED_EightThreadsOnOneProcessor) {
  cpu_set_t mine;
  ASSERT_EQ(sched_getaffinity(0, sizeof mine, &mine), 0);
  int first = 0;
  while (!CPU_ISSET(first, &mine)) {
    ++first;
  }
  CPU_ZERO(&mine);
  CPU_SET(first, &mine);
  ASSERT_EQ(sched_setaffinity(0, sizeof mine, &mine), 0);
  EXPECT_EQ(getThreadPool().getMaxUsableThreads(), 1u);
  for (int round = 0; round < 50; ++round) {
    const std::vector<int> seen = visits(8);
    for (unsigned tid = 0; tid < 8; ++tid) {
      ASSERT_EQ(seen[tid], 1);
    }
  }
}
// U14: waiting threads leave the processor to the one that works.
TEST(ThreadPool, EightThreadsOnOneProcessor) {
  EXPECT_EQ(runChild("ThreadPoolChild.DISABLED_EightThreadsOnOneProcessor"), 0);
}

TEST(ThreadPoolChild, DISABLED_SurvivesWhenThreadsAreRefused) {
  auto& pool = getThreadPool();
  pool.run(3, [] {});
  // Leave address space for a few more stacks of 8 MB, but not for 200.
  std::ifstream statm("/proc/self/statm");
  std::size_t pages = 0;
  statm >> pages;
  const rlim_t limit = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) + (200u << 20);
  const rlimit space{limit, limit};
  ASSERT_EQ(setrlimit(RLIMIT_AS, &space), 0);
  try {
    pool.run(200, [] {});
    FAIL() << "the system gave 200 threads";
  } catch (const std::system_error& error) {
    EXPECT_NE(std::string(error.what()).find("of 200"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("ulimit"), std::string::npos) << error.what();
  }
  const unsigned got = pool.getStartedThreads();
  EXPECT_GE(got, 3u);
  EXPECT_LT(got, 200u);
  EXPECT_EQ(visits(got)[got - 1], 1);
  EXPECT_EQ(visits(3)[2], 1);
}
TEST(ThreadPool, SurvivesWhenThreadsAreRefused) {
  if (!galois::test::spaceIsOurs()) {
    GTEST_SKIP() << "sanitizers and emulators need address space";
  }
  EXPECT_EQ(runChild("ThreadPoolChild.DISABLED_SurvivesWhenThreadsAreRefused"), 0);
}

// The first call of new that fails is another one in each attempt.
TEST(ThreadPool, StartsAThreadAgainAfterMemoryWasShort) {
  auto& pool = getThreadPool();
  const unsigned before = pool.getStartedThreads();
  pool.reserve(before + 1);
  int failures = 0;
  for (bool started = false; !started;) {
    try {
      CountedHeap::failAfter(failures);
      pool.run(before + 1, [] {});
      started = true;
    } catch (const std::bad_alloc&) {
      ++failures;
      ASSERT_EQ(pool.getStartedThreads(), before);
    }
    CountedHeap::failAfter(-1);
  }
  EXPECT_GE(failures, 2);
  EXPECT_EQ(visits(before + 1)[before], 1);
}

TEST(ThreadPool, TryRunFailsIfAThreadCannotBeStarted) {
  auto& pool = getThreadPool();
  pool.claim();
  const unsigned before = pool.getStartedThreads();
  pool.reserve(before + 1);
  const auto nothing = [](unsigned, unsigned) {};
  CountedHeap::refuse(true);
  const bool refused = pool.tryRun(before + 1, nothing);
  const bool possible = pool.tryRun(before, nothing);
  CountedHeap::refuse(false);
  EXPECT_FALSE(refused);
  EXPECT_TRUE(possible);
  EXPECT_EQ(pool.getStartedThreads(), before);
}

TEST(ThreadPoolChild, DISABLED_RefusesRegions) {
  auto& pool = getThreadPool();
  pool.refuseRegions();
  EXPECT_THROW(pool.run(1, [] {}), ForkedDuringCall);
  EXPECT_FALSE(pool.tryRun(1, [](unsigned, unsigned) {}));
}
TEST(ThreadPool, RunsNoRegionWhenItIsToldSo) {
  EXPECT_EQ(runChild("ThreadPoolChild.DISABLED_RefusesRegions"), 0);
}

TEST(ThreadPool, TryRunCallsEachThreadOfTheThreadThatClaimedThePool) {
  auto& pool = getThreadPool();
  pool.claim();
  std::vector<unsigned> calls(4), total(4);
  const auto command = [&](unsigned tid, unsigned threads) {
    EXPECT_TRUE(ThreadPool::isInside());
    EXPECT_EQ(tid, ThreadPool::getTID());
    EXPECT_FALSE(pool.isRunning()); // others need not fail
    EXPECT_FALSE(pool.tryRun(2, [](unsigned, unsigned) {}));
    EXPECT_THROW(pool.run(2, [] {}), std::logic_error);
    ++calls[tid];
    total[tid] = threads;
  };
  EXPECT_TRUE(pool.tryRun(4, command));
  EXPECT_EQ(calls, std::vector<unsigned>(4, 1));
  EXPECT_EQ(total, std::vector<unsigned>(4, 4));
  std::thread([&] {
    EXPECT_FALSE(pool.tryRun(4, command)) << "another thread runs the loops";
    pool.run(1, [] {}); // now this one does
    EXPECT_TRUE(pool.tryRun(4, command));
  }).join();
  EXPECT_EQ(calls, std::vector<unsigned>(4, 2));
}

TEST(ThreadPool, ARegionWaitsForThatOfTryRun) {
  auto& pool = getThreadPool();
  pool.claim();
  constexpr unsigned kRounds = galois::test::kSanitized ? 100 : 2000;
  std::atomic<unsigned> regions{0};
  std::thread other([&] {
    for (unsigned round = 0; round < kRounds; ++round) {
      pool.run(2, [&] { ++regions; });
      EXPECT_EQ(pool.reserve(3 + round % 3), 3 + round % 3);
    }
  });
  unsigned brief = 0; // plain: only one region runs at a time
  for (unsigned round = 0; round < kRounds; ++round) {
    pool.claim();
    pool.tryRun(2, [&](unsigned tid, unsigned) { brief += tid; });
  }
  other.join();
  EXPECT_EQ(regions, 2 * kRounds);
  EXPECT_LE(brief, kRounds);
}

TEST(ThreadPoolChild, DISABLED_Dedicated) {
  auto& pool = getThreadPool();
  pool.reserve(5);
  const unsigned slots = pool.getMaxThreads();
  static std::atomic<unsigned> tid{
      0}; // They are static because the thread may read them until the process ends.
  static std::atomic<bool> stop{false};
  static std::atomic<int> allowed{0};
  std::function<void()> work = [] {
    allowed = allowedProcessors();
    tid = ThreadPool::getTID();
    for (Backoff backoff; !stop;) {
      backoff();
    }
  };
  const int before = allowedProcessors();
  pool.run(1, [] {}); // pins this thread
  pool.runDedicated(work);
  EXPECT_EQ(pool.getMaxThreads(), slots + 1);
  EXPECT_EQ(visits(slots)[slots - 1], 1);
  EXPECT_EQ(visits(slots + 5)[slots + 4],
            0); // Ids from the dedicated thread's on are not available.
  EXPECT_EQ(pool.reserve(slots + 5), slots);
  for (Backoff backoff; tid == 0;) {
    backoff();
  }
  EXPECT_EQ(tid.load(), slots);
  EXPECT_EQ(allowed, before);
  stop = true;
}
TEST(ThreadPoolChild, DISABLED_NoIdForADedicatedThread) {
  auto& pool = getThreadPool();
  pool.reserve(kMaxThreads);
  std::function<void()> work = [] {};
  EXPECT_THROW(pool.runDedicated(work), std::logic_error);
}
TEST(ThreadPool, RefusesDedicatedThreadsWithoutAnId) {
  EXPECT_EQ(runChild("ThreadPoolChild.DISABLED_NoIdForADedicatedThread"), 0);
}
TEST(ThreadPool, DedicatedThreads) {
  EXPECT_EQ(runUnpinnedChild("ThreadPoolChild.DISABLED_Dedicated"), 0);
}

TEST(ThreadPool, StaysAwakeOnlyOnRequest) {
  auto& pool = getThreadPool();
  const unsigned more = pool.getStartedThreads() + 1;
  pool.burnPower(more);
  EXPECT_EQ(pool.getStartedThreads(), more);
  pool.burnPower(2);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(visits(2)[1], 1);
  }
  pool.beKind();
  EXPECT_EQ(visits(2)[1], 1);
}

/// Returns whether a thread of this process sleeps, rather than runs or waits for a processor.
bool isAsleep(pid_t thread) {
  std::ifstream file("/proc/self/task/" + std::to_string(thread) + "/stat");
  std::string line;
  std::getline(file, line);
  return line.at(line.rfind(')') + 2) == 'S';
}

TEST(ThreadPoolChild, DISABLED_StaysAwake) {
  auto& pool = getThreadPool();
  ASSERT_EQ(pool.getMaxUsableThreads(), 2u);
  std::atomic<pid_t> worker{0};
  pool.run(2, [&] {
    if (ThreadPool::getTID() == 1) {
      worker = gettid();
    }
  });
  // Really sleep between looks: the worker needs time to fall asleep.
  const auto everAsleep = [&worker](unsigned looks) {
    bool found = isAsleep(worker);
    for (unsigned i = 0; i < looks && !found; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      found = isAsleep(worker);
    }
    return found;
  };
  constexpr unsigned kFew = 200;     // if it is to stay awake
  constexpr unsigned kMany = 60'000; // if it is to fall asleep
  EXPECT_TRUE(everAsleep(kMany));
  pool.burnPower(2);
  EXPECT_FALSE(everAsleep(kFew));
  pool.beKind();
  EXPECT_TRUE(everAsleep(kMany));
  pool.burnPower(2);
  EXPECT_FALSE(everAsleep(kFew));
  pool.burnPower(3); // more than processors
  EXPECT_TRUE(everAsleep(kMany));
}
TEST(ThreadPool, OccupiesNoProcessorUnlessThereIsOneForEachThread) {
  if (kSanitized) {
    GTEST_SKIP() << "the locks of sanitizers sleep, too";
  }
  EXPECT_EQ(runChild("ThreadPoolChild.DISABLED_StaysAwake", "HWLOC_SYNTHETIC='core:2 pu:1'"), 0);
}

bool blocks(int signal) {
  sigset_t mask;
  pthread_sigmask(SIG_SETMASK, nullptr, &mask);
  return sigismember(&mask, signal) == 1;
}

TEST(ThreadPool, SignalsThatEndAProgramAreLeftToTheCaller) {
  std::atomic<unsigned> deaf{0};
  getThreadPool().run(5, [&] {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
      deaf += blocks(signal) ? 1 : 0;
    }
    EXPECT_FALSE(blocks(SIGPROF)); // a profiler samples all threads
  });
  EXPECT_EQ(deaf, 4 * 4u);
  EXPECT_FALSE(blocks(SIGINT)); // the caller is thread 0
}

/// Returns how often the threads of this process have gone to sleep so far, in total.
unsigned long sleeps() {
  unsigned long sum = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream status(task.path() / "status");
    for (std::string line; std::getline(status, line);) {
      if (line.rfind("voluntary_ctxt_switches:", 0) == 0) {
        sum += std::stoul(line.substr(24));
      }
    }
  }
  return sum;
}

TEST(ThreadPool, IdleThreadsBlock) {
  if (kSanitized) {
    GTEST_SKIP() << "sanitizers have a thread of their own that wakes up";
  }
  visits(16);
  // Blocked threads stay asleep, while polling threads would fall asleep repeatedly. The sleep of
  // this thread counts once.
  bool quiet = false;
  for (int attempt = 0; attempt < 100 && !quiet; ++attempt) {
    const unsigned long before = sleeps();
    // Really sleep: polling threads need time to fall asleep again.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    quiet = sleeps() <= before + 1;
  }
  EXPECT_TRUE(quiet);
}

} // namespace
