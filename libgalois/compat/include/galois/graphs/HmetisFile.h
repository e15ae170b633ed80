/**
 * Reads hypergraphs in the text format of hMetis (`.hgr`): a line with the number of hyperedges, the
 * number of nodes, and optionally a format; one line per hyperedge with its nodes, counted from 1;
 * and, if the format says so, one line per node with its weight. In formats 1 and 11 the weight of a
 * hyperedge precedes its nodes, and in formats 10 and 11 nodes have weights. Lines that begin with %
 * are comments.
 */
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace galois::graphs {

/// What such a file says.
struct HmetisFile {
  std::uint32_t hyperedges = 0; ///< number of hyperedges
  std::uint32_t nodes = 0;      ///< number of nodes
  /// The pins of hyperedge h are [ends[h - 1], ends[h]), and begin at 0 for the first one.
  std::vector<std::uint64_t> ends;
  std::vector<std::uint32_t> pins;             ///< nodes, counted from 0
  std::vector<std::uint64_t> hyperedgeWeights; ///< empty if the file has none
  std::vector<std::uint64_t> nodeWeights;      ///< empty if the file has none

  /// Reads a file.
  /// @throws GraphError with one line that says which line is wrong and why
  static HmetisFile read(const std::string& filename);
};

} // namespace galois::graphs
