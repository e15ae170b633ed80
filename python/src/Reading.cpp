// read() and read_coordinates(): graphs and positions from files of every format of inputs/. A build
// without the libraries that these need (CMakeLists.txt) reads Galois' binary .gr alone.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "Algorithms.h"
#include "Arrays.h"
#include "Calls.h"
#include "Errors.h"
#include "Graphs.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/GraphError.h"
#include "galois/graphs/ReadGraph.h"
#ifdef GALOIS_PYTHON_INPUTS
#include "galois/Loops.h"
#include "galois/gIO.h"
#include "galois/substrate/WaitWatch.h"
#include "inputs/Error.h"
#include "inputs/formats/Coordinates.h"
#include "inputs/formats/Formats.h"
#include "inputs/io/InputFile.h"
#include "inputs/transform/RandomWeights.h"
#endif

namespace galois::python {

namespace {

#ifdef GALOIS_PYTHON_INPUTS

using inputs::WeightType;

/// Adds random weights as parseWeightSpec() describes them.
void addWeights(inputs::Graph& graph, const std::string& spec, std::uint64_t seed) {
  inputs::setRandomWeights(graph, inputs::parseWeightSpec(spec, seed));
}

template <typename W, typename WeightOf>
std::unique_ptr<AnyGraph> graphOf(const inputs::Graph& from, unsigned threads,
                                  const WeightOf& weightOf) {
  std::unique_ptr<AnyGraph> made;
  runCall(plainOptions(threads), [&](const analytics::RunOptions&) {
    auto rows = std::make_shared<OwnedRows<W>>(from.numNodes(), from.numArcs());
    std::copy(from.offsets.begin(), from.offsets.end(), rows->offsets.data());
    do_all(iterate(std::size_t{0}, static_cast<std::size_t>(from.numArcs())), [&](std::size_t e) {
      rows->edges[e].dst = from.dst[e];
      if constexpr (!std::is_void_v<W>) {
        rows->edges[e].weight = weightOf(e);
      }
    });
    made = std::make_unique<AnyGraph>(rows->graph(), rows);
  });
  return made;
}

/// Integers stay integers, unless some are negative. Those become floating-point numbers.
std::unique_ptr<AnyGraph> graphOf(const inputs::Graph& from, unsigned threads) {
  const inputs::Weights& weights = from.weights;
  if (weights.empty()) {
    return graphOf<void>(from, threads, [](std::size_t) { return 0; });
  }
  const bool negative =
      weights.type() == WeightType::kSigned && inputs::weightRange(from).first < weights.zero();
  if (weights.type() == WeightType::kFloat || negative) {
    return graphOf<double>(from, threads, [&](std::size_t e) { return weights.real(weights[e]); });
  }
  const std::uint64_t zero = weights.zero();
  if (weights.bytes() == 4) {
    return graphOf<std::uint32_t>(from, threads, [&](std::size_t e) {
      return static_cast<std::uint32_t>(weights[e] - zero);
    });
  }
  return graphOf<std::uint64_t>(from, threads, [&](std::size_t e) { return weights[e] - zero; });
}

/// Runs `work` while Python may interrupt the thread wherever it reads a file.
void readHere(const std::function<void()>& work) {
  runHere([&](const std::function<void()>& look) {
    const substrate::WaitWatch watch(look);
    work();
  });
}

/// What the file calls its nodes: a list of their names, an array of their ids, or None.
nb::object namesOf(const inputs::Graph& graph) {
  if (!graph.names.empty()) {
    nb::list names;
    for (std::uint64_t node = 0; node < graph.names.size(); ++node) {
      names.append(textOf(graph.names[node]));
    }
    return names;
  }
  if (!graph.ids.empty()) {
    return copyOf<std::uint64_t>(graph.ids.data(), graph.ids.size(), {graph.ids.size()});
  }
  return nb::none();
}

/// @param path  as the system has it, which need not be UTF-8
/// @return the graph, the names or ids of its nodes or None, and their coordinates or None
nb::tuple read(const nb::bytes& path, const std::string& format,
               const std::optional<std::string>& type, const std::optional<std::string>& random,
               std::uint64_t seed, bool unweighted, unsigned threads,
               const std::optional<std::string>& source, const std::optional<std::string>& target,
               const std::optional<std::string>& weight, const std::optional<std::string>& profile,
               const std::optional<std::string>& roadWeight, bool connected) {
  const std::string name(path.c_str(), path.size());
  inputs::Graph graph;
  readHere([&] {
    inputs::ReadOptions options;
    options.ignoreWeights = unweighted || random.has_value();
    options.columns = {.source = source, .target = target, .weight = weight};
    options.roads = {.profile = profile, .weight = {}, .connected = connected};
    if (roadWeight) {
      static constexpr std::array<std::pair<std::string_view, inputs::RoadWeight>, 2> kWeights{
          {{"time", inputs::RoadWeight::kTime}, {"length", inputs::RoadWeight::kLength}}};
      options.roads.weight = chosen("osm_weight", *roadWeight, kWeights);
    }
    if (type) {
      static constexpr std::array<std::pair<std::string_view, WeightType>, 3> kTypes{
          {{"int", WeightType::kInteger},
           {"signed", WeightType::kSigned},
           {"float", WeightType::kFloat}}};
      options.weightType = chosen("weights", *type, kTypes);
    }
    inputs::InputFile file(name);
    graph = inputs::readGraphFile(file, format, options);
    for (const std::string& note : graph.notes) {
      gWarn(note);
    }
    if (unweighted) {
      graph.weights.clear();
    }
    if (random) {
      addWeights(graph, *random, seed);
    }
  });
  auto made = graphOf(graph, threads);
  nb::object coordinates = nb::none();
  if (!graph.coords.empty()) {
    coordinates = copyOf<std::int32_t>(&graph.coords.front().x, 2 * graph.coords.size(),
                                       {graph.coords.size(), 2});
  }
  return nb::make_tuple(nb::cast(made.release(), nb::rv_policy::take_ownership), namesOf(graph),
                        coordinates);
}

/// @return the coordinates (nodes, 2)
nb::object readCoordinates(const nb::bytes& path) {
  const std::string name(path.c_str(), path.size());
  std::vector<inputs::Coordinate> coordinates;
  readHere([&] {
    inputs::InputFile file(name);
    coordinates = inputs::readCoordinates(file);
  });
  const std::int32_t nothing = 0;
  return copyOf<std::int32_t>(coordinates.empty() ? &nothing : &coordinates.front().x,
                              2 * coordinates.size(), {coordinates.size(), 2});
}

#else

template <typename W>
std::unique_ptr<AnyGraph> readGr(const std::string& path, unsigned threads) {
  std::unique_ptr<AnyGraph> made;
  runCall(plainOptions(threads), [&](const analytics::RunOptions&) {
    graphs::PackedCSR<W> rows;
    graphs::readGraph(rows, path);
    made = std::make_unique<AnyGraph>(Graph<W>(std::move(rows)));
  });
  return made;
}

nb::tuple read(const nb::bytes& given, const std::string& format,
               const std::optional<std::string>& type, const std::optional<std::string>& random,
               std::uint64_t /*seed*/, bool unweighted, unsigned threads,
               const std::optional<std::string>& source, const std::optional<std::string>& target,
               const std::optional<std::string>& weight, const std::optional<std::string>& profile,
               const std::optional<std::string>& roadWeight, bool connected) {
  const std::string path(given.c_str(), given.size());
  if ((!format.empty() && format != "gr") || random || source || target || weight || profile ||
      roadWeight || connected) {
    throw analytics::InvalidOption("format", format,
                                   "this build of galois-cps reads Galois' binary .gr alone");
  }
  graphs::FileGraph file;
  file.fromFile(path);
  const bool real = type == "float";
  std::unique_ptr<AnyGraph> made;
  if (unweighted || file.edgeSize() == 0) {
    made = readGr<void>(path, threads);
  } else if (real) {
    made = readGr<double>(path, threads);
  } else if (file.edgeSize() == 8) {
    made = readGr<std::uint64_t>(path, threads);
  } else {
    made = readGr<std::uint32_t>(path, threads);
  }
  return nb::make_tuple(nb::cast(made.release(), nb::rv_policy::take_ownership), nb::none(),
                        nb::none());
}

nb::object readCoordinates(const nb::bytes& /*path*/) {
  throw std::runtime_error("this build of galois-cps reads no coordinates");
}

#endif

} // namespace

void bindReading(nb::module_& module) {
  module.def("read", &read, nb::arg("path"), nb::arg("format"), nb::arg("type").none(),
             nb::arg("random").none(), nb::arg("seed"), nb::arg("unweighted"), nb::arg("threads"),
             nb::arg("source_column").none(), nb::arg("target_column").none(),
             nb::arg("weight_column").none(), nb::arg("profile").none(),
             nb::arg("osm_weight").none(), nb::arg("osm_connected"),
             "Reads a graph from a file: the graph, the names or ids of nodes, their coordinates.");
  module.def("read_coordinates", &readCoordinates, nb::arg("path"),
             "Reads coordinates from a file.");
}

} // namespace galois::python
