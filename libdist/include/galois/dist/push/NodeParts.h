/**
 * Which rank owns each node of a graph that is divided among ranks.
 *
 * Parts may be contiguous ("oec", outgoing edge cut). Then each part has about the same number of
 * edges, and an edge is on the rank that owns its source. The bounds of parts are found by binary
 * search in the index of the file, so no rank reads the whole index. Each rank finds the bound of
 * its own part, and the ranks gather the bounds. A file may also list the part of each node, one
 * per line, as METIS and PT-Scotch write it. Such parts take 4 bytes per node of the whole graph.
 *
 * With contiguous parts, the ranks may also form a grid ("cvc", Cartesian vertex cut: E. G. Boman,
 * K. D. Devine, S. Rajamanickam, "Scalable matrix computations on large scale-free graphs using 2D
 * graph partitioning", SC 2013). An edge is then on the rank in the row of its source's owner and
 * in the column of its destination's owner. So a rank exchanges messages only with the ranks of its
 * row and of its column.
 */
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "galois/dist/messages/Archive.h"
#include "galois/dist/messages/Endpoint.h"
#include "galois/dist/transport/Transport.h"
#include "galois/graphs/GrFile.h"
#include "galois/graphs/GraphError.h"

namespace galois::dist {

/// The number of a node in the whole graph.
using GlobalNode = std::uint64_t;

/// Where another rank keeps a node: its owner, and its local number there (PartitionedGraph.h).
struct Home {
  Rank rank;          ///< the owner
  std::uint32_t node; ///< the number of the node at its owner
};

/// A map from nodes to the ranks that own them. Every node has one owner; a rank may own none.
class NodeParts {
public:
  /// Returns the first node of a part, where nodes are divided into contiguous parts of about the
  /// same number of edges. A node counts as an eighth of an edge. Reads O(log nodes) words of the
  /// file.
  /// @throws GraphError  when the file cannot be read
  static GlobalNode firstOf(const graphs::internal::GrFile& file, Rank parts, Rank part);

  /// Returns the contiguous parts whose first nodes the ranks have found by firstOf(). Collective.
  /// @param first  of this rank's part
  template <Transport T>
  static NodeParts gathered(Endpoint<T>& endpoint, GlobalNode first, GlobalNode nodes);

  /// Returns the same parts without other ranks. Reads O(parts * log nodes) words of the file.
  /// @throws GraphError  when the file cannot be read
  static NodeParts balanced(const graphs::internal::GrFile& file, Rank parts);

  /// Reads the parts from a text file. Line i, counted from 0, holds the number of the part of node
  /// i. White space around it is ignored.
  /// @throws GraphError  with the line that is no number below `parts`, or when the number of lines
  ///                     is not that of the nodes
  static NodeParts ofFile(const std::string& path, GlobalNode nodes, Rank parts);

  /// Divides the nodes at these bounds: part p has the nodes from bounds[p] to bounds[p + 1] - 1.
  /// The first bound is 0, and the bounds do not decrease.
  explicit NodeParts(std::vector<GlobalNode> bounds) : bounds_(std::move(bounds)) {}

  /// Returns these parts, with the edges in a grid of `columns` columns. Rank r is in row r /
  /// columns.
  /// @pre  parts are contiguous, and their number is a multiple of the columns
  NodeParts inColumns(Rank columns) const {
    assert(contiguous() && columns > 0 && parts() % columns == 0);
    NodeParts grid = *this;
    grid.columns_ = columns;
    return grid;
  }

  /// Returns the number of columns of the grid that is nearest to a square and not wider than high.
  static Rank columnsOf(Rank parts) {
    Rank best = 1;
    for (Rank columns = 2; columns <= parts / columns; ++columns) {
      best = parts % columns == 0 ? columns : best;
    }
    return best;
  }

  /// Returns the number of parts.
  Rank parts() const { return static_cast<Rank>(bounds_.size() - 1); }
  /// Returns the number of nodes.
  GlobalNode nodes() const { return bounds_.back(); }
  /// Returns the number of nodes that a rank owns.
  GlobalNode size(Rank rank) const { return bounds_[rank + std::size_t{1}] - bounds_[rank]; }
  /// Returns whether every part is a range of nodes.
  bool contiguous() const { return table_.empty(); }
  /// Returns the number of columns; 1 if edges are where their sources are.
  Rank columns() const { return columns_; }
  /// Returns the first node of a rank, or the number of nodes for `rank` parts(). Parts are
  /// contiguous.
  GlobalNode first(Rank rank) const { return bounds_[rank]; }

  /// Returns the owner of a node. O(log parts) time if parts are contiguous, otherwise O(1).
  Rank owner(GlobalNode node) const {
    assert(node < nodes());
    if (!contiguous()) {
      return table_[node];
    }
    const auto after = std::upper_bound(bounds_.begin(), bounds_.end(), node);
    return static_cast<Rank>(after - bounds_.begin() - 1);
  }

private:
  NodeParts() = default;
  static NodeParts ofFirsts(std::vector<GlobalNode> firsts, GlobalNode nodes);

