#include "galois/GetEnv.h"

#include <string>

#include <gtest/gtest.h>

namespace {

const std::string kName = "GALOIS_GETENV_TEST";

TEST(GetEnv, SetsAndRemovesVariables) {
  EXPECT_TRUE(galois::UnsetEnv(kName));
  EXPECT_FALSE(galois::GetEnv(kName));
  EXPECT_TRUE(galois::SetEnv(kName, ""));
  EXPECT_TRUE(galois::GetEnv(kName));
  EXPECT_TRUE(galois::SetEnv(kName, "one", false));
  std::string text = "before";
  EXPECT_TRUE(galois::GetEnv(kName, &text));
  EXPECT_EQ(text, "");
  EXPECT_TRUE(galois::SetEnv(kName, "two words"));
  EXPECT_TRUE(galois::GetEnv(kName, &text));
  EXPECT_EQ(text, "two words");
  EXPECT_FALSE(galois::SetEnv("A=B", "x"));
  EXPECT_FALSE(galois::UnsetEnv(""));
  EXPECT_TRUE(galois::UnsetEnv(kName));
  EXPECT_FALSE(galois::GetEnv(kName, &text));
}

TEST(GetEnv, ReadsNumbersAsAWhole) {
  int number = 5;
  double real = 0.5;
  galois::SetEnv(kName, "12x");
  EXPECT_FALSE(galois::GetEnv(kName, &number));
  EXPECT_EQ(number, 5);
  galois::SetEnv(kName, "-12");
  EXPECT_TRUE(galois::GetEnv(kName, &number));
  EXPECT_EQ(number, -12);
  EXPECT_TRUE(galois::GetEnv(kName, &real));
  EXPECT_EQ(real, -12);
  galois::UnsetEnv(kName);
}

TEST(GetEnv, ReadsTruthValues) {
  for (const char* yes : {"1", "true", "True", "YES", "on"}) {
    bool value = false;
    galois::SetEnv(kName, yes);
    EXPECT_TRUE(galois::GetEnv(kName, &value)) << yes;
    EXPECT_TRUE(value) << yes;
  }
  for (const char* no : {"0", "false", "FALSE", "no", "Off"}) {
    bool value = true;
    galois::SetEnv(kName, no);
    EXPECT_TRUE(galois::GetEnv(kName, &value)) << no;
    EXPECT_FALSE(value) << no;
  }
  for (const char* other : {"", "2", "tru", "yes "}) {
    bool value = true;
    galois::SetEnv(kName, other);
    EXPECT_FALSE(galois::GetEnv(kName, &value)) << other;
    EXPECT_TRUE(value) << other;
  }
  galois::UnsetEnv(kName);
  bool value = true;
  EXPECT_FALSE(galois::GetEnv(kName, &value));
}

} // namespace
