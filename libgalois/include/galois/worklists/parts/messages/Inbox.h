/**
 * A few places where one thread leaves nodes for another: the hand-over from a helper to a worker.
 *
 * Invariant: a node lies in one place, and leaves it by an exchange, so that one thread gets it.
 * Only the giver puts something into a place, and only into one that it saw empty; places become
 * empty at any time, so what it saw is still true when it puts. Anybody may take.
 */
#ifndef GALOIS_WORKLISTS_PARTS_MESSAGES_INBOX_H
#define GALOIS_WORKLISTS_PARTS_MESSAGES_INBOX_H

#include <array>
#include <cstddef>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// @tparam Node    what is handed over, by address; the giver does not touch it any more
/// @tparam Places  nodes that fit
template <typename Node, std::size_t Places = 4, typename Atomics = substrate::DefaultAtomics>
class alignas(substrate::kCacheLineSize) Inbox {
public:
  Inbox() {
    for (auto& place : places_) {
      place.store(nullptr, order::relaxed);
    }
  }
  Inbox(const Inbox&) = delete;
  Inbox& operator=(const Inbox&) = delete;

  /// Whether there is room; stays true until the next put(). For the giver.
  bool hasRoom() const noexcept { return find(nullptr) < Places; }

  /// Whether there was nothing to take, at some moment during the call. Writes nothing.
  bool seemsEmpty() const noexcept {
    for (const auto& place : places_) {
      if (place.load(order::relaxed)) {
        return false;
      }
    }
    return true;
  }

  /// Leaves a node. Only for the giver, one thread at a time, after hasRoom() said true.
  void put(Node* node) noexcept {
    // (1) release: synchronizes with (2), so that the taker finds the node as it was left.
    places_[find(nullptr)].store(node, order::release);
  }

  /// Takes a node, any; nullptr if none was found. Thread-safe; writes only where it saw one.
  Node* take() noexcept {
    for (auto& place : places_) {
      if (place.load(order::relaxed)) {
        if (Node* node = place.exchange(nullptr, order::acquire)) { // (2) acquire: pairs with (1)
          return node;
        }
      }
    }
    return nullptr;
  }

private:
  /// The first place that holds `node`, Places if none does.
  std::size_t find(const Node* node) const noexcept {
    std::size_t i = 0;
    while (i < Places && places_[i].load(order::relaxed) != node) {
      ++i;
    }
    return i;
  }

  std::array<typename Atomics::template Atomic<Node*>, Places> places_;
};

} // namespace galois::worklists

#endif
