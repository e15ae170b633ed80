/**
 * Where threads leave what they have too much of for those who lack it (the depot of Bonwick and
 * Adams, "Magazines and vmem", USENIX 2001): a small table of pointers, in which nobody waits.
 *
 * Invariant. A pointer that was given is in one slot, or its owner has it. A slot changes from
 * empty to full by the exchange of the pointer's owner, and from full to empty by that of its next
 * owner. So a pointer has one owner, and one that comes again does no harm.
 *
 * Made for exchanges that are rare, of batches rather than of single things: a caller that fails
 * should do without until the next batch is at stake, and begin at another line then.
 */
#ifndef GALOIS_WORKLISTS_PARTS_MEMORY_DEPOT_H
#define GALOIS_WORKLISTS_PARTS_MEMORY_DEPOT_H

#include <cstddef>
#include <cstdint>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// @tparam Item     what is pointed to; not owned by the depot
/// @tparam Atomics  see galois/substrate/Atomics.h
/// @tparam Lines    cache lines of slots, 1 or more
/// @tparam PerLine  slots in each
///
/// Thread-safe, wait-free.
template <typename Item, typename Atomics = substrate::DefaultAtomics, std::uint32_t Lines = 8,
          std::size_t PerLine = substrate::kCacheLineSize / sizeof(void*)>
class Depot {
public:
  static constexpr std::size_t kCapacity = Lines * PerLine;

  Depot() {
    for (Line& line : lines_) {
      for (auto& slot : line.slots) {
        slot.store(nullptr, order::relaxed); // before any thread can know of this depot
      }
    }
  }
  Depot(const Depot&) = delete;
  Depot& operator=(const Depot&) = delete;

  /// Leaves `item` in an empty slot of one line.
  /// @param turn  says which line
  /// @param item  not null
  /// @return false when it found none; the item is then still the caller's
  bool give(std::uint32_t turn, Item* item) noexcept {
    for (auto& slot : lines_[turn % Lines].slots) {
      Item* none = slot.load(order::relaxed); // whether it is worth trying
      // (1) release: synchronizes with (2), so that what the giver did with the item, and what it
      // knew that others had done, comes before what the taker does.
      if (!none && slot.compare_exchange_strong(none, item, order::release, order::relaxed)) {
        return true;
      }
    }
    return false;
  }

  /// Takes an item from anywhere. (While there is none, all lines stay in everybody's cache.)
  /// @param turn  says in which line to begin
  /// @return nullptr when it found none
  Item* take(std::uint32_t turn) noexcept {
    for (std::uint32_t line = 0; line < Lines; ++line) {
      for (auto& slot : lines_[(turn + line) % Lines].slots) {
        if (slot.load(order::relaxed)) { // whether it is worth trying
          // (2) acquire: synchronizes with (1).
          if (Item* item = slot.exchange(nullptr, order::acquire)) {
            return item;
          }
        }
      }
    }
    return nullptr;
  }

private:
  struct alignas(substrate::kCacheLineSize) Line {
    typename Atomics::template Atomic<Item*> slots[PerLine];
  };
  Line lines_[Lines];
};

} // namespace galois::worklists

#endif
