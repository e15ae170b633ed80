/** What the policies that steal without priorities share: parameters, and how they are visited. */
#pragma once

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/PrivateDeques.h"

namespace lonestar::worklists {

/// Base of a policy that steals without priorities. The policy itself adds info(), with the
/// parameters that affect it.
/// @tparam Protocol  see galois/worklists/PrivateDeques.h
template <template <typename> class Protocol>
struct Stealing {
  /// See Smq::visit. It ignores priorities.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer&, const WorklistSettings& settings, Visitor&& visitor) {
    visitor(optionOf<galois::worklists::PrivateDeques<Protocol>>(
        settings.as<galois::worklists::PrivateDequesParams>()));
  }
};

} // namespace lonestar::worklists
