/** A scheduler by its name, with the values of its parameters: which worklist orders the tasks. */
#ifndef GALOIS_ANALYTICS_SCHEDULER_H
#define GALOIS_ANALYTICS_SCHEDULER_H

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "galois/analytics/Options.h"

namespace galois::analytics {

/// A plain value. Names and parameters are those of the programs' flag `--wl`; `sssp-cpu --wl=help`
/// lists them, and schedulerNames() the names.
class Scheduler {
public:
  /// "smq-bucket", or the first scheduler of a build that leaves that out. Every parameter has its
  /// default.
  Scheduler();
  /// Every parameter has its default.
  /// @throws InvalidOption  when this build has no scheduler of that name
  explicit Scheduler(std::string_view name);

  /// Sets a parameter, such as "steal-prob" to "1/8", "chunk" to "64", or "numa-weight" to "auto".
  /// @throws InvalidOption  when the scheduler has no such parameter, or the parameter no such
  /// value
  Scheduler& set(std::string_view parameter, std::string_view value);

  /// The name that the constructor was given.
  const std::string& name() const noexcept { return name_; }
  /// The parameters that have been set, as text.
  const std::vector<std::pair<std::string, std::string>>& given() const noexcept { return given_; }

private:
  std::string name_;
  std::vector<std::pair<std::string, std::string>> given_; ///< each parameter once
};

/// The names of all schedulers that this build has.
std::vector<std::string> schedulerNames();

} // namespace galois::analytics

#endif
