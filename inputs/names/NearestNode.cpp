#include "inputs/names/NearestNode.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>

#include "galois/analytics/Metric.h"

namespace galois::inputs {

namespace {

constexpr double kUnitsPerDegree = 1e7;
constexpr double kRadiansPerNodeUnit = std::numbers::pi / (180 * kUnitsPerDegree);

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
  const double south = a.latitude * kRadiansPerNodeUnit;
  const double north = b.latitude * kRadiansPerNodeUnit;
  const double halfUp = std::sin((north - south) / 2);
  const double halfAcross =
      std::sin((static_cast<double>(b.longitude) - a.longitude) * kRadiansPerNodeUnit / 2);
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
  return 2 * analytics::kEarthRadius * std::asin(std::min(1.0, std::sqrt(haversine(a, b))));
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
  constexpr double kLeast = kRadiansPerNodeUnit / std::numbers::pi;
  NearNode nearest;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    // Most nodes are too far north or south, since sin(x) is at least 2/pi x up to pi/2.
    const double up = (static_cast<double>(nodes[node].y) * 10 - place.latitude) * kLeast;
    if (up * up > least) {
      continue;
    }
    const double apart = haversine(placeOf(nodes[node]), place);
    if (apart < least) {
      least = apart;
      nearest.node = static_cast<std::uint32_t>(node);
    }
  }
  nearest.metres = greatCircle(placeOf(nodes[nearest.node]), place);
  return nearest;
}

} // namespace galois::inputs
