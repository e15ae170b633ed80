/**
 * How a rank reads its part of a graph: the constructor of PartitionedGraph.h, which includes this
 * header.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "galois/dist/PartitionedGraph.h"
#include "galois/dist/push/NodeParts.h"
#include "galois/dist/push/RankSelectSet.h"
#include "galois/dist/transport/Transport.h"
#include "galois/graphs/GrFile.h"
#include "galois/graphs/GraphError.h"

namespace galois::dist {

template <typename W>
PartitionedGraph<W>::PartitionedGraph(const File& file, const NodeParts& parts, Rank rank)
    : rank_(rank), ranks_(parts.parts()), columns_(parts.columns()),
      globalSize_(file.layout().header.numNodes), globalEdges_(file.layout().header.numEdges) {
  constexpr std::uint64_t kMost = std::numeric_limits<Node>::max();
  const auto tooMany = [&](std::uint64_t nodes) {
    if (nodes > kMost) {
      throw graphs::GraphError(
          fmt::format("{}: part {} has {} nodes with those that its edges lead "
                      "to, too many for 32-bit ids; more ranks are needed",
                      file.name(), rank, nodes));
    }
  };
  tooMany(parts.size(rank));
  owned_ = static_cast<Node>(parts.size(rank));
  const std::vector<Range> runs = runsOf(parts);
  std::uint64_t rows = 0;
  for (const auto& [first, last] : runs) {
    rows += last - first;
  }
  tooMany(rows);
  rows_ = static_cast<Node>(rows);
  const std::vector<Range> edges = readIndex(file, runs);
  const std::vector<Home> copies =
      oneColumn() ? std::vector<Home>() : keepColumn(file, parts, edges);

  RankSelectSet ghosts(globalSize_), own(parts.contiguous() ? 0 : globalSize_);
  readDestinations(file, edges, [&](std::uint64_t edge, GlobalNode to) {
    if (keeps(edge) && parts.owner(to) != rank_) {
      ghosts.insert(to);
    }
  });
  tooMany(std::uint64_t{rows_} + ghosts.freeze() + copies.size()); // targets_ has all but own nodes
  for (const GlobalNode node : ids_) {
    own.insert(node);
  }
  own.freeze();
  edges_.allocateFloating(numEdges_);
  std::uint64_t local = 0;
  readDestinations(file, edges, [&](std::uint64_t edge, GlobalNode to) {
    if (!keeps(edge)) {
      return;
    }
    edges_[local++].dst = ghosts.contains(to)  ? rows_ + ghosts.below(to)
                          : parts.contiguous() ? static_cast<Node>(to - parts.first(rank_))
                                               : own.below(to);
  });
  if constexpr (!std::is_void_v<Weight>) {
    readWeights(file, edges);
  }
  findHomes(parts, ghosts);
  ghosts_ = static_cast<Node>(targets_.size());
  targets_.insert(targets_.end(), copies.begin(), copies.end());
  targets_.shrink_to_fit();
  for (std::uint32_t& first : copies_) {
    first += ghosts_;
  }
  kept_ = {};
}

/// Returns the ranges of nodes whose edges the rank reads: its own, and in a grid those of its row.
/// Notes the numbers of own nodes if they are no range.
template <typename W>
auto PartitionedGraph<W>::runsOf(const NodeParts& parts) -> std::vector<Range> {
  if (parts.contiguous()) {
    const Rank left = rank_ - rank_ % columns_;
    // The own nodes come first, because they have the first local numbers.
    return {{parts.first(rank_), parts.first(rank_ + 1)},
            {parts.first(left), parts.first(rank_)},
            {parts.first(rank_ + 1), parts.first(left + columns_)}};
  }
  std::vector<Range> runs;
  ids_.reserve(owned_);
  for (GlobalNode node = 0; node < globalSize_; ++node) {
    if (parts.owner(node) == rank_) {
      if (runs.empty() || runs.back().second != node) {
        runs.emplace_back(node, node);
      }
      ++runs.back().second;
      ids_.push_back(node);
    }
  }
  return runs;
}

/// Reads the offsets of rows. Returns the ranges of the file's edges that belong to the runs.
template <typename W>
auto PartitionedGraph<W>::readIndex(const File& file, const std::vector<Range>& runs)
    -> std::vector<Range> {
  if (globalEdges_ <= std::numeric_limits<std::uint32_t>::max()) {
    offset32_.allocateFloating(std::size_t{rows_} + 1);
  } else {
    offset64_.allocateFloating(std::size_t{rows_} + 1);
  }
  std::vector<Range> edges;
  std::vector<std::uint64_t> ends;
  std::size_t next = 0; // the local number of the node whose row comes next
  setOffset(0, 0);
  for (const auto& [first, last] : runs) {
    if (first == last) {
      continue;
    }
    const std::uint64_t begin = internal::firstEdge(file, first);
    std::uint64_t previous = begin;
    for (GlobalNode node = first; node < last;) {
      ends.resize(std::min<std::uint64_t>(last - node, kBlock));
      internal::readWords(file, file.layout().edgeEndOffset + node * sizeof(std::uint64_t),
                          ends.size(), ends.data());
      for (const std::uint64_t end : ends) {
        if (end < previous || end > globalEdges_) {
          throw graphs::GraphError(fmt::format("{} is corrupt: the edges of node {} end at index "
                                               "{}, which is not between {} and {}",
                                               file.name(), node, end, previous, globalEdges_));
        }
        setOffset(++next, numEdges_ + (end - begin));
        previous = end;
        ++node;
      }
    }
    if (last == globalSize_ && previous != globalEdges_) {
      throw graphs::GraphError(fmt::format("{} is corrupt: it has {} edges, but its nodes have {}",
                                           file.name(), globalEdges_, previous));
    }
    edges.emplace_back(begin, previous);
    numEdges_ += previous - begin;
  }
  return edges;
}

/// In a grid: notes which edges are in this rank's column, and keeps only what belongs to them.
/// Returns the copies of the own nodes.
template <typename W>
auto PartitionedGraph<W>::keepColumn(const File& file, const NodeParts& parts,
                                     const std::vector<Range>& edges) -> std::vector<Home> {
  const Rank left = rank_ - rank_ % columns_;
  const GlobalNode first = parts.first(left);
  // Per column: which nodes of the row have edges there. Nodes of the row are numbered from `first`.
  std::vector<RankSelectSet> has(columns_, RankSelectSet(rows_));
  const GlobalNode own = parts.first(rank_) - first;
  kept_.assign(numEdges_, false);
  std::size_t at = 0; // in the order of reading
  readDestinations(file, edges, [&](std::uint64_t edge, GlobalNode to) {
    while (edge >= offset(at + 1)) {
      ++at;
    }
    const Rank column = parts.owner(to) % columns_;
    kept_[edge] = left + column == rank_;
    const GlobalNode other = at - owned_;
    has[column].insert(at < owned_ ? own + at : other < own ? other : other + owned_);
  });
  for (RankSelectSet& members : has) {
    members.freeze();
  }
  keepRows(parts, first);

  std::vector<Home> copies;
  copies_.push_back(0);
  for (GlobalNode node = own; node < own + owned_; ++node) {
    for (Rank column = 0; column < columns_; ++column) {
      const Rank rank = left + column;
      if (rank == rank_ || !has[column].contains(node)) {
        continue;
      }
      // Its number there: that rank's own nodes come first, then other nodes with edges.
      const GlobalNode begin = parts.first(rank) - first, end = begin + parts.size(rank);
      const std::uint32_t before =
          has[column].below(node) -
          (node >= end ? has[column].below(end) - has[column].below(begin) : 0);
      copies.push_back({rank, static_cast<Node>(parts.size(rank)) + before});
    }
    copies_.push_back(static_cast<std::uint32_t>(copies.size()));
  }
  return copies;
}

/// In a grid: keeps own nodes, and other nodes of the row that have kept edges, as ghosts.
/// @param first  node of the row
template <typename W>
void PartitionedGraph<W>::keepRows(const NodeParts& parts, GlobalNode first) {
  Node next = 0;
  std::uint64_t edge = 0, kept = 0;
  for (Node at = 0; at < rows_; ++at) {
    const std::uint64_t begin = edge, end = offset(std::size_t{at} + 1);
    std::uint64_t here = 0;
    for (; edge < end; ++edge) {
      here += kept_[edge] ? 1 : 0;
    }
    if (at >= owned_ && here == 0) {
      continue;
    }
    if (at >= owned_) {
      const GlobalNode other = first + (at - owned_);
      const GlobalNode node = other < parts.first(rank_) ? other : other + owned_;
      const Rank owner = parts.owner(node);
      targets_.push_back({owner, static_cast<Node>(node - parts.first(owner))});
    }
    degrees_.push_back(end - begin);
    kept += here;
    setOffset(++next, kept); // not behind what is still to be read
  }
  rows_ = next;
  numEdges_ = kept;
  degrees_.shrink_to_fit();
  const auto shrink = [&](auto& offsets) {
    if (!offsets.empty()) {
      std::decay_t<decltype(offsets)> fewer;
      fewer.allocateFloating(std::size_t{rows_} + 1);
      std::copy_n(offsets.data(), fewer.size(), fewer.data());
      offsets = std::move(fewer);
    }
  };
  shrink(offset32_);
  shrink(offset64_);
}

/// Calls `visit(number of the edge in the ranges, destination)` for all edges of the ranges.
template <typename W>
template <typename Visit>
void PartitionedGraph<W>::readDestinations(const File& file, const std::vector<Range>& edges,
                                           Visit&& visit) {
  const graphs::GrLayout& layout = file.layout();
  std::vector<std::uint32_t> narrow;
  std::vector<std::uint64_t> wide;
  std::uint64_t local = 0;
  const auto readBlock = [&](auto& words, std::uint64_t first, std::uint64_t count) {
    words.resize(count);
    internal::readWords(file, layout.dstOffset + first * layout.dstSize(), count, words.data());
    for (std::size_t i = 0; i < count; ++i) {
      if (words[i] >= layout.header.numNodes) {
        throw graphs::GraphError(
            fmt::format("{} is corrupt: edge {} leads to node {}, but there are only {} nodes",
                        file.name(), first + i, words[i], layout.header.numNodes));
      }
      visit(local++, GlobalNode{words[i]});
    }
  };
  for (const auto& [begin, end] : edges) {
    for (std::uint64_t first = begin; first < end; first += kBlock) {
      const std::uint64_t count = std::min<std::uint64_t>(end - first, kBlock);
      if (layout.dstSize() == sizeof(std::uint32_t)) {
        readBlock(narrow, first, count);
      } else {
        readBlock(wide, first, count);
      }
    }
  }
}

template <typename W>
void PartitionedGraph<W>::readWeights(const File& file, const std::vector<Range>& edges) {
  const std::uint64_t size = file.layout().header.edgeSize;
  if (size == 0) {
    for (std::uint64_t edge = 0; edge < numEdges_; ++edge) {
      edges_[edge].weight = 1;
    }
    greatest_ = numEdges_ > 0 ? 1 : 0;
    sum_ = static_cast<double>(numEdges_);
  } else if (size == sizeof(Weight)) {
    readWeightsAs<Weight>(file, edges);
  } else if (graphs::internal::kHasHalf<Weight> && size == sizeof(Weight) / 2) {
    using Half = std::conditional_t<std::is_floating_point_v<Weight>, float, std::uint32_t>;
    readWeightsAs<Half>(file, edges);
  } else {
    throw graphs::GraphError(fmt::format("{} has edge data of {} bytes each, but {} bytes are "
                                         "wanted; graph-convert can write other types",
                                         file.name(), size, sizeof(Weight)));
  }
}

template <typename W>
template <typename FileWeight>
void PartitionedGraph<W>::readWeightsAs(const File& file, const std::vector<Range>& edges) {
  std::vector<FileWeight> words;
  std::uint64_t local = 0, edge = 0;
  for (const auto& [begin, end] : edges) {
    for (std::uint64_t first = begin; first < end; first += kBlock) {
      words.resize(std::min<std::uint64_t>(end - first, kBlock));
      internal::readWords(file, file.layout().edgeDataOffset + first * sizeof(FileWeight),
                          words.size(), words.data());
      for (std::size_t i = 0; i < words.size(); ++i) {
        if (!keeps(edge++)) {
          continue;
        }
        if constexpr (std::is_floating_point_v<FileWeight>) {
          // Written so that NaN is refused as well.
          if (!(words[i] >= 0 && words[i] <= std::numeric_limits<FileWeight>::max())) {
            throw graphs::GraphError(
                fmt::format("{}: edge {} has weight {}; a weight is a number of 0 or more",
                            file.name(), first + i, words[i]));
          }
        }
        edges_[local++].weight = words[i];
        greatest_ = std::max<Summary>(greatest_, words[i]);
        sum_ += static_cast<double>(words[i]);
      }
    }
  }
}

/// Finds the owners of the ghosts.
template <typename W>
void PartitionedGraph<W>::findHomes(const NodeParts& parts, const RankSelectSet& ghosts) {
  if (parts.contiguous()) {
    for (Rank rank = 0; rank < ranks_; ++rank) {
      firsts_.push_back(parts.first(rank));
    }
    ghosts.forEach([&](GlobalNode node) {
      const Rank owner = parts.owner(node);
      targets_.push_back({owner, static_cast<Node>(node - parts.first(owner))});
    });
  } else {
    std::vector<Node> counts(ranks_, 0); // of the nodes so far
    for (GlobalNode node = 0; node < globalSize_; ++node) {
      const Rank owner = parts.owner(node);
      if (ghosts.contains(node)) {
        targets_.push_back({owner, counts[owner]});
        ids_.push_back(node);
      }
      ++counts[owner];
    }
    ids_.shrink_to_fit();
  }
}

} // namespace galois::dist
