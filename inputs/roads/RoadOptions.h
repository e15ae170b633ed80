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

/// What the flags --profile and --osm-weight say. What is not given has its default.
struct RoadOptions {
  std::optional<std::string> profile{}; ///< as of RoadProfile; by default car
  std::optional<RoadWeight> weight{};   ///< by default kTime

  /// Returns whether one is given.
  bool any() const { return profile || weight; }
};

} // namespace galois::inputs
