// Shortest paths with one loop of its own, which the option --algo selects.
#include <atomic>
#include <cstdint>
#include <iostream>
#include <limits>
#include <string>
#include <vector>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/Timer.h"
#include "galois/graphs/LCGraph.h"

namespace cll = llvm::cl;

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);
static cll::opt<unsigned int> startNode("startNode", cll::desc("Source"), cll::init(0));
static cll::opt<unsigned int> reportNode("reportNode", cll::desc("Reported"), cll::init(1));
static cll::opt<unsigned int> stepShift("delta", cll::desc("Shift of priorities"), cll::init(13));

enum Algo { kDeltaStep, kTopo };
static cll::opt<Algo> algo("algo", cll::desc("Algorithm"),
                           cll::values(clEnumValN(kDeltaStep, "deltaStep", "by tasks"),
                                       clEnumValN(kTopo, "topo", "by rounds")),
                           cll::init(kDeltaStep));

using Graph =
    galois::graphs::LC_CSR_Graph<std::atomic<std::uint32_t>, std::uint32_t>::with_no_lockable<
        true>::type::with_numa_alloc<true>::type;
using GNode = Graph::GraphNode;

constexpr std::uint32_t kUnreached = std::numeric_limits<std::uint32_t>::max() / 2 - 1;

bool improve(Graph& graph, GNode node) {
  bool changed = false;
  for (auto edge : graph.edges(node)) {
    const std::uint32_t length = graph.getData(node) + graph.getEdgeData(edge);
    if (length < graph.getData(graph.getEdgeDst(edge))) {
      graph.getData(graph.getEdgeDst(edge)) = length;
      changed = true;
    }
  }
  return changed;
}

void byRounds(Graph& graph) {
  for (bool changed = true; changed;) {
    changed = false;
    for (GNode node : graph) {
      if (graph.getData(node) != kUnreached) {
        changed = improve(graph, node) || changed;
      }
    }
  }
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "Shortest paths", "A miniature", nullptr, &inputFile);

  Graph graph;
  GNode source;
  GNode report;
  galois::graphs::readGraph(graph, inputFile);
  std::cout << "Read " << graph.size() << " nodes, " << graph.sizeEdges() << " edges\n";
  source = startNode;
  report = reportNode;
  galois::do_all(galois::iterate(graph), [&](GNode n) { graph.getData(n) = kUnreached; });
  graph.getData(source) = 0;

  galois::StatTimer execTime("Timer_0");
  execTime.start();
  switch (algo) {
  case kDeltaStep:
    std::cout << "Running deltaStep\n";
    byRounds(graph);
    break;
  case kTopo:
    std::cout << "Running topo\n";
    byRounds(graph);
    break;
  default:
    std::abort();
  }
  execTime.stop();

  std::cout << "Node " << report << " has distance " << graph.getData(report) << "\n";
  std::uint64_t sum = 0;
  bool right = graph.getData(source) == 0;
  for (GNode node : graph) {
    const std::uint32_t distance = graph.getData(node);
    sum += distance == kUnreached ? 0 : distance;
    for (auto edge : graph.edges(node)) {
      right = right && (distance == kUnreached || graph.getData(graph.getEdgeDst(edge)) <=
                                                      distance + graph.getEdgeData(edge));
    }
  }
  std::cout << "Sum of visited distances is " << sum << "\n";
  if (!skipVerify && !right) {
    std::cerr << "verification failed\n";
    return 1;
  }
  std::cout << "Verification successful.\n";
  return 0;
}
