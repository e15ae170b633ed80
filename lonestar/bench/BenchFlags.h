/** What rank-bench and worklists-bench have in common: flags, and the table they print. */
#ifndef GALOIS_LONESTAR_BENCH_BENCHFLAGS_H
#define GALOIS_LONESTAR_BENCH_BENCHFLAGS_H

#include <optional>
#include <string>
#include <vector>

#include "inputs/io/OutputFile.h"
#include "liblonestar/ResultRecord.h"
#include "liblonestar/WorklistRegistry.h"
#include "worklists/Mix.h"

namespace bench {

/// Parses the command line, sets pinning and the seed. Throws UsageError.
void startBench(int argc, char** argv, const std::string& description);

/// --threads; else -t if given; else 1, 2, 4 ... up to twice the number of cores. Throws
/// UsageError.
std::vector<unsigned> threadCounts();

/// --mix with --tasks, --operations, --range and --seed, one entry a mix. Throws UsageError, also
/// when priorities of the hold mix could pass 2^32.
std::vector<galois::bench::Mix> mixes();

/// The name of a mix, as --mix takes it.
const char* nameOf(galois::bench::MixKind kind);

/// The record of one run, everything but `answer` filled in.
lonestar::ResultRecord makeRecord(const std::string& program, const galois::bench::Mix& mix,
                                  unsigned threads, const galois::bench::MixResult& result);

/// Median of one or more values.
double median(std::vector<double> values);

/// The file that --json names holds the records once they are written; without the flag nothing
/// happens.
class JsonOutput {
public:
  /// Opens the file, so that a bad path is found out before the work. Throws InputError.
  JsonOutput();
  void add(const lonestar::ResultRecord& record);
  /// Writes all records as an array. Throws InputError.
  void write();

private:
  std::optional<galois::inputs::OutputFile> file_;
  std::vector<lonestar::Json> records_;
};

} // namespace bench

#endif
