#include "PathFlags.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

#include "SourceFlags.h"
#include "galois/analytics/ShortestPathTree.h"
#include "inputs/names/NearestNode.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/InputFlags.h"
#include "liblonestar/run/StandardInput.h"

namespace cll = llvm::cl;

namespace sssp {

namespace {

lonestar::NodeFlag target("target", cll::desc("Where the path of --path-output ends"),
                          cll::value_desc("node"), cll::cat(lonestar::algorithmGroup()));
cll::alias targetAlias("to", cll::desc("Same as --target"), cll::value_desc("node"),
                       cll::aliasopt(target), cll::cat(lonestar::algorithmGroup()));
cll::opt<std::string>
    pathOutput("path-output", galois::inputs::WrittenFile(),
               cll::desc("Write a shortest path to --target there, one node per line; as GeoJSON "
                         "if the name ends in .geojson or .json"),
               cll::value_desc("file"), cll::cat(lonestar::reportGroup()));
cll::alias pathOutputAlias("output-path", cll::desc("Same as --path-output"),
                           cll::value_desc("file"), cll::aliasopt(pathOutput),
                           cll::cat(lonestar::reportGroup()));
cll::opt<std::string> coordinatesFile(
    "coords",
    cll::desc("DIMACS coordinates, for GeoJSON and for flags that name a node by its place "
              "(default: the graph's name with .co, beside it)"),
    cll::value_desc("file"), cll::cat(lonestar::inputGroup()));
cll::opt<std::string>
    predecessorsFile("predecessors", galois::inputs::WrittenFile(),
                     cll::desc("Write the tree of shortest paths there, a line 'node predecessor' "
                               "for each node that is reached; a source is its own"),
                     cll::value_desc("file"), cll::cat(lonestar::reportGroup()));

/// Returns whether all coordinates can be longitudes and latitudes in 1e-6 degrees.
bool areDegrees(const astar::Places::Coordinates& coordinates) {
  return std::all_of(coordinates.begin(), coordinates.end(), [](const auto& at) {
    return std::abs(std::int64_t{at.x}) <= 180'000'000 &&
           std::abs(std::int64_t{at.y}) <= 90'000'000;
  });
}

/// Returns whether a flag names a node by its place.
bool namesPlace() {
  const auto isPlace = [](const lonestar::NodeFlag& flag) {
    return galois::inputs::placeIn(flag.getValue()).has_value();
  };
  return isPlace(startNode) || isPlace(target) || isPlace(reportNode);
}

} // namespace

void checkPathFlags() {
  if (pathOutput.empty() != (target.getNumOccurrences() == 0)) {
    throw lonestar::UsageError(pathOutput.empty()
                                   ? "--target is where the path of --path-output=FILE ends; give "
                                     "both, or neither (--reportNode prints one distance)"
                                   : "--path-output needs --target=NODE, where the path ends");
  }
  if (!coordinatesFile.empty() && !astar::wantsGeoJson(pathOutput) && !namesPlace() &&
      !sourcesAreInFile()) {
    throw lonestar::UsageError(
        "--coords is for a --path-output that ends in .geojson or .json, and "
        "for places (--from=LAT,LON)");
  }
}

void findPlaces(std::uint64_t nodes, galois::inputs::NodeIdMap& names) {
  if (namesPlace() || !coordinatesFile.empty()) {
    astar::setPlaces(names, astar::readCoordinatesOf(lonestar::pathOfInput(lonestar::inputFile),
                                                     coordinatesFile, nodes, names, ""));
  }
}

PathOutputs::PathOutputs(std::uint64_t nodes, std::size_t sources,
                         const galois::inputs::NodeIdMap& names)
    : names_(names) {
  if (!predecessorsFile.empty()) {
    if (sources > 1) {
      throw lonestar::UsageError(fmt::format(
          "--predecessors holds the paths from one source, and --sources has {}", sources));
    }
    predecessors_.emplace(predecessorsFile);
  }
  if (pathOutput.empty()) {
    return;
  }
  target_ = lonestar::nodeNamed(target, nodes, names);
  if (astar::wantsGeoJson(pathOutput)) {
    coordinates_ = astar::readCoordinatesOf(lonestar::pathOfInput(lonestar::inputFile),
                                            coordinatesFile, nodes, names, "");
    if (coordinates_.coordinates.empty() || coordinates_.map ||
        !areDegrees(coordinates_.coordinates)) {
      throw lonestar::AppError(fmt::format(
          "--path-output={}: GeoJSON needs longitudes and latitudes, and there are {}; a name that "
          "does not end in .json gives a list of nodes",
          std::string(pathOutput),
          coordinates_.coordinates.empty() ? "no coordinates (" + coordinates_.from + ")"
                                           : "other coordinates in " + coordinates_.from));
    }
  }
  paths_.emplace(pathOutput, names_, coordinates_.coordinates);
}

void PathOutputs::write(Node source, std::span<const Node> predecessors,
                        const std::function<std::string(Node)>& lengthOf) {
  if (paths_) {
    paths_->write(source, target_, lengthOf(target_),
                  galois::analytics::pathTo(predecessors, target_));
  }
  if (!predecessors_) {
    return;
  }
  for (std::size_t node = 0; node < predecessors.size(); ++node) {
    if (predecessors[node] != galois::analytics::kNoPredecessor) {
      galois::inputs::writeNode(*predecessors_, names_.nameOf(node));
      predecessors_->write(" ");
      galois::inputs::writeNode(*predecessors_, names_.nameOf(predecessors[node]));
      predecessors_->write("\n");
    }
  }
}

void PathOutputs::commit() {
  if (paths_) {
    paths_->commit();
  }
  if (predecessors_) {
    predecessors_->commit();
  }
}

} // namespace sssp
