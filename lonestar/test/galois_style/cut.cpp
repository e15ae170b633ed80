/**
 * Cuts a hypergraph in halves, in the style of programs written for Galois: hyperedges are read from
 * a file of hMetis, and nodes move while that cuts fewer of them. The file must be one where this helps.
 */
#include <cstdint>
#include <iostream>
#include <vector>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/graphs/LC_CSR_Hypergraph.h"
#include "galois/graphs/MorphHyperGraph.h"
#include "galois/graphs/ReadGraph.h"

namespace cll = llvm::cl;

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);

using Graph = galois::graphs::LC_CSR_Hypergraph<unsigned, void>::with_no_lockable<true>::type;
using GNode = Graph::GraphNode;
using Morph = galois::graphs::MorphHyperGraph<unsigned, void, true, true>;

/// Returns the weight of the hyperedges that have nodes in both halves.
static std::uint64_t cutOf(Graph& graph) {
  galois::GAccumulator<std::uint64_t> cut;
  galois::do_all(galois::iterate(graph.begin(), graph.begin() + graph.sizeHyperedges()),
                 [&](GNode hyperedge) {
                   bool in[2] = {false, false};
                   for (auto pin : graph.edges(hyperedge)) {
                     in[graph.getData(graph.getEdgeDst(pin))] = true;
                   }
                   cut += in[0] && in[1] ? graph.getWeight(hyperedge) : 0;
                 });
  return cut.reduce();
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "cut", "Cuts a hypergraph", nullptr, &inputFile);
  Graph graph;
  galois::graphs::readGraph(graph, inputFile);
  for (GNode n : graph.nodes()) {
    graph.getData(n) = n / 2 % 2;
  }
  const std::uint64_t before = cutOf(graph);
  for (GNode n : graph.nodes()) { // greedy, one node after the other
    const std::uint64_t old = cutOf(graph);
    graph.getData(n) ^= 1U;
    if (cutOf(graph) >= old) {
      graph.getData(n) ^= 1U;
    }
  }

  // The same hypergraph, whose pins tasks add, has as many pins at both ends.
  Morph morph;
  std::vector<Morph::GraphNode> copy;
  for (GNode n : graph) {
    copy.push_back(morph.createNode(n));
    morph.addNode(copy.back());
  }
  galois::for_each(
      galois::iterate(graph.begin(), graph.begin() + graph.sizeHyperedges()),
      [&](GNode hyperedge, auto&) {
        morph.getData(copy[hyperedge]);
        for (auto pin : graph.edges(hyperedge)) {
          morph.getData(copy[graph.getEdgeDst(pin)]);
        }
        for (auto pin : graph.edges(hyperedge)) {
          morph.addEdge(copy[hyperedge], copy[graph.getEdgeDst(pin)]);
        }
      },
      galois::no_pushes());
  std::size_t pins = 0;
  for (auto n : morph) {
    pins += std::distance(morph.in_edge_begin(n), morph.in_edge_end(n));
  }
  std::cout << "cut " << before << ", then " << cutOf(graph) << "\n";
  if (pins != graph.sizeEdges() || morph.sizeEdges() != pins || cutOf(graph) >= before) {
    std::cerr << "Verification failed.\n";
    return 1;
  }
  std::cout << "Verification successful.\n";
  return 0;
}
