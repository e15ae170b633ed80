/**
 * Tasks that change a graph. A ring of 20,000 nodes shrinks: a task removes one node, gives its
 * value to the left neighbour, and connects the neighbours. Tasks about nodes that lie side by side
 * would disturb each other, so the library detects the conflict and runs one of them again.
 */
#include <array>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "Tutorial.h"
#include "galois/Galois.h"
#include "galois/graphs/MorphGraph.h"

namespace {

/// Nodes hold a value, edges hold nothing, and edges have no direction.
using Graph = galois::graphs::MorphGraph<std::uint64_t, void, false>;
using Node = Graph::GraphNode;

constexpr unsigned kNodes = 20000;
constexpr unsigned kKept = 100; // every 200th node stays

} // namespace

int main(int argc, char** argv) {
  const unsigned threads =
      tutorial::threadsOf(argc, argv, "tutorial-5-conflicts", "tasks that change a graph");
  galois::SharedMemSys runtime;
  galois::setActiveThreads(threads, galois::kOversubscribe);

  Graph graph;
  std::vector<Node> ring;
  for (unsigned i = 0; i < kNodes; ++i) {
    ring.push_back(graph.createNode(i));
    graph.addNode(ring.back());
  }
  std::vector<Node> removed;
  for (unsigned i = 0; i < kNodes; ++i) {
    graph.addEdge(ring[i], ring[(i + 1) % kNodes]);
    if (i % (kNodes / kKept) != 0) {
      removed.push_back(ring[i]);
    }
  }

  // Methods of the graph lock the nodes that they touch. If another iteration holds such a lock,
  // this iteration ends, its pushes are dropped, and it runs again later. What it has written is
  // not undone. So an operator first locks all that it needs, and only then writes: it is cautious.
  galois::for_each(
      galois::iterate(removed),
      [&](Node node, auto&) {
        std::array<Node, 2> sides{};
        unsigned found = 0;
        for (auto edge : graph.edges(node)) { // locks the node and both neighbours
          sides.at(found++) = graph.getEdgeDst(edge);
        }
        for (Node side : sides) {
          graph.edges(side); // locks their neighbours, too, since removeNode() changes their edges
        }
        // From here on nothing can conflict.
        graph.getData(sides[0]) += graph.getData(node);
        graph.removeNode(node);
        graph.addEdge(sides[0], sides[1]);
      },
      galois::loopname("shrink"));

  // The check: what is left is one ring, and no value was lost.
  std::uint64_t sum = 0;
  unsigned steps = 0;
  Node before = nullptr;
  Node here = ring[0];
  do {
    sum += graph.getData(here);
    Node next = nullptr;
    for (auto edge : graph.edges(here)) {
      if (graph.getEdgeDst(edge) != before) {
        next = graph.getEdgeDst(edge);
      }
    }
    before = here;
    here = next;
    ++steps;
  } while (here != ring[0] && here != nullptr && steps <= kNodes);
  std::printf("a ring of %u nodes is left, with a sum of %llu\n", steps,
              static_cast<unsigned long long>(sum));
  return tutorial::finish(steps == kKept && graph.size() == kKept &&
                          sum == std::uint64_t{kNodes} * (kNodes - 1) / 2);
}
