/** What the policies without priorities have in common: chunks, and the flag for their size. */
#ifndef GALOIS_LONESTAR_WORKLISTS_UNORDERED_H
#define GALOIS_LONESTAR_WORKLISTS_UNORDERED_H

#include <string>
#include <utility>

#include "galois/Traits.h"
#include "galois/worklists/Chunk.h"
#include "liblonestar/WorklistInfo.h"
#include "liblonestar/worklists/Parameters.h"

namespace lonestar::worklists {

/// Base of an unordered policy's struct.
/// @tparam Policy  the worklist, made from ChunkParams
template <typename Policy>
struct Unordered {
  /// See Smq::visit; priorities are ignored.
  template <typename Indexer, typename Visitor>
  static void visit(const Indexer&, const WorklistSettings&, Visitor&& visitor) {
    galois::worklists::ChunkParams params;
    params.chunkSize = chunkParameter.value();
    visitor(galois::wl<Policy>(params));
  }

protected:
  static WorklistInfo describe(std::string name, std::string description) {
    return {
        std::move(name),
        std::move(description),
        "Nguyen, Lenharth, Pingali, A Lightweight Infrastructure for Graph Analytics, SOSP 2013",
        {&chunkParameter},
        Shift::kNever};
  }
};

} // namespace lonestar::worklists

#endif
