#include "galois/Timer.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "galois/runtime/report/StatManager.h"
#include "support/CountedHeap.h"

namespace {

TEST(Timer, IsZeroAtFirstAndConsistent) {
  galois::Timer timer;
  EXPECT_EQ(timer.get(), 0U);
  timer.start();
  timer.stop();
  EXPECT_EQ(timer.get(), timer.get_usec() / 1000);
}

TEST(TimeAccumulator, AddsUp) {
  galois::TimeAccumulator a;
  galois::Timer timer;
  timer.start();
  while (timer.get_usec() < 10) {
    timer.stop();
  }
  a += timer;
  galois::TimeAccumulator b;
  b += a;
  b += a;
  EXPECT_EQ(b.get_usec(), 2 * timer.get_usec());
}

TEST(Timer, TimeThisReturnsWhatTheFunctionReturns) {
  galois::runtime::StatManager stats;
  galois::runtime::StatManager::setCurrent(&stats);
  int x = 1;
  int& reference = galois::timeThis([&]() -> int& { return x; }, "Reference");
  EXPECT_EQ(&reference, &x);
  auto moved = galois::timeThis([] { return std::make_unique<int>(5); }, "Moved");
  EXPECT_EQ(*moved, 5);
  galois::timeThis([&] { x = 2; }, "Void");
  EXPECT_EQ(x, 2);
  galois::runtime::StatManager::setCurrent(nullptr);
  const std::string rows = stats.format(false);
  for (const char* name : {"Reference", "Moved", "Void"}) {
    EXPECT_NE(rows.find(std::string("STAT, ") + name + ", Time, TMAX, "), std::string::npos);
  }
}

TEST(StatTimer, ReportsWhenItEnds) {
  galois::runtime::StatManager stats;
  galois::runtime::StatManager::setCurrent(&stats);
  {
    galois::StatTimer unnamed;
    unnamed.start(); // It is never stopped; its destructor stops it.
    galois::CondStatTimer<true> on("On");
    on.start();
    on.stop();
    galois::CondStatTimer<false> off("Off");
    off.start();
    off.stop();
    EXPECT_EQ(stats.format(false), "");
  }
  galois::runtime::StatManager::setCurrent(nullptr);
  const std::string rows = stats.format(false);
  EXPECT_NE(rows.find("STAT, (NULL), Time, TMAX, "), std::string::npos) << rows;
  EXPECT_NE(rows.find("STAT, On, Time, TMAX, "), std::string::npos) << rows;
  EXPECT_EQ(rows.find("Off"), std::string::npos) << rows;
}

TEST(StatTimer, IsLeftOutIfThereIsNoMemoryForIt) {
  galois::runtime::StatManager stats;
  galois::runtime::StatManager::setCurrent(&stats);
  {
    galois::StatTimer timer("A name that is not stored in the string itself", "and a region");
    timer.start();
    galois::test::CountedHeap::refuse(true);
  }
  galois::test::CountedHeap::refuse(false);
  galois::runtime::StatManager::setCurrent(nullptr);
  EXPECT_EQ(stats.format(false), "");
}

} // namespace
