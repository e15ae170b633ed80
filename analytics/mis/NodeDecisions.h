/**
 * The words of the nodes while a maximal independent set is found in any order (misOperator.h). A word
 * says that its node is in the set, that it is out, or, while it is undecided, which node waits for it
 * first. The nodes that wait for one node are a list, whose links have a word per node, too.
 *
 * Decisions: a node is in when all its earlier neighbours are out, and out when one of them is in.
 * That is a function of the order and the graph. By induction along the order, each node's decision is
 * that of the greedy algorithm, whoever makes it and when. It is made once: a node in the set tells its
 * later neighbours that they are out, a node may find that out itself, and both write the same.
 *
 * Invariant: an undecided node has exactly one task, queued or running, or waits for exactly one
 * earlier neighbour, which is undecided. So when there are no tasks, all nodes are decided: the first
 * undecided one in the order could wait for none.
 *
 * A node enters the list of a neighbour in (1), which fails once that one is decided. The thread that
 * decides a node takes its list with the same access that makes the decision, (2). So a waiting node is
 * taken by exactly one thread, which makes its task, and none enters a list that has been taken. A link
 * is written before (1), which publishes it; (1) of a later node in the list is a read-modify-write of
 * the same word and so continues the release sequence. The links of the list are read after (2). A node
 * that is woken sees the decision that woke it, because queues hand over tasks with release and acquire.
 *
 * A word never returns to a value that it had: the heads of a list are different nodes, since a node
 * leaves a list only when that is taken, and a decision is final. So (1) has no ABA problem.
 *
 * Accesses without a number are relaxed: they concern one word, whose changes have one order, and no
 * other data is published by them. A decision that is seen late costs a try, and no more.
 * NodeDecisionsRelacy.cpp checks this protocol.
 */
#pragma once

#include <cstdint>
#include <limits>

#include "galois/substrate/Atomics.h"

namespace mis::internal {

/// The protocol on one graph.
/// @tparam Graph  has row(node): the node's edges, which have a member `dst`
/// @tparam Order  has precedes(a, b) and position(node)
/// @tparam Words  maps a node to an atomic 32-bit word or a reference to one; copied
/// @tparam Links  maps a node to a reference to a plain 32-bit word; copied
template <typename Graph, typename Order, typename Words, typename Links>
class NodeDecisions {
public:
  using Node = std::uint32_t;

  /// There are fewer nodes than this.
  static constexpr Node kMostNodes = std::numeric_limits<Node>::max() - 2;

  /// What a task of a node has done.
  enum Outcome {
    kDecided, ///< the node is decided, now or before
    kBlocked, ///< an earlier neighbour is undecided, and the task has to run again
    kWaits    ///< the same, but the node waits until it is woken
  };

  NodeDecisions(const Graph& graph, const Order& order, Words words, Links links)
      : graph_(graph), order_(order), words_(words), links_(links) {}

  /// Makes a node undecided, before any task runs.
  void begin(Node node) const { words_(node).store(kUndecided, galois::order::relaxed); }
  /// Returns whether a node is in the set, once there are no tasks.
  bool isMember(Node node) const { return words_(node).load(galois::order::relaxed) == kIn; }
  /// Returns whether a node is decided.
  bool isDecided(Node node) const { return decided(words_(node).load(galois::order::relaxed)); }

  /// The task of a node: decides it if its earlier neighbours are decided.
  /// @param mayWait  whether the node may wait for a neighbour; otherwise it is kBlocked
  /// @param wake     wake(node) is called for each node that now needs a task
  template <typename Wake>
  Outcome decide(Node node, bool mayWait, const Wake& wake) const {
    for (;;) {
      if (isDecided(node)) {
        return kDecided;
      }
      Node latest = node; // the last undecided one of the earlier neighbours; itself: there is none
      for (const auto& edge : graph_.row(node)) {
        if (!order_.precedes(edge.dst, node)) {
          continue;
        }
        const std::uint32_t word = words_(edge.dst).load(galois::order::relaxed);
        if (word == kIn) {
          settle(node, kOut, wake);
          return kDecided;
        }
        if (word != kOut && (latest == node || order_.precedes(latest, edge.dst))) {
          latest = edge.dst;
        }
      }
      if (latest == node) {
        join(node, wake);
        return kDecided;
      }
      if (!mayWait) {
        return kBlocked;
      }
      if (waitFor(latest, node)) {
        return kWaits;
      }
    }
  }

private:
  // Words above all nodes; every other word is the node that waits first.
  static constexpr std::uint32_t kUndecided = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::uint32_t kOut = kUndecided - 1;
  static constexpr std::uint32_t kIn = kUndecided - 2;
  static_assert(kIn == kMostNodes);

  static bool decided(std::uint32_t word) { return word == kIn || word == kOut; }

  /// Adds a node to the list of another. Returns false if that one is decided.
  bool waitFor(Node other, Node node) const {
    std::uint32_t head = words_(other).load(galois::order::relaxed);
    while (!decided(head)) {
      links_(node) = head;
      // (1) release: synchronizes with (2), so that who takes the list reads the link.
      if (words_(other).compare_exchange_weak(head, node, galois::order::release,
                                              galois::order::relaxed)) {
        return true;
      }
    }
    return false;
  }

  /// Decides a node, unless that has been done, and wakes those that wait for it.
  template <typename Wake>
  void settle(Node node, std::uint32_t decision, const Wake& wake) const {
    // (2) acquire: synchronizes with (1), for the links of all nodes in the list.
    std::uint32_t waiting = words_(node).exchange(decision, galois::order::acquire);
    if (decided(waiting)) {
      return;
    }
    while (waiting != kUndecided) {
      const Node woken = waiting;
      waiting = links_(woken); // before its task can write it
      wake(woken);
    }
  }

  template <typename Wake>
  void join(Node node, const Wake& wake) const {
    settle(node, kIn, wake);
    for (const auto& edge : graph_.row(node)) {
      if (order_.precedes(node, edge.dst) && !isDecided(edge.dst)) {
        settle(edge.dst, kOut, wake);
      }
    }
  }

  const Graph& graph_;
  const Order& order_;
  Words words_;
  Links links_;
};

} // namespace mis::internal
