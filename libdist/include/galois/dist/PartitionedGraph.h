/**
 * A rank's part of a graph: the nodes that it owns with their outgoing edges, and the *ghosts*, the
 * nodes of other ranks to which these edges lead.
 *
 * A rank reads only its own part of the `.gr` file: the header, its nodes' part of the index, and
 * their edges. It reads the destinations twice, first to find the ghosts and then to number them,
 * so that besides the graph it needs no memory per edge.
 *
 * Nodes have local numbers: the owned ones from 0 on, in the order of the file, and then the
 * ghosts, in that order, too. Edges lead to local numbers, so arrays of a program that are indexed
 * by local numbers also have room for what the rank knows about its ghosts.
 */
#ifndef GALOIS_DIST_PARTITIONEDGRAPH_H
#define GALOIS_DIST_PARTITIONEDGRAPH_H

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/range/iterator_range.hpp>
#include <fmt/format.h>

#include "galois/dist/NodeParts.h"
#include "galois/dist/RankedSet.h"
#include "galois/dist/Transport.h"
#include "galois/graphs/GrFile.h"
#include "galois/graphs/GraphError.h"
#include "galois/graphs/PackedCSR.h"

namespace galois::dist {

/// A part of a graph. It is const once it is constructed, so any thread may use it.
/// @tparam WeightTy  as of graphs::PackedCSR
template <typename WeightTy = std::uint32_t>
class PartitionedGraph {
public:
  /// A local number.
  using Node = std::uint32_t;
  using Weight = WeightTy;                        ///< type of a weight
  using Edge = graphs::PackedEdge<Weight>;        ///< an edge, which leads to a local number
  using Row = boost::iterator_range<const Edge*>; ///< the edges of a node

  /// Reads the part of a rank. Every edge has weight 1 if the file has no weights.
  /// @param parts  of the nodes of this file; need not outlive the constructor
  /// @throws GraphError  when the file is damaged in this part, when it has weights of another size
  ///                     or, with floating point, below 0, or when the part has 2^32 nodes or more
  /// @throws std::bad_alloc
  PartitionedGraph(const graphs::internal::GrFile& file, const NodeParts& parts, Rank rank);

  Rank rank() const { return rank_; }                        ///< returns whose part it is
  Rank ranks() const { return ranks_; }                      ///< returns the number of parts
  GlobalNode globalSize() const { return globalSize_; }      ///< returns the graph's nodes
  std::uint64_t globalEdges() const { return globalEdges_; } ///< returns the graph's edges
  Node owned() const { return owned_; }                      ///< returns the number of own nodes
  Node ghosts() const { return static_cast<Node>(homes_.size()); } ///< returns that of ghosts
  Node size() const { return owned_ + ghosts(); }                  ///< returns the number of both
  std::uint64_t sizeEdges() const { return numEdges_; }    ///< returns the edges of the part
  bool isGhost(Node node) const { return node >= owned_; } ///< whether another rank owns it

  /// Returns the edges of an own node.
  Row edges(Node node) const {
    assert(node < owned_);
    return {edges_.get() + offset(node), edges_.get() + offset(std::size_t{node} + 1)};
  }
  /// Returns the number of edges of an own node.
  std::size_t getDegree(Node node) const {
    return static_cast<std::size_t>(offset(std::size_t{node} + 1) - offset(node));
  }

  /// Returns the owner of a ghost, and its number there.
  Home home(Node ghost) const { return homes_[ghost - owned_]; }
  /// Returns those of all ghosts, in the order of local numbers.
  std::span<const Home> homes() const { return homes_; }

  /// Returns the node's number in the whole graph. O(1) time.
  GlobalNode globalOf(Node node) const {
    if (!ids_.empty()) {
      return ids_[node];
    }
    return isGhost(node) ? firsts_[home(node).rank] + home(node).node : firsts_[rank_] + node;
  }

  /// Returns the local number of a node of the graph if this rank owns it, otherwise nothing.
  /// O(log nodes) time.
  std::optional<Node> ownedAt(GlobalNode node) const;

  /// Returns the greatest weight of the part's edges, or 0.
  auto greatestWeight() const { return greatest_; }
  /// Returns the sum of the part's weights, rounded.
  double sumOfWeights() const { return sum_; }

  /// Prefetches the offsets of an own node's row. Call it well before prefetchEdges().
  void prefetchRow(Node node) const {
    if (offset32_) {
      __builtin_prefetch(offset32_.get() + node);
    } else {
      __builtin_prefetch(offset64_.get() + node);
    }
  }
  /// Prefetches the beginning of an own node's row.
  void prefetchEdges(Node node) const { __builtin_prefetch(edges_.get() + offset(node)); }

private:
  using Summary = std::conditional_t<std::is_void_v<Weight>, std::uint32_t, Weight>;
  using File = graphs::internal::GrFile;
  using Range = std::pair<std::uint64_t, std::uint64_t>;
  static constexpr std::size_t kBlock = std::size_t{1} << 15; ///< words read at once

  std::uint64_t offset(std::size_t node) const {
    return offset32_ ? offset32_[node] : offset64_[node];
  }
  void setOffset(std::size_t node, std::uint64_t edge) {
    if (offset32_) {
      offset32_[node] = static_cast<std::uint32_t>(edge);
    } else {
      offset64_[node] = edge;
    }
  }

  std::vector<Range> runsOf(const NodeParts& parts);
  std::vector<Range> readIndex(const File& file, const std::vector<Range>& runs);
  template <typename Visit>
  static void readDestinations(const File& file, const std::vector<Range>& edges, Visit&& visit);
  void readWeights(const File& file, const std::vector<Range>& edges);
  template <typename FileWeight>
  void readWeightsAs(const File& file, const std::vector<Range>& edges);
  void findHomes(const NodeParts& parts, const RankedSet& ghosts);

