/**
 * Graphs that change, in the style of programs written for Galois: the order of the arguments of
 * findInEdge(), undirected graphs from a symmetric file, and in-edges that only some graphs have.
 */
#include <cstdint>
#include <iostream>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/Graph.h"

namespace cll = llvm::cl;

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);

using Both = galois::graphs::Morph_SepInOut_Graph<unsigned, void, true, true>;
using One = galois::graphs::MorphGraph<unsigned, void, true>;
/// Undirected, and with the flag for in-edges, which then has no effect.
using Undirected = galois::graphs::MorphGraph<unsigned, void, false, true>;

/// A pass that some programs compile for every graph, and run only where there are in-edges.
template <typename Graph>
std::size_t countInEdges(Graph& graph, bool known) {
  std::size_t count = 0;
  for (auto n : graph) {
    if (known) {
      for (auto edge : graph.in_edges(n)) {
        count += graph.containsNode(graph.getEdgeDst(edge)) ? 1 : 0;
      }
    }
  }
  return count;
}

static bool check(bool right, const char* what) {
  if (!right) {
    std::cerr << "Verification failed: " << what << "\n";
  }
  return right;
}

/// Removes the edge between two nodes at its destination.
static bool removesInEdges() {
  Both graph;
  auto a = graph.createNode(1U), b = graph.createNode(2U);
  graph.addNode(a);
  graph.addNode(b);
  graph.addEdge(a, b);
  const auto edge = graph.findInEdge(a, b);
  const bool found = edge != graph.in_edge_end(b) && graph.getEdgeDst(edge) == a &&
                     graph.findInEdge(b, a) == graph.in_edge_end(a);
  if (!check(found, "findInEdge(a, b) finds the edge from a to b")) {
    return false;
  }
  graph.removeInEdge(b, edge);
  return check(graph.edge_begin(a) == graph.edge_end(a), "removeInEdge");
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "morph", "Graphs that change", nullptr, &inputFile);
  galois::graphs::FileGraph file, symmetric;
  file.fromFile(inputFile);
  galois::graphs::makeSymmetric<void>(file, symmetric);
  std::map<std::pair<std::uint64_t, std::uint64_t>, unsigned> entries;
  for (auto n : symmetric) {
    for (auto edge : symmetric.edges(n)) {
      const std::uint64_t dst = symmetric.getEdgeDst(edge);
      ++entries[{n, dst}]; // each arc is an edge, which both of its ends know
      ++entries[{dst, n}];
    }
  }
  Undirected graph;
  galois::graphs::readGraph(graph, symmetric);
  unsigned number = 0;
  for (auto n : graph) {
    n->getData() = number++;
  }
  bool right = true;
  std::size_t count = 0;
  for (auto n : graph) {
    std::map<unsigned, unsigned> row;
    for (auto edge : graph.edges(n)) {
      ++row[graph.getData(graph.getEdgeDst(edge))];
      ++count;
    }
    for (const auto& end : row) {
      right &= entries[{graph.getData(n), end.first}] == end.second;
    }
  }
  right = check(right && count == 2 * symmetric.sizeEdges(), "undirected graph from a file");

  One one;
  galois::graphs::readGraph(one, file);
  right &= check(countInEdges(one, false) == 0, "in-edges that are not used");
  right &= check(countInEdges(graph, true) == count, "in-edges of an undirected graph");
  right &= removesInEdges();
  if (!right) {
    return 1;
  }
  std::cout << "Verification successful.\n";
  return 0;
}
