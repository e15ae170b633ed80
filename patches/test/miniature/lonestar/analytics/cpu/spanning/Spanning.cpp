// A minimum spanning forest by sorted edges.
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/graphs/LCGraph.h"

namespace cll = llvm::cl;

static cll::opt<std::string> inputFilename(cll::Positional, cll::desc("<input file>"),
                                           cll::Required);

using Graph = galois::graphs::LC_CSR_Graph<char, int>::with_no_lockable<true>::type;
using GNode = Graph::GraphNode;

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "Spanning forest", "A miniature", nullptr, &inputFilename);

  Graph graph;
  galois::graphs::readGraph(graph, inputFilename);
  std::vector<std::tuple<int, GNode, GNode>> edges;
  for (GNode node : graph) {
    for (auto edge : graph.edges(node)) {
      edges.emplace_back(graph.getEdgeData(edge), node, graph.getEdgeDst(edge));
    }
  }
  std::sort(edges.begin(), edges.end());
  std::vector<GNode> parents(graph.size());
  std::iota(parents.begin(), parents.end(), 0);
  const auto root = [&](GNode node) {
    while (parents[node] != node) {
      node = parents[node] = parents[parents[node]];
    }
    return node;
  };
  std::int64_t weight = 0;
  for (const auto& [length, one, other] : edges) {
    if (root(one) != root(other)) {
      parents[root(one)] = root(other);
      weight += length;
    }
  }
  std::cout << "MST weight: " << weight << "\n";
  return 0;
}
