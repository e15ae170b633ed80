/** What a person says about the roads of a map: who travels on them, and what arcs weigh. */
#pragma once

#include <optional>
#include <string>

namespace galois::inputs {

/// What the weight of a piece of road is.
enum class RoadWeight {
  kTime,  ///< the time that it takes, in tenths of a second
  kLength ///< its length in decimetres
};

/// What the flags --profile, --osm-weight and --osm-connected say. What is not given has its default.
struct RoadOptions {
  std::optional<std::string> profile{}; ///< as of RoadProfile; by default car
  std::optional<RoadWeight> weight{};   ///< by default kTime
  bool connected = false;               ///< only the largest strongly connected component

  /// Returns whether one is given.
  bool any() const { return profile || weight || connected; }
};

} // namespace galois::inputs
