/**
 * The choice of a scheduler by its name, with the values of its parameters. A scheduler orders the
 * tasks of an algorithm.
 */
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "galois/analytics/Options.h"

namespace galois::analytics {

/// The choice of a scheduler. A plain value, so copies are independent. Names and parameters are
/// those of the programs: `sssp-cpu --wl=help` lists all, and schedulerNames() returns the names.
class Scheduler {
public:
  /// A parameter that was set.
  struct Given {
    std::string name;     ///< of the parameter
    std::string text;     ///< the value, as it was given
    std::uint32_t number; ///< the value, as the scheduler reads it
  };

  /// Leaves the choice to the algorithm: "auto". It takes the scheduler that was fastest for it, or
  /// the first one of a build without that one, with its defaults.
  Scheduler();
  /// Selects a scheduler. Every parameter has its default.
  /// @param name  one of schedulerNames(), or "auto", which does the same as Scheduler()
  /// @throws InvalidOption  when this build has no scheduler of that name
  explicit Scheduler(std::string_view name);

  /// Sets a parameter, such as "steal-prob" to "1/8", "chunk" to "64", or "numa-weight" to "auto".
  /// A later value replaces an earlier one.
  /// @param parameter  its name, as the programs' flag without dashes
  /// @param value      the value as text
  /// @return this object, so that calls can be chained
  /// @throws InvalidOption  when the scheduler does not have the parameter, when it is "auto", which
  ///                        has none, or when the value is not one of the parameter's
  Scheduler& set(std::string_view parameter, std::string_view value);

  /// Returns the name of the scheduler, or "auto".
  const std::string& name() const noexcept { return name_; }
  /// Returns whether the choice is left to the algorithm.
  bool isAuto() const noexcept { return name_ == kAuto; }
  /// Returns the parameters that were set, each once.
  const std::vector<Given>& given() const noexcept { return given_; }

private:
  static constexpr std::string_view kAuto = "auto";

  std::string name_;
  std::vector<Given> given_;
};

/// Returns the names of all schedulers of this build. The first is what "auto" takes, unless the
/// algorithm is faster under another one.
std::vector<std::string> schedulerNames();

} // namespace galois::analytics
