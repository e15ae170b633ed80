/** The answer of a program on a divided graph as --output writes it: a line per node. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "RankErrors.h"
#include "Redistribution.h"
#include "SharedFile.h"
#include "galois/dist/PartitionedGraph.h"
#include "inputs/Error.h"
#include "inputs/NodeIdMap.h"
#include "inputs/formats/GrIds.h"
#include "inputs/formats/NameFile.h"

namespace dist {

/// What nodes are called: by their numbers, or by what the input has.
enum class Called : std::uint8_t { kNumbers, kIds, kNames };

/// Returns what the nodes of this map are called.
inline Called calledIn(const galois::inputs::NodeIdMap& names) {
  return names.isIdentity()    ? Called::kNumbers
         : names.ids().empty() ? Called::kNames
                               : Called::kIds;
}

/// What the nodes of a range are called.
class NamesOfRange {
public:
  /// Reads the ids or names from the file, or from beside it.
  /// @param first, last  the range is from `first` to `last` - 1
  /// @throws galois::inputs::InputError
  NamesOfRange(const std::string& path, Called called, std::uint64_t first, std::uint64_t last)
      : first_(first) {
    if (called == Called::kNumbers || first == last) {
      return;
    }
    names_ = called == Called::kIds
                 ? galois::inputs::NodeIdMap(galois::inputs::readGrIds(path, first, last), path)
                 : galois::inputs::NodeIdMap(galois::inputs::namesOfGr(path, first, last));
    if (names_.isIdentity()) {
      galois::inputs::fail("{} has no {} of nodes here, but on rank 0; start all ranks with the "
                           "same files",
                           path, called == Called::kIds ? "ids" : "names");
    }
  }

  /// Returns what a node of the range is called.
  galois::inputs::NodeName operator[](std::uint64_t node) const {
    return names_.isIdentity() ? galois::inputs::NodeName(node) : names_.nameOf(node - first_);
  }

private:
  std::uint64_t first_;
  galois::inputs::NodeIdMap names_;
};

/// Writes a line per node, in the order of the graph: what the node is called, and its value. If
/// the parts of the graph are no ranges of nodes, the ranks first exchange values, so that each has
/// those of a range. Collective.
/// @param file    the file on rank 0, null on the others
/// @param path    the graph
/// @param called  what its nodes are called, as rank 0 knows
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
  called = static_cast<Called>(galois::dist::greatestOfAll(
      endpoint, endpoint.rank() == 0 ? static_cast<unsigned>(called) : 0U));
  std::optional<NamesOfRange> names;
  agreedByRank(endpoint, [&] { names.emplace(path, called, first, first + own.size()); });
  writeLines(endpoint, file, own.size(), [&](std::string& text, std::uint64_t line) {
    text += (*names)[first + line].text();
    append(text, own[line]);
    text += '\n';
  });
}

} // namespace dist
