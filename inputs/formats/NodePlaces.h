/**
 * Places that a text gives to nodes under usual names, longitude and latitude or x and y. They
 * become the coordinates of the graph's nodes.
 */
#pragma once

#include "inputs/Graph.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace galois::inputs {

/// Collects places. For one thread.
class NodePlaces {
public:
  /// Begins a node, which comes behind those before it.
  void beginNode() {
    positions_.emplace_back();
    places_.emplace_back();
  }
  /// Uses a value of the node if its key is a usual name of a coordinate, in any case, and the value
  /// a number.
  void add(std::string_view key, std::string_view value);

  /// Gives the graph coordinates, in millionths of what the text has, if each node has a place, and
  /// not all have the same one: longitude and latitude, or else x and y. Where x and y do not fit,
  /// they are thousandths or units. The number of nodes must be that of beginNode(); others stay as
  /// they are.
  void giveTo(Graph& graph) const;

private:
  struct Place {
    std::optional<double> x{};
    std::optional<double> y{};
  };
  static bool give(Graph& graph, const std::vector<Place>& places);

  std::vector<Place> positions_; ///< longitude and latitude
  std::vector<Place> places_;    ///< x and y
};

} // namespace galois::inputs
