/**
 * Who travels on roads: which ways of OpenStreetMap may be used, in which direction, and how fast.
 *
 * A profile is a text, a line per rule; '#' starts a comment. Those of car, bicycle and foot are
 * such texts, and a person may give a file with another one.
 *
 *     way CLASS SPEED [permitted]  ways with highway=CLASS may be used, at SPEED km/h; with
 *                                  `permitted` only where a tag of access says so
 *     access KEY...                tags that say who may use a way or pass a barrier. The first that
 *                                  is there decides
 *     deny VALUE...                values of these tags that forbid it. Others permit it
 *     oneway KEY...                tags that say in which direction; the first that is there decides.
 *                                  With `oneway` among them, motorways and roundabouts have one
 *                                  direction also without a tag
 *     contraflow KEY=VALUE...      tags that open the other direction
 *     refuse KEY=VALUE...          ways with one of these tags are not used
 *     maxspeed sets|lowers KEY...  tags with a speed, which is taken for that of the class, or
 *                                  only if it is lower. KEY:forward and KEY:backward come first
 *     limit SPEED                  nobody is faster
 *     barrier VALUE...             a node with barrier=VALUE cannot be passed, unless a tag of
 *                                  access permits it. Others can, unless one forbids it
 *
 * Several lines with the same word add up; for a class, the last counts.
 */
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace galois::inputs {

/// A tag of OpenStreetMap.
struct RoadTag {
  std::string_view key;   ///< for instance "highway"
  std::string_view value; ///< for instance "residential"
};

/// Speeds on a way in km/h, at least 1. 0: it may not be used in this direction.
struct Travel {
  double forward = 0;  ///< as its nodes are listed
  double backward = 0; ///< against that
};

/// The rules of one profile. It does not change, so any thread may use it.
class RoadProfile {
public:
  /// Returns the profile that a person names: car, bicycle, foot, or else a file.
  /// @throws InputError  for a file that cannot be read, and for a line in it that is no rule
  /// @throws UsageError  for a name that is neither
  static RoadProfile named(const std::string& name);

  /// Returns the text of the profile that a person names. Throws as named() does for the name.
  static std::string textOf(const std::string& name);

  /// Returns how a way with these tags may be used.
  Travel travel(std::span<const RoadTag> way) const;

  /// Returns whether a node with these tags cannot be passed.
  bool blocks(std::span<const RoadTag> node) const;

private:
  using Words = std::vector<std::string>;
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  struct Class {
    std::string highway;
    double speed;
    bool onlyPermitted;
  };
  enum class Permission { kUnsaid, kPermitted, kDenied };

  class Reader;

  Permission permission(std::span<const RoadTag> tags) const;
  double speed(std::span<const RoadTag> way, const Class& its, const char* direction) const;

  std::vector<Class> classes_;
  Words access_, deny_, oneway_, maxspeed_, barriers_;
  Pairs contraflow_, refuse_;
  bool maxspeedSets_ = false;
  double limit_ = 130;
};

} // namespace galois::inputs
