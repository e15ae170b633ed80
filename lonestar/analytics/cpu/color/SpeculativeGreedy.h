/**
 * Greedy colouring on all active threads, by speculation: nodes get the least colour that no
 * neighbour is seen to have, whatever the other threads do meanwhile; then those that clash are
 * found and go into the next round [Gebremedhin, Manne, "Scalable parallel graph coloring
 * algorithms", Concurrency: Practice and Experience 12, 2000; Catalyurek, Feo, Gebremedhin,
 * Halappanavar, Pothen, "Graph coloring algorithms for multi-core and massively threaded
 * architectures", Parallel Computing 38, 2012].
 *
 * What is different here is that few nodes have to be looked at twice. In the first round threads
 * take blocks of nodes in order, and nodes within a block in order. So all earlier neighbours of a
 * node have their colours, but for those in blocks that another thread has at this moment. Only a
 * node that saw an earlier neighbour without a colour is in doubt, and only such nodes are checked
 * when the round is over. On one thread there are none, and the colours are those of the sequential
 * greedy algorithm; on many they are nearly these, because the order nearly is.
 *
 * No two neighbours keep one colour. Let u < v be neighbours that are open, without a colour, when
 * a round begins. Colours do not change until its end once they are there. If v saw u's, it took
 * another. If not, it is in doubt, and loses its colour at the end of the round if u has the same
 * or has lost it. If only one of the two is open, it has looked at the other one's colour, which
 * stays. (The first round may overlook coloured nodes after v: they are open in that round.)
 *
 * It ends: the first of the open nodes is never in doubt, so each round leaves fewer. When few are
 * left, one thread colours them, without rounds.
 *
 * Colours are relaxed words: the proof only asks that what was written before the end of a parallel
 * loop is seen after it. Whoever sees an old word finds a node open, and is in doubt.
 */
#ifndef GALOIS_LONESTAR_COLOR_SPECULATIVEGREEDY_H
#define GALOIS_LONESTAR_COLOR_SPECULATIVEGREEDY_H

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
  /// How often a node was given a colour, and how often one was taken back.
  struct Counts {
    std::uint64_t colored = 0, undone = 0;
  };

  /// For the active threads. Call it all outside parallel loops.
  explicit SpeculativeGreedy(const Problem& problem)
      : graph_(problem.graph), colors_(problem.colors), workers_(problem.greatestDegree) {}

  /// Colours the nodes of a graph that has no colours yet. O(edges) work a round.
  Counts colorAll() { return color(true); }
  /// Colours the nodes that have none. No node gets a colour above its degree.
  Counts colorRest() { return color(false); }

private:
  /// So many open nodes or fewer are one thread's: a parallel loop costs more.
  static constexpr std::size_t kFew = 1000;
  /// Blocks for each thread: more make the threads finish together, and more edges between blocks.
  static constexpr std::uint32_t kBlocks = 64;

  struct Worker {
    explicit Worker(std::uint64_t greatestDegree) : leastFree(greatestDegree) {}

    LeastFree leastFree;
    std::vector<Node> open;    ///< this thread is to colour in this round
    std::vector<Node> doubted; ///< it has coloured without seeing an earlier neighbour's colour
    Counts counts;
  };

  /// Colours `node`, looking at this part of its row. (A branch on which neighbours are other
  /// threads' would cost more than it saves.)
  void paint(Worker& worker, Node node, std::span<const Graph::Edge> row) {
    std::int64_t doubt = 0; // negative: an earlier neighbour has no colour
    const Color color = worker.leastFree(row, [&doubt, node, colors = colors_](Node near) {
      const Color seen = colors.of(near);
      // The sign of the one says that it is earlier, that of the other that it is kUncolored.
      doubt |= (std::int64_t{near} - node) & static_cast<std::int32_t>(seen);
      return seen;
    });
    colors_.set(node, color);
    if (doubt < 0) {
      worker.doubted.push_back(node);
    }
  }

  Counts color(bool all) {
    firstRound(all);
    std::size_t open = settle();
    while (open > kFew) {
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
      // Relaxed: the counter deals out numbers; no data goes with them.
      for (std::size_t block;
           (block = next.fetch_add(1, galois::order::relaxed)) + 1 < bounds.size();) {
        const Node begin = bounds[block], end = bounds[block + 1];
        worker.counts.colored += all ? paintAll(worker, begin, end) : paintRest(worker, begin, end);
      }
    });
  }

  /// Colours nodes of a graph without colours.
  std::size_t paintAll(Worker& worker, Node first, Node end) {
    for (Node node = first; node < end; ++node) {
      paint(worker, node, rowBefore(graph_, node));
    }
    return end - first;
  }

  /// Colours the nodes of a block that have no colour, and returns their number.
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

  /// Colours the open nodes of `whose`, in doubt by `worker`.
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
    if (doubted > kFew) {
      galois::on_each([this](unsigned, unsigned) { check(*workers_.getLocal()); });
    }
    std::size_t open = 0;
    for (unsigned t = 0; t < galois::getActiveThreads(); ++t) {
      check(*workers_.getRemote(t)); // finds nothing to do where the loop above was
      open += workers_.getRemote(t)->open.size();
    }
    return open;
  }

  /// Takes back the colour of each doubted node that an earlier neighbour has, too.
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
  galois::substrate::PerThreadStorage<Worker> workers_;
};

} // namespace color

#endif
