/**
 * What one worklist policy says of itself, and the settings that a loop gives it. The headers of
 * policies and the operators of applications need nothing else of the registry.
 */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTINFO_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTINFO_H

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analytics/scheduler/Parameter.h"

namespace galois::substrate {
class Timeline;
}

namespace lonestar {

/// Which priorities a policy sees.
enum class Shift {
  kNever,   ///< it has none
  kIfGiven, ///< exact ones, unless the user gives a shift
  kAlways   ///< shifted by what the user gives, else by what the application prefers
};

/// A parameter as one policy uses it.
struct ParameterUse {
  ParameterUse(const Parameter* p, std::string_view own = "")
      : parameter(p), preset(own.empty() ? p->preset : own) {}

  const Parameter* parameter;
  std::string_view preset; ///< the default for this policy, as text
};

/// What `--wl=help` says about a policy.
struct WorklistInfo {
  std::string name;        ///< as `--wl` takes it
  std::string description; ///< one line
  std::string paper;
  std::vector<ParameterUse> parameters;
  Shift shift;
};

/// By how many bits priorities are shifted right: a parameter of all policies that have priorities.
inline constexpr Parameter kDelta =
    Parameter::number("delta", {0, 63}, "0", "bits that priorities are shifted right by");

/// What a policy and the loop around it are told for one run.
class WorklistSettings {
public:
  /// Every parameter has the default that this policy gives it.
  explicit WorklistSettings(const WorklistInfo& info);

  /// The value of a parameter, see ParameterKind. O(parameters of the policy).
  std::uint32_t operator[](const Parameter& parameter) const;
  /// Changes the value of a parameter.
  /// @param value  what parse() returned for it
  void set(const Parameter& parameter, std::uint32_t value);

  unsigned shift = 0;      ///< priorities are shifted right by this many bits
  bool shiftGiven = false; ///< the user has chosen the shift
  std::uint64_t driftEvery =
      0; ///< sample the priority drift after this many tasks per thread; 0: never
  galois::substrate::Timeline* timeline = nullptr; ///< where profiled loops write what threads did

private:
  std::vector<std::pair<const Parameter*, std::uint32_t>> values_;
};

} // namespace lonestar

#endif
