/**
 * A bounded store through which threads with a surplus pass items to threads that need them (the
 * depot of Bonwick and Adams, "Magazines and vmem", USENIX 2001): a small table of pointers, in
 * which no thread waits.
 *
 * Invariant. A pointer that was given is either in one slot or with its owner. The exchange of the
 * pointer's owner changes a slot from empty to full, and the exchange of the next owner changes it
 * from full to empty. So a pointer has only one owner, and there is no ABA problem: the same
 * pointer may be given again.
 *
 * It is made for rare exchanges, of batches rather than of single items. A caller that fails should
 * not try again before its next batch, and should then begin at another line.
 */
#pragma once

#include <cstddef>
#include <cstdint>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// A bounded store of pointers.
/// @tparam Item     type of the items, which the depot does not own
/// @tparam Atomics  see galois/substrate/Atomics.h
/// @tparam Lines    number of cache lines of slots, 1 or more
/// @tparam PerLine  number of slots per line
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
        slot.store(nullptr, order::relaxed); // no other thread can access this depot yet
      }
    }
  }
  Depot(const Depot&) = delete;
  Depot& operator=(const Depot&) = delete;

  /// Puts `item` into an empty slot of one line.
  /// @param turn  selects the line, modulo Lines
  /// @param item  not null
  /// @return false if it found no empty slot; the caller then keeps the item
  bool give(std::uint32_t turn, Item* item) noexcept {
    for (auto& slot : lines_[turn % Lines].slots) {
      Item* none = slot.load(order::relaxed); // avoids an exchange that would fail
      // (1) release: synchronizes with (2), so that all that the giver did with the item, or saw
      // others do, happens before what the taker does.
      if (!none && slot.compare_exchange_strong(none, item, order::release, order::relaxed)) {
        return true;
      }
    }
    return false;
  }

  /// Takes an item from any line. (While there is none, all lines stay in the threads' caches.)
  /// @param turn  selects the line to begin with, modulo Lines
  /// @return nullptr if it found none
  Item* take(std::uint32_t turn) noexcept {
    for (std::uint32_t line = 0; line < Lines; ++line) {
      for (auto& slot : lines_[(turn + line) % Lines].slots) {
        if (slot.load(order::relaxed)) { // avoids an exchange that would return nullptr
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
