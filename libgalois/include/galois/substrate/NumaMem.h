/**
 * Large arrays with a say in which NUMA node their pages live on.
 *
 * Placement is by first touch: the pool's threads touch the pages that are to be near them. It
 * needs the pool, so inside a parallel region only Local and Floating make sense; there the others
 * give floating memory. Memory is zeroed, advised to be transparent huge pages, and aligned to
 * allocSize() if that large. All functions throw std::bad_alloc; 0 bytes give a null pointer.
 */
#ifndef GALOIS_SUBSTRATE_NUMAMEM_H
#define GALOIS_SUBSTRATE_NUMAMEM_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace galois::substrate {

namespace detail {
/// Gives an array back to the system.
struct LargeFreer {
  std::size_t bytes = 0;
  void operator()(void* memory) const noexcept;
};
} // namespace detail

/// Owns a large array.
using LAptr = std::unique_ptr<void, detail::LargeFreer>;

/// All pages near the calling thread: touched by it.
LAptr largeMallocLocal(std::size_t bytes);

/// Pages land wherever they are first used.
LAptr largeMallocFloating(std::size_t bytes);

/// Huge pages go round threads 0..numThreads-1, one each in turn.
LAptr largeMallocInterleaved(std::size_t bytes, unsigned numThreads);

/// One block of equal size a thread, in order of thread ids.
LAptr largeMallocBlocked(std::size_t bytes, unsigned numThreads);

/// Thread t gets elements [ranges[t], ranges[t+1]) of `elementSize` bytes each near it. `ranges`
/// has numThreads + 1 entries, ascending; what lies outside `bytes` is ignored.
LAptr largeMallocSpecified(std::size_t bytes, unsigned numThreads,
                           const std::vector<std::uint64_t>& ranges, std::size_t elementSize);

/// The same for any indexable sequence of integers (Galois' signature).
template <typename RangeArray>
LAptr largeMallocSpecified(std::size_t bytes, std::uint32_t numThreads, RangeArray& ranges,
                           std::size_t elementSize) {
  std::vector<std::uint64_t> copy(numThreads + std::size_t{1});
  for (std::size_t i = 0; i < copy.size(); ++i) copy[i] = static_cast<std::uint64_t>(ranges[i]);
  return largeMallocSpecified(bytes, static_cast<unsigned>(numThreads),
                              static_cast<const std::vector<std::uint64_t>&>(copy), elementSize);
}

} // namespace galois::substrate

#endif
