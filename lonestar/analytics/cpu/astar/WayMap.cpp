#include "WayMap.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include <fmt/format.h>

#include "paths/PathFile.h"

namespace astar {

namespace {

/// A rectangle of coordinates.
struct Window {
  std::int64_t west = std::numeric_limits<std::int64_t>::max(), south = west;
  std::int64_t east = std::numeric_limits<std::int64_t>::min(), north = east;

  void include(const Coordinate& at) {
    west = std::min<std::int64_t>(west, at.x);
    east = std::max<std::int64_t>(east, at.x);
    south = std::min<std::int64_t>(south, at.y);
    north = std::max<std::int64_t>(north, at.y);
  }
  /// Adds as much on each side as the page shows around the ways, and what is cut off at its edge.
  void widen() {
    const std::int64_t margin = std::max(east - west, north - south) / 2 + 1000;
    west -= margin;
    south -= margin;
    east += margin;
    north += margin;
  }
  bool contains(const Coordinate& at) const {
    return at.x >= west && at.x <= east && at.y >= south && at.y <= north;
  }
};

} // namespace

void WayMap::add(Node source, Node target, const std::string& length,
                 const std::vector<Node>& path) {
  features_.push_back(geoJsonOf(source, target, length, path, names_, degrees_));
  nodes_.insert(nodes_.end(), path.begin(), path.end());
}

std::string WayMap::roads() const {
  constexpr std::size_t kMost = 100'000;
  Window window;
  for (const Node node : nodes_) {
    window.include(degrees_[node]);
  }
  window.widen();
  std::string lines;
  std::size_t count = 0;
  for (std::uint64_t node = 0; node < graph_.size(); ++node) {
    const auto from = static_cast<Node>(node);
    if (!window.contains(degrees_[from])) {
      continue;
    }
    for (const auto& edge : graph_.edges(from)) {
      const auto back = graph_.edges(edge.dst);
      const bool drawn =
          edge.dst < from && std::any_of(back.begin(), back.end(),
                                         [&](const auto& other) { return other.dst == from; });
      if (drawn || edge.dst == from || !window.contains(degrees_[edge.dst])) {
        continue;
      }
      if (++count > kMost) {
        return "";
      }
      lines += fmt::format("{}[{}, {}]", count == 1 ? "" : ",\n", geoJsonOf(degrees_[from]),
                           geoJsonOf(degrees_[edge.dst]));
    }
  }
  return lines;
}

void WayMap::write(galois::inputs::OutputFile& file) const {
  file.write("{\"type\": \"FeatureCollection\", \"features\": [");
  for (std::size_t i = 0; i < features_.size(); ++i) {
    file.write((i == 0 ? "\n" : ",\n") + features_[i]);
  }
  const std::string around = nodes_.empty() ? "" : roads();
  if (!around.empty()) {
    file.write(
        ",\n{\"type\": \"Feature\", \"properties\": {\"roads\": true}, \"geometry\": {\"type\": "
        "\"MultiLineString\", \"coordinates\": [\n" +
        around + "]}}");
  }
  file.write("\n]}\n");
}

} // namespace astar
