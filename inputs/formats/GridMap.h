#ifndef GALOIS_INPUTS_FORMATS_GRIDMAP_H
#define GALOIS_INPUTS_FORMATS_GRIDMAP_H

// Grid maps as in the MovingAI benchmarks, and the graphs they stand for:
//   type octile
//   height H
//   width W
//   map
//   H lines of W cells      . G S passable, @ O T W not
// Nodes are the passable cells, numbered row by row from the top left. x counts columns from the
// left, y rows from the top, both from 0, as the benchmarks' queries do (GridScenario.h). A cell
// has up to eight neighbours; a diagonal step needs both cells beside it passable.

#include "inputs/Graph.h"
#include "inputs/io/InputFile.h"

#include <cstdint>
#include <vector>

namespace galois::inputs {

/// A grid map in memory: 4 bytes a cell, 8 more a passable one. Immutable, so any number of threads
/// may look at one.
class GridMap {
public:
  /// node() of a cell that cannot be entered.
  static constexpr uint32_t kNoNode = UINT32_MAX;
  /// Weight of a step to the right, left, up or down: one unit of length.
  static constexpr uint32_t kStraight = 100'000;
  /// Weight of a diagonal step: sqrt(2) units, rounded down (by 2.6e-6 of the length).
  static constexpr uint32_t kDiagonal = 141'421;

  /// Reads a map. Throws InputError. O(cells).
  static GridMap read(InputFile& file);

  uint32_t width() const { return width_; }
  uint32_t height() const { return height_; }
  /// Number of passable cells.
  uint64_t numNodes() const { return cells_.size(); }

  /// The node of cell (x, y); kNoNode if the cell is not passable or not on the map. O(1).
  uint32_t node(int64_t x, int64_t y) const {
    if (x < 0 || y < 0 || x >= width_ || y >= height_) return kNoNode;
    return nodes_[static_cast<uint64_t>(y) * width_ + static_cast<uint64_t>(x)];
  }

  /// The cell of a node below numNodes(). O(1).
  Coordinate cell(uint32_t node) const { return cells_[node]; }

  /// The graph: an arc to each neighbour of a cell, row by row, with weights if asked for, and
  /// coords[node] = cell(node). O(cells). Throws InputError when memory is too small.
  Graph graph(bool weighted = true) const;

private:
  template <typename Emit>
  void forEachStep(uint32_t node, Emit&& emit) const;

  uint32_t width_ = 0;
  uint32_t height_ = 0;
  std::vector<uint32_t> nodes_;   // of each cell, row by row
  std::vector<Coordinate> cells_; // of each node
};

} // namespace galois::inputs

#endif
