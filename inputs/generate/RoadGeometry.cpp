#include "inputs/generate/RoadGeometry.h"

#include <algorithm>
#include <cmath>

namespace galois::inputs {

namespace {

// The middle of the United States, in degrees, and the extent of a network of 24 million nodes to
// each side. The extent is smaller than theirs, because real roads are distributed more unevenly
// than ours. It is chosen so that the mean length of a road, about 300 m, is right.
constexpr double kCentreLongitude = -96;
constexpr double kCentreLatitude = 37;
constexpr double kHalfLongitude = 9.7;
constexpr double kHalfLatitude = 4;
constexpr double kNodesOfUsa = 24e6;
/// The greatest factor by which the extent grows. Beyond it an area would come near the pole and
/// reach round the globe, so larger networks are denser instead.
constexpr double kLargestFactor = 8.5;

constexpr double kPi = 3.14159265358979323846;
constexpr double kRadiansPerMicrodegree = kPi / 180e6; // coordinates are in 10^-6 degrees
constexpr double kEarthDecimetres = 63'710'088;        // decimetres

/// Returns cos(x) for |x| <= pi / 2, accurate to 10^-12. The library's function is not used because
/// its last bit differs between versions.
double cosine(double x) {
  const double square = x * x;
  double term = 1;
  double sum = 1;
  for (int i = 2; i <= 20; i += 2) {
    term = term * -square / (i * (i - 1));
    sum += term;
  }
  return sum;
}

} // namespace

RoadGeometry::RoadGeometry(std::uint64_t width, std::uint64_t height, std::uint64_t nodes,
                           std::uint64_t seed)
    : random_(seed), width_(static_cast<double>(width)), height_(static_cast<double>(height)) {
  const double factor =
      std::min(kLargestFactor, std::sqrt(static_cast<double>(nodes) / kNodesOfUsa));
  halfLongitude_ = kHalfLongitude * factor;
  halfLatitude_ = kHalfLatitude * factor;
  constexpr double kSmallest = 5; // lattice units: the size of a village
  for (double size = kSmallest; size < std::max(width_, height_); size *= 2.5) {
    const auto level = static_cast<std::uint64_t>(levels_.size());
    levels_.push_back(
        {size, random_.real(0, 2 * level) * size, random_.real(0, 2 * level + 1) * size});
  }
}

LatticePoint RoadGeometry::contract(LatticePoint point, std::uint32_t levelIndex) const {
  constexpr double kShareWithDisc = 0.9;
  const Level& level = levels_[levelIndex];
  const double column = std::floor((point.x + level.offsetX) / level.size);
  const double row = std::floor((point.y + level.offsetY) / level.size);
  const std::uint64_t square =
      static_cast<std::uint64_t>(column) << 32 | static_cast<std::uint64_t>(row);
  const std::uint32_t stream = 1 + 5 * levelIndex;
  if (random_.real(stream, square) >= kShareWithDisc) {
    return point;
  }

  const double radius = level.size * (0.3 + 0.19 * random_.real(stream + 1, square));
  const double room = level.size - 2 * radius;
  const double centreX =
      column * level.size - level.offsetX + radius + room * random_.real(stream + 2, square);
  const double centreY =
      row * level.size - level.offsetY + radius + room * random_.real(stream + 3, square);
  // A disc with its centre outside would move points out of the area.
  if (centreX < 0 || centreX > width_ || centreY < 0 || centreY > height_) {
    return point;
  }
  const double dx = point.x - centreX;
  const double dy = point.y - centreY;
  const double squared = (dx * dx + dy * dy) / (radius * radius);
  if (squared >= 1) {
    return point;
  }
  const double atCentre = 0.1 + 0.7 * random_.real(stream + 4, square);
  const double scale = atCentre + (1 - atCentre) * squared * squared;
  return {centreX + dx * scale, centreY + dy * scale};
}

Coordinate RoadGeometry::place(LatticePoint point) const {
  for (std::uint32_t level = 0; level < levels_.size(); ++level) {
    point = contract(point, level);
  }
  const double longitude = kCentreLongitude + (2 * point.x / width_ - 1) * halfLongitude_;
  const double latitude = kCentreLatitude + (2 * point.y / height_ - 1) * halfLatitude_;
  return {static_cast<std::int32_t>(std::floor(longitude * 1e6 + 0.5)),
          static_cast<std::int32_t>(std::floor(latitude * 1e6 + 0.5))};
}

std::uint32_t roadLength(Coordinate a, Coordinate b, double detour) {
  const double middle = (static_cast<double>(a.y) + b.y) / 2 * kRadiansPerMicrodegree;
  const double east = (static_cast<double>(a.x) - b.x) * kRadiansPerMicrodegree * cosine(middle);
  const double north = (static_cast<double>(a.y) - b.y) * kRadiansPerMicrodegree;
  const double length = kEarthDecimetres * std::sqrt(east * east + north * north) * detour;
  return static_cast<std::uint32_t>(std::clamp(std::ceil(length), 1.0, 4294967295.0));
}

} // namespace galois::inputs
