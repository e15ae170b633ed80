/**
 * Coarsens a graph in the style of programs written for Galois: neighbours are matched, and each
 * pair becomes a node of an LC_Morph_Graph that loops build in parallel.
 */
#include <iostream>
#include <map>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/graphs/LC_Morph_Graph.h"
#include "galois/graphs/ReadGraph.h"

namespace cll = llvm::cl;

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);

struct Node;
using Graph = galois::graphs::LC_Morph_Graph<Node, unsigned>::with_file_edge_data<void>::type;
using GNode = Graph::GraphNode;

struct Node {
  Node() = default;
  explicit Node(unsigned w) : weight(w) {}
  unsigned weight = 1;
  GNode match = nullptr;  ///< in the same graph
  GNode parent = nullptr; ///< in the coarser graph
};

static void match(Graph& graph) {
  galois::for_each(
      galois::iterate(graph),
      [&](GNode n, auto&) {
        Node& data = graph.getData(n);
        if (data.match != nullptr) {
          return;
        }
        for (auto edge : graph.edges(n)) {
          GNode other = graph.getEdgeDst(edge);
          if (other != n && graph.getData(other).match == nullptr) {
            data.match = other;
            graph.getData(other).match = n;
            return;
          }
        }
        data.match = n;
      },
      galois::no_pushes(), galois::loopname("match"));
}

static void contract(Graph& fine, Graph& coarse) {
  const auto flag = galois::MethodFlag::UNPROTECTED;
  galois::do_all(
      galois::iterate(fine),
      [&](GNode n) {
        Node& data = fine.getData(n, flag);
        Node& other = fine.getData(data.match, flag);
        if (n > data.match) {
          return;
        }
        auto degree = std::distance(fine.edge_begin(n, flag), fine.edge_end(n, flag));
        unsigned weight = data.weight;
        if (data.match != n) {
          degree +=
              std::distance(fine.edge_begin(data.match, flag), fine.edge_end(data.match, flag));
          weight += other.weight;
        }
        data.parent = other.parent = coarse.createNode(static_cast<int>(degree), weight);
      },
      galois::steal(), galois::loopname("nodes"));
  galois::do_all(
      galois::iterate(fine),
      [&](GNode n) {
        Node& data = fine.getData(n, flag);
        if (n > data.match) {
          return;
        }
        std::map<GNode, unsigned> ends;
        for (GNode part : {n, data.match}) {
          for (auto edge : fine.edges(part, flag)) {
            ends[fine.getData(fine.getEdgeDst(edge), flag).parent] += fine.getEdgeData(edge);
          }
          if (n == data.match) {
            break;
          }
        }
        for (auto& [end, weight] : ends) {
          if (end != data.parent) {
            coarse.addEdgeWithoutCheck(data.parent, end, flag, weight);
          }
        }
      },
      galois::steal(), galois::loopname("edges"));
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "coarsen", "Coarsens a graph", nullptr, &inputFile);
  Graph graph, coarse;
  galois::graphs::readGraph(graph, inputFile);
  galois::do_all(galois::iterate(graph), [&](GNode n) {
    for (auto edge : graph.edges(n)) {
      graph.getEdgeData(edge) = 1;
    }
  });
  match(graph);
  contract(graph, coarse);

  galois::GAccumulator<std::size_t> weight, wrong, inner, crossing, total;
  galois::do_all(galois::iterate(coarse), [&](GNode n) {
    weight += coarse.getData(n).weight;
    for (auto edge : coarse.edges(n)) {
      crossing += coarse.getEdgeData(edge);
    }
  });
  galois::do_all(galois::iterate(graph), [&](GNode n) {
    const Node& data = graph.getData(n);
    wrong += graph.getData(data.match).match == n ? 0 : 1;
    for (auto edge : graph.edges(n)) {
      total += 1;
      inner += graph.getData(graph.getEdgeDst(edge)).parent == data.parent ? 1 : 0;
    }
  });
  std::cout << graph.size() << " nodes became " << coarse.size() << "\n";
  if (wrong.reduce() != 0 || weight.reduce() != graph.size() ||
      crossing.reduce() + inner.reduce() != total.reduce() || coarse.size() >= graph.size()) {
    std::cerr << "Verification failed.\n";
    return 1;
  }
  std::cout << "Verification successful.\n";
  return 0;
}
