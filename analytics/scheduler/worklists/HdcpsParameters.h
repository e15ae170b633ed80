/**
 * What HD-CPS and its ablations share: parameters, of which each policy lists those that affect it,
 * and how a policy is visited.
 */
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/Hdcps.h"
#include "galois/worklists/PublishedHdcps.h"

namespace lonestar::worklists {

/// Base of a policy of the family. The policy itself adds info().
/// @tparam Composition  see galois/worklists/Hdcps.h
template <typename Composition>
struct HdcpsPolicy {
  /// Returns these parameters with the defaults of the composition.
  static std::vector<ParameterUse> uses(std::vector<ParameterUse> parameters) {
    return usesOf<typename Composition::Params>(std::move(parameters));
  }

  /// See Smq::visit.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer& indexer, const WorklistSettings& settings, Visitor&& visitor) {
    const auto params = settings.as<typename Composition::Params>();
    withIndexer(indexer, settings, [&](const auto& used) {
      using Used = std::decay_t<decltype(used)>;
      visitor(optionOf<galois::worklists::Hdcps<Used, int, true, Composition>>(used, params));
    });
  }
};

} // namespace lonestar::worklists
