/**
 * A minimum spanning forest in the style of programs written for Galois, in C++17: Kruskal's
 * algorithm as an ordered loop, whose neighbourhoods are the representatives of components. It must
 * compile, run, and find the weight that a sequential run finds.
 */
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <tuple>
#include <vector>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/graphs/LCGraph.h"

namespace cll = llvm::cl;

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);

using Graph = galois::graphs::LC_CSR_Graph<void, std::uint32_t>;

struct Edge {
  std::uint32_t src;
  std::uint32_t dst;
  std::uint32_t weight;
};
struct EdgeLess {
  bool operator()(const Edge& a, const Edge& b) const {
    return std::tie(a.weight, a.src, a.dst) < std::tie(b.weight, b.src, b.dst);
  }
};

/// A node of the union-find structure, with an abstract lock.
struct Component : galois::runtime::Lockable {
  std::uint32_t parent = 0;
};
using Components = std::vector<Component>;

std::uint32_t findRep(const Components& components, std::uint32_t node) {
  while (components[node].parent != node) {
    node = components[node].parent;
  }
  return node;
}

struct FindLoop {
  Components& components;
  template <typename C>
  void operator()(const Edge& e, C&) const {
    for (const std::uint32_t node : {e.src, e.dst}) {
      galois::runtime::acquire(&components[findRep(components, node)], galois::MethodFlag::WRITE);
    }
  }
};

struct LinkUpLoop {
  Components& components;
  galois::GAccumulator<std::uint64_t>& weight;
  template <typename C>
  void operator()(const Edge& e, C&) const {
    const std::uint32_t a = findRep(components, e.src);
    const std::uint32_t b = findRep(components, e.dst);
    if (a != b) {
      components[a].parent = b;
      weight += e.weight;
    }
  }
};

void reset(Components& components) {
  for (std::uint32_t i = 0; i < components.size(); ++i) {
    components[i].parent = i;
  }
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "kruskal", "Kruskal's algorithm in Galois' style", nullptr, &inputFile);
  Graph graph;
  galois::graphs::readGraph(graph, inputFile);
  std::vector<Edge> edges;
  for (auto n : graph) {
    for (auto ii : graph.edges(n)) {
      edges.push_back({n, graph.getEdgeDst(ii), graph.getEdgeData(ii)});
    }
  }
  Components components(graph.size());
  galois::GAccumulator<std::uint64_t> weight;
  reset(components);
  galois::for_each_ordered(edges.begin(), edges.end(), EdgeLess(), FindLoop{components},
                           LinkUpLoop{components, weight}, "kruskal");
  std::cout << "MST weight: " << weight.reduce() << "\n";

  galois::GAccumulator<std::uint64_t> expected;
  reset(components);
  std::sort(edges.begin(), edges.end(), EdgeLess());
  for (const Edge& edge : edges) {
    int unused = 0;
    LinkUpLoop{components, expected}(edge, unused);
  }
  if (weight.reduce() != expected.reduce()) {
    std::cerr << "a sequential run finds the weight " << expected.reduce() << "\n";
    return 1;
  }
  std::cout << "Verification successful.\n";
  return 0;
}
