/**
 * The flags of search programs on several MPI ranks: how ranks share work (docs/search.md). Only
 * programs that use this file have these flags.
 */
#pragma once

#include <string>
#include <vector>

#include "galois/dist/Ranks.h"
#include "liblonestar/record/ResultRecord.h"

namespace lonestar {

/// What the options of this rank depend on besides the flags.
struct ThisRank {
  unsigned rank = 0, ranks = 1;
  unsigned workers = 1;           ///< threads per rank
  bool simulated = false;         ///< whether its host is virtual
  double hostSpeed = 1;           ///< the speed of a virtual host, in Gf/s
  std::vector<std::string> hosts; ///< the host of each rank
  bool oneThread = false;         ///< whether it cannot have a thread that sends and receives
};

/// Returns the options that the flags set. @throws UsageError
galois::dist::RankOptions rankOptions(const ThisRank& self);

/// Returns `thread` if a further thread per rank sends and receives messages, and otherwise `poll`.
std::string progressName();

/// Returns the victim policy and its parameters, for the record, and for the comparison of ranks.
Json stealSettings();

/// Returns whether the record has a section about each rank (--per-rank).
bool perRankWanted();

/// Returns the sections `steal`, `victim`, `balance` and `messages` of the record, and with
/// --per-rank also `per_rank`.
Json rankSections(const std::vector<galois::dist::RankReport>& reports);

} // namespace lonestar
