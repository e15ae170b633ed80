/**
 * The profile that ParaMeter measures: a table with one row per step of a loop.
 *
 * It is a CSV file with the columns loop, step, available parallelism, worklist size and neighbourhood
 * size. All loops of a process write into the same file, one after the other.
 */
#pragma once

#include <cstdint>
#include <vector>

namespace galois::runtime {

/// A step of a loop.
struct ParallelismStep {
  std::uint64_t parallelism = 0;   ///< items that could run at once
  std::uint64_t worklist = 0;      ///< items in the worklist when the step began
  std::uint64_t neighbourhood = 0; ///< abstract locks that the items hold that ran
};

/// Adds the steps of a loop to the file that the environment variable GALOIS_PARAMETER_OUTFILE names,
/// or to ParaMeter.csv in the working directory. What this process did not write is replaced. If the
/// file cannot be written, prints a warning that says so, once per file. Not thread-safe.
void writeParallelismProfile(const char* loop, const std::vector<ParallelismStep>& steps);

} // namespace galois::runtime
