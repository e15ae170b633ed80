/**
 * The ranks of the programs <name>-dist: MPI, their agreement before the first search, and the end of
 * all ranks when one fails.
 */
#ifndef GALOIS_LONESTAR_SEARCH_SEARCHRANKS_H
#define GALOIS_LONESTAR_SEARCH_SEARCHRANKS_H

#include "galois/dist/MpiTransport.h"
#include "galois/dist/Ranks.h"

namespace lonestar::search {

/// The ranks of this program.
using Ranks = galois::dist::Ranks<galois::dist::MpiTransport>;

/// Returns the ranks, for a search. The first call compares what they were told (RankSession::state()).
/// @throws AppError  if ranks differ, or if one of them has failed
Ranks& agreedRanks();

/// Runs program(argc, argv) on this rank and returns the exit status. Rank 0 alone prints. What a rank
/// throws before the first search ends all ranks with one line; later, the rank aborts all others.
int rankedMain(int argc, char** argv, int (*program)(int, char**));

} // namespace lonestar::search

#endif
