// Greedy graph colouring, largest degree first, in parallel: M. Jones, P. Plassmann, "A parallel graph
// coloring heuristic" (SIAM J. Sci. Comput. 1993), with the order of W. Hasenplaug, T. Kaler,
// T. Schardl, C. Leiserson, "Ordering heuristics for parallel graph coloring" (SPAA 2014).
//
// A node precedes its neighbours of smaller degree, and of those of equal degree the ones with greater
// numbers. The task of a node gives it the least colour that no preceding neighbour has. It exists as
// soon as all of these have a colour. So the colours are those of the greedy algorithm on one thread,
// whatever the worklist does; the order decides how many tasks there are to choose from.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/Timer.h"
#include "galois/graphs/LCGraph.h"
#include "galois/graphs/ReadGraph.h"
#include "galois/worklists/cps/programs/Choice.h"
#include "galois/worklists/cps/programs/Ranks.h"
#include "galois/worklists/cps/programs/Undirected.h"

namespace {

namespace cll = llvm::cl;
namespace order = galois::cps::order;
using galois::cps::Atomic;
using namespace galois::cps::programs; // NOLINT(google-build-using-namespace)

cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);

using Graph = galois::graphs::LC_CSR_Graph<unsigned, void>::with_no_lockable<true>::type;
using Node = std::uint32_t;
using Color = std::uint32_t;
using Task = RankTask<Node>;

constexpr Color kUncolored = ~Color{0};

struct Nothing {
  bool operator<(Nothing) const { return false; }
};
using Rows = Undirected<Nothing>;

bool precedes(const Rows& rows, Node one, Node other) {
  return rows.degree(one) != rows.degree(other) ? rows.degree(one) > rows.degree(other)
                                                : one < other;
}

/// Returns the least colour that no end of the node's row has.
template <typename ColorOf>
Color leastFree(const Rows& rows, Node node, const ColorOf& colorOf) {
  std::vector<bool> taken(rows.degree(node) + std::size_t{1}, false);
  for (const auto* edge = rows.begin(node); edge != rows.end(node); ++edge) {
    const Color color = colorOf(edge->node);
    if (color < taken.size()) {
      taken[color] = true;
    }
  }
  return static_cast<Color>(std::find(taken.begin(), taken.end(), false) - taken.begin());
}

struct State {
  Atomic<Color> color{kUncolored};
  Atomic<std::uint32_t> awaited{0}; ///< number of preceding neighbours without a colour
};

std::vector<Color> colorInParallel(const Rows& rows) {
  galois::LargeArray<State> states;
  states.create(rows.size());
  std::vector<Task> first;
  const auto taskOf = [&rows](Node node) { return Task{node, ~rows.degree(node)}; };
  for (Node node = 0; node < rows.size(); ++node) {
    const auto awaited = std::count_if(rows.begin(node), rows.end(node), [&](const auto& edge) {
      return precedes(rows, edge.node, node);
    });
    states[node].awaited.store(static_cast<std::uint32_t>(awaited), order::relaxed);
    if (awaited == 0) {
      first.push_back(taskOf(node));
    }
  }
  runChosen("Color", first, ByPriority(), {}, [&](const Task& task, auto& context) {
    const Node node = task.node;
    states[node].color.store(
        leastFree(rows, node, [&](Node other) { return states[other].color.load(order::relaxed); }),
        order::relaxed);
    for (const auto* edge = rows.begin(node); edge != rows.end(node); ++edge) {
      // (1) acq_rel: synchronizes with (1) of the other neighbours, so that the thread that lowers
      // the number to 0 sees the colours of all, and with it the worklist the thread that takes the
      // task.
      if (precedes(rows, node, edge->node) &&
          states[edge->node].awaited.fetch_sub(1, order::acq_rel) == 1) {
        context.push(taskOf(edge->node));
      }
    }
  });
  std::vector<Color> colors;
  for (Node node = 0; node < rows.size(); ++node) {
    colors.push_back(states[node].color.load(order::relaxed));
  }
  return colors;
}

std::vector<Color> colorInOrder(const Rows& rows) {
  std::vector<Node> nodes(rows.size());
  std::iota(nodes.begin(), nodes.end(), Node{0});
  std::sort(nodes.begin(), nodes.end(),
            [&rows](Node one, Node other) { return precedes(rows, one, other); });
  std::vector<Color> colors(rows.size(), kUncolored);
  for (const Node node : nodes) {
    colors[node] = leastFree(rows, node, [&colors](Node other) { return colors[other]; });
  }
  return colors;
}

bool isProper(const Rows& rows, const std::vector<Color>& colors) {
  for (Node node = 0; node < rows.size(); ++node) {
    for (const auto* edge = rows.begin(node); edge != rows.end(node); ++edge) {
      if (colors[node] == colors[edge->node] || colors[node] == kUncolored) {
        return false;
      }
    }
  }
  return true;
}

} // namespace

int main(int argc, char** argv) {
  galois::SharedMemSys runtime;
  LonestarStart(argc, argv, "Graph colouring", "Gives neighbours different colours", nullptr,
                &inputFile);

  Graph graph;
  galois::graphs::readGraph(graph, std::string(inputFile));
  std::cout << "Read " << graph.size() << " nodes, " << graph.sizeEdges() << " edges\n";
  const Rows rows(
      graph, [](auto) { return Nothing(); },
      [](const auto& one, const auto& other) { return one.node < other.node; });

  std::cout << "Running colouring under " << choice.name() << "\n";
  galois::StatTimer timer("Timer_0");
  timer.start();
  const std::vector<Color> colors = colorInParallel(rows);
  timer.stop();

  std::cout << "Colors: "
            << (colors.empty() ? 0 : *std::max_element(colors.begin(), colors.end()) + 1) << "\n";
  if (!skipVerify) {
    if (!isProper(rows, colors) || colors != colorInOrder(rows)) {
      std::cerr << "color-cpu: verification failed\n";
      return 1;
    }
    std::cout << "Verification successful.\n";
  }
  return 0;
}
