/** Speeds as OpenStreetMap's tag `maxspeed` has them. */
#pragma once

#include <limits>
#include <optional>
#include <string_view>

namespace galois::inputs {

/// The speed of `maxspeed=none`.
inline constexpr double kNoSpeedLimit = std::numeric_limits<double>::infinity();

/// Returns the speed in km/h that a value of `maxspeed` says: a number with or without a unit ("50",
/// "30 mph", "5 knots"), "walk", "none", or a zone of a country ("DE:urban", "GB:nsl_single",
/// "FR:zone30"). Of several, between semicolons, the lowest. None for what says no speed of at least
/// 1 km/h, such as "signals".
std::optional<double> speedOf(std::string_view maxspeed);

} // namespace galois::inputs
