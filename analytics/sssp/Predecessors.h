/**
 * Finds a predecessor per node from the distances that a search left.
 *
 * An edge (u, v) is tight if d(u) + w = d(v), with the sum rounded as the search rounds it. A tight
 * edge is ascending if d(u) < d(v), and flat if d(u) = d(v). Flat edges have weight 0, or with
 * floating point a weight that is too small to change the sum.
 *
 * Ascending edges form no cycle, so any choice among them is right. One pass over all edges, on all
 * threads, leaves the smallest node u in the word of v. The minimum does not depend on the order in
 * which threads offer their nodes.
 *
 * Flat edges can form cycles. So they serve only nodes without an ascending edge. A breadth-first
 * search on one thread reaches these nodes from those that have a predecessor. The pass collects
 * the nodes where flat edges begin, so that the search need not visit all others. The search takes
 * them in ascending order, so its result does not depend on the threads either.
 *
 * The distances are right if and only if sources have distance 0, no edge leads to a node that is
 * further away than the sum, and every reached node gets a predecessor. The first two conditions
 * say that no distance is too long, the last one that none is too short.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "PathLength.h"
#include "SsspProblem.h"
#include "galois/Galois.h"
#include "galois/PerThreadContainer.h"
#include "galois/Reduction.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/ShortestPathTree.h"
#include "galois/runtime/report/TaskProgress.h"
#include "galois/substrate/Atomics.h"
#include "ssspVerify.h"

namespace sssp {

/// One search for predecessors. It uses all active threads, so it takes place outside parallel
/// loops.
template <typename Weight, typename Distance>
class Predecessors {
  static constexpr Node kNone = galois::analytics::kNoPredecessor;

public:
  /// @param distances     one per node
  /// @param predecessors  one per node, which find() fills
  Predecessors(const Graph<Weight>& graph, std::span<const Distance> distances,
               std::span<Node> predecessors)
      : graph_(graph), distances_(distances), predecessors_(predecessors) {}

  /// Finds the predecessors. A source is its own, and unreached nodes have kNoPredecessor.
  /// @throws galois::analytics::InvalidOption  when the distances are not those from `sources`
  /// @throws galois::substrate::Cancelled
  /// @throws std::bad_alloc
  void find(std::span<const Node> sources) {
    for (const Node source : sources) {
      if (distances_[source] != 0) {
        refuse(source, "is a source and needs the distance 0");
      }
    }
    galois::do_all(galois::iterate(std::size_t{0}, predecessors_.size()),
                   [this](std::size_t node) { predecessors_[node] = kNone; });
    followAscendingEdges();
    for (const Node source : sources) {
      predecessors_[source] = source;
    }
    if (firstWithout() != kNobody) {
      searchFlatEdges();
    }
    const std::uint64_t unsupported = firstWithout();
    if (unsupported != kNobody) {
      refuse(unsupported, "needs another distance: no path from a source is that short");
    }
  }

private:
  using TaskProgress = galois::runtime::TaskProgress;

  [[noreturn]] void refuse(std::uint64_t node, std::string_view wrong) const {
    throw galois::analytics::InvalidOption("distances", fmt::format("{}", distances_[node]),
                                           fmt::format("node {} {}", node, wrong));
  }

  /// Returns the first reached node without a predecessor, or kNobody.
  std::uint64_t firstWithout() const {
    return firstNode(graph_, [this](Node node) {
      return predecessors_[node] == kNone && distances_[node] != kInfinity<Distance>;
    });
  }

  /// Gives every node with an ascending edge its predecessor, and collects the nodes where flat
  /// edges begin.
  void followAscendingEdges() {
    galois::GReduceMin<std::uint64_t> tooFar;
    auto visit = [this, &tooFar](Node node) {
      TaskProgress::countOrThrow(1);
      const Distance distance = distances_[node];
      if (distance == kInfinity<Distance>) {
        return;
      }
      bool flat = false;
      for (const auto& edge : graph_.edges(node)) {
        const auto sum = pathLength(distance, edge.weight);
        const Distance other = distances_[edge.dst];
        if (sum < other) {
          tooFar.update(edge.dst);
        } else if (sum == other && other != kInfinity<Distance>) { // kInfinity is no path's length
          if (distance < other) {
            offer(edge.dst, node);
          } else {
            flat |= distance == other && edge.dst != node;
          }
        }
      }
      if (flat) {
        flatBegins_.get().push_back(node);
      }
    };
    galois::do_all(galois::iterate(Node{0}, static_cast<Node>(graph_.size())), visit,
                   galois::steal());
    const std::uint64_t node = tooFar.reduce();
    if (node != kNobody) {
      refuse(node, "needs a smaller distance: an edge leads there on a shorter path");
    }
  }

  /// Makes `candidate` the predecessor of `node` if it is smaller. All accesses are relaxed: the
  /// word carries no other data with it, and the end of the loop orders everything else.
  void offer(Node node, Node candidate) {
    galois::AtomicRef<Node> smallest(predecessors_[node]);
    Node old = smallest.load(galois::order::relaxed);
    while (candidate < old &&
           !smallest.compare_exchange_weak(old, candidate, galois::order::relaxed)) {
    }
  }

  /// Gives a predecessor to every other node that flat edges reach from a node with one.
  void searchFlatEdges() {
    std::vector<Node> queue;
    queue.reserve(flatBegins_.size_all());
    std::copy_if(flatBegins_.begin_all(), flatBegins_.end_all(), std::back_inserter(queue),
                 [this](Node node) { return predecessors_[node] != kNone; });
    std::sort(queue.begin(), queue.end());
    for (std::size_t at = 0; at < queue.size(); ++at) {
      if (at % TaskProgress::kSteps == TaskProgress::kSteps - 1) {
        TaskProgress::countOrThrow(TaskProgress::kSteps);
      }
      const Node node = queue[at];
      const Distance distance = distances_[node];
      for (const auto& edge : graph_.edges(node)) {
        if (distances_[edge.dst] == distance && predecessors_[edge.dst] == kNone &&
            pathLength(distance, edge.weight) == distance) {
          predecessors_[edge.dst] = node;
          queue.push_back(edge.dst);
        }
      }
    }
  }

  const Graph<Weight>& graph_;
  const std::span<const Distance> distances_;
  const std::span<Node> predecessors_;
  galois::PerThreadContainer<std::vector<Node>> flatBegins_;
};

} // namespace sssp