  Rank rank_;
  Rank ranks_;
  GlobalNode globalSize_;
  std::uint64_t globalEdges_;
  Node owned_ = 0;
  std::uint64_t numEdges_ = 0;
  std::unique_ptr<std::uint32_t[]> offset32_; ///< of rows; one of the two is in use
  std::unique_ptr<std::uint64_t[]> offset64_;
  std::unique_ptr<Edge[]> edges_;
  std::vector<Home> homes_;        ///< of ghosts
  std::vector<GlobalNode> firsts_; ///< the first node of each rank if parts are contiguous
  std::vector<GlobalNode> ids_;    ///< otherwise the numbers of own nodes and ghosts
  Summary greatest_ = 0;
  double sum_ = 0;
};

template <typename W>
PartitionedGraph<W>::PartitionedGraph(const File& file, const NodeParts& parts, Rank rank)
    : rank_(rank), ranks_(parts.parts()), globalSize_(file.layout().header.numNodes),
      globalEdges_(file.layout().header.numEdges) {
  constexpr std::uint64_t kMost = std::numeric_limits<Node>::max();
  if (parts.size(rank) > kMost) {
    throw graphs::GraphError(fmt::format("{}: part {} has {} nodes, too many for 32-bit ids; more "
                                         "ranks are needed",
                                         file.name(), rank, parts.size(rank)));
  }
  owned_ = static_cast<Node>(parts.size(rank));
  const std::vector<Range> edges = readIndex(file, runsOf(parts));

  RankedSet ghosts(globalSize_), own(parts.contiguous() ? 0 : globalSize_);
  readDestinations(file, edges, [&](std::uint64_t /*edge*/, GlobalNode to) {
    if (parts.owner(to) != rank_) {
      ghosts.insert(to);
    }
  });
  if (ghosts.freeze() + owned_ > kMost) {
    throw graphs::GraphError(fmt::format("{}: part {} has too many nodes for 32-bit ids with those "
                                         "that its edges lead to; more ranks are needed",
                                         file.name(), rank));
  }
  for (const GlobalNode node : ids_) {
    own.insert(node);
  }
  own.freeze();
  edges_ = std::make_unique_for_overwrite<Edge[]>(numEdges_);
  readDestinations(file, edges, [&](std::uint64_t edge, GlobalNode to) {
    if (ghosts.contains(to)) {
      edges_[edge].dst = owned_ + ghosts.below(to);
    } else {
      edges_[edge].dst =
          parts.contiguous() ? static_cast<Node>(to - parts.first(rank_)) : own.below(to);
    }
  });
  if constexpr (!std::is_void_v<Weight>) {
    readWeights(file, edges);
  }
  findHomes(parts, ghosts);
}

/// Returns the ranges of nodes that the rank owns, and notes their numbers if there are several.
template <typename W>
auto PartitionedGraph<W>::runsOf(const NodeParts& parts) -> std::vector<Range> {
  if (parts.contiguous()) {
    return {{parts.first(rank_), parts.first(rank_) + owned_}};
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
    offset32_ = std::make_unique_for_overwrite<std::uint32_t[]>(std::size_t{owned_} + 1);
  } else {
    offset64_ = std::make_unique_for_overwrite<std::uint64_t[]>(std::size_t{owned_} + 1);
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

/// Calls `visit(local number of the edge, destination)` for all edges of the ranges.
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
  std::uint64_t local = 0;
  for (const auto& [begin, end] : edges) {
    for (std::uint64_t first = begin; first < end; first += kBlock) {
      words.resize(std::min<std::uint64_t>(end - first, kBlock));
      internal::readWords(file, file.layout().edgeDataOffset + first * sizeof(FileWeight),
                          words.size(), words.data());
      for (std::size_t i = 0; i < words.size(); ++i) {
        if constexpr (std::is_floating_point_v<FileWeight>) {
          if (!(words[i] >= 0)) { // also if it is no number
            throw graphs::GraphError(fmt::format("{}: edge {} has weight {}; a weight is 0 or more",
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
void PartitionedGraph<W>::findHomes(const NodeParts& parts, const RankedSet& ghosts) {
  if (parts.contiguous()) {
    for (Rank rank = 0; rank < ranks_; ++rank) {
      firsts_.push_back(parts.first(rank));
    }
    ghosts.forEach([&](GlobalNode node) {
      const Rank owner = parts.owner(node);
      homes_.push_back({owner, static_cast<Node>(node - parts.first(owner))});
    });
  } else {
    std::vector<Node> counts(ranks_, 0); // of the nodes so far
    for (GlobalNode node = 0; node < globalSize_; ++node) {
      const Rank owner = parts.owner(node);
      if (ghosts.contains(node)) {
        homes_.push_back({owner, counts[owner]});
        ids_.push_back(node);
      }
      ++counts[owner];
    }
    ids_.shrink_to_fit();
  }
  homes_.shrink_to_fit();
}

template <typename W>
auto PartitionedGraph<W>::ownedAt(GlobalNode node) const -> std::optional<Node> {
  if (ids_.empty() && !firsts_.empty()) {
    const GlobalNode first = firsts_[rank_];
    return node >= first && node - first < owned_ ? std::optional(static_cast<Node>(node - first))
                                                  : std::nullopt;
  }
  const std::span<const GlobalNode> own = std::span(ids_).first(owned_);
  const auto at = std::lower_bound(own.begin(), own.end(), node);
  return at != own.end() && *at == node ? std::optional(static_cast<Node>(at - own.begin()))
                                        : std::nullopt;
}

} // namespace galois::dist

#endif
