/**
 * Large arrays whose pages are placed on chosen NUMA nodes.
 *
 * Pages are placed by first touch: each thread of the pool touches the pages that are to be near
 * it. This needs the pool, so all functions but largeMallocLocal return floating memory inside a
 * parallel region, and on threads other than the one that claimed the pool (ThreadPool::tryRun). Memory is zeroed, uses transparent huge pages where available, and is aligned to
 * allocSize() if it is at least that large. All functions throw std::bad_alloc if there is no
 * memory, and return a null pointer for 0 bytes.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace galois::substrate {

namespace detail {
/// Returns an array to the system.
struct LargeFreer {
  std::size_t bytes = 0;
  void operator()(void* memory) const noexcept;
};
} // namespace detail

/// Owns a large array.
using LAptr = std::unique_ptr<void, detail::LargeFreer>;

/// Allocates memory near the calling thread, which touches all of it.
LAptr largeMallocLocal(std::size_t bytes);

/// Allocates memory whose pages are placed where they are first used.
LAptr largeMallocFloating(std::size_t bytes);

/// Allocates memory whose huge pages are distributed round robin over threads 0..numThreads-1.
LAptr largeMallocInterleaved(std::size_t bytes, unsigned numThreads);

/// Allocates memory in blocks of equal size, one per thread, in the order of thread ids.
LAptr largeMallocBlocked(std::size_t bytes, unsigned numThreads);

/// Allocates memory for elements of `elementSize` bytes and places elements [ranges[t],
/// ranges[t+1]) near thread t. `ranges` has numThreads + 1 ascending entries; ranges beyond `bytes`
/// are ignored.
LAptr largeMallocSpecified(std::size_t bytes, unsigned numThreads,
                           const std::vector<std::uint64_t>& ranges, std::size_t elementSize);

/// Does the same for any indexable sequence of integers, with Galois' signature.
template <typename RangeArray>
LAptr largeMallocSpecified(std::size_t bytes, std::uint32_t numThreads, RangeArray& ranges,
                           std::size_t elementSize) {
  std::vector<std::uint64_t> copy(numThreads + std::size_t{1});
  for (std::size_t i = 0; i < copy.size(); ++i) {
    copy[i] = static_cast<std::uint64_t>(ranges[i]);
  }
  return largeMallocSpecified(bytes, static_cast<unsigned>(numThreads),
                              static_cast<const std::vector<std::uint64_t>&>(copy), elementSize);
}

} // namespace galois::substrate
