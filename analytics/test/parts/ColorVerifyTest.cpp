#include "analytics/color/colorVerify.h"

#include <vector>

#include <gtest/gtest.h>

#include "analytics/color/ColorProblem.h"

namespace {

/// The path 0-1-2-3, as rows of neighbours.
struct Path {
  struct Edge {
    std::uint32_t dst;
  };
  std::size_t size() const { return rows.size(); }
  const std::vector<Edge>& row(std::uint32_t node) const { return rows[node]; }

  std::vector<std::vector<Edge>> rows{{{1}}, {{0}, {2}}, {{1}, {3}}, {{2}}};
};

struct ColorVerify : testing::Test {
  static bool right(const std::vector<color::Color>& colors) {
    return color::verifyColors(Path(), colors.data(), 2).empty();
  }
  galois::SharedMemSys system;
};

} // namespace

TEST_F(ColorVerify, AcceptsColorings) {
  EXPECT_TRUE(right({0, 1, 0, 1}));
  EXPECT_TRUE(right({2, 1, 0, 2}));
}

TEST_F(ColorVerify, RejectsClashesAndColorsBeyondTheDegree) {
  EXPECT_FALSE(right({0, 0, 1, 0}));
  EXPECT_FALSE(right({0, 1, 2, 2}));
  EXPECT_FALSE(right({0, 1, 0, 3}));
  EXPECT_FALSE(right({0, 1, 0, color::kUncolored}));
}

TEST(Urgency, SaturationComesFirstThenDegree) {
  for (const std::uint64_t greatest : {1ULL, 7ULL, 300ULL, 65535ULL, 65536ULL, 3000000ULL}) {
    const color::Urgency urgency(greatest);
    EXPECT_LT(urgency.of(1, 1), urgency.of(0, greatest)) << greatest;
    EXPECT_LE(urgency.of(0, greatest), urgency.of(0, 0)) << greatest;
    EXPECT_LT(urgency.of(0, greatest), urgency.of(0, greatest / 2)) << greatest;
    EXPECT_LE(urgency.of(greatest, greatest), urgency.of(1, greatest)) << greatest;
  }
}
