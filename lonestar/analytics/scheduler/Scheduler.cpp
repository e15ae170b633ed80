#include "galois/analytics/Scheduler.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analytics/scheduler/WorklistRegistry.h"
#include "galois/analytics/Errors.h"

namespace galois::analytics {

Scheduler::Scheduler() : name_(lonestar::allWorklists().front().name) {}

Scheduler::Scheduler(std::string_view name) : name_(name) {
  if (lonestar::worklistNamed(name) == nullptr) {
    throw InvalidOption("scheduler", name_,
                        fmt::format("one of {} is needed", fmt::join(schedulerNames(), ", ")));
  }
}

Scheduler& Scheduler::set(std::string_view parameter, std::string_view value) {
  const lonestar::WorklistInfo& info = *lonestar::worklistNamed(name_);
  std::vector<std::string_view> known;
  for (const lonestar::Parameter* candidate : lonestar::allParameters()) {
    if (!lonestar::hasParameter(info, *candidate)) {
      continue;
    }
    known.push_back(candidate->name);
    if (candidate->name == parameter) {
      lonestar::parse(*candidate, value); // throws
      const auto before = std::find_if(given_.begin(), given_.end(),
                                       [&](const auto& one) { return one.first == parameter; });
      if (before != given_.end()) {
        before->second = value;
      } else {
        given_.emplace_back(parameter, value);
      }
      return *this;
    }
  }
  throw InvalidOption(std::string(parameter), std::string(value),
                      fmt::format("{} has no such parameter; it has {}", name_,
                                  known.empty() ? "none" : fmt::to_string(fmt::join(known, ", "))));
}

std::vector<std::string> schedulerNames() {
  std::vector<std::string> names;
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    names.push_back(info.name);
  }
  return names;
}

} // namespace galois::analytics
