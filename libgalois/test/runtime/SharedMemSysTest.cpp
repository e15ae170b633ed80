#include "galois/SharedMemSys.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>

#include "galois/Loops.h"
#include "galois/Threads.h"
#include "galois/runtime/StatManager.h"
#include "galois/runtime/Statistics.h"
#include "galois/substrate/ThreadPool.h"
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
