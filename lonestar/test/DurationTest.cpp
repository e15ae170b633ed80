// Times as text: what is read, and what is refused.

#include "liblonestar/flags/Duration.h"

#include <gtest/gtest.h>

namespace lonestar {
namespace {

TEST(Duration, WholeNumbersHaveAUnit) {
  EXPECT_EQ(nanosecondsOf("7ns"), 7U);
  EXPECT_EQ(nanosecondsOf("200us"), 200'000U);
  EXPECT_EQ(nanosecondsOf("2ms"), 2'000'000U);
  EXPECT_EQ(nanosecondsOf("1000s"), 1'000'000'000'000U);
  for (const char* wrong :
       {"", "5", "s", "0s", "-1s", "1.5s", "1001s", "5m", "5 s", "1sx", "99999999999999999999s"}) {
    EXPECT_EQ(nanosecondsOf(wrong), std::nullopt) << wrong;
  }
}

TEST(Duration, SecondsMayBeFractionsWithoutAUnit) {
  EXPECT_EQ(secondsOf("0"), 0);
  EXPECT_EQ(secondsOf("0.25"), 0.25);
  EXPECT_EQ(secondsOf("30s"), 30);
  EXPECT_DOUBLE_EQ(secondsOf("500ms").value(), 0.5);
  EXPECT_DOUBLE_EQ(secondsOf("1.5us").value(), 1.5e-6);
  EXPECT_EQ(secondsOf("2m"), 120);
  EXPECT_EQ(secondsOf("2min"), 120);
  EXPECT_EQ(secondsOf("0.5h"), 1800);
  EXPECT_EQ(secondsOf("1h30m"), 5400);
  EXPECT_EQ(secondsOf("1h1m1.5s"), 3661.5);
  EXPECT_DOUBLE_EQ(secondsOf("1m500ms").value(), 60.5);
  for (const char* wrong :
       {"",      "s",    "-1",     "-0",  "inf", "nan",    "1e999", "5 s",     "1sx", "5d", "1m30",
        "30s1m", "1m1m", "1h 30m", "1hm", "m",   "1s-1ms", "1m-5s", "1minute", ".",   "1h."}) {
    EXPECT_EQ(secondsOf(wrong), std::nullopt) << wrong;
  }
}

} // namespace
} // namespace lonestar
