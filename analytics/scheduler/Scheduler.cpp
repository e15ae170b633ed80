#include "galois/analytics/Scheduler.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analytics/scheduler/WorklistRegistry.h"
#include "galois/analytics/Errors.h"

namespace galois::analytics {

namespace {

/// Says which parameters a scheduler has.
std::string theseOnly(const std::string& scheduler,
                      const std::vector<const lonestar::Parameter*>& known) {
  std::vector<std::string_view> names;
  names.reserve(known.size());
  for (const lonestar::Parameter* parameter : known) {
    names.push_back(parameter->name);
  }
  return fmt::format("{} has no such parameter; it has {}", scheduler,
                     names.empty() ? "none" : fmt::to_string(fmt::join(names, ", ")));
}

} // namespace

Scheduler::Scheduler() : name_(kAuto) {}

Scheduler::Scheduler(std::string_view name) : name_(name) {
  if (isAuto() || lonestar::worklistNamed(name) != nullptr) {
    return;
  }
  const lonestar::WorklistInfo* const absent = lonestar::absentWorklistNamed(name);
  throw InvalidOption(
      "scheduler", name_,
      absent ? fmt::format("this build leaves it out; to add it: {}'{}'", GALOIS_WORKLISTS_BY,
                           lonestar::worklistsWith(*absent))
             : fmt::format("auto or one of {} is needed", fmt::join(schedulerNames(), ", ")));
}

Scheduler& Scheduler::set(std::string_view parameter, std::string_view value) {
  if (isAuto()) {
    throw InvalidOption(std::string(parameter), std::string(value),
                        "auto has no parameters; name the scheduler that this is for");
  }
  const std::vector<const lonestar::Parameter*> known =
      lonestar::parametersOf(*lonestar::worklistNamed(name_));
  const auto found =
      std::find_if(known.begin(), known.end(), [&](auto* one) { return one->name == parameter; });
  if (found == known.end()) {
    throw InvalidOption(std::string(parameter), std::string(value), theseOnly(name_, known));
  }
  const Given given{std::string(parameter), std::string(value), lonestar::parse(**found, value)};
  const auto before = std::find_if(given_.begin(), given_.end(),
                                   [&](const Given& one) { return one.name == parameter; });
  if (before != given_.end()) {
    *before = given;
  } else {
    given_.push_back(given);
  }
  return *this;
}

std::vector<std::string> schedulerNames() {
  std::vector<std::string> names;
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    names.push_back(info.name);
  }
  return names;
}

} // namespace galois::analytics
