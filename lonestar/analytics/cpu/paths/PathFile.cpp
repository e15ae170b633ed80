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
    writeFeature(source, target, length, path);
    return;
  }
  file_.write(fmt::format("# {} {} {}\n", names_.nameOf(source), names_.nameOf(target),
                          path.empty() ? "inf" : length));
  for (const Node node : path) {
    galois::inputs::writeNode(file_, names_.nameOf(node));
    file_.write("\n");
  }
}

void PathFile::writeFeature(Node source, Node target, const std::string& length,
                            const std::vector<Node>& path) {
  file_.write(fmt::format(
      "{}\n{{\"type\": \"Feature\", \"properties\": {{\"source\": {}, \"target\": {}, "
      "\"length\": {}, \"nodes\": {}}}, \"geometry\": ",
      first_ ? "" : ",", lonestar::Json(names_.nameOf(source)).dump(),
      lonestar::Json(names_.nameOf(target)).dump(), path.empty() ? "null" : length, path.size()));
  first_ = false;
  auto position = [&](Node node) {
    const auto& at = degrees_[node];
    return fmt::format("[{}, {}]", inDegrees(at.x), inDegrees(at.y));
  };
  if (path.empty()) {
    file_.write("null}");
  } else if (path.size() == 1) {
    file_.write("{\"type\": \"Point\", \"coordinates\": " + position(path.front()) + "}}");
  } else {
    file_.write("{\"type\": \"LineString\", \"coordinates\": [");
    for (std::size_t i = 0; i < path.size(); ++i) {
      file_.write((i == 0 ? "" : ", ") + position(path[i]));
    }
    file_.write("]}}");
  }
}

void PathFile::commit() {
  if (geoJson_) {
    file_.write("\n]}\n");
  }
  file_.commit();
}

} // namespace astar
