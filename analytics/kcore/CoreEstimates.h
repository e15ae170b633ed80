/**
 * The words of the nodes while core numbers are found in any order (kcoreOperator.h). A word has the
 * node's estimate and its support: a number that is at most that of the neighbours whose estimates
 * are no lower.
 *
 * An estimate begins at the degree, falls, and never falls below the core number: settle() lowers it
 * to the greatest h, at most the estimate, of which the node has h neighbours with estimates of at
 * least h. If no estimate is lower than the core number, neither is h, because the neighbours within
 * the node's core have estimates of at least its core number.
 *
 * Invariant: a node whose support is less than its estimate has exactly one task, queued or running,
 * and the support of a node whose neighbours are counted now does not matter. So, when there are no
 * tasks, every node has as many neighbours with estimates as high as its own as its estimate says.
 * All nodes with estimates of at least k are then part of the k-core, and no estimate is too high.
 *
 * The task of a node is the only one to change its estimate, in (1). It then counts its neighbours,
 * in (2). Afterwards it takes one from the support of each neighbour whose estimate it has left
 * behind: those above the new estimate, and not above the old one. Let two neighbours both lower their
 * estimates. If the count of one thread does not see the other's new estimate, its (2), and so its (1),
 * precedes the other's (1) in the single total order of seq_cst accesses, and so the other's (2). There
 * the other thread sees the new estimate of the first, or a later one, and what it reads of that word
 * afterwards is no older. So it takes one from the support that counted its old estimate. The support
 * may be too low, when a neighbour is not counted and is subtracted nevertheless. Then a task counts
 * again. It is never too high.
 *
 * The thread whose subtraction makes the support less than the estimate makes the task. There is one
 * such subtraction, because they change one word, and further ones find the support less already.
 * While a node's neighbours are counted, its support is far above every estimate; the node's own task
 * looks at the result of the count.
 *
 * Termination: each task lowers an estimate or corrects a support that was too low, and a support is
 * too low by at most the number of times that neighbours lowered their estimates.
 *
 * Accesses without a number are relaxed: they concern one word, whose changes have one order, and no
 * other data is published by them. CoreEstimatesRelacy.cpp checks this protocol.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "galois/substrate/Atomics.h"

namespace kcore::internal {

/// The protocol on one graph.
/// @tparam Graph  has degree(node), and row(node): the node's edges, which have a member `dst`
/// @tparam Words  maps a node to an atomic 64-bit word or a reference to one; copied
template <typename Graph, typename Words>
class CoreEstimates {
public:
  using Node = std::uint32_t;
  using Core = std::uint32_t;

  /// No core number is greater: such a core would have more edges than memory has bytes.
  static constexpr std::uint64_t kGreatest = std::uint64_t{1} << 26;

  /// What a thread needs to count with.
  using Counts = std::vector<Node>;

  CoreEstimates(const Graph& graph, Words words) : graph_(graph), words_(words) {}

  /// The estimate that a node begins with.
  Core first(Node node) const {
    return static_cast<Core>(std::min<std::uint64_t>(graph_.degree(node), kGreatest));
  }
  /// Gives a node its first estimate and support, before any task runs. Returns whether it needs a
  /// task.
  bool begin(Node node) const {
    const std::uint64_t own = first(node);
    std::uint64_t support = 0;
    for (const auto& edge : graph_.row(node)) {
      support += first(edge.dst) >= own ? 1 : 0;
    }
    words_(node).store(wordOf(own, support), galois::order::relaxed);
    return support < own;
  }

  /// Returns a node's estimate: its core number once there are no tasks.
  Core estimate(Node node) const {
    return static_cast<Core>(estimateOf(words_(node).load(galois::order::relaxed)));
  }

  /// The task of a node: lowers its estimate as far as its neighbours' estimates demand.
  /// @param counts  of the thread
  /// @param lacks   (node, its estimate) is called for each neighbour that now needs a task
  /// @return false if the estimate was right
  template <typename Lacks>
  bool settle(Node node, Counts& counts, const Lacks& lacks) const {
    const std::uint64_t first = estimateOf(words_(node).load(galois::order::relaxed));
    std::uint64_t now = first;
    for (;;) {
      const std::uint64_t before = now;
      now = supportable(node, before, counts);
      // (1) seq_cst: pairs with (2) of a neighbour's thread.
      words_(node).exchange(wordOf(now, kCounting), galois::order::seq_cst);
      std::uint64_t near = 0;
      for (const auto& edge : graph_.row(node)) {
        // (2) seq_cst: pairs with (1).
        near += estimateOf(words_(edge.dst).load(galois::order::seq_cst)) >= now ? 1 : 0;
      }
      const std::uint64_t word =
          words_(node).fetch_sub(kCounting - near, galois::order::relaxed) - (kCounting - near);
      if (now < before) {
        for (const auto& edge : graph_.row(node)) {
          leaveBehind(edge.dst, before, now, lacks);
        }
      }
      if (!lacking(word)) {
        return now < first;
      }
    }
  }

private:
  // A word is the estimate above kBits bits of the support plus kZero, so that no subtraction
  // borrows: a count in progress may have been subtracted from as often as the node has neighbours.
  static constexpr unsigned kBits = 37;
  static constexpr std::uint64_t kZero = std::uint64_t{1} << 34;
  static constexpr std::uint64_t kCounting = std::uint64_t{1} << 35;

  static std::uint64_t wordOf(std::uint64_t estimate, std::uint64_t support) {
    return estimate << kBits | (kZero + support);
  }
  static std::uint64_t estimateOf(std::uint64_t word) { return word >> kBits; }
  static bool lacking(std::uint64_t word) {
    return (word & ((std::uint64_t{1} << kBits) - 1)) < kZero + estimateOf(word);
  }

  /// Returns the greatest h, at most `most`, of which the node has h neighbours with estimates of at
  /// least h.
  std::uint64_t supportable(Node node, std::uint64_t most, Counts& counts) const {
    counts.assign(most + 1, 0);
    for (const auto& edge : graph_.row(node)) {
      ++counts[std::min(estimateOf(words_(edge.dst).load(galois::order::relaxed)), most)];
    }
    std::uint64_t h = most;
    for (std::uint64_t near = counts[h]; near < h; near += counts[h]) {
      --h;
    }
    return h;
  }

  /// Takes one from a node's support if its estimate is above `now` and at most `before`.
  template <typename Lacks>
  void leaveBehind(Node node, std::uint64_t before, std::uint64_t now, const Lacks& lacks) const {
    std::uint64_t word = words_(node).load(galois::order::relaxed); // no older than in (2)
    while (estimateOf(word) > now && estimateOf(word) <= before) {
      if (words_(node).compare_exchange_weak(word, word - 1, galois::order::relaxed)) {
        if (!lacking(word) && lacking(word - 1)) {
          lacks(node, static_cast<Core>(estimateOf(word)));
        }
        return;
      }
    }
  }

  const Graph& graph_;
  Words words_;
};

} // namespace kcore::internal
