/** A parallel loop over pieces of a range. */
#pragma once

#include "galois/Galois.h"

#include <algorithm>
#include <cstdint>

namespace galois::inputs {

/// Calls work(begin, end) for pieces of [0, count) on all active threads. Data that pieces share is
/// then updated once per piece rather than once per item. Needs a SharedMemSys.
template <typename Work>
void forEachBlock(std::uint64_t count, Work&& work) {
  constexpr std::uint64_t kBlock = 1 << 14;
  galois::do_all(
      galois::iterate(std::uint64_t{0}, (count + kBlock - 1) / kBlock),
      [&](std::uint64_t block) { work(block * kBlock, std::min(count, (block + 1) * kBlock)); },
      galois::steal(), galois::chunk_size<1>(), galois::no_stats());
}

} // namespace galois::inputs
