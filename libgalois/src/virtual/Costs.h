/**
 * The costs of operations on the simulated machine, and the text file that defines them.
 *
 * A line of the file has the form `name value unit`. `#` begins a comment, which should give the
 * source of the number. Costs that a file does not define have the defaults of
 * scripts/virtual/server.costs.
 */
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace galois::substrate::virt {

/// Virtual time in picoseconds. This is precise enough to add costs without rounding errors, and 64
/// bits are sufficient for half a year.
using Time = std::uint64_t;

/// All costs, in picoseconds unless the name says otherwise. Costs.cpp and docs/virtual.md list the
/// names, units and meanings in the file.
struct Costs {
  Time hit = 0, update = 0, near = 0, far = 0, memory = 0, readHold = 0;
  Time store = 0, storeBuffer = 0;
  double dataOverlap = 1;
  Time prefetch = 0;
  double prefetches = 0; ///< maximum number of pending ones per core; 0: they do nothing
  Time task = 0, iteration = 0, edge = 0, push = 0, pop = 0, level = 0;
  Time fork = 0, leafUnit = 0;
  Time pause = 0, yield = 0, sleep = 0;
  Time park = 0, wake = 0, wakeUp = 0, spawn = 0, contextSwitch = 0, slice = 0;
  double jitter = 0;
  double mishap = 0, weakFailure = 0, stallChance = 0; ///< probabilities per access
  double failedAllocation = 0;                         ///< probability per allocation
  Time mishapDelay = 0, stall = 0;
  double bandwidth = 0; ///< bytes per picosecond and socket; 0: no limit
  double taskBytes = 0, edgeBytes = 0, lineBytes = 64;
  double meshWidth = 0; ///< tiles per row of the mesh; 0: the least square that holds all cores
  Time hop = 0, flit = 0;
  double messageFlits = 1; ///< flits per message between cores
  Time queueAccess = 0, interrupt = 0;
  Time signal = 0; ///< of a signal's handler, on the thread that it interrupts
  // The model of caches, see Caches.h.
  double privateCache = 0; ///< bytes per core; 0: caches are of unlimited size
  double sharedCache = 0;  ///< bytes per socket
  Time shared = 0;         ///< of a line from there
  double arrayScale = 1;   ///< how much longer the arrays are that those of the program stand for
  double rowOverlap = 1;   ///< misses at the beginnings of rows that are in flight at once

  bool limitsCaches() const noexcept { return privateCache > 0; }

  Costs();
  /// Reads costs from a text.
  /// @throws std::runtime_error with a message that names the line and says what would be right
  void read(std::string_view text, const std::string& name);
  /// Returns the names and values, in the units and the order of the file. Those of the model of
  /// caches are among them only if it is used.
  std::vector<std::pair<std::string, double>> values() const;
};

} // namespace galois::substrate::virt
