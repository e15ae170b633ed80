/**
 * All policies at once, for programs small enough to compile their operator for every policy in one
 * file. Larger ones use lonestar_policies() in CMake and visitWorklist().
 */
#pragma once

#include <utility>

#include "analytics/scheduler/AllWorklists.h" // made by the build: the headers of all policies
#include "analytics/scheduler/WorklistRegistry.h"

namespace lonestar {

/// Calls `visitor` with the loop option `galois::wl<Policy>(...)` of the policy that `info`
/// describes.
/// @param indexer  maps a task to an unsigned integer priority; smaller is more urgent
template <typename Indexer, typename Visitor>
void dispatch(const WorklistInfo& info, const Indexer& indexer, const WorklistSettings& settings,
              Visitor&& visitor) {
  visitWorklist(info, [&](auto tag) {
    decltype(tag)::type::visit(indexer, settings, std::forward<Visitor>(visitor));
  });
}

} // namespace lonestar
