/**
 * The ranks of a program <name>-dist: the start of MPI, the comparison of the ranks before the
 * first search, and the end of all ranks when one rank fails.
 */
#pragma once

#include "galois/dist/MpiTransport.h"
#include "galois/dist/Ranks.h"

namespace lonestar::search {

/// The ranks of this program.
using Ranks = galois::dist::Ranks<galois::dist::MpiTransport>;

/// Returns the ranks, for a search. The first call compares the facts that the ranks have stated by
/// RankSession::state().
/// @throws AppError  if ranks differ, or if one of them has failed
Ranks& agreedRanks();

/// Runs program(argc, argv) on this rank and returns the exit status. Rank 0 alone prints. If a
/// rank throws before the first search, all ranks end with one line about it. If it throws later,
/// it aborts all other ranks.
int rankedMain(int argc, char** argv, int (*program)(int, char**));

} // namespace lonestar::search
