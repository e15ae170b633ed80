/**
 * The words of the nodes while a greedy matching is found in any order [Manne, Halappanavar, "New
 * effective multithreaded matching algorithms", IPDPS 2014]. A node proposes to a neighbour, whose word
 * then has the key of the edge between them, and the proposer. A proposal at an earlier edge displaces
 * it. Words compare as the edges of their node do (EdgeOrder.h), so a word only falls.
 *
 * Invariant: a node that has begun has exactly one task, queued or running, or is the proposer in
 * exactly one word, or has been refused by all neighbours. A task ends when its proposal is in a word,
 * or when no neighbour would take one. The thread whose exchange displaces a proposal makes the task of
 * who made it; there is one such exchange per proposal, because a word never returns to a value.
 *
 * When there are no tasks, the proposers are the partners of the greedy matching. Take the first edge of
 * the order. Each of its ends proposes to the other, because it has no earlier edge and a neighbour
 * refuses none but for an earlier one; and neither proposal is displaced. So each is in the other's
 * word, and all others that propose to them are refused. What is left is the same problem on the graph
 * without these two nodes. A node without a partner is refused by all, and nobody's proposal is left
 * with it: its neighbours have partners at earlier edges.
 *
 * Termination: each task makes a word fall, or ends its node's proposals for good. One that is refused
 * by a neighbour is so forever, as the word only falls.
 *
 * All accesses are relaxed: they concern one word, whose changes have one order, and no other data is
 * published by them. A word that is read too early only costs another look at the row, because the
 * exchange then fails. ProposalsRelacy.cpp checks this protocol.
 */
#pragma once

#include <cstdint>
#include <limits>

#include "galois/substrate/Atomics.h"

namespace greedymatching::internal {

/// The protocol on one graph.
/// @tparam Graph  has row(node): the node's edges, which have a member `dst`
/// @tparam Keys   (node, edge) -> the key of one of the node's edges; copied
/// @tparam Words  maps a node to an atomic 64-bit word or a reference to one; copied
template <typename Graph, typename Keys, typename Words>
class Proposals {
public:
  using Node = std::uint32_t;

  /// A node whose proposal has been displaced, and the key of the edge.
  struct Displaced {
    Node node = kNobody;
    std::uint32_t key = 0;

    explicit operator bool() const { return node != kNobody; }
  };

  Proposals(const Graph& graph, Keys keys, Words words)
      : graph_(graph), keys_(keys), words_(words) {}

  /// Empties a node's word, before any task runs.
  void begin(Node node) const { words_(node).store(kEmpty, galois::order::relaxed); }

  /// The task of a node: proposes to the first neighbour that does not refuse, if there is one.
  /// @param to  receives the neighbour, if there is one
  /// @return the node whose proposal is displaced, if there is one
  Displaced propose(Node node, Node& to) const {
    for (;;) {
      std::uint64_t best = kEmpty, seen = 0;
      for (const auto& edge : graph_.row(node)) {
        const std::uint64_t key = keys_(node, edge);
        if ((key << 32 | edge.dst) < best) {
          const std::uint64_t word = words_(edge.dst).load(galois::order::relaxed);
          if ((key << 32 | node) < word) {
            best = key << 32 | edge.dst;
            seen = word;
          }
        }
      }
      if (best == kEmpty) {
        return {};
      }
      const auto neighbour = static_cast<Node>(best);
      const std::uint64_t offer = (best & ~std::uint64_t{kNobody}) | node;
      while (offer < seen) {
        if (words_(neighbour).compare_exchange_weak(seen, offer, galois::order::relaxed)) {
          to = neighbour;
          return {static_cast<Node>(seen), static_cast<std::uint32_t>(seen >> 32)};
        }
      }
    }
  }

  /// Returns a node's partner, or kNobody, once there are no tasks.
  Node partner(Node node) const {
    return static_cast<Node>(words_(node).load(galois::order::relaxed));
  }

private:
  static constexpr Node kNobody = std::numeric_limits<Node>::max();
  static constexpr std::uint64_t kEmpty = std::numeric_limits<std::uint64_t>::max();

  const Graph& graph_;
  Keys keys_;
  Words words_;
};

} // namespace greedymatching::internal
