#include "inputs/roads/MaxSpeed.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace galois::inputs {

namespace {

constexpr double kMile = 1.609344; // in km
constexpr double kSeaMile = 1.852; // in km
constexpr double kWalkingPace = 5; // in km/h
constexpr std::string_view kSpeedBlanks = " \t";

/// The speed in a zone: of one country, or of all countries that have no line of their own.
struct ZoneSpeed {
  std::string_view country; ///< "" for all others
  std::string_view zone;
  double speed; ///< in km/h
};

constexpr std::array<ZoneSpeed, 33> kZones{{
    {"AT", "motorway", 130},
    {"CZ", "motorway", 130},
    {"DE", "motorway", kNoSpeedLimit},
    {"DK", "motorway", 130},
    {"FR", "motorway", 130},
    {"GB", "motorway", 70 * kMile},
    {"HU", "motorway", 130},
    {"IT", "motorway", 130},
    {"PL", "motorway", 140},
    {"", "motorway", 120},
    {"FR", "trunk", 110},
    {"IT", "trunk", 110},
    {"", "trunk", 100},
    {"AT", "rural", 100},
    {"CH", "rural", 80},
    {"DE", "rural", 100},
    {"DK", "rural", 80},
    {"FI", "rural", 80},
    {"FR", "rural", 80},
    {"NL", "rural", 80},
    {"NO", "rural", 80},
    {"SE", "rural", 70},
    {"", "rural", 90},
    {"", "urban", 50},
    {"", "living_street", 10},
    {"", "pedestrian_zone", kWalkingPace},
    {"", "walk", kWalkingPace},
    {"", "bicycle_road", 30},
    {"", "school", 30},
    {"GB", "nsl_restricted", 30 * kMile},
    {"GB", "nsl_single", 60 * kMile},
    {"GB", "nsl_dual", 70 * kMile},
    {"", "none", kNoSpeedLimit},
}};

std::string_view withoutBlanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(kSpeedBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kSpeedBlanks) + 1);
}

/// Returns a number with or without a unit, in km/h.
std::optional<double> numberOf(std::string_view text) {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (read.ec != std::errc()) {
    return std::nullopt;
  }
  const std::string_view unit = withoutBlanks({read.ptr, static_cast<std::size_t>(end - read.ptr)});
  if (unit == "mph") {
    number *= kMile;
  } else if (unit == "knots") {
    number *= kSeaMile;
  } else if (!unit.empty() && unit != "km/h" && unit != "kmh" && unit != "kph") {
    return std::nullopt;
  }
  return number >= 1 && number < kNoSpeedLimit ? std::optional(number) : std::nullopt;
}

/// Returns the speed in a zone, which is a word, or a number ("30", "zone30", "zone:30").
std::optional<double> zoneSpeed(std::string_view country, std::string_view zone) {
  for (const ZoneSpeed& known : kZones) {
    if (known.zone == zone && (known.country.empty() || known.country == country)) {
      return known.speed;
    }
  }
  for (const std::string_view prefix : {"zone:", "zone"}) {
    if (zone.starts_with(prefix)) {
      zone.remove_prefix(prefix.size());
      break;
    }
  }
  return numberOf(zone);
}

std::optional<double> oneSpeed(std::string_view text) {
  if (text == "none") {
    return kNoSpeedLimit;
  }
  if (text == "walk") {
    return kWalkingPace;
  }
  const std::size_t colon = text.find(':');
  return colon == std::string_view::npos ? numberOf(text)
                                         : zoneSpeed(text.substr(0, colon), text.substr(colon + 1));
}

} // namespace

std::optional<double> speedOf(std::string_view maxspeed) {
  std::optional<double> lowest;
  while (true) {
    const std::size_t end = std::min(maxspeed.find(';'), maxspeed.size());
    if (const auto speed = oneSpeed(withoutBlanks(maxspeed.substr(0, end)))) {
      lowest = std::min(lowest.value_or(*speed), *speed);
    }
    if (end == maxspeed.size()) {
      return lowest;
    }
    maxspeed.remove_prefix(end + 1);
  }
}

} // namespace galois::inputs
