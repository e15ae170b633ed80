/**
 * The worklist policies of this build, by name.
 *
 * To add one: write `worklists/<Policy>.h` beside this file, with a struct of that name (see
 * worklists/Smq.h), and add its line to Worklists.def. Applications, `--wl=help`, scripts and tests
 * have it then. The build system reads that file too: each application's operator is compiled once
 * per policy, in a file of its own. Only code that needs the whole list includes this header, so
 * that a new line recompiles no other policy (see WorklistInfo.h).
 *
 * A build may leave policies out to save time: `cmake -DGALOIS_WORKLISTS="Smq;Obim"` names those
 * that it keeps.
 */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTREGISTRY_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTREGISTRY_H

#include <cstddef>
#include <string_view>
#include <vector>

#include "analytics/scheduler/WorklistInfo.h"

namespace lonestar {

namespace worklists {
#define GALOIS_WORKLIST(Policy) struct Policy;
#include "analytics/scheduler/BuiltWorklists.def" // the lines of Worklists.def that this build keeps
#undef GALOIS_WORKLIST
} // namespace worklists

/// All policies of this build, in the order of Worklists.def.
const std::vector<WorklistInfo>& allWorklists();

/// The policy with this name; null if there is none.
const WorklistInfo* worklistNamed(std::string_view name);

/// Every parameter of every policy once, kDelta first.
const std::vector<const Parameter*>& allParameters();

/// Whether the policy has this parameter.
bool hasParameter(const WorklistInfo& info, const Parameter& parameter);

/// Stands for a policy where its type is to be named but not needed.
template <typename Policy>
struct WorklistTag {
  using type = Policy;
};

/// Calls `visitor(WorklistTag<Policy>())` for the policy that `info`, an element of allWorklists(),
/// describes. The policies' own headers are not needed for this.
template <typename Visitor>
void visitWorklist(const WorklistInfo& info, Visitor&& visitor) {
  const std::size_t wanted = static_cast<std::size_t>(&info - allWorklists().data());
  std::size_t index = 0;
#define GALOIS_WORKLIST(Policy)                                                                    \
  if (index++ == wanted) {                                                                         \
    visitor(WorklistTag<worklists::Policy>());                                                     \
    return;                                                                                        \
  }
#include "analytics/scheduler/BuiltWorklists.def"
#undef GALOIS_WORKLIST
}

} // namespace lonestar

#endif
