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
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/range/iterator_range.hpp>

#include "galois/LargeArray.h"
#include "galois/dist/push/NodeParts.h"
#include "galois/dist/push/RankSelectSet.h"
#include "galois/dist/transport/Transport.h"
#include "galois/graphs/GrFile.h"
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

} // namespace galois::dist

#include "galois/dist/push/PartitionedGraphReading.h"
