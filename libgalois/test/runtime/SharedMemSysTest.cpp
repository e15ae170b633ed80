#include "galois/SharedMemSys.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "galois/Loops.h"
#include "galois/Threads.h"
#include "galois/runtime/Statistics.h"
#include "galois/runtime/report/StatManager.h"
#include "galois/substrate/ThreadPool.h"
#include "support/Child.h"
#include "support/CountedHeap.h"

namespace {

TEST(SharedMemSys, OneMayFollowAnother) {
  for (int i = 0; i < 3; ++i) {
    testing::internal::CaptureStdout();
    {
      galois::SharedMemSys system;
      galois::do_all(
          galois::iterate(0, 10), [](int) {}, galois::loopname("L"));
    }
    EXPECT_NE(testing::internal::GetCapturedStdout().find("STAT, L, Iterations, TSUM, 10\n"),
              std::string::npos);
  }
}

TEST(SharedMemSys, LivesFromItsConstructionToItsDestruction) {
  EXPECT_FALSE(galois::SharedMemSys::isAlive());
  {
    const galois::SharedMemSys system;
    EXPECT_TRUE(galois::SharedMemSys::isAlive());
    EXPECT_NE(galois::runtime::StatManager::current(), nullptr);
  }
  EXPECT_FALSE(galois::SharedMemSys::isAlive());
  EXPECT_EQ(galois::runtime::StatManager::current(), nullptr);
}

TEST(SharedMemSys, ASecondOneAtATimeThrowsAndTheFirstRemains) {
  const galois::SharedMemSys system;
  const galois::runtime::StatManager* const statistics = galois::runtime::StatManager::current();
  try {
    const galois::SharedMemSys second;
    ADD_FAILURE() << "it was made";
  } catch (const std::logic_error& error) {
    EXPECT_NE(std::string(error.what()).find("Double initialization"), std::string::npos);
  }
  EXPECT_TRUE(galois::SharedMemSys::isAlive());
  EXPECT_EQ(galois::runtime::StatManager::current(), statistics);
}

TEST(SharedMemSys, MayBeMadeAgainWhenThereWasNoMemory) {
  galois::test::CountedHeap::refuse(true);
  bool refused = false;
  try {
    const galois::SharedMemSys system;
  } catch (const std::bad_alloc&) {
    refused = true;
  }
  galois::test::CountedHeap::refuse(false);
  EXPECT_TRUE(refused);
  EXPECT_FALSE(galois::SharedMemSys::isAlive());
  const galois::SharedMemSys system;
  EXPECT_TRUE(galois::SharedMemSys::isAlive());
}

/// Returns the processors on which the calling thread may run.
std::vector<bool> affinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  EXPECT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
  std::vector<bool> processors(CPU_SETSIZE);
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    processors[static_cast<std::size_t>(i)] = CPU_ISSET(i, &set);
  }
  return processors;
}

/// Runs loops that pin threads, and some that do not.
void runLoops() {
  const unsigned usable = galois::substrate::getThreadPool().getMaxUsableThreads();
  for (const unsigned threads : {usable, usable + 1, 1U}) {
    galois::setActiveThreads(threads, galois::kOversubscribe);
    galois::do_all(
        galois::iterate(0, 100), [](int) {}, galois::no_stats());
  }
}

// In a process of its own, where no loop has pinned the thread before.
TEST(SharedMemSysChild, DISABLED_Affinity) {
  cpu_set_t all;
  std::memset(&all, 0xff, sizeof all); // the system takes those that this process may use
  ASSERT_EQ(sched_setaffinity(0, sizeof all, &all), 0);
  const std::vector<bool> before = affinity();
  for (int i = 0; i < 3; ++i) {
    {
      const galois::SharedMemSys system;
      runLoops();
    }
    EXPECT_EQ(affinity(), before);
    std::vector<bool> inherited; // by threads that are started now
    std::thread([&inherited] { inherited = affinity(); }).join();
    EXPECT_EQ(inherited, before);
  }
  try { // by an exception
    const galois::SharedMemSys system;
    runLoops();
    galois::do_all(
        galois::iterate(0, 100), [](int) { throw 1; }, galois::no_stats());
  } catch (int) {
  }
  EXPECT_EQ(affinity(), before);
  galois::setActiveThreads(1);
}

