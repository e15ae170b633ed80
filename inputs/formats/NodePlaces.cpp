#include "inputs/formats/NodePlaces.h"

#include "inputs/formats/WeightNames.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace galois::inputs {

namespace {

constexpr std::array<std::string_view, 4> kLongitudes = {"longitude", "lon", "lng", "long"};
constexpr std::array<std::string_view, 2> kLatitudes = {"latitude", "lat"};

} // namespace

void NodePlaces::add(std::string_view key, std::string_view value) {
  constexpr std::size_t kLongest = 9;
  if (key.size() > kLongest) {
    return;
  }
  const std::string name = lowerCase(key);
  const auto is = [&](const auto& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  std::optional<double>* const at = name == "x"       ? &places_.back().x
                                    : name == "y"     ? &places_.back().y
                                    : is(kLongitudes) ? &positions_.back().x
                                    : is(kLatitudes)  ? &positions_.back().y
                                                      : nullptr;
  double number = 0;
  if (at == nullptr) {
    return;
  }
  const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
  if (read.ec == std::errc() && read.ptr == value.data() + value.size() && std::isfinite(number)) {
    *at = number;
  }
}

bool NodePlaces::give(Graph& graph, const std::vector<Place>& places) {
  double most = 0;
  bool same = true;
  for (const Place& place : places) {
    if (!place.x || !place.y) {
      return false;
    }
    most = std::max({most, std::abs(*place.x), std::abs(*place.y)});
    same = same && *place.x == *places[0].x && *place.y == *places[0].y;
  }
  for (const double factor : {1e6, 1e3, 1.0}) {
    if (!same && most * factor < INT32_MAX) {
      graph.coords.resize(places.size());
      std::transform(places.begin(), places.end(), graph.coords.begin(), [&](const Place& place) {
        return Coordinate{static_cast<std::int32_t>(std::lround(*place.x * factor)),
                          static_cast<std::int32_t>(std::lround(*place.y * factor))};
      });
      return true;
    }
  }
  return false;
}

void NodePlaces::giveTo(Graph& graph) const {
  if (places_.size() == graph.numNodes() && !give(graph, positions_)) {
    give(graph, places_);
  }
}

} // namespace galois::inputs