  std::vector<GlobalNode> bounds_; ///< if not contiguous: sums of the sizes of parts
  std::vector<Rank> table_;        ///< the owner of each node; empty if contiguous
  Rank columns_ = 1;
};

namespace internal {

/// Reads `count` entries of an array of a `.gr` file.
/// @throws GraphError  when the file ends before, because it was truncated after it was opened
template <typename Word>
void readWords(const graphs::internal::GrFile& file, std::uint64_t offset, std::size_t count,
               Word* to) {
  const std::size_t bytes = count * sizeof(Word);
  if (file.read(to, bytes, offset) != bytes) {
    throw graphs::GraphError(
        fmt::format("{} is truncated: it ends before byte {}", file.name(), offset + bytes));
  }
}

/// Returns the index of the first edge of a node, as the file says; `node` may be the number of
/// nodes.
inline std::uint64_t firstEdge(const graphs::internal::GrFile& file, GlobalNode node) {
  std::uint64_t edge = 0;
  if (node > 0) {
    const std::uint64_t at = file.layout().edgeEndOffset + (node - 1) * sizeof(edge);
    readWords(file, at, 1, &edge);
  }
  return edge;
}

} // namespace internal

inline GlobalNode NodeParts::firstOf(const graphs::internal::GrFile& file, Rank parts, Rank part) {
  const graphs::GrHeader& header = file.layout().header;
  // No file is so long that these sums exceed 64 bits.
  const auto weightBefore = [&](GlobalNode node) {
    // A damaged index may contain any number.
    return std::min(internal::firstEdge(file, node), header.numEdges) * 8 + node;
  };
  const std::uint64_t all = header.numEdges * 8 + header.numNodes;
  const std::uint64_t wanted = all / parts * part + all % parts * part / parts;
  GlobalNode low = 0;
  GlobalNode high = part == 0 ? 0 : header.numNodes;
  while (low < high) {
    const GlobalNode middle = low + (high - low) / 2;
    if (weightBefore(middle) < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

inline NodeParts NodeParts::ofFirsts(std::vector<GlobalNode> firsts, GlobalNode nodes) {
  // They do not decrease, even in a damaged file: all searches look at the same nodes until one
  // goes to the right for a greater part.
  firsts.push_back(nodes);
  return NodeParts(std::move(firsts));
}

template <Transport T>
NodeParts NodeParts::gathered(Endpoint<T>& endpoint, GlobalNode first, GlobalNode nodes) {
  std::vector<GlobalNode> firsts;
  for (const auto& bytes : endpoint.gather(std::as_bytes(std::span(&first, 1)))) {
    firsts.push_back(Reader(bytes).template get<GlobalNode>());
  }
  return ofFirsts(std::move(firsts), nodes);
}

inline NodeParts NodeParts::balanced(const graphs::internal::GrFile& file, Rank parts) {
  std::vector<GlobalNode> firsts;
  for (Rank part = 0; part < parts; ++part) {
    firsts.push_back(firstOf(file, parts, part));
  }
  return ofFirsts(std::move(firsts), file.layout().header.numNodes);
}

inline NodeParts NodeParts::ofFile(const std::string& path, GlobalNode nodes, Rank parts) {
  const auto fail = [&](const std::string& what) {
    return graphs::GraphError(fmt::format("'{}'{}", path, what));
  };
  std::ifstream file(path);
  if (!file) {
    throw fail(" cannot be opened: it should have one part number per node");
  }
  NodeParts made;
  made.bounds_.assign(std::size_t{parts} + 1, 0);
  std::array<char, 64> text{}; // A longer line is no number; a device may have no line at all.
  while (file.getline(text.data(), text.size()) || (file.fail() && file.gcount() > 0)) {
    const std::string line(text.data());
    constexpr const char* kBlank = " \t\r";
    const std::size_t begin = std::min(line.find_first_not_of(kBlank), line.size());
    const std::size_t end = line.find_last_not_of(kBlank) + 1;
    Rank part = 0;
    const auto [stop, error] = std::from_chars(line.data() + begin, line.data() + end, part);
    if (file.fail() || begin >= end || error != std::errc() || stop != line.data() + end ||
        part >= parts) {
      throw fail(fmt::format(":{}: '{}' is not the number of a part, 0 to {}",
                             made.table_.size() + 1, line.substr(0, 40), parts - 1));
    }
    if (made.table_.size() == nodes) {
      throw fail(fmt::format(" has more lines than the graph has nodes, {}", nodes));
    }
    made.table_.push_back(part);
    ++made.bounds_[std::size_t{part} + 1];
  }
  if (file.bad() || made.table_.size() != nodes) {
    throw fail(fmt::format(" has {} lines, but the graph has {} nodes", made.table_.size(), nodes));
  }
  for (std::size_t part = 0; part < parts; ++part) {
    made.bounds_[part + 1] += made.bounds_[part];
  }
  return made;
}

} // namespace galois::dist
