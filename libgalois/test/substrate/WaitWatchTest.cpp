#include "galois/substrate/WaitWatch.h"

#include <functional>
#include <stdexcept>
#include <thread>

#include <gtest/gtest.h>

namespace {

using galois::substrate::WaitWatch;

TEST(WaitWatch, CallsTheLatestFunctionOfTheThread) {
  int outer = 0, inner = 0;
  const std::function<void()> first = [&] { ++outer; }, second = [&] { ++inner; };
  EXPECT_FALSE(WaitWatch::isWatched());
  WaitWatch::look();
  {
    const WaitWatch watch(first);
    WaitWatch::look();
    {
      const WaitWatch within(second);
      WaitWatch::look();
      EXPECT_TRUE(WaitWatch::isWatched());
    }
    WaitWatch::look();
  }
  WaitWatch::look();
  EXPECT_EQ(outer, 2);
  EXPECT_EQ(inner, 1);
  EXPECT_FALSE(WaitWatch::isWatched());
}

TEST(WaitWatch, IsOfOneThread) {
  const std::function<void()> never = [] { FAIL() << "another thread waited"; };
  const WaitWatch watch(never);
  std::thread other([] {
    EXPECT_FALSE(WaitWatch::isWatched());
    WaitWatch::look();
  });
  other.join();
}

TEST(WaitWatch, LetsExceptionsThrough) {
  const std::function<void()> refusing = [] { throw std::runtime_error("enough"); };
  {
    const WaitWatch watch(refusing);
    EXPECT_THROW(WaitWatch::look(), std::runtime_error);
  }
  WaitWatch::look();
}

} // namespace
