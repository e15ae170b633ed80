/**
 * Removes nodes with few in-edges, in the style of programs written for Galois, until none is left:
 * a Morph_SepInOut_Graph shrinks while the loop runs.
 */
#include <cstddef>
#include <iostream>
#include <vector>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/Morph_SepInOut_Graph.h"
#include "galois/graphs/ReadGraph.h"

namespace cll = llvm::cl;

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);
static cll::opt<unsigned> least("least", cll::desc("in-edges that a node needs"), cll::init(8));

using Graph = galois::graphs::Morph_SepInOut_Graph<unsigned, void, true>::with_in_edges<true>::type;
using GNode = Graph::GraphNode;

/// Returns which nodes stay, computed one after the other.
static std::vector<bool> expected() {
  galois::graphs::FileGraph file;
  file.fromFile(inputFile);
  std::vector<bool> stays(file.size(), true);
  for (bool changed = true; changed;) {
    changed = false;
    std::vector<unsigned> in(file.size(), 0);
    for (auto n : file) {
      for (auto edge : file.edges(n)) {
        in[file.getEdgeDst(edge)] += stays[n] ? 1 : 0;
      }
    }
    for (std::size_t n = 0; n < in.size(); ++n) {
      if (stays[n] && in[n] < least) {
        stays[n] = false;
        changed = true;
      }
    }
  }
  return stays;
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "peel", "Removes nodes with few in-edges", nullptr, &inputFile);
  Graph graph;
  galois::graphs::readGraph(graph, inputFile);
  unsigned number = 0;
  std::vector<GNode> nodes;
  for (GNode n : graph) {
    graph.getData(n) = number++;
    nodes.push_back(n);
  }
  galois::for_each(
      galois::iterate(nodes),
      [&](GNode n, auto& ctx) {
        if (!graph.containsNode(n)) {
          return;
        }
        const auto in = graph.in_edges(n);
        if (static_cast<unsigned>(std::distance(in.begin(), in.end())) >= least) {
          return;
        }
        for (auto edge : graph.edges(n)) {
          ctx.push(graph.getEdgeDst(edge));
        }
        graph.removeNode(n);
      },
      galois::loopname("peel"));

  const std::vector<bool> stays = expected();
  std::size_t count = 0;
  bool right = true;
  for (GNode n : nodes) {
    const bool here = graph.containsNode(n);
    right &= here == stays[graph.getData(n)];
    count += here ? 1 : 0;
  }
  std::cout << count << " of " << nodes.size() << " nodes stay\n";
  if (!right || count != graph.size() || count == 0) {
    std::cerr << "Verification failed.\n";
    return 1;
  }
  std::cout << "Verification successful.\n";
  return 0;
}
