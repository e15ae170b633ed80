/**
 * Greedy colouring on all active threads, by speculation. A node gets the least colour that no
 * neighbour is seen to have, whatever the other threads do meanwhile. Nodes that clash are found
 * afterwards and go into the next round [Gebremedhin, Manne, "Scalable parallel graph coloring
 * algorithms", Concurrency: Practice and Experience 12, 2000; Catalyurek, Feo, Gebremedhin,
 * Halappanavar, Pothen, "Graph coloring algorithms for multi-core and massively threaded
 * architectures", Parallel Computing 38, 2012].
 *
 * Unlike in these papers, few nodes have to be checked. In the first round threads take blocks of
 * nodes in order, and nodes within a block in order. So all earlier neighbours of a node have their
 * colours, except for those in blocks that another thread is processing. Only a node that saw an
 * earlier neighbour without a colour is in doubt, and only such nodes are checked at the end of the
 * round. On one thread there are no such nodes, and the colours are those of the sequential greedy
 * algorithm. On many threads the colours are nearly the same, because the order is nearly the same.
 *
 * No two neighbours keep the same colour. Call a node open if it has no colour when a round begins.
 * Let u < v be neighbours. A colour, once written, does not change until the end of the round. If
 * both are open and v saw u's colour, v took another. If v did not see it, v is in doubt. It then
 * loses its colour at the end of the round if u has the same colour or has lost its own. If only
 * one of the two is open, it has seen the other's colour, which stays. (The first round may
 * overlook coloured nodes after v: all nodes are open in that round.)
 *
 * Termination: the first open node is never in doubt, so each round leaves fewer open nodes. When
 * few are left, one thread colours them without rounds.
 *
 * Accesses to colours are relaxed. The proof only needs that writes before the end of a parallel
 * loop are visible after it. A thread that reads an old word finds the neighbour open, so its node
 * is in doubt.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "ColorProblem.h"
#include "LeastFree.h"
#include "SharedColors.h"
#include "galois/Galois.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/PerThreadStorage.h"

namespace color {

class SpeculativeGreedy {
public:
  /// The number of times that a node was given a colour, and that a colour was taken back.
  struct Counts {
    std::uint64_t colored = 0, undone = 0;
  };

  /// One thread colours this many open nodes or fewer, because a parallel loop costs more.
  static constexpr std::size_t kFew = 1000;

  /// Prepares for the threads that are active now. Call all functions outside parallel loops.
  /// @param few  see kFew; tests choose less, so that their small graphs have parallel rounds
  explicit SpeculativeGreedy(const Problem& problem, std::size_t few = kFew)
      : graph_(problem.graph), colors_(problem.colors), few_(few),
        workers_(problem.greatestDegree) {}

  /// Colours the nodes of a graph that has no colours yet, with O(edges) work per round.
  Counts colorAll() { return color(true); }
  /// Colours the nodes that have no colour. No node gets a colour above its degree.
  Counts colorRest() { return color(false); }

private:
  /// Blocks per thread. With more blocks the threads finish at more similar times, but more edges
  /// lead between blocks.
  static constexpr std::uint32_t kBlocks = 64;

  struct Worker {
    explicit Worker(std::uint64_t greatestDegree) : leastFree(greatestDegree) {}

    LeastFree leastFree;
    std::vector<Node> open;    ///< nodes that this thread colours in this round
    std::vector<Node> doubted; ///< coloured without seeing an earlier neighbour's colour
    Counts counts;
  };

  /// Colours `node`, given the relevant part of its row. Testing which neighbours belong to other
  /// threads would cost more than it saves.
  void paint(Worker& worker, Node node, std::span<const Graph::Edge> row) {
    std::int64_t doubt = 0; // negative: an earlier neighbour has no colour
    const Color color = worker.leastFree(row, [&doubt, node, colors = colors_](Node near) {
      const Color seen = colors.of(near);
      // Negative if both are negative: the difference is for an earlier neighbour, and the colour
      // as a signed number is for kUncolored.
      doubt |= (std::int64_t{near} - node) & static_cast<std::int32_t>(seen);
      return seen;
    });
    colors_.set(node, color);
    if (doubt < 0) {
      worker.doubted.push_back(node);
    }
  }

  Counts color(bool all) {
    const galois::substrate::OneActiveThread one(graph_.size() <= few_);
    firstRound(all);
    std::size_t open = settle();
    while (open > few_) {
      galois::on_each(
          [this](unsigned, unsigned) { paintOpen(*workers_.getLocal(), *workers_.getLocal()); });
      open = settle();
    }
    for (unsigned t = 0; t < galois::getActiveThreads(); ++t) {
      paintOpen(*workers_.getLocal(), *workers_.getRemote(t));
    }
    Counts counts;
    for (unsigned t = 0; t < galois::getActiveThreads(); ++t) {
      const Counts of = std::exchange(workers_.getRemote(t)->counts, {});
      counts.colored += of.colored;
      counts.undone += of.undone;
    }
    workers_.getLocal()->doubted.clear();
    return counts;
  }

  /// Colours all nodes that have no colour, block by block.
  void firstRound(bool all) {
    const std::vector<Node> bounds = graph_.blocks(kBlocks * galois::getActiveThreads());
    galois::Atomic<std::size_t> next{0};
    galois::on_each([&](unsigned, unsigned) {
      Worker& worker = *workers_.getLocal();
      // Relaxed: the counter only distributes block numbers.
      for (std::size_t block;
           (block = next.fetch_add(1, galois::order::relaxed)) + 1 < bounds.size();) {
        const Node begin = bounds[block], end = bounds[block + 1];
        worker.counts.colored += all ? paintAll(worker, begin, end) : paintRest(worker, begin, end);
      }
    });
  }

  /// Colours the nodes of a block in a graph that had no colours. Returns their number.
  std::size_t paintAll(Worker& worker, Node first, Node end) {
    for (Node node = first; node < end; ++node) {
      paint(worker, node, rowBefore(graph_, node));
    }
    return end - first;
  }

  /// Colours the nodes of a block that have no colour. Returns their number.
  std::size_t paintRest(Worker& worker, Node first, Node end) {
    std::size_t painted = 0;
    for (Node node = first; node < end; ++node) {
      if (colors_.of(node) == kUncolored) {
        paint(worker, node, graph_.row(node));
        ++painted;
      }
    }
    return painted;
  }

  /// Colours the open nodes of `whose`. Nodes in doubt are added to `worker`.
  void paintOpen(Worker& worker, Worker& whose) {
    for (const Node node : whose.open) {
      paint(worker, node, graph_.row(node));
    }
    worker.counts.colored += std::exchange(whose.open, {}).size();
  }

  /// Ends a round: takes back the colours of nodes that clash. Returns the number of open nodes.
  std::size_t settle() {
    std::size_t doubted = 0;
    for (unsigned t = 0; t < galois::getActiveThreads(); ++t) {
      doubted += workers_.getRemote(t)->doubted.size();
    }
    if (doubted > few_) {
      galois::on_each([this](unsigned, unsigned) { check(*workers_.getLocal()); });
    }
    std::size_t open = 0;
    for (unsigned t = 0; t < galois::getActiveThreads(); ++t) {
      check(*workers_.getRemote(t)); // has nothing left to do if the loop above has run
      open += workers_.getRemote(t)->open.size();
    }
    return open;
  }

  /// Takes back the colour of each doubted node if an earlier neighbour has the same colour.
  void check(Worker& worker) {
    for (const Node node : worker.doubted) {
      const auto row = rowBefore(graph_, node);
      const Color color = colors_.of(node);
      if (std::ranges::any_of(row, [&](const auto& edge) {
            return edge.dst < node && colors_.of(edge.dst) == color;
          })) {
        colors_.set(node, kUncolored);
        worker.open.push_back(node);
        ++worker.counts.undone;
      }
    }
    worker.doubted.clear();
  }

  const Graph& graph_;
  const SharedColors colors_;
  const std::size_t few_; ///< see kFew
  galois::substrate::PerThreadStorage<Worker> workers_;
};

} // namespace color
