/**
 * A* from both ends on one thread: W. Pijls, H. Post, "A new bidirectional search algorithm with
 * shortened postprocessing", European Journal of Operational Research 198 (2009). With estimates of
 * 0 it is bidirectional Dijkstra.
 *
 * Each node is settled once, by the side that reaches it first. It is expanded only if a path
 * through it can still be shorter than the best path found so far, where labels of the two sides
 * met. Let the forward side settle v at distance g. The remaining distance to the target is at
 * least h(v). It is also at least F - h'(v), where F is the backward side's least priority and h'
 * its estimate, because the rest of the path contains a node that the backward side has not
 * settled. If g plus either bound is no less than the best path, v is dropped. The search ends when
 * one side has no node left, or none with a priority below the best path. This requires consistent
 * estimates, which Heuristic.h provides.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "Heuristic.h"
#include "Labels.h"
#include "SequentialSearch.h"

namespace astar {

/// The result of a search: where the two halves of the shortest path meet.
struct Meeting {
  Distance length = kInfinity; ///< length of the path; kInfinity if there is none
  Node node = 0;               ///< a node on the path that both sides have labelled correctly
  bool overflow = false;       ///< no path was found, but paths of 2^32 - 1 or more were left out
  SearchCounts counts;
};

/// Searches one graph from both ends, any number of times.
template <typename Graph>
class BidirectionalSearch {
public:
  /// @param reverse  the transpose of `graph`
  BidirectionalSearch(const Graph& graph, const Graph& reverse)
      : sides_{{graph, graph.size()}, {reverse, graph.size()}}, settled_(graph.size(), 0) {}

  /// forward() has labels by distance from the source, backward() by distance to the target.
  const Labels& forward() const { return sides_[0].labels; }
  const Labels& backward() const { return sides_[1].labels; }

  /// Resets the state after a search, in time proportional to the nodes that it touched.
  void reset() {
    for (Side& side : sides_) {
      side.labels.forEachTouched([&](Node node, Label) { settled_[node] = 0; });
      side.labels.reset();
    }
  }

  /// Searches for a shortest path. Call it after construction or reset(). Takes O(m log m) time for
  /// m edges of expanded nodes. @throws std::bad_alloc
  Meeting run(Node source, Node target, const Heuristic& toTarget, const Heuristic& toSource) {
    best_ = Meeting();
    start(0, source, toTarget);
    start(1, target, toSource);
    if (source == target) {
      best_.length = 0;
      best_.node = source;
    }
    bool more = true;
    while (more && !sides_[0].heap.empty() && !sides_[1].heap.empty()) {
      const bool forwards = sides_[0].heap.size() <= sides_[1].heap.size();
      more = forwards ? advance(sides_[0], toTarget, sides_[1], toSource)
                      : advance(sides_[1], toSource, sides_[0], toTarget);
    }
    best_.overflow &= best_.length == kInfinity;
    return best_;
  }

private:
  using Entry = sssp::DijkstraEntry<Distance>;

  struct Side {
    Side(const Graph& edges, std::size_t nodes) : graph(edges), labels(nodes) {}

    const Graph& graph;
    Labels labels;
    SearchHeap heap;
    Distance least = 0; ///< lower bound of the priorities of nodes that this side has not settled
  };

  void start(std::size_t which, Node node, const Heuristic& heuristic) {
    Side& side = sides_[which];
    side.heap = SearchHeap();
    side.labels[node] = makeLabel(0, heuristic(node));
    side.labels.touch(node);
    side.least = priorityOf(side.labels[node]);
    side.heap.push(Entry::make(side.least, node));
    ++best_.counts.pushed;
  }

  /// Settles the next node of `side`. Returns false when no path from that side can be shorter any
  /// more.
  bool advance(Side& side, const Heuristic& heuristic, const Side& other,
               const Heuristic& otherHeuristic) {
    const Entry entry = side.heap.pop();
    const Node node = entry.node();
    countStep(best_.counts);
    if (entry.distance() >= best_.length) {
      ++best_.counts.stale;
      return false;
    }
    const Label label = side.labels[node];
    if (settled_[node] != 0 || priorityOf(label) < entry.distance()) {
      ++best_.counts.stale;
      return true;
    }
    settled_[node] = 1;
    side.least = entry.distance();
    const Label seen = other.labels[node];
    const std::int64_t estimate = seen == kUntouched ? otherHeuristic(node) : estimateOf(seen);
    if (std::int64_t{distanceOf(label)} + other.least - estimate >= std::int64_t{best_.length}) {
      ++best_.counts.stale;
      return true;
    }
    expand(side, distanceOf(label), node, heuristic, other);
    return true;
  }

  void expand(Side& side, Distance distance, Node node, const Heuristic& heuristic,
              const Side& other) {
    for (const auto& edge : side.graph.edges(node)) {
      if (settled_[edge.dst] != 0) {
        continue;
      }
      const std::uint64_t candidate = std::uint64_t{distance} + edge.weight;
      const Label old = side.labels[edge.dst];
      const Distance estimate = old == kUntouched ? heuristic(edge.dst) : estimateOf(old);
      if (candidate + estimate >= best_.length) {
        best_.overflow |= best_.length == kInfinity;
        continue;
      }
      if (candidate >= distanceOf(old)) {
        continue;
      }
      side.labels[edge.dst] = makeLabel(static_cast<Distance>(candidate), estimate);
      if (old == kUntouched) {
        side.labels.touch(edge.dst);
      }
      side.heap.push(Entry::make(priorityOf(side.labels[edge.dst]), edge.dst));
      ++best_.counts.pushed;
      if (const Label met = other.labels[edge.dst]; met != kUntouched) {
        const std::uint64_t whole = candidate + distanceOf(met);
        best_.overflow |= whole >= kInfinity;
        if (whole < best_.length) {
          best_.length = static_cast<Distance>(whole);
          best_.node = edge.dst;
        }
      }
    }
  }

  Side sides_[2]; // forward, backward
  std::vector<std::uint8_t> settled_;
  Meeting best_;
};

} // namespace astar
