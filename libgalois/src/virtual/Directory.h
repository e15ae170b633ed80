/**
 * The coherence directory: for every cache line, which core wrote it last, which cores have a valid
 * copy, and when the next transfer can begin.
 *
 * Caches are private and of unlimited size, so a core keeps its copy until another core writes.
 * Transfers of a line are serialised: a transfer to a writer occupies the line for the whole
 * latency, and a transfer to a reader for `read-hold`. Other accesses wait meanwhile. Addresses
 * only identify lines, so results depend on which words share a line, but not on where memory is
 * allocated.
 */
#ifndef GALOIS_VIRTUAL_DIRECTORY_H
#define GALOIS_VIRTUAL_DIRECTORY_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "Costs.h"
#include "OwnMemory.h"
#include "Prefetches.h"
#include "galois/substrate/VirtualAtomics.h"

namespace galois::substrate::virt {

/// The state of a core that the directory reads and changes at an access.
struct CorePort {
  Time clock = 0;
  Time drained = 0; ///< time at which its store buffer is empty
  unsigned core = 0;
  unsigned socket = 0;
  Prefetches prefetches;
};

/// The directory. Not thread-safe. access() takes O(1 + cores / 64).
class Directory {
public:
  /// @param socketOf the socket of each core
  Directory(const Costs& costs, const std::vector<unsigned>& socketOf);

  /// Advances the port's clock by the time of an access of `kind` to the line.
  /// @return whether the line had to come from memory
  bool access(CorePort& port, std::uintptr_t line, Access kind);

  /// Lets prefetches take no time of the core, `lines` at a time per core; 0: as the costs say.
  /// @param lines  at most Prefetches::kMostBuffers
  void setEnginePrefetches(unsigned lines) noexcept { engineLines_ = lines; }

  /// Removes freed memory from all caches.
  void forget(const void* memory, std::size_t bytes);

  std::size_t lines() const noexcept { return used_; }

  static constexpr unsigned kLineBits = 6;
  static std::uintptr_t lineOf(const void* word) noexcept {
    return reinterpret_cast<std::uintptr_t>(word) >> kLineBits;
  }

private:
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};

  /// An entry of the table. It is followed by one bit per core, which says whether the core has a
  /// copy.
  struct Entry {
    std::uintptr_t line; ///< 0: no entry (no object has this address)
    Time free;           ///< time at which the last transfer ends
    std::uint32_t writer;
    std::uint32_t unused;
  };

  std::uint64_t* at(std::size_t slot) noexcept { return table_.data() + slot * stride_; }
  static Entry& entry(std::uint64_t* place) noexcept { return *reinterpret_cast<Entry*>(place); }
  static std::uint64_t* holders(std::uint64_t* place) noexcept {
    return place + sizeof(Entry) / sizeof(std::uint64_t);
  }
  std::size_t slotOf(std::uintptr_t line) const noexcept {
    return static_cast<std::size_t>((line * 0x9e3779b97f4a7c15ull) >> shift_);
  }
  std::uint64_t* find(std::uintptr_t line) noexcept;
  std::uint64_t* findOrAdd(std::uintptr_t line);
  void grow();
  bool prefetch(CorePort& port, std::uint64_t* place, bool toWrite);
  bool isMine(const CorePort& port, std::uint64_t* place) const noexcept;
  Time overlapped(Time latency) const noexcept {
    return static_cast<Time>(static_cast<double>(latency) / costs_.dataOverlap);
  }
  Time distance(const CorePort& port, std::uint64_t* place, bool toWrite, bool& cold) noexcept;

  const Costs& costs_;
  std::vector<unsigned> socketOf_;
  std::vector<std::uint64_t> socketMask_; ///< for each socket, the bits of its cores
  std::size_t words_;                     ///< words of the bits per entry
  std::size_t stride_;                    ///< words per entry
  unsigned shift_;
  unsigned engineLines_ = 0; ///< lines that the engine of a core prefetches at once
  std::size_t used_ = 0;
  std::size_t slots_;
  std::vector<std::uint64_t, OwnMemory<std::uint64_t>> table_;
};

inline std::uint64_t* Directory::findOrAdd(std::uintptr_t line) {
  for (std::size_t slot = slotOf(line);; slot = slot + 1 == slots_ ? 0 : slot + 1) {
    std::uint64_t* place = at(slot);
    if (entry(place).line == line) {
      return place;
    }
    if (entry(place).line == 0) {
      if (++used_ * 8 > slots_ * 5) {
        grow();
        --used_;
        return findOrAdd(line);
      }
      entry(place).line = line;
      entry(place).writer = kNobody;
      return place;
    }
  }
}

/// Returns whether the core wrote the line last and is the only one with a copy.
inline bool Directory::isMine(const CorePort& port, std::uint64_t* place) const noexcept {
  const std::uint64_t* const copies = holders(place);
  const std::uint64_t bit = std::uint64_t{1} << (port.core % 64);
  bool mine = entry(place).writer == port.core;
  for (std::size_t w = 0; mine && w < words_; ++w) {
    mine = copies[w] == (w == port.core / 64 ? bit : 0);
  }
  return mine;
}

inline bool Directory::access(CorePort& port, std::uintptr_t line, Access kind) {
  std::uint64_t* const place = findOrAdd(line);
  Entry& state = entry(place);
  std::uint64_t* const copies = holders(place);
  const std::size_t word = port.core / 64;
  const std::uint64_t bit = std::uint64_t{1} << (port.core % 64);

  if (kind == Access::kPrefetch || kind == Access::kPrefetchToWrite) {
    return prefetch(port, place, kind == Access::kPrefetchToWrite);
  }
  const bool held = (copies[word] & bit) != 0;
  const Time rest = held ? port.prefetches.rest(line, port.clock) : 0;
  if (kind == Access::kLoad || kind == Access::kDataLoad) {
    if (held) {
      port.clock += costs_.hit + (kind == Access::kDataLoad ? overlapped(rest) : rest);
      return false;
    }
    bool cold = false;
    Time latency = distance(port, place, false, cold);
    if (kind == Access::kDataLoad) {
      latency = overlapped(latency);
    }
    const Time start = port.clock > state.free ? port.clock : state.free;
    copies[word] |= bit;
    state.free = start + costs_.readHold;
    port.clock = start + latency;
    return cold;
  }

  const bool mine = isMine(port, place);
  bool cold = false;
  const Time latency = mine ? 0 : distance(port, place, true, cold);
  Time start = port.clock + rest; // a pending prefetch has to arrive first
  if (!mine && state.free > start) {
    start = state.free;
  }
  if (!mine) {
    for (std::size_t w = 0; w < words_; ++w) {
      copies[w] = 0;
    }
    copies[word] = bit;
    state.writer = port.core;
    state.free = start + latency;
  }
  if (kind == Access::kStore) {
    port.clock += costs_.store;
    const Time begun = port.drained > start ? port.drained : start;
    if (!mine || rest > 0) {
      port.drained = begun + latency;
    }
    if (port.drained > port.clock + costs_.storeBuffer) {
      port.clock = port.drained - costs_.storeBuffer;
    }
  } else if (kind == Access::kPlain) {
    port.clock = start + latency + costs_.hit;
  } else {
    if (port.drained > start) {
      start = port.drained;
    }
    port.clock = start + latency + costs_.hit + costs_.update;
    if (!mine) {
      state.free = port.clock;
    }
  }
  return cold;
}

} // namespace galois::substrate::virt

#endif
