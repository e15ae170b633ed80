/** What rank-bench and worklists-bench have in common: flags and records. */
#pragma once

#include <string>
#include <vector>

#include "BenchOutput.h"
#include "liblonestar/flags/WorklistFlags.h"
#include "liblonestar/record/ResultRecord.h"
#include "worklists/Mix.h"

namespace bench {

/// Parses the command line, and sets pinning and the seed. @throws UsageError
void startBench(int argc, char** argv, const std::string& description);

/// Returns the thread counts of --threads, otherwise that of -t if given, otherwise 1, 2, 4 ... up
/// to twice the number of cores. @throws UsageError
std::vector<unsigned> threadCounts();

/// Returns one entry per mix of --mix, with the values of --tasks, --operations, --range and
/// --seed.
/// @throws UsageError also when priorities of the hold mix could reach 2^32
std::vector<galois::bench::Mix> mixes();

/// Returns the name of a mix, as --mix takes it.
const char* nameOf(galois::bench::MixKind kind);

/// Returns the record of one run; the caller fills in the worklist and `answer`.
lonestar::ResultRecord makeRecord(const std::string& program, const galois::bench::Mix& mix,
                                  unsigned threads, const galois::bench::MixResult& result);

} // namespace bench
