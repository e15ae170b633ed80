/**
 * The description of a worklist policy, and the settings that a loop gives it. The headers of
 * policies and the operators of applications include nothing else of the registry.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
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

/// A parameter of one policy, with its default there.
struct ParameterUse {
  /// Leaves the default to usesOf().
  ParameterUse(const Parameter* p) : parameter(p) {}
  /// @param text  the default of what no field holds, or a fixed value; see plainValue()
  ParameterUse(const Parameter* p, std::string_view text)
      : parameter(p), preset(text), value(plainValue(*p, text)) {}

  const Parameter* parameter;
  std::string preset{};    ///< the default for this policy, as text
  std::uint32_t value = 0; ///< what that stands for
};

namespace internal {

/// Returns the use of a parameter among these, or null.
inline const ParameterUse* find(const std::vector<ParameterUse>& uses, const Parameter* parameter) {
  const auto found = std::find_if(uses.begin(), uses.end(), [&](const ParameterUse& use) {
    return use.parameter == parameter;
  });
  return found != uses.end() ? &*found : nullptr;
}

/// Returns the parameters that `Params` has a field for, in the order of its visit, with their
/// defaults there. Of several fields for one parameter, the first counts.
template <typename Params>
std::vector<ParameterUse> fieldsOf() {
  std::vector<ParameterUse> fields;
  const Params params;
  Params::visitParameters(params, [&](const Parameter& parameter, const auto& field) {
    if (find(fields, &parameter) == nullptr) {
      ParameterUse& use = fields.emplace_back(&parameter);
      if constexpr (!std::is_same_v<std::decay_t<decltype(field)>, NumberList>) { // empty
        use.value = static_cast<std::uint32_t>(field);
      }
      use.preset = plainText(parameter, use.value);
    }
  });
  return fields;
}

} // namespace internal

/// Returns these parameters with the defaults that the fields of `Params` have, the type of a
/// policy's parameters. Those without a field have their default already.
template <typename Params>
std::vector<ParameterUse> usesOf(std::vector<ParameterUse> uses) {
  const std::vector<ParameterUse> fields = internal::fieldsOf<Params>();
  for (ParameterUse& use : uses) {
    if (const ParameterUse* const field = internal::find(fields, use.parameter)) {
      use = *field;
    }
  }
  return uses;
}

/// Returns all parameters that `Params` has a field for, in the order of its visit.
/// @param first    come before the others; see usesOf()
/// @param without  fields that have no effect on the policy
template <typename Params>
std::vector<ParameterUse> allOf(std::vector<ParameterUse> first = {},
                                std::initializer_list<const Parameter*> without = {}) {
  std::vector<ParameterUse> uses = usesOf<Params>(std::move(first));
  for (ParameterUse& field : internal::fieldsOf<Params>()) {
    const bool left = std::find(without.begin(), without.end(), field.parameter) != without.end();
    if (!left && internal::find(uses, field.parameter) == nullptr) {
      uses.push_back(std::move(field));
    }
  }
  return uses;
}

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
  bool released = false;  ///< it does what the program of its paper's authors does
  std::vector<ParameterUse> fixed{}; ///< parameters that have the given values and no flags
  std::optional<unsigned>
      usualShift{};       ///< its own, for policies that always shift; see DefaultShift
  std::size_t policy = 0; ///< its place among those of the build, or the absent ones
};

/// Marks the description of a policy that does what its paper prints, line by line. A test must
/// play the paper's listing against it, and docs/worklists/published.md must set both side by side.
inline WorklistInfo asPublished(WorklistInfo info) {
  info.published = true;
  return info;
}

/// Marks the description of a policy that does what the program of its paper's authors does.
inline WorklistInfo asReleased(WorklistInfo info) {
  info.published = false;
  info.released = true;
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

/// The number of bits by which priorities are shifted to the right. All policies with priorities
/// have this parameter.
inline constexpr Parameter kDelta = Parameter::number(
    "delta", {0, 63}, "bits that priorities are shifted right by", Scale::kExponent);

/// The parameters of a policy for one loop, and what the loop observes.
class WorklistSettings {
public:
  /// Gives every parameter the default that it has for this policy.
  explicit WorklistSettings(const WorklistInfo& info) {
    values_.reserve(info.parameters.size() + info.fixed.size());
    for (const std::vector<ParameterUse>* uses : {&info.parameters, &info.fixed}) {
      for (const ParameterUse& use : *uses) {
        values_.push_back({use.parameter, use.value, {}});
      }
    }
  }

  /// Returns the value of a parameter (ParameterKind), or 0, the first of its words, if the policy
  /// does not have it. O(parameters of the policy).
  std::uint32_t operator[](const Parameter& parameter) const {
    const Value* const known = find(parameter);
    return known != nullptr ? known->number : 0;
  }
  /// Returns the elements of a list.
  const NumberList& list(const Parameter& parameter) const { return find(parameter)->list; }
  /// Sets the value of a parameter.
  /// @param value, list  what parse() returned for it
  void set(const Parameter& parameter, std::uint32_t value, NumberList list = {}) {
    Value made{&parameter, value, std::move(list)};
    if (const Value* const known = find(parameter)) {
      values_[static_cast<std::size_t>(known - values_.data())] = std::move(made);
    } else {
      values_.push_back(std::move(made));
    }
  }

  /// Returns a policy's parameters with these values. Fields of which the policy does not have the
  /// parameter keep their defaults.
  template <typename Params>
  Params as() const {
    Params params;
    Params::visitParameters(params, [this](const Parameter& parameter, auto& field) {
      if (const Value* const known = find(parameter)) {
        using Field = std::decay_t<decltype(field)>;
        if constexpr (std::is_same_v<Field, NumberList>) {
          field = known->list;
        } else {
          field = static_cast<Field>(known->number);
        }
      }
    });
    return params;
  }

  /// By how many bits priorities are shifted right, or the logarithm of the width of buckets; nothing
  /// for exact priorities, in buckets whose width the policy finds.
  std::optional<unsigned> shift{};
  /// The number of tasks per thread between two samples of the priority drift; 0 takes none.
  std::uint64_t driftEvery = 0;
  /// Receives the phases of each thread in builds with GALOIS_PROFILE; may be null.
  galois::substrate::Timeline* timeline = nullptr;

private:
  struct Value {
    const Parameter* parameter;
    std::uint32_t number;
    NumberList list;
  };

  /// Returns null if the policy does not have the parameter.
  const Value* find(const Parameter& parameter) const {
    for (const Value& known : values_) {
      if (known.parameter == &parameter) {
        return &known;
      }
    }
    return nullptr;
  }

  std::vector<Value> values_;
};

/// Checks values of which each is in its range, but not together with another one or with the number
/// of threads. A default that is too great for the value of another parameter becomes that value.
/// @param given  returns whether the user has given the value of a parameter
/// @throws galois::analytics::InvalidOption  for a value that was given
void fitTogether(const WorklistInfo& info, WorklistSettings& settings, unsigned threads,
                 const std::function<bool(const Parameter&)>& given);

} // namespace lonestar
