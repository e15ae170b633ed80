#include "galois/search/Incumbent.h"

#include <functional>

#include <gtest/gtest.h>

namespace galois::search {
namespace {

TEST(Incumbent, KeepsTheBest) {
  Incumbent<int> largest(3);
  EXPECT_FALSE(largest.improve(3, std::greater<>()));
  EXPECT_FALSE(largest.improve(2, std::greater<>()));
  EXPECT_TRUE(largest.improve(5, std::greater<>()));
  EXPECT_FALSE(largest.improve(4, std::greater<>()));
  EXPECT_EQ(largest.get(), 5);
  largest.reset(-1);
  EXPECT_TRUE(largest.improve(0, std::greater<>()));
}

TEST(Incumbent, TheOrderIsTheCallers) {
  Incumbent<double> least(1.5);
  EXPECT_FALSE(least.improve(2, std::less<>()));
  EXPECT_TRUE(least.improve(-2.5, std::less<>()));
  EXPECT_EQ(least.get(), -2.5);
}

} // namespace
} // namespace galois::search
