#include "inputs/names/NearestNode.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <numeric>

namespace galois::inputs {

namespace {

constexpr double kEarthRadius = 6371008.8; // the mean radius, in metres
constexpr double kUnitsPerDegree = 1e7;
constexpr double kRadiansPerUnit = std::numbers::pi / (180 * kUnitsPerDegree);

/// Returns a number of degrees in 10^-7 degrees, if it is none that is too large.
std::optional<std::int32_t> unitsIn(std::string_view text, double most) {
  while (text.starts_with(' ')) {
    text.remove_prefix(1);
  }
  if (text.starts_with('+')) {
    text.remove_prefix(1);
  }
  double degrees = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), degrees);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() ||
      !(std::abs(degrees) <= most)) {
    return std::nullopt;
  }
  return static_cast<std::int32_t>(std::lround(degrees * kUnitsPerDegree));
}

/// Returns the haversine of the angle between two places: half of 1 minus its cosine.
double haversine(MapPlace a, MapPlace b) {
  const double south = a.latitude * kRadiansPerUnit;
  const double north = b.latitude * kRadiansPerUnit;
  const double halfUp = std::sin((north - south) / 2);
  const double halfAcross =
      std::sin((static_cast<double>(b.longitude) - a.longitude) * kRadiansPerUnit / 2);
  return halfUp * halfUp + std::cos(south) * std::cos(north) * halfAcross * halfAcross;
}

} // namespace

std::optional<MapPlace> placeIn(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) {
    return std::nullopt;
  }
  const auto latitude = unitsIn(text.substr(0, comma), 90);
  const auto longitude = unitsIn(text.substr(comma + 1), 180);
  return latitude && longitude ? std::optional(MapPlace{*longitude, *latitude}) : std::nullopt;
}

double greatCircle(MapPlace a, MapPlace b) {
  return 2 * kEarthRadius * std::asin(std::min(1.0, std::sqrt(haversine(a, b))));
}

bool arePlaces(std::span<const Coordinate> coordinates) {
  constexpr std::int64_t kVillage = 10'000;
  std::int64_t x = 0;
  std::int64_t y = 0;
  for (const Coordinate at : coordinates) {
    x = std::max(x, std::abs(std::int64_t{at.x}));
    y = std::max(y, std::abs(std::int64_t{at.y}));
  }
  return std::max(x, y) > kVillage && x <= 180'000'000 && y <= 90'000'000;
}

NearNode nearestNode(std::span<const Coordinate> nodes, MapPlace place) {
  NearNode nearest;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    const double apart = haversine(placeOf(nodes[node]), place);
    if (apart < least) {
      least = apart;
      nearest.node = static_cast<std::uint32_t>(node);
    }
  }
  nearest.metres = greatCircle(placeOf(nodes[nearest.node]), place);
  return nearest;
}

/// What a search has found so far.
struct NearestNodes::Found {
  Point place;
  std::uint32_t node = 0;
  double square = std::numeric_limits<double>::infinity(); ///< of the chord to it
};

NearestNodes::Point NearestNodes::onSphere(MapPlace place) {
  const double longitude = place.longitude * kRadiansPerUnit;
  const double latitude = place.latitude * kRadiansPerUnit;
  return {std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
          std::sin(latitude)};
}

NearestNodes::NearestNodes(std::span<const Coordinate> nodes) : order_(nodes.size()) {
  points_.reserve(nodes.size());
  for (const Coordinate at : nodes) {
    points_.push_back(onSphere(placeOf(at)));
  }
  std::iota(order_.begin(), order_.end(), 0u);
  build(order_.data(), order_.data() + order_.size(), 0);
}

void NearestNodes::build(std::uint32_t* begin, std::uint32_t* end, unsigned axis) {
  while (end - begin > 1) {
    std::uint32_t* const middle = begin + (end - begin) / 2;
    std::nth_element(begin, middle, end, [&](std::uint32_t a, std::uint32_t b) {
      return points_[a][axis] < points_[b][axis];
    });
    axis = (axis + 1) % 3;
    build(begin, middle, axis);
    begin = middle + 1;
  }
}

void NearestNodes::search(const std::uint32_t* begin, const std::uint32_t* end, unsigned axis,
                          Found& found) const {
  if (begin == end) {
    return;
  }
  const std::uint32_t* const middle = begin + (end - begin) / 2;
  const Point& at = points_[*middle];
  double square = 0;
  for (unsigned i = 0; i < 3; ++i) {
    square += (at[i] - found.place[i]) * (at[i] - found.place[i]);
  }
  if (square < found.square || (square == found.square && *middle < found.node)) {
    found.square = square;
    found.node = *middle;
  }
  const double beyond = found.place[axis] - at[axis];
  const unsigned next = (axis + 1) % 3;
  const bool low = beyond < 0;
  low ? search(begin, middle, next, found) : search(middle + 1, end, next, found);
  if (beyond * beyond <= found.square) {
    low ? search(middle + 1, end, next, found) : search(begin, middle, next, found);
  }
}

NearNode NearestNodes::nearest(MapPlace place) const {
  Found found{.place = onSphere(place)};
  search(order_.data(), order_.data() + order_.size(), 0, found);
  return {found.node, 2 * kEarthRadius * std::asin(std::min(1.0, std::sqrt(found.square) / 2))};
}

} // namespace galois::inputs
