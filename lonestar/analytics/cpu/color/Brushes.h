/**
 * The words of the nodes while saturation colouring runs (colorOperator.h), and how a thread gives
 * a node a colour that no neighbour has or gets.
 *
 * A node's word goes through states, and only the thread that brought it from free to held, its
 * painter, moves it on, with one exception:
 *
 *     free -> held -> trying c -> has c    for good
 *                     trying c -> held     also by the painter of a neighbour that tries c
 *
 * Invariant: no two neighbours get one colour. A painter writes "trying c", then looks at all
 * neighbours, then goes on to "has c" unless its word has become held. Of two neighbours that both
 * try c, the one whose store comes later in the single order of seq_cst accesses sees in its look
 * that the other tries c, or what the other's word became after that. Who sees that the other has c
 * takes another colour. Who sees that the other tries c puts it back to held if it comes later in
 * the order of nodes, so that it cannot go on, and else waits a moment as held itself.
 *
 * Only the stores (1) and the looks (2) need that order. That a neighbour stops a painter or comes
 * too late is decided by two exchanges of one word, of which the second fails whatever their order;
 * and the exchange that comes too late does not find an older state than the look before it did. No
 * other data goes with a colour. BrushesRelacy.cpp checks it so.
 *
 * It ends: of all nodes with painters nobody stops or delays the first in the order of nodes but
 * neighbours that have got their colours, and each of these stops it once.
 */
#ifndef GALOIS_LONESTAR_COLOR_BRUSHES_H
#define GALOIS_LONESTAR_COLOR_BRUSHES_H

#include <cstdint>
#include <limits>

#include "galois/substrate/Atomics.h"

namespace color::internal {

/// @tparam Graph  row(node): the node's edges, which have a member `dst`
/// @tparam Words  node -> atomic word, or a reference to one; all ones at first. Copied
template <typename Graph, typename Words>
class Brushes {
public:
  using Node = std::uint32_t;
  using Color = std::uint32_t;

  enum class Attempt { Painted, Taken, Behind, Stopped };

  Brushes(const Graph& graph, Words words) : graph_(graph), words_(words) {}

  bool painted(Node node) const { return words_(node).load(galois::order::relaxed) < kTrying; }

  /// Makes the caller the node's painter, unless there is one or none is needed.
  bool begin(Node node) const {
    Color expected = kFree;
    return words_(node).compare_exchange_strong(expected, kHeld, galois::order::relaxed);
  }

  /// The painter tries a colour. Painted: the node has it, for good. Else the node is held again.
  /// Taken: a neighbour has the colour. Behind: an earlier one tries it, too. Stopped: by such.
  Attempt paint(Node node, Color color) const {
    // (1) seq_cst: pairs with (2): of two neighbours one sees that the other tries.
    words_(node).store(kTrying | color, galois::order::seq_cst);
    for (const auto& edge : graph_.row(node)) {
      // (2) seq_cst: pairs with (1).
      Color seen = words_(edge.dst).load(galois::order::seq_cst);
      if (seen == (kTrying | color) && node < edge.dst) {
        // Relaxed: either this fails, or the neighbour's exchange below.
        words_(edge.dst).compare_exchange_strong(seen, kHeld, galois::order::relaxed);
      }
      if (seen == color || (seen == (kTrying | color) && edge.dst < node)) {
        // Relaxed: the word says less than before; whoever still reads the old one stops us again.
        words_(node).store(kHeld, galois::order::relaxed);
        return seen == color ? Attempt::Taken : Attempt::Behind;
      }
    }
    Color expected = kTrying | color;
    // Relaxed: either this fails, or the exchange above of a neighbour that stops us.
    return words_(node).compare_exchange_strong(expected, color, galois::order::relaxed)
               ? Attempt::Painted
               : Attempt::Stopped;
  }

private:
  static constexpr Color kFree = std::numeric_limits<Color>::max();
  static constexpr Color kTrying = Color{1} << 31;
  static constexpr Color kHeld = kFree - 1;

  const Graph& graph_;
  Words words_;
};

} // namespace color::internal

#endif
