/**
 * A few places in which one thread, the giver, leaves nodes for another, for example a helper for a
 * worker.
 *
 * Invariant: a node is in one place, and leaves it by an exchange, so that only one thread gets it.
 * Any thread may take a node. Only the giver puts a node into a place, and only into one that it
 * saw empty. Such a place is still empty at the put, because other threads only empty places.
 */
#pragma once

#include <array>
#include <cstddef>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// The inbox of one thread. All functions are O(Places) and never wait.
/// @tparam Node    type of the nodes; the giver must not access a node after put()
/// @tparam Places  capacity in nodes
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

  /// Returns whether there is room. True stays valid until the next put(). For the giver.
  bool hasRoom() const noexcept { return find(nullptr) < Places; }

  /// Returns whether all places were empty, each at some moment during the call. Writes nothing.
  bool seemsEmpty() const noexcept {
    for (const auto& place : places_) {
      if (place.load(order::relaxed)) {
        return false;
      }
    }
    return true;
  }

  /// Leaves a node. Only for the giver, one thread at a time, after hasRoom() returned true.
  void put(Node* node) noexcept {
    // (1) release: synchronizes with (2), so that the taker sees the node as the giver left it.
    places_[find(nullptr)].store(node, order::release);
  }

  /// Takes any node; returns nullptr if it found none. Thread-safe; writes only where it saw a
  /// node.
  Node* take() noexcept {
    for (auto& place : places_) {
      if (place.load(order::relaxed)) {
        // (2) acquire: synchronizes with (1).
        if (Node* node = place.exchange(nullptr, order::acquire)) {
          return node;
        }
      }
    }
    return nullptr;
  }

private:
  /// Returns the index of the first place that holds `node`, Places if none does.
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
