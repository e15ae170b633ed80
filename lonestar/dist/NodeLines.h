/** The answer of a program on a divided graph as --output writes it: a line per node. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "NodeNames.h"
#include "RankErrors.h"
#include "Redistribution.h"
#include "SharedFile.h"
#include "galois/dist/PartitionedGraph.h"

namespace dist {

/// Writes a line per node, in the order of the graph: what the node is called, and its value. If
/// the parts of the graph are no ranges of nodes, the ranks first exchange values, so that each has
/// those of a range. Collective.
/// @param file    the file on rank 0, null on the others
/// @param path    the graph
/// @param called  what its nodes are called
/// @param own     the values of this rank's nodes
/// @param append  append(text, value) appends a blank and the value
/// @throws lonestar::AppError  which names the rank that could not write
template <typename Value, galois::dist::Transport T, typename Weight, typename Append>
void writeNodeLines(galois::dist::Endpoint<T>& endpoint, galois::inputs::OutputFile* file,
                    const std::string& path, Called called,
                    const galois::dist::PartitionedGraph<Weight>& graph, std::span<const Value> own,
                    const Append& append) {
  std::vector<Value> moved;
  std::uint64_t first = graph.owned() > 0 ? graph.globalOf(0) : 0;
  if (!graph.contiguous()) {
    const auto parts = evenParts(graph.globalSize(), endpoint.ranks());
    moved = redistributed(endpoint, graph, own, parts);
    own = moved;
    first = parts.first(endpoint.rank());
  }
  std::optional<NamesOfRange> names;
  agreedByRank(endpoint, [&] { names.emplace(path, called, first, first + own.size()); });
  writeLines(endpoint, file, own.size(), [&](std::string& text, std::uint64_t line) {
    text += (*names)[first + line].text();
    append(text, own[line]);
    text += '\n';
  });
}

} // namespace dist
