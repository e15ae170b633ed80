/**
 * The same answer in every run. Nodes of a graph join a set unless a neighbour is in it. Many such
 * sets exist, and which one comes out depends on the order in which the nodes are asked.
 * Deterministic execution makes it depend on the graph alone, and not on the threads.
 */
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "Tutorial.h"
#include "galois/Galois.h"
#include "galois/graphs/LC_CSR_Graph.h"
#include "galois/worklists/Deterministic.h"

namespace {

/// Nodes hold whether they are in the set.
using Graph = galois::graphs::LC_CSR_Graph<bool, void>;
using Node = Graph::GraphNode;

constexpr Node kNodes = 30000;
/// Node n has edges to n + 4099, n + 9001 and so on, around a ring. So edges lead both ways, and
/// nodes that are asked one after the other have no neighbour in common.
constexpr std::array<Node, 6> kSteps{4099,          9001,          13007,
                                     kNodes - 4099, kNodes - 9001, kNodes - 13007};

Graph makeGraph() {
  return Graph(
      kNodes, kNodes * kSteps.size(), [](Node) { return kSteps.size(); },
      [](Node n, std::uint64_t edge) { return (n + kSteps.at(edge)) % kNodes; },
      [](Node, std::uint64_t) { return 0; });
}

/// Returns which nodes are in the set that the active threads find.
std::vector<bool> independentSet() {
  Graph graph = makeGraph();
  galois::do_all(galois::iterate(graph), [&](Node n) { graph.getData(n) = false; });
  galois::for_each(
      galois::iterate(graph),
      [&](Node n, auto& context) {
        bool free = true;
        for (auto edge : graph.edges(n)) { // locks the node and its neighbours
          free = free && !graph.getData(graph.getEdgeDst(edge));
        }
        // The loop runs in rounds. In the first half of a round, tasks run up to this point, and
        // the threads agree which of those that want the same node may go on. So an operator must
        // not write before this point, and must have touched all that it needs.
        context.cautiousPoint();
        graph.getData(n) = free;
      },
      galois::wl<galois::worklists::Deterministic<>>()); // the only change to the loop
  std::vector<bool> set;
  for (const Node n : graph) {
    set.push_back(graph.getData(n));
  }
  return set;
}

/// The check: no two neighbours are in the set, and every other node has a neighbour in it.
bool isMaximal(const std::vector<bool>& set) {
  for (Node n = 0; n < kNodes; ++n) {
    const bool near = std::any_of(kSteps.begin(), kSteps.end(),
                                  [&](Node step) { return set[(n + step) % kNodes]; });
    if (set[n] == near) {
      return false;
    }
  }
  return true;
}

} // namespace

int main(int argc, char** argv) {
  const unsigned threads =
      tutorial::threadsOf(argc, argv, "tutorial-6-deterministic", "the same answer in every run");
  galois::SharedMemSys runtime;
  const std::vector<bool> alone = independentSet(); // on one thread
  galois::setActiveThreads(threads, galois::kOversubscribe);
  const std::vector<bool> together = independentSet();
  const std::vector<bool> again = independentSet();
  std::printf("%d nodes are in the set\n",
              static_cast<int>(std::count(together.begin(), together.end(), true)));
  std::printf("%s with one thread, and %s in a second run\n",
              together == alone ? "the same" : "another",
              together == again ? "the same" : "another");
  return tutorial::finish(isMaximal(together) && together == alone && together == again);
}
