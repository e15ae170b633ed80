#include "inputs/generate/Points.h"

#include "inputs/generate/CounterRandom.h"

#include <cmath>

namespace galois::inputs {

namespace {

constexpr std::uint32_t kDistances = 0, kDirections = 1; // streams of random numbers

/// A point of the unit disc and its distance from the origin, which is not 0.
struct DiscPoint {
  double x, y, distance;
};

/// Returns a uniform point of the unit disc, by drawing from the square around it until one is
/// inside. Sines and cosines, which not every machine rounds alike, are not needed.
DiscPoint discPoint(const CounterRandom& random, std::uint64_t index) {
  for (std::uint32_t stream = kDirections;; stream += 2) {
    const double x = 2 * random.real(stream, index) - 1;
    const double y = 2 * random.real(stream + 1, index) - 1;
    const double square = x * x + y * y;
    if (square <= 1 && square > 0) {
      return {x, y, std::sqrt(square)};
    }
  }
}

} // namespace

std::vector<Point> generatePoints(PointKind kind, std::uint64_t size, std::uint64_t seed) {
  const CounterRandom random(seed);
  std::vector<Point> points(size);
  for (std::uint64_t i = 0; i < size; ++i) {
    const DiscPoint inside = discPoint(random, i);
    double scale = 1;
    if (kind == PointKind::kPlummer) {
      const double rest = 1 - random.real(kDistances, i);
      scale = std::sqrt(1 / (rest * rest) - 1) / inside.distance;
    }
    points[i] = {inside.x * scale, inside.y * scale};
  }
  return points;
}

} // namespace galois::inputs
