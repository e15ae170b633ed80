/**
 * Distances between many places: from each of several sources to each of several targets, to every
 * node, or to the nodes within a limit. Each source has a row of its own; sssp() and bfs() give the
 * distance from the nearest source instead, and nearest() also says which source that is.
 *
 * Weights are as for sssp(). Without weights, a distance is the number of edges, as for bfs().
 */
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "galois/LargeArray.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"
#include "galois/analytics/ShortestPathTree.h"
#include "galois/analytics/Sssp.h"

namespace galois::analytics {

/// The options of a table. The answer depends on no others.
/// @tparam W  the type of weights, or void
template <typename W>
struct DistancesPlan {
  /// The type of the limit. It holds every distance, whatever the cells of the table hold.
  using Limit = std::conditional_t<std::is_floating_point_v<W>, double, std::uint64_t>;

  /// The greatest distance that is of interest: at least 0, and no NaN. A target beyond it is
  /// kUnreached in a dense table, and has no entry in a sparse one. Searches end there.
  std::optional<Limit> limit{};
  /// For sparseDistances(): fills SparseDistances::predecessors.
  bool predecessors = false;
};

/// A type of the cells of a dense table.
template <typename T>
concept TableCell = std::same_as<T, std::uint16_t> || std::same_as<T, std::uint32_t> ||
    std::same_as<T, std::uint64_t> || std::same_as<T, float> || std::same_as<T, double>;

/// The cells of a dense table, of whichever type. It refers to them and is cheap to copy.
class TableCells {
public:
  /// What a cell is.
  enum Type { kUint16, kUint32, kUint64, kFloat32, kFloat64 };

  /// Refers to `cells`, which must outlive it.
  template <TableCell T>
  explicit TableCells(std::span<T> cells) noexcept
      : data_(cells.data()), size_(cells.size()), type_(typeOf<T>()) {}
  /// Refers to cells whose type is known only when the program runs.
  /// @param data  of the type, and aligned as it needs
  /// @param size  the number of cells
  TableCells(void* data, std::size_t size, Type type) noexcept
      : data_(data), size_(size), type_(type) {}

  void* data() const noexcept { return data_; }       ///< the first cell
  std::size_t size() const noexcept { return size_; } ///< the number of cells
  Type type() const noexcept { return type_; }        ///< what a cell is

  /// Returns what a T is.
  template <TableCell T>
  static constexpr Type typeOf() noexcept {
    return std::is_floating_point_v<T> ? (sizeof(T) == 4 ? kFloat32 : kFloat64)
           : sizeof(T) == 2            ? kUint16
           : sizeof(T) == 4            ? kUint32
                                       : kUint64;
  }

private:
  void* data_;
  std::size_t size_;
  Type type_;
};

/// Thrown when a distance of a table does not fit a cell.
class CellOverflow : public DistanceOverflow {
public:
  /// Makes a message that names the pair.
  /// @param what  what the cells are, such as "a cell of 16 bits"
  CellOverflow(Node source, Node target, const std::string& what)
      : DistanceOverflow("the distance from node " + std::to_string(source) + " to node " +
                         std::to_string(target) + " does not fit " + what),
        source_(source), target_(target) {}

  Node source() const noexcept { return source_; } ///< where the path begins
  Node target() const noexcept { return target_; } ///< where it ends

private:
  Node source_, target_;
};

/// Finds the distance from each source to each target.
///
/// Any thread may call it, outside parallel loops (Session.h). Each thread searches from one source
/// at a time, in the order of their numbers. A search ends when its last target is settled or the
/// limit is passed. It takes O(k log C) time, where k counts the edges of the nodes that it visits
/// and C is the greatest distance, and nothing of the size of the graph is cleared between two. With
/// fewer sources than keep the threads busy, all threads search from one source after the other as
/// sssp() and bfs() do, if the rows are complete. Besides the table, a call needs at most 40 bytes
/// per node and thread, mostly 8 to 12 per node that a search visits. After an exception, the
/// contents of the table are unspecified.
///
/// Distances are found in integers of 32 bits for cells of 16 and 32 bits and weights of 32 bits,
/// otherwise in integers of 64 bits or in doubles, as the weights are. A cell holds the distance
/// itself if its type can; the nearest number if it is of type float, or of type double and the
/// distance needs more than 53 bits; and the nearest whole number if it is an integer and weights
/// have type double. kUnreached stands in the cells that no path leads to.
///
/// @tparam W  the type of weights: std::uint32_t, std::uint64_t, double, or void
/// @param graph    the graph; its edges are followed in their direction
/// @param sources  one or more nodes, which may repeat
/// @param targets  nodes, which may repeat; none: every node
/// @param table    receives a row per source, one row after the other, with a cell per target or,
///                 without targets, per node. The previous contents do not matter
/// @param plan     the limit
/// @param options  threads, how the call may end early, and for sssp() and bfs() the rest
/// @return what the run did. `executed` counts the nodes that were settled, also those that were
///         settled again. `measures` has "rows"; "reached", the number of pairs of a source and a
///         node that it reached; and the seconds of all threads together in "search_s", in "clear_s",
///         which is the time between searches, and in "write_s", which is that of filling cells
/// @throws NodeOutOfRange  when a source or a target is no node
/// @throws InvalidOption   when `table` has another size, there is no source, the limit is negative
///                         or no number, or an option of the run is out of range
/// @throws InvalidGraph    when a weight is negative, infinite or not a number
/// @throws CellOverflow    when a distance within the limit is longer than a cell can hold
/// @throws Cancelled       when RunOptions::stop asked for it
/// @throws std::bad_alloc  when there is not enough memory
template <typename W>
Execution distances(const Graph<W>& graph, std::span<const Node> sources,
                    std::span<const Node> targets, const TableCells& table,
                    const DistancesPlan<W>& plan = {}, const RunOptions& options = {});

/// Does the same for cells in any contiguous range, such as a std::vector.
template <typename W, std::ranges::contiguous_range Cells>
requires TableCell<std::ranges::range_value_t<Cells>>
    Execution distances(const Graph<W>& graph, std::span<const Node> sources,
                        std::span<const Node> targets, Cells&& table,
                        const DistancesPlan<W>& plan = {}, const RunOptions& options = {}) {
  return distances(graph, sources, targets, TableCells(std::span(table)), plan, options);
}

/// A table that has only the nodes that were reached, in compressed rows. Row r has the entries
/// offsets[r] to offsets[r + 1] - 1, in ascending order of nodes; one of them is the source, at
/// distance 0.
/// @tparam D  the type of distances
template <typename D>
struct SparseDistances {
  LargeArray<std::uint64_t> offsets; ///< one more than there are sources, from 0
  LargeArray<Node> nodes;            ///< where the path of an entry ends
  LargeArray<D> distances;           ///< its length
  /// The node before the last one of a shortest path of an entry, which has an entry in the same
  /// row; a source is its own. Following them leads to the source, also over edges of weight 0.
  /// Among several shortest paths, the choice does not depend on the threads. Empty without
  /// DistancesPlan::predecessors.
  LargeArray<Node> predecessors;
  Execution execution; ///< what the run did

