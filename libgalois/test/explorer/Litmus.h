/**
 * Litmus tests: a few reads, writes, updates and fences per thread. The explorer counts their
 * executions; countByDefinition() counts them in a way that shares nothing with it. It lists all
 * choices of what each read returns and of the order of writes, and takes the definition of RC11
 * word for word. It is for tests of few accesses.
 */
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "explorer/Explorer.h"

namespace galois::test::explorer {

struct Step {
  enum class What : std::uint8_t { kRead, kWrite, kUpdate, kFence };
  What what;
  unsigned location;
  std::memory_order order;
};

using Litmus = std::vector<std::vector<Step>>; ///< per thread

/// What the explorer finds. Each execution must be another one.
Outcome exploreLitmus(const Litmus& test);

/// How many choices countByDefinition() tries.
std::uint64_t choices(const Litmus& test);
std::uint64_t countByDefinition(const Litmus& test);

} // namespace galois::test::explorer
