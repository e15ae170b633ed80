/**
 * The description of a worklist policy, and the settings that a loop gives it. The headers of
 * policies and the operators of applications include nothing else of the registry.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "analytics/scheduler/Parameter.h"

namespace galois::substrate {
class Timeline;
}

namespace lonestar {

/// The priorities that a policy gets.
enum class Shift {
  kNever,   ///< none
  kIfGiven, ///< exact priorities, or shifted ones if the user gives a shift
  kWidth,   ///< exact priorities, in buckets whose width is 2^shift if the user or the application
            ///< gives a shift; otherwise the policy finds a width
  kAlways   ///< shifted priorities; the application has a default for the shift
};

/// A parameter of one policy, which may have a default of its own.
struct ParameterUse {
  ParameterUse(const Parameter* p, std::string_view own = "")
      : parameter(p), preset(own.empty() ? p->preset : own) {}

  const Parameter* parameter;
  std::string_view preset; ///< the default for this policy, as text
};

/// Two parameters of a policy, of which the one must not be above the other.
struct ParameterOrder {
  const Parameter* lesser;
  const Parameter* greater;
};

/// The description of a policy, which `--wl=help` prints.
struct WorklistInfo {
  std::string name;        ///< the name for `--wl`
  std::string description; ///< one line
  std::string paper;       ///< authors, title, conference and year
  std::vector<ParameterUse> parameters;
  Shift shift;
  std::vector<ParameterOrder> orders{};
  const Parameter* perThreads = nullptr; ///< a number of threads, at most that of all; or null
  bool published = false; ///< it does what its paper prints, and a test plays the listing
  std::vector<ParameterUse> fixed{};    ///< parameters that have the given values and no flags
  std::optional<unsigned> usualShift{}; ///< see shiftFor()
  std::size_t policy = 0;               ///< its place among those of the build, or the absent ones
};

/// Marks the description of a policy that does what its paper prints, line by line. A test must
/// play the paper's listing against it, and docs/worklists/published.md must set both side by side.
inline WorklistInfo asPublished(WorklistInfo info) {
  info.published = true;
  return info;
}

/// Whether a policy has presets: names for the same code with other values of its parameters.
template <typename Policy, typename = void>
struct HasPresets : std::false_type {};
template <typename Policy>
struct HasPresets<Policy, std::void_t<decltype(Policy::presets())>> : std::true_type {};

/// Returns the description of a policy, and after it those of its presets.
template <typename Policy>
std::vector<WorklistInfo> infosOf() {
  std::vector<WorklistInfo> infos{Policy::info()};
  if constexpr (HasPresets<Policy>::value) {
    for (WorklistInfo& preset : Policy::presets()) {
      infos.push_back(std::move(preset));
    }
  }
  return infos;
}

/// Returns the default shift of a policy that always shifts priorities: the application's, or the
/// policy's own if it has one and the application shifts at all.
inline unsigned shiftFor(const WorklistInfo& info, unsigned application) {
  return application > 0 ? info.usualShift.value_or(application) : 0;
}

/// The number of bits by which priorities are shifted to the right. All policies with priorities
/// have this parameter.
inline constexpr Parameter kDelta = Parameter::number(
    "delta", {0, 63}, "0", "bits that priorities are shifted right by", Scale::kExponent);

/// The parameters of a policy for one loop, and what the loop observes.
class WorklistSettings {
public:
  /// Gives every parameter the default that it has for this policy.
  explicit WorklistSettings(const WorklistInfo& info) {
    values_.reserve(info.parameters.size() + info.fixed.size());
    for (const std::vector<ParameterUse>* uses : {&info.parameters, &info.fixed}) {
      for (const ParameterUse& use : *uses) {
        values_.emplace_back(use.parameter, defaultValue(*use.parameter, use.preset));
      }
    }
  }

  /// Returns the value of a parameter (ParameterKind), or its general default if the policy does
  /// not have it. O(parameters of the policy).
  std::uint32_t operator[](const Parameter& parameter) const {
    for (const auto& [known, value] : values_) {
      if (known == &parameter) {
        return value;
      }
    }
    return defaultValue(parameter, parameter.preset);
  }
  /// Sets the value of a parameter.
  /// @param value  what parse() returned for it
  void set(const Parameter& parameter, std::uint32_t value) {
    for (auto& [known, old] : values_) {
      if (known == &parameter) {
        old = value;
        return;
      }
    }
    values_.emplace_back(&parameter, value);
  }

  unsigned shift = 0;      ///< priorities are shifted right by this many bits
  bool shiftGiven = false; ///< whether the user has chosen the shift
  /// The number of tasks per thread between two samples of the priority drift; 0 takes none.
  std::uint64_t driftEvery = 0;
  /// Receives the phases of each thread in builds with GALOIS_PROFILE; may be null.
  galois::substrate::Timeline* timeline = nullptr;

private:
  std::vector<std::pair<const Parameter*, std::uint32_t>> values_;
};

/// Checks values of which each is in its range, but not together with another one or with the number
/// of threads. A default that is too great for the value of another parameter becomes that value.
/// @param given  returns whether the user has given the value of a parameter
/// @throws galois::analytics::InvalidOption  for a value that was given
void fitTogether(const WorklistInfo& info, WorklistSettings& settings, unsigned threads,
                 const std::function<bool(const Parameter&)>& given);

} // namespace lonestar
