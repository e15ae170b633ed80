#include "PathFile.h"

#include <cstdint>

#include <fmt/format.h>

#include "liblonestar/record/ResultRecord.h"

namespace astar {

namespace {

/// Returns a coordinate in 1e-6 degrees as GeoJSON writes it.
std::string inDegrees(std::int32_t value) {
  const std::int64_t size = std::abs(std::int64_t{value});
  return fmt::format("{}{}.{:06}", value < 0 ? "-" : "", size / 1'000'000, size % 1'000'000);
}

} // namespace

std::string geoJsonOf(const Coordinate& place) {
  return fmt::format("[{}, {}]", inDegrees(place.x), inDegrees(place.y));
}

std::string geoJsonOf(Node source, Node target, const std::string& length,
                      const std::vector<Node>& path, const galois::inputs::NodeIdMap& names,
                      const Places::Coordinates& degrees) {
  std::string feature = fmt::format(
      "{{\"type\": \"Feature\", \"properties\": {{\"source\": {}, \"target\": {}, "
      "\"length\": {}, \"nodes\": {}}}, \"geometry\": ",
      lonestar::Json(names.nameOf(source)).dump(), lonestar::Json(names.nameOf(target)).dump(),
      path.empty() ? "null" : length, path.size());
  if (path.empty()) {
    feature += "null}";
  } else if (path.size() == 1) {
    feature += "{\"type\": \"Point\", \"coordinates\": " + geoJsonOf(degrees[path.front()]) + "}}";
  } else {
    feature += "{\"type\": \"LineString\", \"coordinates\": [";
    for (std::size_t i = 0; i < path.size(); ++i) {
      feature += (i == 0 ? "" : ", ") + geoJsonOf(degrees[path[i]]);
    }
    feature += "]}}";
  }
  return feature;
}

bool wantsGeoJson(const std::string& path) {
  return path.ends_with(".geojson") || path.ends_with(".json");
}

PathFile::PathFile(const std::string& path, const galois::inputs::NodeIdMap& names,
                   const Places::Coordinates& degrees)
    : names_(names), degrees_(degrees), geoJson_(wantsGeoJson(path)), file_(path) {
  if (geoJson_) {
    file_.write("{\"type\": \"FeatureCollection\", \"features\": [");
  }
}

void PathFile::write(Node source, Node target, const std::string& length,
                     const std::vector<Node>& path) {
  if (geoJson_) {
    file_.write((first_ ? "\n" : ",\n") +
                geoJsonOf(source, target, length, path, names_, degrees_));
    first_ = false;
    return;
  }
  file_.write(fmt::format("# {} {} {}\n", names_.nameOf(source), names_.nameOf(target),
                          path.empty() ? "inf" : length));
  for (const Node node : path) {
    galois::inputs::writeNode(file_, names_.nameOf(node));
    file_.write("\n");
  }
}

void PathFile::commit() {
  if (geoJson_) {
    file_.write("\n]}\n");
  }
  file_.commit();
}

} // namespace astar
