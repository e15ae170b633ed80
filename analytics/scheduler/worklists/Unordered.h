/** The base of the policies without priorities: chunks, and the parameter for their size. */
#pragma once

#include <string>
#include <utility>

#include "analytics/scheduler/Papers.h"
#include "analytics/scheduler/WorklistInfo.h"
#include "analytics/scheduler/worklists/Parameters.h"
#include "galois/worklists/Chunk.h"

namespace lonestar::worklists {

/// Base of an unordered policy. The policy itself adds info(), by means of describe().
/// @tparam Policy  the worklist, which takes ChunkParams
template <typename Policy>
struct Unordered {
  /// See Smq::visit. It ignores priorities.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer&, const WorklistSettings& settings, Visitor&& visitor) {
    visitor(optionOf<Policy>(settings.as<galois::worklists::ChunkParams>()));
  }

protected:
  static WorklistInfo describe(std::string name, std::string description) {
    return {std::move(name), std::move(description), papers::kGalois,
            allOf<galois::worklists::ChunkParams>(), Shift::kNever};
  }
};

} // namespace lonestar::worklists
