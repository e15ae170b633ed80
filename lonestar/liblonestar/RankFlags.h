/**
 * The flags of programs on several ranks: how ranks share work (docs/search.md). A program that uses
 * nothing of this file does not have them.
 */
#ifndef GALOIS_LONESTAR_RANKFLAGS_H
#define GALOIS_LONESTAR_RANKFLAGS_H

#include <vector>

#include "galois/dist/Ranks.h"
#include "liblonestar/ResultRecord.h"

namespace lonestar {

/// Returns the options that the flags set. @param workers  threads per rank
/// @throws UsageError
galois::dist::RankOptions rankOptions(unsigned workers);

/// Returns the sections `steal`, `victim`, `balance` and `messages` of the record, and with --per-rank
/// `per_rank`.
Json rankSections(const std::vector<galois::dist::RankReport>& reports);

} // namespace lonestar

#endif
