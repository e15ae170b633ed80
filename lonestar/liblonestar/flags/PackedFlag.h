/**
 * The flag --packed: a program keeps the packed form of its graph (kept/PackedGraph.h) and maps it
 * the next time. A program that uses nothing of this file does not have the flag.
 *
 * It gives findPacked() to openInput(), makes its graph with knownFacts(), and calls keepPacked()
 * when the last run has succeeded.
 */
#pragma once

#include <cstdint>
#include <type_traits>

#include "galois/analytics/Graph.h"
#include "galois/graphs/FromArrays.h"
#include "inputs/kept/PackedGraph.h"
#include "liblonestar/flags/InputFlags.h"
#include "liblonestar/run/GraphInput.h"

namespace lonestar {

/// Maps the packed form of the input, if --packed is given and there is one that can be used.
/// @throws UsageError  with --no-cache
void findPacked(OpenInput& input, const WantedWeights& wanted);

/// Returns what the packed form says about the graph: nothing if there is none.
/// @tparam Weight  that of the program's graph
template <typename Weight>
galois::analytics::KnownFacts<Weight> knownFacts(const OpenInput& input) {
  galois::analytics::KnownFacts<Weight> known;
  if (fitsPacked<Weight>(input)) {
    const galois::inputs::PackedFacts& facts = input.packed->facts();
    known.symmetric = facts.symmetric;
    if constexpr (!std::is_void_v<Weight>) {
      known.weights = {galois::inputs::numberOfBits<Weight>(facts.greatestWeight),
                       facts.meanWeight};
    }
  }
  return known;
}

/// Writes the packed form of a graph that was read from the input, or says on stderr why it cannot.
/// @param facts   without what the weights of the binary file are
/// @param arrays  of the graph
void writePacked(const OpenInput& input, const galois::inputs::PackedFacts& facts,
                 const galois::graphs::PackedArrays& arrays);

/// Returns whether --packed is given.
bool packedWanted();

/// Writes the packed form of the graph that was read from the input, if --packed is given and it is
/// not mapped from there. Finds the facts about the graph that no run needed. Runs on all active
/// threads, outside parallel loops. An error is one line on stderr, because the answer is complete.
template <typename Weight>
void keepPacked(const OpenInput& input, const galois::analytics::Graph<Weight>& graph) {
  if (!packedWanted() || fitsPacked<Weight>(input)) {
    return;
  }
  galois::inputs::PackedFacts facts = galois::inputs::factsOf(graph.rows());
  if constexpr (std::is_void_v<Weight>) {
    facts.symmetric = graph.symmetric(); // breadth-first search uses it
  } else {
    facts.symmetric = graph.known().symmetric;
    facts.meanWeight = graph.weights().mean;
  }
  writePacked(input, facts, galois::graphs::arraysOf(graph.rows()));
}

} // namespace lonestar
