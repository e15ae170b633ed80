/** Reads the graph that the command line names into memory, in the same way for all programs. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "analytics/scheduler/OneThreadIfSmall.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/ReadGraph.h"
#include "inputs/io/Messages.h"
#include "inputs/kept/PackedGraph.h"
#include "liblonestar/BoilerPlate.h"
#include "liblonestar/flags/InputFlags.h"
#include "liblonestar/flags/RunFlags.h"
#include "liblonestar/run/Experiment.h"

namespace lonestar {

/// A graph and the file that it was read from.
template <typename Graph>
struct GraphInput {
  Graph graph;
  PreparedInput file;
  bool unweighted = false; ///< the file has no weights, so every edge of a weighted graph has 1
  LoadingTimes loading{};

  double loadSeconds() const { return loading.convertSeconds + loading.readSeconds; }
  InputDescription describe() const {
    return {file.name, file.id, graph.size(), graph.sizeEdges(), loadSeconds(), loading};
  }
};

/// The input as a file that is not read into a graph yet, for programs in which the type of the
/// graph depends on the file.
struct OpenInput {
  double began = secondsSinceStart();
  double converted = 0; ///< when the binary form existed, in seconds since the start
  PreparedInput prepared;
  galois::graphs::FileGraph graph; ///< see file()
  std::string remark;              ///< a line for people about the input, or ""
  /// What the weights are, if weightKindOf() was asked.
  galois::inputs::WeightKind kind = galois::inputs::WeightKind::kAuto;
  /// With --packed (PackedFlag.h): where the packed form is kept (with an empty path: nowhere), the
  /// state of the binary file before it was read, and the packed form if there is one that can be
  /// used. @{
  galois::inputs::PackedPlace packedPlace;
  galois::inputs::FileState state;
  std::optional<galois::inputs::PackedGraph> packed;
  /// @}

  /// Returns the binary file, and maps it if it is not mapped yet. Throws what loadGraph() throws.
  galois::graphs::FileGraph& file() {
    if (!mapped) {
      graph.fromFile(prepared.path);
      graph.releaseWhenRead();
      mapped = true;
    }
    return graph;
  }

  /// Returns the number of bytes of data per edge in the binary file, which is mapped or packed.
  std::size_t edgeSize() const { return packed ? packed->facts().fileEdgeBytes : graph.edgeSize(); }

  bool mapped = false; ///< whether `graph` is mapped
};

/// Returns whether the input has a packed form with weights of this type.
template <typename Weight>
bool fitsPacked(const OpenInput& input) {
  return input.packed && input.packed->facts().weights == galois::inputs::packedWeights<Weight>();
}

/// Finds or makes the binary form of the input and maps it. Throws what loadGraph() throws.
/// @param findPacked  looks for the packed form: that of PackedFlag.h, or null
inline OpenInput openInput(WantedWeights wanted = {},
                           void (*findPacked)(OpenInput&, const WantedWeights&) = nullptr) {
  OpenInput input;
  input.prepared = prepareInput(wanted);
  input.converted = secondsSinceStart();
  if (findPacked != nullptr) {
    findPacked(input, wanted);
  }
  if (!input.packed) {
    input.file();
  }
  return input;
}

/// Reads an open input, and prints a line about it.
/// @param weighted  whether the application needs the file's weights. Otherwise the graph's type
///                  decides what its edges hold, and missing weights are not mentioned
/// @throws AppError  for a graph without nodes
/// @throws GraphError, galois::inputs::InputError  for files that cannot be used
/// @throws UsageError  without an input
template <typename Graph>
GraphInput<Graph> loadGraph(OpenInput& file, bool weighted) {
  GraphInput<Graph> input;
  input.file = file.prepared;
  input.unweighted = file.edgeSize() == 0;
  const bool packed = fitsPacked<typename Graph::Weight>(file);
  const OneThreadIfSmall few(packed ? file.packed->facts().nodes + file.packed->facts().edges
                                    : file.file().size() + file.file().sizeEdges());
  if (packed) {
    input.graph = file.packed->graph<typename Graph::Weight>();
  } else {
    galois::graphs::readGraph(input.graph, file.file(), !weighted || input.unweighted);
  }
  input.loading = {.began = file.began,
                   .convertSeconds = file.converted - file.began,
                   .readSeconds = secondsSinceStart() - file.converted};
  if (input.graph.size() == 0) {
    throw AppError(input.file.name + ": the graph has no nodes, so there is nothing to do");
  }
  galois::inputs::printTo(
      humanOutput(), "Read {}, {} from {} in {:.2f} s{}\n", counted(input.graph.size(), "node"),
      counted(input.graph.sizeEdges(), "edge"), input.file.name, input.loadSeconds(),
      weighted && input.unweighted ? " (no weights there: every edge has weight 1)" : "");
  if (const auto& ids = input.file.names.ids(); !ids.empty()) {
    const auto [lowest, highest] = std::minmax_element(ids.begin(), ids.end());
    galois::inputs::printTo(
        humanOutput(),
        "Nodes have ids of their own, between {} and {}: flags and answers use these\n", *lowest,
        *highest);
  } else if (const auto& names = input.file.names; !names.names().empty()) {
    galois::inputs::printTo(humanOutput(),
                            "Nodes have names, such as {}: flags and answers use these\n",
                            names.nameOf(0));
  }
  if (!file.remark.empty()) {
    galois::inputs::printTo(humanOutput(), "{}\n", file.remark);
  }
  return input;
}

/// Opens the input and reads it, as above.
template <typename Graph>
GraphInput<Graph> loadGraph(bool weighted) {
  OpenInput file = openInput({.none = !weighted});
  return loadGraph<Graph>(file, weighted);
}

} // namespace lonestar
