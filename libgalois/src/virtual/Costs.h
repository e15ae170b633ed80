/**
 * What things cost on the simulated machine: the text file that says so, and its numbers.
 *
 * A line of the file is `name value unit`; `#` begins a comment, which is where each number's
 * source stands. Names that a file leaves out keep their defaults, which are those of
 * scripts/virtual/server.costs.
 */
#ifndef GALOIS_VIRTUAL_COSTS_H
#define GALOIS_VIRTUAL_COSTS_H

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace galois::substrate::virt {

/// Virtual time in picoseconds: fine enough that costs add up without rounding, and 64 bits of
/// them last for half a year.
using Time = std::uint64_t;

/// Every cost, in picoseconds unless its name says otherwise. The file's names, units and what
/// they mean are in Costs.cpp and docs/virtual.md.
struct Costs {
  Time hit = 0, update = 0, near = 0, far = 0, memory = 0, readHold = 0;
  Time store = 0, storeBuffer = 0;
  double dataOverlap = 1;
  Time prefetch = 0;
  double prefetches = 0; ///< of a core on their way at once; 0: prefetches do nothing
  Time task = 0, iteration = 0, edge = 0, push = 0, pop = 0, level = 0;
  Time pause = 0, yield = 0, sleep = 0;
  Time park = 0, wake = 0, wakeUp = 0, spawn = 0, contextSwitch = 0, slice = 0;
  double jitter = 0;
  double mishap = 0, weakFailure = 0, stallChance = 0; ///< chances at an access, all 0: none
  double failedAllocation = 0;                         ///< chance of one
  Time mishapDelay = 0, stall = 0;
  double bandwidth = 0; ///< bytes a picosecond and socket, 0: no limit
  double taskBytes = 0, edgeBytes = 0, lineBytes = 64;

  Costs();
  /// Takes what the text says. Throws std::runtime_error that names line and cure.
  void read(std::string_view text, const std::string& name);
  /// The file's names and values, in its units, in its order.
  std::vector<std::pair<std::string, double>> values() const;
};

} // namespace galois::substrate::virt

#endif
