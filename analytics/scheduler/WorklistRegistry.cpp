#include "analytics/scheduler/WorklistRegistry.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analytics/scheduler/AbsentWorklists.h" // made by the build: the headers of the other policies
#include "analytics/scheduler/AllWorklists.h" // and of those that it has

namespace lonestar {

namespace {

/// Appends the description of a policy, and those of its presets.
template <typename Policy>
void append(std::vector<WorklistInfo>& all, std::size_t number) {
  for (WorklistInfo& info : infosOf<Policy>()) {
    info.policy = number;
    all.push_back(std::move(info));
  }
}

const WorklistInfo* find(const std::vector<WorklistInfo>& all, std::string_view name) {
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const WorklistInfo& info) { return info.name == name; });
  return found == all.end() ? nullptr : &*found;
}

} // namespace

const std::vector<WorklistInfo>& allWorklists() {
  static const std::vector<WorklistInfo> all = [] {
    std::vector<WorklistInfo> found;
    std::size_t number = 0;
#define GALOIS_WORKLIST(Policy) append<worklists::Policy>(found, number++);
#include "analytics/scheduler/BuiltWorklists.def"
#undef GALOIS_WORKLIST
    return found;
  }();
  return all;
}

const std::vector<WorklistInfo>& absentWorklists() {
  static const std::vector<WorklistInfo> all = [] {
    std::vector<WorklistInfo> found;
    [[maybe_unused]] std::size_t number = 0; // of a build that leaves none out
#define GALOIS_WORKLIST(Policy) append<worklists::Policy>(found, number++);
#include "analytics/scheduler/AbsentWorklists.def"
#undef GALOIS_WORKLIST
    return found;
  }();
  return all;
}

const WorklistInfo* worklistNamed(std::string_view name) { return find(allWorklists(), name); }

const WorklistInfo* absentWorklistNamed(std::string_view name) {
  return find(absentWorklists(), name);
}

std::string worklistsWith([[maybe_unused]] const WorklistInfo& absent) {
  std::string names;
#define GALOIS_WORKLIST(Policy) names += #Policy ";";
#include "analytics/scheduler/BuiltWorklists.def"
#undef GALOIS_WORKLIST
  [[maybe_unused]] std::size_t number = 0;
#define GALOIS_WORKLIST(Policy)                                                                    \
  if (number++ == absent.policy) {                                                                 \
    return names + #Policy;                                                                        \
  }
#include "analytics/scheduler/AbsentWorklists.def"
#undef GALOIS_WORKLIST
  return names;
}

const std::vector<const Parameter*>& allParameters() {
  static const std::vector<const Parameter*> all = [] {
    std::vector<const Parameter*> found{&kDelta};
    for (const WorklistInfo& info : allWorklists()) {
      for (const ParameterUse& use : info.parameters) {
        if (std::find(found.begin(), found.end(), use.parameter) == found.end()) {
          found.push_back(use.parameter);
        }
      }
    }
    return found;
  }();
  return all;
}

std::vector<const Parameter*> parametersOf(const WorklistInfo& info) {
  std::vector<const Parameter*> own;
  std::copy_if(allParameters().begin(), allParameters().end(), std::back_inserter(own),
               [&](const Parameter* parameter) { return hasParameter(info, *parameter); });
  return own;
}

bool hasParameter(const WorklistInfo& info, const Parameter& parameter) {
  if (&parameter == &kDelta) {
    return info.shift != Shift::kNever;
  }
  return std::any_of(info.parameters.begin(), info.parameters.end(),
                     [&](const ParameterUse& use) { return use.parameter == &parameter; });
}

} // namespace lonestar
