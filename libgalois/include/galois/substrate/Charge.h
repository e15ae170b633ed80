/**
 * What plain code tells a simulated machine about its cost; nothing at all in other builds.
 *
 * Under virtual time (docs/virtual.md) shared words take time by themselves, through the seam for
 * atomics, but plain instructions and plain memory would be free. The few places where they matter
 * say so here: the executors for tasks, pushes and pops, the graphs for edges, heaps for their
 * levels, and the containers whose plain memory travels from core to core under a lock.
 */
#ifndef GALOIS_SUBSTRATE_CHARGE_H
#define GALOIS_SUBSTRATE_CHARGE_H

#include <cstddef>
#include <cstdint>

namespace galois::substrate {

/// What can be charged. The cost file has a line for each.
enum class Work : std::uint8_t {
  kTask,      ///< one call of the operator of a for_each
  kIteration, ///< one iteration of a do_all
  kEdge,      ///< one edge that a task or an iteration looks at
  kSearch,    ///< a thread begins to look for a task: costs nothing, but time lines show it
  kPush,      ///< one task handed to the policy
  kPop,       ///< one task taken from the policy
  kLevel      ///< one level of a heap: comparisons with the children, and a move
};

#ifdef GALOIS_VIRTUAL

/// Lets the calling core's clock pass the time of `times` units of `work`.
void charge(Work work, std::uint64_t times = 1) noexcept;

/// The caller reads and writes these bytes, which are plain memory that another core may have
/// written before: each cache line costs like a store to a shared word. Lets nobody else run.
void chargeMemory(const void* memory, std::size_t bytes) noexcept;

#else

inline void charge(Work /*work*/, std::uint64_t /*times*/ = 1) noexcept {}
inline void chargeMemory(const void* /*memory*/, std::size_t /*bytes*/) noexcept {}

#endif

} // namespace galois::substrate

#endif
