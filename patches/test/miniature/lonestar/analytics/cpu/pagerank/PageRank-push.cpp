// Ranks by rounds, until no rank changes by more than the tolerance.
#include <atomic>
#include <cmath>
#include <iostream>
#include <string>
#include <vector>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/graphs/LCGraph.h"

namespace cll = llvm::cl;

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);
static cll::opt<float> tolerance("tolerance", cll::desc("Least change"), cll::init(1e-3f));

enum Algo { kAsync = 0, kSync };
static cll::opt<Algo> algo("algo", cll::desc("Algorithm"),
                           cll::values(clEnumValN(kAsync, "Async", "by tasks"),
                                       clEnumValN(kSync, "Sync", "by rounds")),
                           cll::init(kAsync));

struct LNode {
  float value = 0;
  std::atomic<float> residual{0};
};
using Graph =
    galois::graphs::LC_CSR_Graph<LNode,
                                 void>::with_numa_alloc<true>::type::with_no_lockable<true>::type;
using GNode = Graph::GraphNode;

void byRounds(Graph& graph) {
  std::vector<double> ranks(graph.size(), 0.15);
  for (double change = 1; change > tolerance / 1000;) {
    std::vector<double> next(graph.size(), 0.15);
    for (GNode node : graph) {
      auto edges = graph.edges(node);
      double degree = 0;
      for (auto edge : edges) {
        static_cast<void>(edge);
        ++degree;
      }
      for (auto edge : edges) {
        next[graph.getEdgeDst(edge)] += 0.85 * ranks[node] / degree;
      }
    }
    change = 0;
    for (GNode node : graph) {
      change = std::max(change, std::abs(next[node] - ranks[node]));
    }
    ranks.swap(next);
  }
  for (GNode node : graph) {
    graph.getData(node).value = static_cast<float>(ranks[node]);
  }
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "Ranks", "A miniature", nullptr, &inputFile);
  Graph transposeGraph;
  Graph graph;
  galois::graphs::readGraph(graph, inputFile);
  switch (algo) {
  case kAsync:
  case kSync:
    byRounds(graph);
    break;
  default:
    std::abort();
  }
  std::cout.precision(9);
  for (GNode node : graph) {
    std::cout << "rank " << node << " " << graph.getData(node).value << "\n";
  }
  return 0;
}
