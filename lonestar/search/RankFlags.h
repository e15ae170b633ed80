/**
 * The flags of programs on several ranks: how ranks share work (docs/search.md). A program that uses
 * nothing of this file does not have them.
 */
#ifndef GALOIS_LONESTAR_SEARCH_RANKFLAGS_H
#define GALOIS_LONESTAR_SEARCH_RANKFLAGS_H

#include <vector>

#include "galois/dist/Ranks.h"
#include "liblonestar/ResultRecord.h"

namespace lonestar {

/// The rank whose options the flags set.
struct ThisRank {
  unsigned rank = 0, ranks = 1;
  unsigned workers = 1;   ///< threads per rank
  bool simulated = false; ///< its host is virtual
  double hostSpeed = 1;   ///< of a virtual host, in Gf/s
};

/// Returns the options that the flags set. @throws UsageError
galois::dist::RankOptions rankOptions(const ThisRank& self);

/// Returns `thread` if a thread per rank sends and receives, and otherwise `poll`.
const char* progressName();

/// Returns the policy and its parameters, for the record and for comparing ranks.
Json stealSettings();

/// Returns whether the record has what each rank did.
bool perRankWanted();

/// Returns the sections `steal`, `victim`, `balance` and `messages` of the record, and with --per-rank
/// `per_rank`.
Json rankSections(const std::vector<galois::dist::RankReport>& reports);

} // namespace lonestar

#endif
