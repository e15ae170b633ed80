#include "CoordinateInput.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "inputs/formats/Coordinates.h"
#include "inputs/formats/Formats.h"
#include "inputs/io/InputFile.h"
#include "liblonestar/BoilerPlate.h"

namespace astar {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::string_view, 5> kCompressions{"", ".gz", ".xz", ".zst", ".bz2"};

/// Returns the path without the suffixes of a compressed file and of the format.
fs::path stem(fs::path path) {
  for (const std::string_view suffix : kCompressions) {
    if (!suffix.empty() && path.extension() == suffix) {
      path.replace_extension();
      break;
    }
  }
  return path.replace_extension();
}

/// Returns a coordinate as the library has it.
Coordinate converted(galois::inputs::Coordinate at) { return {at.x, at.y}; }

/// Returns the name of the coordinate file beside the graph, or "".
std::string besides(const std::string& graphPath) {
  for (const std::string_view suffix : kCompressions) {
    std::string name = stem(graphPath).string() + ".co" + std::string(suffix);
    std::error_code error;
    if (fs::exists(name, error)) {
      return name;
    }
  }
  return "";
}

} // namespace

CoordinateInput readCoordinatesOf(const std::string& graphPath, const std::string& given,
                                  std::uint64_t nodes, const galois::inputs::NodeIdMap& names,
                                  const char* otherwise) {
  CoordinateInput input;
  galois::inputs::InputFile graph(graphPath);
  const bool isMap = galois::inputs::detail::isGridMap(graph.peek(), graphPath);
  if (isMap && given.empty()) {
    input.from = graphPath;
    input.map = galois::inputs::GridMap::read(graph);
    input.coordinates.reserve(input.map->numNodes());
    for (std::uint64_t node = 0; node < input.map->numNodes(); ++node) {
      input.coordinates.push_back(converted(input.map->cell(static_cast<std::uint32_t>(node))));
    }
  } else if (given.empty() && !names.coordinates().empty()) {
    input.from = graphPath;
    input.degrees = galois::inputs::detail::isOsm(graph.peek(), graphPath);
    std::transform(names.coordinates().begin(), names.coordinates().end(),
                   std::back_inserter(input.coordinates), converted);
  } else {
    input.from = given.empty() ? besides(graphPath) : given;
    if (input.from.empty()) {
      input.from = fmt::format("there is no {}.co", stem(graphPath).string());
      return input;
    }
    galois::inputs::InputFile file(input.from);
    const auto places =
        galois::inputs::coordinatesOfNodes(galois::inputs::readCoordinates(file), names.ids());
    input.coordinates.reserve(places.size());
    std::transform(places.begin(), places.end(), std::back_inserter(input.coordinates), converted);
  }
  if (input.coordinates.size() != nodes) {
    throw lonestar::AppError(fmt::format("{} has {} nodes and the graph has {}: give its own "
                                         "coordinates with --coords=FILE{}",
                                         input.from, input.coordinates.size(), nodes, otherwise));
  }
  return input;
}

void setPlaces(galois::inputs::NodeIdMap& names, const CoordinateInput& input) {
  std::vector<galois::inputs::Coordinate> places;
  if (!input.map) {
    places.reserve(input.coordinates.size());
    for (const Coordinate at : input.coordinates) {
      places.push_back({at.x, at.y});
    }
  }
  names.setCoordinates(std::move(places));
}

} // namespace astar
