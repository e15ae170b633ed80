// OpenStreetMap: a map in XML (.osm) or in PBF (.osm.pbf).
//
//     <osm version="0.6">
//       <node id="17" lat="51.5" lon="-0.1"/>
//       <way id="4"><nd ref="17"/><nd ref="18"/><tag k="highway" v="residential"/></way>
//
// roads/RoadNetwork.h says which graph that is. The file is read twice: first its ways, then the
// nodes on them, which are a small part of all, and come before the ways.

#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/XmlScanner.h"
#include "inputs/roads/OsmFile.h"
#include "inputs/roads/RoadNetwork.h"
#include "inputs/transform/LargestComponent.h"

#include <filesystem>

namespace galois::inputs::detail {

bool isOsm(std::string_view firstBytes, std::string_view path) {
  return isOsmPbf(firstBytes) || looksLikeXml(firstBytes, path, "osm") ||
         rootElement(firstBytes) == "osmChange"; // its reader says what to do
}

namespace {

Graph readOsmRoads(InputFile& file, const ReadOptions& options) {
  std::error_code error;
  if (!file.packedSize() || !std::filesystem::exists(file.name(), error)) {
    fail("{} is not a regular file, and a map of OpenStreetMap is read twice; write it to a file "
         "first",
         file.name());
  }
  const RoadProfile profile = RoadProfile::named(options.roads.profile.value_or("car"));
  RoadNetwork roads(profile);
  readOsm(file, {.way = [&](auto tags, auto nodes) { roads.addWay(tags, nodes); }});
  roads.endWays(file.name());
  InputFile again(file.name());
  readOsm(again, {.node = [&](auto id, auto place, auto tags) { roads.addNode(id, place, tags); }});
  Graph graph = roads.build(file.name(), options);
  if (options.roads.connected) {
    keepLargestStrongComponent(graph);
  }
  return graph;
}

} // namespace

Format formatOsm() {
  return {.rank = 93,
          .name = "osm",
          .description = "OpenStreetMap, XML or PBF: the roads of a map",
          .suffixes = {".osm.pbf", ".osm"},
          .recognises = isOsm,
          .isBinary = true,
          .read = readOsmRoads};
}

} // namespace galois::inputs::detail
