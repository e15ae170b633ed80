/**
 * The words of the nodes while saturation colouring runs (colorOperator.h), and how a thread gives
 * a node a colour that no neighbour has or gets.
 *
 * A node's word goes through the states below. The painter of a node is the thread that moved the
 * word from free to held. Only the painter moves it further, with one exception:
 *
 *     free -> held -> trying c -> has c    for good
 *                     trying c -> held     also by the painter of a neighbour that tries c
 *
 * Invariant: no two neighbours get the same colour. A painter writes "trying c", then reads the
 * words of all neighbours, then moves to "has c" unless its word has become held. Let two
 * neighbours both try c, and take the one whose store comes later in the single total order of
 * seq_cst accesses. Its painter reads that the other one tries c, or a later state of the other
 * word. A painter that reads "has c" takes another colour. A painter that reads "trying c" compares
 * the node numbers. If its own node is the smaller one, it moves the other word back to held, so
 * that the other painter cannot go on. Otherwise it waits briefly, in the state held.
 *
 * Only the stores (1) and the loads (2) need that order. Whether a neighbour stops a painter in
 * time is decided by two compare-exchanges on one word. Whichever order they have, the second one
 * fails. The compare-exchange that fails does not see a state older than the load before it did. No
 * other data is published with a colour. NodeStatesRelacy.cpp checks this protocol.
 *
 * Termination: of all nodes that have painters, consider the one that comes first in the order of
 * nodes. No other thread stops or delays its painter, except for painters of neighbours that have
 * already got their colours, and each of these neighbours does so once.
 */
#pragma once

#include <cstdint>
#include <limits>

#include "galois/substrate/Atomics.h"

namespace color::internal {

/// The protocol on one graph.
/// @tparam Graph  has row(node): the node's edges, which have a member `dst`
/// @tparam Words  maps a node to an atomic word or a reference to one; all bits of the words are
///                set at first; copied
template <typename Graph, typename Words>
class NodeStates {
public:
  using Node = std::uint32_t;
  using Color = std::uint32_t;

  enum class Attempt { kPainted, kTaken, kBehind, kStopped };

  NodeStates(const Graph& graph, Words words) : graph_(graph), words_(words) {}

  bool painted(Node node) const { return words_(node).load(galois::order::relaxed) < kTrying; }

  /// Makes the caller the node's painter. Returns false if it has a painter or a colour.
  bool begin(Node node) const {
    Color expected = kFree;
    return words_(node).compare_exchange_strong(expected, kHeld, galois::order::relaxed);
  }

  /// Tries to give the node a colour; called by its painter.
  /// @return kPainted when the node has the colour for good. Otherwise the node is held again: kTaken
  ///         when a neighbour has the colour, kBehind when an earlier neighbour tries it, too, and
  ///         kStopped when such a neighbour has moved this node's word back.
  Attempt paint(Node node, Color color) const {
    // (1) seq_cst: pairs with (2). Of two neighbours that try, at least one sees the other.
    words_(node).store(kTrying | color, galois::order::seq_cst);
    for (const auto& edge : graph_.row(node)) {
      // (2) seq_cst: pairs with (1).
      Color seen = words_(edge.dst).load(galois::order::seq_cst);
      if (seen == (kTrying | color) && node < edge.dst) {
        // Relaxed: either this one fails, or the neighbour's own compare-exchange below.
        words_(edge.dst).compare_exchange_strong(seen, kHeld, galois::order::relaxed);
      }
      if (seen == color || (seen == (kTrying | color) && edge.dst < node)) {
        // Relaxed: the word gives up its claim. A neighbour that reads the old value stops us
        // again.
        words_(node).store(kHeld, galois::order::relaxed);
        return seen == color ? Attempt::kTaken : Attempt::kBehind;
      }
    }
    Color expected = kTrying | color;
    // Relaxed: either this one fails, or the compare-exchange above by a neighbour that stops us.
    return words_(node).compare_exchange_strong(expected, color, galois::order::relaxed)
               ? Attempt::kPainted
               : Attempt::kStopped;
  }

private:
  static constexpr Color kFree = std::numeric_limits<Color>::max();
  static constexpr Color kTrying = Color{1} << 31;
  static constexpr Color kHeld = kFree - 1;

  const Graph& graph_;
  Words words_;
};

} // namespace color::internal
