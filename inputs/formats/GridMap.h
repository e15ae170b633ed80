/**
 * Grid maps as in the MovingAI benchmarks, and their graphs:
 *
 *     type octile
 *     height H
 *     width W
 *     map
 *     H lines of W cells      . G S passable, @ O T W not
 *
 * Nodes are the passable cells, numbered row by row from the top left. x counts columns from the
 * left, and y counts rows from the top, both from 0, as in the benchmarks' queries
 * (GridScenario.h). A cell has up to eight neighbours. For a diagonal step, both cells beside it
 * must be passable.
 */
#pragma once

#include "inputs/Graph.h"
#include "inputs/io/InputFile.h"

#include <cstdint>
#include <vector>

namespace galois::inputs {

/// A grid map in memory. It takes 4 bytes per cell and 8 more per passable cell. It is immutable,
/// so any thread may read it.
class GridMap {
public:
  /// The result of node() for a cell that is not passable.
  static constexpr std::uint32_t kNoNode = UINT32_MAX;
  /// The weight of a step to the right, left, up or down: one unit of length.
  static constexpr std::uint32_t kStraight = 100'000;
  /// The weight of a diagonal step: sqrt(2) units, rounded down (by 2.6e-6 of the length).
  static constexpr std::uint32_t kDiagonal = 141'421;

  /// Reads a map, in O(cells) time. @throws InputError
  static GridMap read(InputFile& file);

  /// Returns the number of columns.
  std::uint32_t width() const { return width_; }
  /// Returns the number of rows.
  std::uint32_t height() const { return height_; }
  /// Returns the number of passable cells.
  std::uint64_t numNodes() const { return cells_.size(); }

  /// Returns the node of cell (x, y), in O(1) time; kNoNode if the cell is not passable or not on
  /// the map.
  std::uint32_t node(std::int64_t x, std::int64_t y) const {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) {
      return kNoNode;
    }
    return nodes_[static_cast<std::uint64_t>(y) * width_ + static_cast<std::uint64_t>(x)];
  }

  /// Returns the cell of a node below numNodes(), in O(1) time.
  Coordinate cell(std::uint32_t node) const { return cells_[node]; }

  /// Returns the graph, in O(cells) time. It has an arc to each neighbour of a cell, row by row,
  /// and coords[node] = cell(node). @throws InputError when memory is too small
  /// @param weighted  whether the arcs have weights
  Graph graph(bool weighted = true) const;

private:
  template <typename Emit>
  void forEachStep(std::uint32_t node, Emit&& emit) const;

  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  std::vector<std::uint32_t> nodes_; // node of each cell, row by row
  std::vector<Coordinate> cells_;    // cell of each node
};

} // namespace galois::inputs
