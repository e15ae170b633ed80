#include "galois/substrate/EnvCheck.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

using galois::substrate::EnvCheck;

namespace {

constexpr const char* kName = "GALOIS_ENVCHECK_TEST";

TEST(EnvCheck, SetMeansSetWhateverTheValue) {
  unsetenv(kName);
  EXPECT_FALSE(EnvCheck(kName));
  for (const char* value : {"", "0", "no"}) {
    setenv(kName, value, 1);
    EXPECT_TRUE(EnvCheck(kName));
  }
  unsetenv(kName);
}

TEST(EnvCheck, ReadsWholeValuesOnly) {
  int number = 5;
  double real = 0.5;
  std::string text = "before";
  unsetenv(kName);
  EXPECT_FALSE(EnvCheck(kName, number));
  EXPECT_FALSE(EnvCheck(kName, text));
  for (const char* bad : {"", "x", "12x", "1 2"}) {
    setenv(kName, bad, 1);
    EXPECT_FALSE(EnvCheck(kName, number)) << bad;
    EXPECT_EQ(number, 5);
  }
  setenv(kName, "-12", 1);
  EXPECT_TRUE(EnvCheck(kName, number));
  EXPECT_EQ(number, -12);
  setenv(kName, "2.25", 1);
  EXPECT_TRUE(EnvCheck(kName, real));
  EXPECT_EQ(real, 2.25);
  setenv(kName, "a b", 1);
  EXPECT_TRUE(EnvCheck(kName, text));
  EXPECT_EQ(text, "a b");
  unsetenv(kName);
}

} // namespace
