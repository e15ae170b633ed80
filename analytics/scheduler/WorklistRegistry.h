/**
 * The worklist policies of this build, by name.
 *
 * To add a policy, write `worklists/<Policy>.h` beside this file, with a struct of that name (see
 * worklists/Smq.h), and add its line to Worklists.def. Applications, `--wl=help`, scripts and tests
 * then have it. If the struct has a function `presets()`, it returns descriptions of further names,
 * under which the same code runs with other values of its parameters. The build system reads
 * Worklists.def, too, because each application's operator is compiled once per policy, in a file of
 * its own. Only code that needs the whole list includes this header, so a new line recompiles no
 * other policy (see WorklistInfo.h).
 *
 * A build may leave policies out to save time: `cmake -DGALOIS_WORKLISTS="Smq;Obim"` names those
 * that it keeps. Of the others it knows the descriptions.
 */
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "analytics/scheduler/WorklistInfo.h"

namespace lonestar {

namespace worklists {
#define GALOIS_WORKLIST(Policy) struct Policy;
#include "analytics/scheduler/BuiltWorklists.def" // the lines of Worklists.def that this build keeps
#undef GALOIS_WORKLIST
} // namespace worklists

/// Returns all policies of this build, in the order of Worklists.def, and after each its presets:
/// names for the same code with other defaults or fixed values of parameters. Thread-safe.
const std::vector<WorklistInfo>& allWorklists();

/// Returns the policy with this name, or null if the build has none.
const WorklistInfo* worklistNamed(std::string_view name);

/// Returns the policies that this build leaves out, with their presets, in the order of
/// Worklists.def. No loop runs under them. Thread-safe.
const std::vector<WorklistInfo>& absentWorklists();

/// Returns the element of absentWorklists() with this name, or null if there is none.
const WorklistInfo* absentWorklistNamed(std::string_view name);

/// Returns the value of GALOIS_WORKLISTS for a build that has, beside the policies of this one, the
/// one that `absent` describes, which is an element of absentWorklists().
std::string worklistsWith(const WorklistInfo& absent);

/// Returns every parameter of every policy of this build once, kDelta first.
const std::vector<const Parameter*>& allParameters();

/// Returns the parameters of a policy, in the order of allParameters().
std::vector<const Parameter*> parametersOf(const WorklistInfo& info);

/// Returns whether the policy has this parameter.
bool hasParameter(const WorklistInfo& info, const Parameter& parameter);

/// Names a policy where its type may be incomplete.
template <typename Policy>
struct WorklistTag {
  using type = Policy;
};

/// Calls `visitor(WorklistTag<Policy>())` for the policy that `info` describes, which is an element
/// of allWorklists(). It does not need the policies' own headers.
template <typename Visitor>
void visitWorklist(const WorklistInfo& info, Visitor&& visitor) {
  std::size_t index = 0;
#define GALOIS_WORKLIST(Policy)                                                                    \
  if (index++ == info.policy) {                                                                    \
    visitor(WorklistTag<worklists::Policy>());                                                     \
    return;                                                                                        \
  }
#include "analytics/scheduler/BuiltWorklists.def"
#undef GALOIS_WORKLIST
}

} // namespace lonestar