  std::size_t rows() const { return offsets.empty() ? 0 : offsets.size() - 1; } ///< their number
};

/// Finds the nodes that each source reaches, within the limit if there is one, and allocates the
/// answer. Otherwise it does what distances() does, takes the same time, returns the same measures
/// and throws the same, CellOverflow where D cannot hold a distance. While it runs, it needs the
/// memory of the answer and a few megabytes more.
/// @tparam D  the type of distances. W and D are as for sssp(), or void and Level
/// @param graph    the graph; its edges are followed in their direction
/// @param sources  one or more nodes, which may repeat
/// @param targets  nodes of which entries are wanted; none: all
/// @param plan     the limit, and whether to find predecessors, which need all nodes
/// @param options  as for distances()
/// @throws InvalidOption  also when predecessors and targets are given
template <typename D, typename W>
SparseDistances<D> sparseDistances(const Graph<W>& graph, std::span<const Node> sources,
                                   std::span<const Node> targets = {},
                                   const DistancesPlan<W>& plan = {},
                                   const RunOptions& options = {});

/// Returns the nodes of a shortest path in a table, from the source of the row to `target` itself.
/// It is empty when the row has no such node. Takes O(log(entries of the row)) time per node.
/// @param table   with predecessors
/// @param row     below table.rows()
/// @param target  the node where the path ends
/// @throws InvalidOption  when the table has no such row or no predecessors, or when they lead to
///                        no source
template <typename D>
std::vector<Node> pathTo(const SparseDistances<D>& table, std::size_t row, Node target);

/// The position of the nearest source of a node that none reaches.
inline constexpr std::uint32_t kNoSource = std::numeric_limits<std::uint32_t>::max();

/// Finds the distance of every node from the nearest source, and which source that is.
///
/// Any thread may call it, outside parallel loops (Session.h). It takes the time of sssp() or bfs(),
/// that of shortestPathTree(), and O(nodes) more, and needs 4 bytes per node. If several sources are
/// equally near, it is one of them, and which one does not depend on the threads; of sources that
/// are the same node, it is the first. After an exception, the contents of the spans are
/// unspecified.
///
/// @tparam W  the type of weights, or void
/// @tparam D  the type of distances. W and D are as for sssp(), or void and Level
/// @param graph      the graph; its edges are followed in their direction
/// @param sources    one or more nodes, which may repeat, fewer than 2^32 - 1
/// @param distances  receives one distance per node, and kUnreached where no path leads
/// @param positions  receives one position in `sources` per node, and kNoSource where no path leads
/// @param options    threads, scheduler, seed, and what is measured
/// @return what the run of sssp() or bfs() did
/// @throws NodeOutOfRange, InvalidOption, InvalidGraph, DistanceOverflow, Cancelled, std::bad_alloc
///         as sssp(), also when `positions` has another size than the graph
template <typename W, typename D>
Execution nearest(const Graph<W>& graph, std::span<const Node> sources, std::span<D> distances,
                  std::span<std::uint32_t> positions, const RunOptions& options = {});

/// Does the same for distances in any contiguous range, such as a std::vector.
template <typename W, std::ranges::contiguous_range Distances>
Execution nearest(const Graph<W>& graph, std::span<const Node> sources, Distances& distances,
                  std::span<std::uint32_t> positions, const RunOptions& options = {}) {
  return nearest(graph, sources, std::span(distances), positions, options);
}

} // namespace galois::analytics
