/**
 * The paths themselves, besides their lengths: the flags --target, --path-output, --coords and
 * --predecessors, and the files that they ask for.
 */
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "galois/analytics/Graph.h"
#include "inputs/io/OutputFile.h"
#include "inputs/names/NodeIdMap.h"
#include "paths/CoordinateInput.h"
#include "paths/PathFile.h"

namespace sssp {

/// Checks what can be known about these flags without a graph. @throws lonestar::UsageError
void checkPathFlags();

/// Reads the coordinates of the nodes if a flag names a node by its place, and gives them to the
/// names. @throws lonestar::AppError, galois::inputs::InputError
void findPlaces(std::uint64_t nodes, galois::inputs::NodeIdMap& names);

/// The files of paths that the command line asks for. They appear when they are complete.
class PathOutputs {
public:
  using Node = galois::analytics::Node; ///< a node

  /// Opens the files. `names` must outlive this.
  /// @param nodes    number of nodes of the graph
  /// @param sources  how many sources there are
  /// @throws lonestar::UsageError, lonestar::AppError, galois::inputs::InputError
  PathOutputs(std::uint64_t nodes, std::size_t sources, const galois::inputs::NodeIdMap& names);

  /// Returns whether there is any file.
  bool wanted() const { return predecessors_ || paths_; }
  /// Returns where the path ends, if one is wanted.
  std::optional<Node> pathEnd() const {
    return paths_ ? std::optional<Node>(target_) : std::nullopt;
  }

  /// Writes what belongs to one source.
  /// @param predecessors  of all nodes (ShortestPathTree.h)
  /// @param lengthOf      returns the distance of a node in decimal
  void write(Node source, std::span<const Node> predecessors,
             const std::function<std::string(Node)>& lengthOf);

  /// Gives the files their names.
  void commit();

private:
  const galois::inputs::NodeIdMap& names_;
  Node target_ = 0;
  astar::CoordinateInput coordinates_;
  std::optional<galois::inputs::OutputFile> predecessors_;
  std::optional<astar::PathFile> paths_;
};

} // namespace sssp
