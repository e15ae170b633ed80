#include "galois/runtime/loops/LoopObserver.h"

#include <cstdint>
#include <tuple>
#include <type_traits>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "support/SharedMemTest.h"

namespace galois::runtime {
namespace {

using LoopObserverTest = galois::test::SharedMemTest;

auto watchedBy(LoopWatch* watch) {
  return std::make_tuple(loop_watch(
      watch, [](const int& task) { return static_cast<std::uint64_t>(task); },
      [](const int& task) { return static_cast<std::uint32_t>(task); }, [] { return 0u; }));
}

TEST_F(LoopObserverTest, ShowsTasksAndIdleThreadsToTheWatch) {
  setActiveThreads(1);
  LoopWatch watch(1, 1);
  const auto options = watchedBy(&watch);
  LoopObserver<int, std::decay_t<decltype(options)>> observer(options);
  ASSERT_TRUE(observer.watched());
  observer.show(10);
  observer.showIdle();
  observer.show(20);
  LoopReport report;
  report.threads = 0; // no meters to add
  observer.report(report, [](unsigned) -> decltype(observer)::Meter { return {}; });
  ASSERT_TRUE(report.drift.has_value());
  EXPECT_EQ(report.drift->samples, 2u);
  EXPECT_EQ(report.drift->max, 0) << "one thread cannot be apart from others";
}

TEST_F(LoopObserverTest, WithoutAWatchThereIsNoDrift) {
  const auto options = watchedBy(nullptr);
  LoopObserver<int, std::decay_t<decltype(options)>> observer(options);
  EXPECT_FALSE(observer.watched());
  LoopReport report;
  observer.report(report, [](unsigned) -> decltype(observer)::Meter { return {}; });
  EXPECT_FALSE(report.drift.has_value());
}

TEST_F(LoopObserverTest, WithoutTheOptionItIsEmpty) {
  const std::tuple<> options;
  LoopObserver<int, std::tuple<>> observer(options);
  static_assert(!decltype(observer)::kWatched && !decltype(observer)::kMetered);
  EXPECT_FALSE(observer.watched());
  NoMeter meter;
  observer.beginLoop("loop");
  observer.start(meter);
  observer.endTask(meter, 1, observer.startTask(meter));
  observer.endLoop();
  LoopReport report;
  observer.report(report, [](unsigned) -> NoMeter { return {}; });
  EXPECT_FALSE(report.drift.has_value());
  EXPECT_FALSE(report.breakdown.has_value());
}

} // namespace
} // namespace galois::runtime
