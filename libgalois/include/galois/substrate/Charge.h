/**
 * Functions by which plain code reports its cost to the simulated machine. In other builds they do
 * nothing.
 *
 * Under virtual time (docs/virtual.md), accesses to atomics take time automatically, but plain
 * instructions and plain memory would be free. Code whose plain work matters charges for it here.
 * Executors charge for tasks, pushes, pops and forks, graphs for edges, and heaps for their levels.
 * Containers charge for plain memory that moves from core to core under a lock.
 */
#pragma once

#include <cstddef>
#include <cstdint>

namespace galois::substrate {

/// The kinds of work that can be charged. The cost file has one line for each.
enum class Work : std::uint8_t {
  kTask,      ///< one call of the operator of a for_each
  kIteration, ///< one iteration of a do_all
  kEdge,      ///< one edge that a task or an iteration visits
  kSearch,    ///< a thread starts to search for a task: costs nothing, but appears in the timeline
  kPush,      ///< one task passed to the policy
  kPop,       ///< one task taken from the policy
  kLevel,     ///< one level of a heap: comparisons with the children, and a move
  kFork,      ///< one fork of a fork-join program, with its join
  kUnit       ///< one nanosecond, unless the cost file differs: what leaves of such programs do
};

#ifdef GALOIS_VIRTUAL

/// Advances the calling core's clock by the time of `times` units of `work`.
void charge(Work work, std::uint64_t times = 1) noexcept;

/// Charges for reading and writing these bytes of plain memory, which another core may have written
/// before. Each cache line costs as much as a store to a shared word. Never switches to another
/// core.
void chargeMemory(const void* memory, std::size_t bytes) noexcept;

/// Charges for reading these bytes of a graph's row, if the machine has caches of limited size.
void chargeRow(const void* row, std::size_t bytes) noexcept;

#else

inline void charge(Work /*work*/, std::uint64_t /*times*/ = 1) noexcept {}
inline void chargeMemory(const void* /*memory*/, std::size_t /*bytes*/) noexcept {}
inline void chargeRow(const void* /*row*/, std::size_t /*bytes*/) noexcept {}

#endif

} // namespace galois::substrate
