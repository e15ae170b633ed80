// Distances in edges. The choice of the algorithm is in a function template.
#include <cstdint>
#include <iostream>
#include <limits>
#include <string>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/graphs/LCGraph.h"

namespace cll = llvm::cl;

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);
static cll::opt<unsigned int> startNode("startNode", cll::desc("Source"), cll::init(0));

enum Algo { kAsync = 0, kSync };
static cll::opt<Algo> algo("algo", cll::desc("Algorithm"),
                           cll::values(clEnumValN(kAsync, "Async", "by tasks"),
                                       clEnumValN(kSync, "Sync", "by rounds")),
                           cll::init(kSync));

using Graph =
    galois::graphs::LC_CSR_Graph<unsigned,
                                 void>::with_no_lockable<true>::type::with_numa_alloc<true>::type;
using GNode = Graph::GraphNode;

constexpr unsigned kUnreached = std::numeric_limits<unsigned>::max() / 2 - 1;

template <bool CONCURRENT>
void byRounds(Graph& graph) {
  for (bool changed = true; changed;) {
    changed = false;
    for (GNode node : graph) {
      for (auto edge : graph.edges(node)) {
        const GNode other = graph.getEdgeDst(edge);
        if (graph.getData(node) + 1 < graph.getData(other)) {
          graph.getData(other) = graph.getData(node) + 1;
          changed = true;
        }
      }
    }
  }
}

template <bool CONCURRENT>
void runAlgo(Graph& graph, const GNode& source) {
  graph.getData(source) = 0;

  switch (algo) {
  case kAsync:
    byRounds<CONCURRENT>(graph);
    break;
  case kSync:
    byRounds<CONCURRENT>(graph);
    break;
  default:
    std::cerr << "ERROR: unknown algorithm\n";
  }
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "Distances in edges", "A miniature", nullptr, &inputFile);
  Graph graph;
  galois::graphs::readGraph(graph, inputFile);
  const GNode source = startNode;
  galois::do_all(galois::iterate(graph), [&](GNode n) { graph.getData(n) = kUnreached; });
  runAlgo<true>(graph, source);
  std::uint64_t sum = 0, visited = 0;
  for (GNode node : graph) {
    if (graph.getData(node) != kUnreached) {
      sum += graph.getData(node);
      ++visited;
    }
  }
  std::cout << "Visited " << visited << "\nSum of visited distances is " << sum << "\n";
  return 0;
}
