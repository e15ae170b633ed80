/**
 * astar-cpu: shortest paths between two nodes, by galois::analytics::Astar, checked (astarVerify.h)
 * and reported.
 */
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "AstarExperiment.h"
#include "HeuristicSummary.h"
#include "Queries.h"
#include "WayMap.h"
#include "analytics/astar/HeuristicChoice.h"
#include "galois/Galois.h"
#include "galois/analytics/Astar.h"
#include "galois/substrate/ShellWord.h"
#include "inputs/io/FileRoles.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/flags/AlgorithmFlag.h"
#include "liblonestar/flags/ReportFlag.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/flags/WeightTypeFlag.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/run/GraphInput.h"
#include "liblonestar/run/StandardInput.h"
#include "liblonestar/run/WorklistExperiment.h"
#include "paths/CoordinateInput.h"
#include "paths/PathFile.h"

namespace cll = llvm::cl;

namespace {

using astar::Graph;
using astar::Metric;
using galois::analytics::AstarPlan;
using AnalyticsGraph = astar::AstarExperiment::AnalyticsGraph;

constexpr const char* kDescription =
    "A*: the shortest path from one node to another, led by the nodes' coordinates.";

const lonestar::Examples examples{
    {"astar-cpu roads.gr --startNode=17 --target=4711", "One way; coordinates are in roads.co"},
    {"astar-cpu city.osm.pbf --from=51.5074,-0.1278 --to=51.5,-0.09 --report=way.html",
     "On a map of OpenStreetMap, from place to place, with a page that shows it"},
    {"astar-cpu roads.gr --target=9 --coords=places.co --output-path=way.geojson",
     "The way for a map"},
    {"astar-cpu roads.gr --queries=random:100 --json=records.json",
     "A hundred ways, one record for each"}};

/// The values of Metric, and one for the automatic choice.
enum class Wanted {
  kNone = static_cast<int>(Metric::kNone),
  kGreatCircle = static_cast<int>(Metric::kGreatCircle),
  kEuclidean = static_cast<int>(Metric::kEuclidean),
  kOctile = static_cast<int>(Metric::kOctile),
  kAuto = -1
};

lonestar::AlgorithmFlag<AstarPlan> algorithm("Algorithm:", galois::analytics::astarAlgorithms());
cll::opt<Wanted, false, lonestar::ChoiceParser<Wanted>> heuristicFlag(
    "heuristic", cll::desc("Estimate of the way to the target:"),
    cll::values(clEnumValN(Wanted::kAuto, "auto",
                           "what fits the coordinates; none without any (default)"),
                clEnumValN(Wanted::kGreatCircle, "great-circle",
                           "on the earth; coordinates in 1e-6 degrees"),
                clEnumValN(Wanted::kEuclidean, "euclidean", "straight lines; coordinates x and y"),
                clEnumValN(Wanted::kOctile, "octile", "eight directions, for grid maps"),
                clEnumValN(Wanted::kNone, "none", "0: Dijkstra's order")),
    cll::init(Wanted::kAuto), cll::cat(lonestar::algorithmGroup()));
cll::opt<double> heuristicScale(
    "heuristic-scale",
    lonestar::Numbers{"a number of 0 or more",
                      [](double factor) { return factor >= 0 && std::isfinite(factor); }},
    cll::desc("Weight of an edge of length 1, for the heuristic (default: the largest that no edge "
              "contradicts)"),
    cll::value_desc("factor"), cll::cat(lonestar::algorithmGroup()));
cll::opt<bool> checkHeuristic("check-heuristic",
                              cll::desc("Test the heuristic on every edge, for every target"),
                              cll::cat(lonestar::reportGroup()));
cll::opt<std::string>
    coordinatesFile("coords",
                    cll::desc("DIMACS coordinates (default: the graph's name with .co, beside it)"),
                    cll::value_desc("file"), cll::cat(lonestar::inputGroup()));
cll::alias coordinatesAlias("coordinates", cll::desc("Same as --coords"), cll::value_desc("file"),
                            cll::aliasopt(coordinatesFile), cll::cat(lonestar::inputGroup()));
lonestar::NodeFlag
    startNode("startNode",
              cll::desc("Source: its name or id in the input, else its number from 0; node i of a "
                        "DIMACS or PACE file is number i-1 here (default 0). LAT,LON in degrees: "
                        "the node that is nearest to this place"),
              cll::value_desc("node"), cll::init("0"), cll::cat(lonestar::algorithmGroup()));
lonestar::NodeFlag target("target", cll::desc("Target, likewise"), cll::value_desc("node"),
                          cll::cat(lonestar::algorithmGroup()));
cll::alias targetAlias("to", cll::desc("Same as --target"), cll::value_desc("node"),
                       cll::aliasopt(target), cll::cat(lonestar::algorithmGroup()));
cll::opt<std::string> queriesFlag("queries",
                                  cll::desc("Many queries: a file with one 'source target' per "
                                            "line or in MovingAI's format .scen ('-': "
                                            "stdin), or random:K, drawn with --seed"),
                                  cll::value_desc("spec"), cll::cat(lonestar::algorithmGroup()));
cll::opt<std::string>
    outputPath("output-path", galois::inputs::WrittenFile(),
               cll::desc("Write the path there, one node per line; as GeoJSON if the "
                         "name ends in .geojson or .json"),
               cll::value_desc("file"), cll::cat(lonestar::reportGroup()));
cll::alias outputPathAlias("path-output", cll::desc("Same as --output-path"),
                           cll::value_desc("file"), cll::aliasopt(outputPath),
                           cll::cat(lonestar::reportGroup()));

void checkFlags() {
  lonestar::requireInput();
  const bool single = target.getNumOccurrences() > 0;
  if (!single && queriesFlag.empty()) {
    throw lonestar::UsageError(
        "no target: give --target=NODE (and --startNode=NODE), or --queries");
  }
  if (!queriesFlag.empty() && (single || startNode.getNumOccurrences() > 0)) {
    throw lonestar::UsageError("--queries has its own sources and targets: leave --startNode and "
                               "--target out");
  }
}

/// Returns the plan that the flags describe, for a graph with these coordinates.
AstarPlan planFor(const astar::CoordinateInput& input) {
  AstarPlan plan;
  plan.algorithm = algorithm->algorithm;
  if (heuristicFlag != Wanted::kAuto) {
    plan.metric = static_cast<Metric>(static_cast<int>(Wanted(heuristicFlag)));
  } else if (input.map) {
    plan.metric = Metric::kOctile;
  } else if (input.degrees) {
    plan.metric = Metric::kGreatCircle;
  }
  if (heuristicScale.getNumOccurrences() > 0) {
    plan.scale = heuristicScale;
  }
  plan.path = !outputPath.empty() || !lonestar::reportFile.empty() ||
              lonestar::verification() != lonestar::Verification::kNone;
  return plan;
}

/// Makes the search. @throws AppError that names a flag when the plan does not suit the coordinates
galois::analytics::Astar makeSearch(const AnalyticsGraph& graph,
                                    const astar::CoordinateInput& input, const AstarPlan& plan) {
  try {
    return galois::analytics::Astar(graph, input.coordinates, plan, galois::getActiveThreads());
  } catch (const galois::analytics::InvalidOption& wrong) {
    if (wrong.option() == "scale") {
      throw lonestar::AppError(
          fmt::format("--heuristic-scale={} overestimates: {}", wrong.value(), wrong.expected()));
    }
    if (input.coordinates.empty()) {
      throw lonestar::AppError(fmt::format("--heuristic={} needs coordinates: {}; name a file with "
                                           "--coords",
                                           wrong.value(), input.from));
    }
    throw lonestar::AppError(fmt::format("--heuristic={}: the coordinates in {} are no longitudes "
                                         "and latitudes in 1e-6 degrees",
                                         wrong.value(), input.from));
  }
}

/// Returns a line about the heuristic of a search.
std::string describe(const galois::analytics::Astar& search, const astar::CoordinateInput& input,
                     const AstarPlan& plan) {
  if (search.heuristic().metric != Metric::kNone) {
    return astar::describe(search.heuristic(), plan.scale.has_value());
  }
  const bool wished = plan.metric || !algorithm->needs.uses("heuristic");
  return wished ? "none" : "none: " + input.from;
}

/// Returns whether the coordinates are longitudes and latitudes. @param metric  of the heuristic
bool areDegrees(const Graph& graph, const astar::CoordinateInput& input, Metric metric) {
  return input.degrees || metric == Metric::kGreatCircle ||
         (!input.map && astar::naturalMetric(graph, input.coordinates) == Metric::kGreatCircle);
}

/// Opens the file for paths; returns none without --output-path. @throws AppError for GeoJSON
/// without degrees
std::optional<astar::PathFile> openPathFile(const Graph& graph,
                                            const galois::inputs::NodeIdMap& names,
                                            const astar::CoordinateInput& input, Metric metric) {
  if (outputPath.empty()) {
    return std::nullopt;
  }
  if (astar::wantsGeoJson(outputPath) && !areDegrees(graph, input, metric)) {
    throw lonestar::AppError(fmt::format(
        "--output-path={}: GeoJSON needs longitudes and latitudes, and there are {}; a name that "
        "does not end in .json gives a list of nodes",
        outputPath,
        input.coordinates.empty() ? "no coordinates (" + input.from + ")"
                                  : "other coordinates in " + input.from));
  }
  return std::optional<astar::PathFile>(std::in_place, outputPath, names, input.coordinates);
}

std::vector<astar::Query> chooseQueries(const Graph& graph, const galois::inputs::NodeIdMap& names,
                                        const astar::CoordinateInput& input) {
  if (!queriesFlag.empty()) {
    return astar::readQueries(queriesFlag, graph, names, input.map ? &*input.map : nullptr,
                              lonestar::seed);
  }
  const astar::Node source = lonestar::nodeNear(startNode, graph.size(), names);
  return {{source, lonestar::nodeNamed(target, graph.size(), names), "", {}}};
}

/// Loads a graph whose weights are unsigned 4-byte integers. @throws AppError for other weights
lonestar::GraphInput<Graph> loadWholeNumbers() {
  const bool wished = lonestar::weightType != lonestar::WeightKind::kAuto;
  if (wished && lonestar::weightType != lonestar::WeightKind::kInt) {
    throw lonestar::UsageError(
        "--weight-type: distances are whole numbers here, so int is the only "
        "type; graph-convert multiplies and rounds others as it reads text "
        "(--scale-weights=1000)");
  }
  constexpr auto kUsable = lonestar::UsableWeights::kNarrow;
  lonestar::OpenInput file = lonestar::openInput(lonestar::wantedWeights(kUsable));
  if (lonestar::weightKindOf(file, kUsable) == lonestar::WeightKind::kFloat) {
    throw lonestar::AppError(fmt::format(
        "{0}: the weights are floats, as the file's values show, and distances are whole numbers "
        "here: multiply and round them with 'graph-convert {1} WEIGHTS.el --weight-type=float' and "
        "'graph-convert WEIGHTS.el OUT.gr --scale-weights=1000' (--weight-type=int: they are whole "
        "numbers)",
        file.prepared.name, galois::substrate::shellWord(file.prepared.name)));
  }
  return lonestar::loadGraph<Graph>(file, true);
}

int program(int argc, char** argv) {
  galois::SharedMemSys system;
  lonestar::setDefaultShift({.bits = galois::analytics::kAstarShift});
  lonestar::outputFile.setDescription(
      "Write the answer there ('-': stdout), a line 'source target distance'");
  lonestar::start(argc, argv, kDescription, &lonestar::inputFile);
  // Errors in the command line are reported before the graph is read.
  const lonestar::WorklistInfo& worklist = lonestar::selectedWorklist();
  lonestar::takePlaceOfFrom(startNode);
  checkFlags();
  const lonestar::Method method = lonestar::methodOf(algorithm->name, algorithm->needs, worklist,
                                                     {&heuristicFlag, &heuristicScale});

  auto input = loadWholeNumbers();
  if (queriesFlag.empty()) {
    lonestar::fitThreads(input.graph.size(), input.graph.sizeEdges());
  }
  const lonestar::InputDescription description = input.describe();
  const AnalyticsGraph graph(std::move(input.graph));
  auto& names = input.file.names;
  const auto coordinates = astar::readCoordinatesOf(lonestar::pathOfInput(lonestar::inputFile),
                                                    coordinatesFile, graph.size(), names);
  astar::setPlaces(names, coordinates);
  const auto queries = chooseQueries(graph.rows(), names, coordinates);
  const AstarPlan plan = planFor(coordinates);
  auto search = makeSearch(graph, coordinates, plan);
  auto paths = openPathFile(graph.rows(), names, coordinates, search.heuristic().metric);
  std::optional<astar::WayMap> map;
  if (!lonestar::reportFile.empty() &&
      areDegrees(graph.rows(), coordinates, search.heuristic().metric)) {
    map.emplace(graph.rows(), names, coordinates.coordinates);
  }
  astar::AstarExperiment experiment(graph, names, queries, search,
                                    describe(search, coordinates, plan), checkHeuristic, method,
                                    paths ? &*paths : nullptr, map ? &*map : nullptr);
  const int status = lonestar::runExperiment("astar-cpu", experiment, method, description);
  if (paths) {
    paths->commit();
  }
  return status;
}

} // namespace

int main(int argc, char** argv) {
  return lonestar::runMain(argv, [&] { return program(argc, argv); });
}
