/**
 * What programs have in common that make their input: its seed, and its description in the record.
 */
#pragma once

#include <cstdint>
#include <string>

#include <fmt/format.h>

#include "analytics/scheduler/Stopwatch.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/run/Experiment.h"

namespace forkjoin {

/// --input-seed. It differs from --seed, which changes what schedulers do with the same input.
inline llvm::cl::opt<std::uint64_t> inputSeed("input-seed",
                                              llvm::cl::desc("Seed of the input (default 1)"),
                                              llvm::cl::value_desc("seed"), llvm::cl::init(1),
                                              llvm::cl::cat(lonestar::inputGroup()));

/// Returns the description of an input of this kind and size that took so long to make.
inline lonestar::InputDescription describeInput(const std::string& kind, std::uint64_t size,
                                                const lonestar::Stopwatch& watch) {
  const std::string name = fmt::format("{}-{}", kind, size);
  return {name, fmt::format("{}-{}", name, std::uint64_t{inputSeed}), {}, {}, watch.seconds()};
}

} // namespace forkjoin
