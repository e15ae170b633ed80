/**
 * A rank's part of a graph. It consists of the nodes that the rank owns, of the edges that this
 * rank has (NodeParts.h says which), and of *ghosts*: nodes at the ends of these edges that other
 * ranks own.
 *
 * A rank reads only its own part of the `.gr` file: the header, its nodes' part of the index, and
 * their edges. It reads the destinations twice, first to find the ghosts and then to number them.
 * So it needs no memory per edge besides the graph. In a grid of several columns, a rank reads the
 * edges of all nodes of its row, keeps the edges of its column, and needs one more bit per edge
 * while it reads.
 *
 * Nodes have local numbers. The own nodes come first, from 0 on, in the order of the file. Then
 * come the ghosts that have edges on this rank, and then the other ghosts, each in the order of the
 * file. Edges lead to local numbers. So a program that indexes an array by local numbers has room
 * in it for values of ghosts. With one column, no ghost has edges on this rank.
 *
 * An update of a ghost goes to its owner. In a grid, some edges of an own node may be on other
 * ranks, where the node is a ghost: these ghosts are its *copies*. What a node sends along its
 * edges also goes to its copies. Updates go to owners and to copies: targets() lists the owners of
 * the ghosts, and then the copies of the own nodes.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/range/iterator_range.hpp>
#include <fmt/format.h>

#include "galois/LargeArray.h"
#include "galois/dist/push/NodeParts.h"
#include "galois/dist/push/RankSelectSet.h"
#include "galois/dist/transport/Transport.h"
#include "galois/graphs/GrFile.h"
#include "galois/graphs/GraphError.h"
#include "galois/graphs/PackedCSR.h"
#include "galois/substrate/CompilerSpecific.h"

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

  /// Indices of targets.
  using Copies = std::pair<std::uint32_t, std::uint32_t>;

  /// Reads the part of a rank. Every edge has weight 1 if the file has no weights.
  /// @param parts  of the nodes of this file; need not outlive the constructor
  /// @throws GraphError  when the file is damaged in this part, when it has weights of another size
  ///                     or, with floating point, below 0 or not finite, or when the part has 2^32
  ///                     nodes or more
  /// @throws std::bad_alloc
  PartitionedGraph(const graphs::internal::GrFile& file, const NodeParts& parts, Rank rank);

  Rank rank() const { return rank_; }                        ///< returns whose part it is
  Rank ranks() const { return ranks_; }                      ///< returns the number of parts
  GlobalNode globalSize() const { return globalSize_; }      ///< returns the graph's nodes
  std::uint64_t globalEdges() const { return globalEdges_; } ///< returns the graph's edges
  Node owned() const { return owned_; }                      ///< returns the number of own nodes
  Node ghosts() const { return ghosts_; }                    ///< returns the number of ghosts
  Node size() const { return owned_ + ghosts(); }            ///< returns the number of both
  Node rows() const { return rows_; }                        ///< nodes below this have edges() here
  std::uint64_t sizeEdges() const { return numEdges_; }      ///< returns the edges of the part
  bool isGhost(Node node) const { return node >= owned_; }   ///< whether another rank owns it
  bool oneColumn() const { return columns_ == 1; }           ///< whether no node has a copy
  bool contiguous() const { return !firsts_.empty(); } ///< whether each part is a range of nodes

  /// Returns the edges that a node below rows() has here.
  Row edges(Node node) const {
    assert(node < rows_);
    return {edges_.data() + offset(node), edges_.data() + offset(std::size_t{node} + 1)};
  }
  /// Returns the number of edges that a node below rows() has in the whole graph.
  std::size_t getDegree(Node node) const {
    return degrees_.empty() ? static_cast<std::size_t>(offset(std::size_t{node} + 1) - offset(node))
                            : degrees_[node];
  }

  /// Returns the owner of a ghost, and its number there.
  Home home(Node ghost) const { return targets_[ghost - owned_]; }
  /// Returns the homes of all ghosts, in the order of local numbers.
  std::span<const Home> homes() const { return targets().first(ghosts_); }
  /// Returns the owners of the ghosts, and then the copies of the own nodes.
  std::span<const Home> targets() const { return targets_; }
  /// Returns the range of the copies of an own node in targets(): the first index, and the index
  /// after the last.
  Copies copies(Node node) const {
    return copies_.empty() ? Copies{0, 0} : Copies{copies_[node], copies_[std::size_t{node} + 1]};
  }

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

  /// Returns the memory of the graph.
  std::size_t bytes() const {
    const std::size_t offsets = std::size_t{rows_} + 1;
    return offsets * (narrow() ? sizeof(std::uint32_t) : sizeof(std::uint64_t)) +
           numEdges_ * sizeof(Edge) + targets_.capacity() * sizeof(Home) +
           copies_.capacity() * sizeof(copies_[0]) + degrees_.capacity() * sizeof(degrees_[0]) +
           (firsts_.capacity() + ids_.capacity()) * sizeof(GlobalNode);
  }

  // Always inlined, because GCC removes calls to functions that do nothing but prefetch.

  /// Prefetches the offsets of an own node's row. Call it well before prefetchEdges().
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchRow(Node node) const {
    if (narrow()) {
      __builtin_prefetch(offset32_.data() + node);
    } else {
      __builtin_prefetch(offset64_.data() + node);
    }
  }
  /// Prefetches the beginning of an own node's row.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void prefetchEdges(Node node) const {
    __builtin_prefetch(edges_.data() + offset(node));
  }

private:
  using Summary = std::conditional_t<std::is_void_v<Weight>, std::uint32_t, Weight>;
  using File = graphs::internal::GrFile;
  using Range = std::pair<std::uint64_t, std::uint64_t>;
  static constexpr std::size_t kBlock = std::size_t{1} << 17; ///< words read at once

  bool narrow() const { return !offset32_.empty(); }
  std::uint64_t offset(std::size_t node) const {
    return narrow() ? offset32_[node] : offset64_[node];
  }
  void setOffset(std::size_t node, std::uint64_t edge) {
    if (narrow()) {
      offset32_[node] = static_cast<std::uint32_t>(edge);
    } else {
      offset64_[node] = edge;
    }
  }

  std::vector<Range> runsOf(const NodeParts& parts);
  std::vector<Home> keepColumn(const File& file, const NodeParts& parts,
                               const std::vector<Range>& edges);
  void keepRows(const NodeParts& parts, GlobalNode first);
  bool keeps(std::uint64_t edge) const { return kept_.empty() || kept_[edge]; }
  std::vector<Range> readIndex(const File& file, const std::vector<Range>& runs);
  template <typename Visit>
  static void readDestinations(const File& file, const std::vector<Range>& edges, Visit&& visit);
  void readWeights(const File& file, const std::vector<Range>& edges);
  template <typename FileWeight>
  void readWeightsAs(const File& file, const std::vector<Range>& edges);
  void findHomes(const NodeParts& parts, const RankSelectSet& ghosts);

  Rank rank_;
  Rank ranks_;
  Rank columns_;
  GlobalNode globalSize_;
  std::uint64_t globalEdges_;
  Node owned_ = 0;
  Node rows_ = 0;
  Node ghosts_ = 0;
  std::uint64_t numEdges_ = 0;
  // In large pages, because an operator reads them in no order.
  LargeArray<std::uint32_t> offset32_; ///< of rows; one of the two is in use
  LargeArray<std::uint64_t> offset64_;
  LargeArray<Edge> edges_;
  std::vector<Home> targets_;          ///< of ghosts, then of copies
  std::vector<std::uint32_t> copies_;  ///< per own node: the first one; empty with one column
  std::vector<std::uint64_t> degrees_; ///< per row, in the whole graph; empty with one column
  std::vector<bool> kept_; ///< while the graph is read: which edges of the row are in the column
  std::vector<GlobalNode> firsts_; ///< the first node of each rank if parts are contiguous
  std::vector<GlobalNode> ids_;    ///< otherwise the numbers of own nodes and ghosts
  Summary greatest_ = 0;
  double sum_ = 0;
};

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
