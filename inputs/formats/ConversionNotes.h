/**
 * The notes (galois/graphs/GrNotes.h) in a converted graph that programs keep: of what and how it
 * was made, the names and coordinates of its nodes, and what its reader had to say. So one file has
 * all that belongs to a conversion, and it appears and disappears as one.
 */
#pragma once

#include "inputs/Graph.h"
#include "inputs/io/OutputFile.h"

#include <cstdint>
#include <string>

namespace galois::inputs {

/// What the notes say.
struct ConversionNotes {
  std::string recipe;                        ///< see Recipe.h
  std::string source;                        ///< the path of the input
  WeightType weights = WeightType::kInteger; ///< the type of the weights
  std::uint64_t ids = 0;                     ///< the number of nodes that have ids of their own
};

/// Appends notes to a .gr of version 1, with the names and coordinates of the nodes, if they have
/// some, and Graph::notes.
void writeNotes(const ConversionNotes& notes, const Graph& graph, OutputFile& file);

/// Reads the notes at the end of an open file.
/// @param graph  receives the names and coordinates of the nodes and Graph::notes, unless it is
///               null. Only then what was read is checked for changes
/// @throws InputError  when there are none, or damaged ones. The text begins with "it "
ConversionNotes readNotes(int file, Graph* graph);

} // namespace galois::inputs
