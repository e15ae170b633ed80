#include "inputs/generate/Points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace {

using galois::inputs::generatePoints;
using galois::inputs::Point;
using galois::inputs::PointKind;

constexpr std::uint64_t kSize = 100'000;

double distance(Point point) { return std::hypot(point.x, point.y); }

std::uint64_t fingerprint(const std::vector<Point>& points) {
  std::uint64_t hash = 0;
  for (const Point& point : points) {
    for (const double number : {point.x, point.y}) {
      hash = hash * 6364136223846793005u +
             static_cast<std::uint64_t>(std::ldexp(std::abs(number), 30));
    }
  }
  return hash;
}

/// Expects as many points in each quadrant, up to 5 standard deviations.
void expectAllDirections(const std::vector<Point>& points) {
  std::array<unsigned, 4> quadrants{};
  for (const Point& point : points) {
    ++quadrants[(point.x < 0 ? 1 : 0) + (point.y < 0 ? 2 : 0)];
  }
  for (const unsigned count : quadrants) {
    EXPECT_NEAR(count, kSize / 4.0, 700);
  }
}

TEST(Points, AreTheSameEverywhere) {
  EXPECT_EQ(fingerprint(generatePoints(PointKind::kUniformDisc, 1000, 1)), 11044380410129163494u);
  EXPECT_EQ(fingerprint(generatePoints(PointKind::kPlummer, 1000, 1)), 16440023376536022292u);
  EXPECT_NE(generatePoints(PointKind::kPlummer, 10, 1), generatePoints(PointKind::kPlummer, 10, 2));
}

TEST(Points, UniformPointsFillTheDisc) {
  const auto points = generatePoints(PointKind::kUniformDisc, kSize, 1);
  ASSERT_EQ(points.size(), kSize);
  unsigned inner = 0; // those in the disc of half the area
  for (const Point& point : points) {
    ASSERT_LE(distance(point), 1 + 1e-15);
    inner += distance(point) < std::sqrt(0.5);
  }
  EXPECT_NEAR(inner, kSize / 2.0, 800);
  expectAllDirections(points);
}

TEST(Points, PlummersDistancesAreThoseOfItsFormula) {
  const auto points = generatePoints(PointKind::kPlummer, kSize, 1);
  std::vector<double> distances;
  for (const Point& point : points) {
    distances.push_back(distance(point));
  }
  std::sort(distances.begin(), distances.end());
  for (const double u : {0.1, 0.5, 0.9, 0.99}) {
    const double expected = std::sqrt(1 / ((1 - u) * (1 - u)) - 1);
    EXPECT_NEAR(distances[static_cast<std::size_t>(u * kSize)] / expected, 1, 0.06) << u;
  }
  expectAllDirections(points);
}

TEST(Points, NoPointsAreNoPoints) {
  EXPECT_TRUE(generatePoints(PointKind::kPlummer, 0, 1).empty());
}

} // namespace