TEST(SharedMemSys, TheAffinityIsAfterEachEndAsBeforeTheFirstConstruction) {
  EXPECT_EQ(galois::test::runChild("SharedMemSysChild.DISABLED_Affinity"), 0);
}

TEST(SharedMemSys, AnAffinityOfTheProgramIsKept) {
  const std::vector<bool> all = affinity();
  if (std::count(all.begin(), all.end(), true) < 2) {
    GTEST_SKIP() << "one processor";
  }
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  CPU_ZERO(&one);
  CPU_SET(static_cast<int>(std::find(all.rbegin(), all.rend(), true).base() - all.begin()) - 1,
          &one);
  for (const bool during : {false, true}) { // set before the object is made, or while it lives
    ASSERT_EQ(sched_setaffinity(0, sizeof one, during ? &before : &one), 0);
    {
      const galois::SharedMemSys system;
      runLoops();
      if (during) {
        ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
      }
    }
    cpu_set_t now;
    ASSERT_EQ(sched_getaffinity(0, sizeof now, &now), 0);
    EXPECT_TRUE(CPU_EQUAL(&now, &one)) << during;
  }
  ASSERT_EQ(sched_setaffinity(0, sizeof before, &before), 0);
}

TEST(SharedMemSysDeathTest, NoMemoryForTheStatisticsIsAnError) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        galois::SharedMemSys system;
        galois::runtime::reportStat_Single("a region", "a category", 1);
        galois::test::CountedHeap::refuse(true);
      },
      testing::ExitedWithCode(1), "no memory for writing the statistics");
}

TEST(SharedMemSysDeathTest, WhatWasPrintedIsNotLostIfStatisticsAre) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const std::string path =
      std::filesystem::path(testing::TempDir()) / "galois-shared-mem-sys-test.txt";
  EXPECT_EXIT(
      {
        static_cast<void>(!std::freopen(path.c_str(), "w", stdout));
        galois::SharedMemSys system;
        galois::runtime::reportStat_Single("a region", "a category", 1);
        std::fputs("an answer\n", stdout);
        galois::test::CountedHeap::refuse(true);
      },
      testing::ExitedWithCode(1), "no memory for writing the statistics");
  std::stringstream printed;
  printed << std::ifstream(path).rdbuf();
  EXPECT_NE(printed.str().find("an answer\n"), std::string::npos);
  std::filesystem::remove(path);
}

TEST(Threads, AreClampedToTheProcessors) {
  ASSERT_EQ(unsetenv("GALOIS_OVERSUBSCRIBE"), 0); // which is set for tests
  const unsigned usable = galois::substrate::getThreadPool().getMaxUsableThreads();
  EXPECT_EQ(galois::setActiveThreads(0), 1U);
  EXPECT_EQ(galois::setActiveThreads(usable), usable);
  EXPECT_EQ(galois::setActiveThreads(usable + 1), usable);
  EXPECT_EQ(galois::getActiveThreads(), usable);
  EXPECT_EQ(galois::setActiveThreads(10000), usable);
  EXPECT_EQ(galois::setActiveThreads(usable + 1, galois::kOversubscribe), usable + 1);
  EXPECT_EQ(galois::setActiveThreads(1U << 30, galois::kOversubscribe),
            galois::substrate::kMaxThreads);
  EXPECT_EQ(galois::setActiveThreads(1), 1U);
  ASSERT_EQ(setenv("GALOIS_OVERSUBSCRIBE", "1", 1), 0);
}

TEST(Threads, MayExceedTheProcessorsIfTheEnvironmentSaysSo) {
  EXPECT_EQ(galois::getActiveThreads(), 1U);
  EXPECT_EQ(galois::setActiveThreads(0), 1U);
  EXPECT_EQ(galois::setActiveThreads(40), 40U);
  EXPECT_EQ(galois::getActiveThreads(), 40U);
  EXPECT_EQ(galois::setActiveThreads(1U << 30), galois::substrate::kMaxThreads);
  EXPECT_EQ(galois::setActiveThreads(1), 1U);
}

} // namespace
