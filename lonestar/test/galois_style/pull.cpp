/**
 * Adds up what in-edges bring, in the style of programs written for Galois: an LC_InOut_Graph is read
 * from a graph and its transpose. The sums must be those that edges would bring.
 */
#include <cstdint>
#include <iostream>
#include <vector>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/graphs/LCGraph.h"

namespace cll = llvm::cl;

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);

using Base = galois::graphs::LC_CSR_Graph<std::uint64_t, std::uint32_t>;
using Graph = galois::graphs::LC_InOut_Graph<Base::with_no_lockable<true>::type>;
using GNode = Graph::GraphNode;

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "pull", "Adds up in-edges", nullptr, &inputFile);
  galois::graphs::FileGraph file;
  file.fromFile(inputFile);
  galois::graphs::FileGraphWriter reversed;
  reversed.setNumNodes(file.size());
  reversed.setNumEdges<std::uint32_t>(file.sizeEdges());
  reversed.phase1();
  std::vector<std::uint64_t> expected(file.size(), 0);
  for (auto n : file) {
    for (auto edge : file.edges(n)) {
      reversed.incrementDegree(file.getEdgeDst(edge));
      expected[file.getEdgeDst(edge)] += n * file.getEdgeData<std::uint32_t>(edge);
    }
  }
  reversed.phase2();
  for (auto n : file) {
    for (auto edge : file.edges(n)) {
      reversed.addNeighbor<std::uint32_t>(file.getEdgeDst(edge), n,
                                          file.getEdgeData<std::uint32_t>(edge));
    }
  }
  reversed.finish();

  Graph graph;
  galois::graphs::readGraph(graph, file, reversed);
  galois::do_all(
      galois::iterate(graph),
      [&](GNode n) {
        std::uint64_t sum = 0;
        for (auto edge : graph.in_edges(n)) {
          sum += std::uint64_t{graph.getInEdgeDst(edge)} * graph.getInEdgeData(edge);
        }
        graph.getData(n) = sum;
      },
      galois::steal(), galois::loopname("pull"));
  for (GNode n : graph) {
    if (graph.getData(n) != expected[n]) {
      std::cerr << "Verification failed.\n";
      return 1;
    }
  }
  std::cout << "Verification successful.\n";
  return 0;
}
