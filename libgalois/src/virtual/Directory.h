/**
 * The coherence directory: for every cache line, which core wrote it last, which cores have a valid
 * copy, and when the next transfer can begin.
 *
 * Caches are private and of unlimited size, so a core keeps its copy until another core writes.
 * If the costs give caches a size, it also loses copies to other lines, and sockets have shared caches
 * (Caches.h).
 * Transfers of a line are serialised: a transfer to a writer occupies the line for the whole
 * latency, and a transfer to a reader for `read-hold`. Other accesses wait meanwhile. Addresses
 * only identify lines, so results depend on which words share a line, but not on where memory is
 * allocated.
 *
 * The states of a page's lines lie side by side, because programs access neighbouring lines
 * together. A hash table finds the page. It is so small that it stays in the host's cache.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "Caches.h"
#include "Costs.h"
#include "OwnMemory.h"
#include "Prefetches.h"
#include "galois/substrate/VirtualAtomics.h"
#include "galois/substrate/VirtualMachine.h"

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
  struct Entry;

public:
  /// Where the state of a line is. Valid as long as the directory.
  using Place = Entry*;

  /// @param socketOf the socket of each core
  Directory(const Costs& costs, const std::vector<unsigned>& socketOf);

  Place placeOf(std::uintptr_t line) noexcept;

  /// Advances the port's clock by the time of an access of `kind` to the line.
  /// @return whether the line had to come from memory
  bool access(CorePort& port, Place place, Access kind) noexcept;
  bool access(CorePort& port, std::uintptr_t line, Access kind) noexcept {
    return access(port, placeOf(line), kind);
  }

  /// Advances the port's clock by the time in which a core reads a row of a graph. Its first line is
  /// a miss like others, of which `row-overlap` are in flight at once; the prefetcher of the hardware
  /// has requested the following ones. Takes no time if caches are of unlimited size.
  /// @return the number of lines that had to come from memory
  std::size_t readRow(CorePort& port, const void* row, std::size_t bytes) noexcept;

  /// Returns how many lines were in no cache of the core that wanted them, if caches have a size.
  const Misses& misses() const noexcept { return misses_; }

  /// Lets prefetches take no time of the core, `lines` at a time per core; 0: as the costs say.
  /// @param lines  at most Prefetches::kMostBuffers
  void setEnginePrefetches(unsigned lines) noexcept { engineLines_ = lines; }

  /// Removes freed memory from all caches.
  void forget(const void* memory, std::size_t bytes);

  static constexpr unsigned kLineBits = 6;
  static std::uintptr_t lineOf(const void* word) noexcept {
    return reinterpret_cast<std::uintptr_t>(word) >> kLineBits;
  }

private:
  static constexpr unsigned kPageBits = 6; ///< of a line's number: which line of its page it is

  /// The state of a line. It is followed by one bit per core, which says whether the core has a
  /// copy. All zero: no core has accessed the line.
  struct Entry {
    Time free;            ///< time at which the last transfer ends
    std::uint32_t writer; ///< number of the core that wrote last, plus 1; 0: none
    std::uint32_t number; ///< see Caches.h, with kOfArray; 0: not accessed, or no limited caches

    std::uint64_t* copies() noexcept { return reinterpret_cast<std::uint64_t*>(this + 1); }
    const std::uint64_t* copies() const noexcept {
      return reinterpret_cast<const std::uint64_t*>(this + 1);
    }
  };
  using Words = std::vector<std::uint64_t, OwnMemory<std::uint64_t>>;

  struct Page {
    std::uintptr_t number = 0; ///< 0: none
    Words entries;
  };

  /// Returns the number of the line's page, which is not 0.
  static std::uintptr_t pageOf(std::uintptr_t line) noexcept { return (line >> kPageBits) + 1; }
  std::size_t slotOf(std::uintptr_t page) const noexcept {
    return static_cast<std::size_t>((page * 0x9e3779b97f4a7c15ull) >> shift_);
  }
  /// Returns the page's slot, or the free one in which it belongs.
  Page& slot(std::uintptr_t page) noexcept {
    std::size_t at = slotOf(page);
    while (pages_[at].number != page && pages_[at].number != 0) {
      at = (at + 1) & (pages_.size() - 1);
    }
    return pages_[at];
  }
  Page& add(std::uintptr_t page) noexcept;
  Place placeIn(Page& page, std::uintptr_t line) const noexcept {
    const std::size_t first = (line & ((1u << kPageBits) - 1)) * stride_;
    return reinterpret_cast<Place>(page.entries.data() + first);
  }
  bool prefetch(CorePort& port, Place place, bool toWrite) noexcept;

  // The rest of the caches of limited size. `caches_` is empty if they have none.
  static constexpr std::uint32_t kOfArray = 1u << 31;
  static std::uint32_t numberOf(const Entry& state) noexcept { return state.number & ~kOfArray; }
  static bool isOfArray(const Entry& state) noexcept { return (state.number & kOfArray) != 0; }
  bool limited() const noexcept { return !caches_.empty(); }
  void enroll(Entry& state, bool ofArray) noexcept;
  void keep(const CorePort& port, Entry& state) noexcept;
  void keepShared(unsigned socket, Entry& state) noexcept;
  void dropFromShared(const Entry& state) noexcept;
  bool isShared(unsigned socket, const Entry& state) const noexcept {
    return shared_[socket].contains(&state, numberOf(state), isOfArray(state));
  }
  bool isSharedElsewhere(unsigned socket, const Entry& state) const noexcept;
  bool isMine(const CorePort& port, const Entry& state) const noexcept;
  Time overlapped(Time latency) const noexcept {
    return static_cast<Time>(static_cast<double>(latency) / costs_.dataOverlap);
  }
  Time distance(const CorePort& port, Entry& state, bool toWrite, bool& cold) noexcept;

  const Costs& costs_;
  std::vector<unsigned> socketOf_;
  std::vector<std::uint64_t> socketMask_; ///< for each socket, the bits of its cores
  std::size_t words_;                     ///< words of the bits per entry
  std::size_t stride_;                    ///< words per entry
  unsigned shift_;
  std::vector<Cache> caches_; ///< of the cores; empty: of unlimited size
  std::vector<Cache> shared_; ///< of the sockets
  Misses misses_;
  std::uint32_t numbers_ = 0; ///< given out
  unsigned engineLines_ = 0;  ///< lines that the engine of a core prefetches at once
  std::size_t used_ = 0;
  std::vector<Page, OwnMemory<Page>> pages_; ///< a power of two
};

inline Directory::Place Directory::placeOf(std::uintptr_t line) noexcept {
  Page* page = &slot(pageOf(line));
  if (page->number == 0) {
    page = &add(pageOf(line));
  }
  return placeIn(*page, line);
}

/// Returns whether the core wrote the line last and is the only one with a copy.
inline bool Directory::isMine(const CorePort& port, const Entry& state) const noexcept {
  const std::uint64_t bit = std::uint64_t{1} << (port.core % 64);
  bool mine = state.writer == port.core + 1;
  for (std::size_t w = 0; mine && w < words_; ++w) {
    mine = state.copies()[w] == (w == port.core / 64 ? bit : 0);
  }
  return mine;
}

inline bool Directory::access(CorePort& port, Place place, Access kind) noexcept {
  Entry& state = *place;
  std::uint64_t* const copies = state.copies();
  const std::size_t word = port.core / 64;
  const std::uint64_t bit = std::uint64_t{1} << (port.core % 64);

  if (limited()) {
    enroll(state, kind == Access::kDataLoad);
  }
  if (kind == Access::kPrefetch || kind == Access::kPrefetchToWrite) {
    return prefetch(port, place, kind == Access::kPrefetchToWrite);
  }
  const bool held = (copies[word] & bit) != 0;
  const Time rest = held ? port.prefetches.rest(place, port.clock) : 0;
  if (kind == Access::kLoad || kind == Access::kDataLoad) {
    if (held) {
      if (limited()) {
        keep(port, state);
      }
      port.clock += costs_.hit + (kind == Access::kDataLoad ? overlapped(rest) : rest);
      return false;
    }
    bool cold = false;
    Time latency = distance(port, state, false, cold);
    if (kind == Access::kDataLoad) {
      latency = overlapped(latency);
    }
    const Time start = port.clock > state.free ? port.clock : state.free;
    copies[word] |= bit;
    state.free = start + costs_.readHold;
    port.clock = start + latency;
    if (limited()) {
      keep(port, state);
    }
    return cold;
  }

  const bool mine = isMine(port, state);
  bool cold = false;
  const Time latency = mine ? 0 : distance(port, state, true, cold);
  Time start = port.clock + rest; // a pending prefetch has to arrive first
  if (!mine && state.free > start) {
    start = state.free;
  }
  if (!mine) {
    for (std::size_t w = 0; w < words_; ++w) {
      copies[w] = 0;
    }
    copies[word] = bit;
    state.writer = port.core + 1;
    state.free = start + latency;
    if (limited()) {
      dropFromShared(state);
    }
  }
  if (limited()) {
    keep(port, state);
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
