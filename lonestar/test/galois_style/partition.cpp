/**
 * Partitions a graph in several levels, in the style of programs written for Galois: the graph is
 * coarsened until it is small, the smallest graph is cut into parts, and each level refines the parts
 * of the one below. Most loops detect conflicts; nodes of two levels are read with different flags,
 * and the order of a loop is computed from nodes that it may not have locked.
 */
#include <algorithm>
#include <iostream>
#include <list>
#include <map>
#include <vector>

#include "Lonestar/BoilerPlate.h"
#include "galois/AtomicWrapper.h"
#include "galois/Bag.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/MorphGraph.h"
#include "galois/graphs/ReadGraph.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Obim.h"

namespace cll = llvm::cl;

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);
static cll::opt<unsigned> wantedParts("parts", cll::desc("number of parts"), cll::init(4));

struct Node;
using Graph = galois::graphs::MorphGraph<Node, int, true>::with_file_edge_data<void>::type;
using GNode = Graph::GraphNode;

struct Node {
  unsigned weight = 1;
  GNode match = nullptr;                    ///< in the same graph
  GNode parent = nullptr;                   ///< in the coarser graph
  std::vector<GNode> children;              ///< in the finer graph
  galois::CopyableAtomic<unsigned> part{0}; ///< atomic: Gain reads it without a lock
};

static constexpr auto unprotected = galois::MethodFlag::UNPROTECTED;

/// Matches each node with a neighbour that has no match yet, or with itself.
static void match(Graph& graph) {
  galois::for_each(
      galois::iterate(graph),
      [&](GNode n, auto&) {
        Node& data = graph.getData(n);
        if (data.match != nullptr) {
          return;
        }
        GNode best = n;
        int weight = 0;
        for (auto edge : graph.edges(n)) {
          GNode dst = graph.getEdgeDst(edge);
          if (dst != n && graph.getData(dst, unprotected).match == nullptr &&
              graph.getEdgeData(edge) > weight) {
            best = dst;
            weight = graph.getEdgeData(edge);
          }
        }
        graph.getData(best).match = n;
        data.match = best;
      },
      galois::no_pushes(), galois::loopname("match"));
}

/// Makes a node of each pair, and an edge of all edges between two pairs.
static void contract(Graph& fine, Graph& coarse) {
  galois::for_each(
      galois::iterate(fine),
      [&](GNode n, auto&) {
        Node& data = fine.getData(n);
        Node& other = fine.getData(data.match);
        if (data.parent != nullptr) {
          return;
        }
        GNode parent = coarse.createNode();
        coarse.addNode(parent, galois::MethodFlag::UNPROTECTED);
        Node& made = coarse.getData(parent); // locks a node that is new
        made.weight = data.weight + (data.match == n ? 0 : other.weight);
        made.children.push_back(n);
        if (data.match != n) {
          made.children.push_back(data.match);
        }
        data.parent = other.parent = parent;
      },
      galois::no_pushes(), galois::loopname("nodes"));
  galois::do_all(
      galois::iterate(coarse),
      [&](GNode n) {
        std::map<GNode, int> ends;
        for (GNode child : coarse.getData(n, unprotected).children) {
          for (auto edge : fine.edges(child)) { // locks nothing here
            GNode end = fine.getData(fine.getEdgeDst(edge)).parent;
            if (end != n) {
              ends[end] += fine.getEdgeData(edge);
            }
          }
        }
        for (auto& [end, weight] : ends) {
          coarse.getEdgeData(coarse.addMultiEdge(n, end, unprotected, weight)) = weight;
        }
      },
      galois::steal(), galois::loopname("edges"));
}

/// Gives each node of the smallest graph a part, so that the parts have about the same weight.
static void cutSmallest(Graph& graph, std::vector<unsigned>& weights) {
  for (GNode n : graph) {
    const auto lightest =
        static_cast<unsigned>(std::min_element(weights.begin(), weights.end()) - weights.begin());
    graph.getData(n).part = lightest;
    weights[lightest] += graph.getData(n).weight;
  }
}

/// Orders the nodes by what moving them would gain. It is called wherever the policy needs it.
struct Gain {
  Graph* graph;
  int operator()(GNode n) const {
    const unsigned part = graph->getData(n).part;
    int gain = 0;
    for (auto edge : graph->edges(n, unprotected)) {
      const int weight = graph->getEdgeData(edge);
      gain += graph->getData(graph->getEdgeDst(edge)).part == part ? -weight : weight;
    }
    return -gain / 16;
  }
};

/// Moves nodes while that lowers the weight of the edges that are cut, and tells the finer graph.
static void refine(Graph& graph, Graph* finer, std::vector<std::atomic<unsigned>>& weights,
                   unsigned most) {
  galois::InsertBag<GNode> boundary;
  galois::do_all(
      galois::iterate(graph),
      [&](GNode n) {
        for (auto edge : graph.edges(n)) {
          if (graph.getData(graph.getEdgeDst(edge)).part != graph.getData(n).part) {
            boundary.push(n);
            return;
          }
        }
      },
      galois::loopname("boundary"));
  using Order =
      galois::worklists::OrderedByIntegerMetric<Gain, galois::worklists::PerSocketChunkFIFO<8>>;
  galois::for_each(
      galois::iterate(boundary),
      [&](GNode n, auto& ctx) {
        Node& data = graph.getData(n);
        std::map<unsigned, int> ends;
        for (auto edge : graph.edges(n)) { // locks the neighbours
          ends[graph.getData(graph.getEdgeDst(edge), unprotected).part] += graph.getEdgeData(edge);
        }
        unsigned best = data.part;
        for (auto& [part, weight] : ends) {
          if (weight > ends[best] && weights[part] + data.weight <= most) {
            best = part;
          }
        }
        if (best == data.part) {
          return;
        }
        if (finer != nullptr) {
          for (GNode child : data.children) {
            finer->getData(child); // locks it
          }
        }
        weights[best] += data.weight;
        weights[data.part] -= data.weight;
        data.part = best;
        if (finer != nullptr) {
          for (GNode child : data.children) {
            finer->getData(child, unprotected).part = best;
          }
        }
        for (auto edge : graph.edges(n, unprotected)) {
          GNode dst = graph.getEdgeDst(edge);
          if (graph.getData(dst).part != best) {
            ctx.push(dst);
          }
        }
      },
      galois::loopname("refine"), galois::wl<Order>(Gain{&graph}));
}

/// Returns the weight of the edges between parts, which count at both ends.
static std::size_t cutOf(Graph& graph) {
  galois::GAccumulator<std::size_t> cut;
  galois::do_all(galois::iterate(graph), [&](GNode n) {
    for (auto edge : graph.edges(n)) {
      const bool inside =
          graph.getData(graph.getEdgeDst(edge)).part == graph.getData(n, unprotected).part;
      cut += inside ? 0 : static_cast<std::size_t>(graph.getEdgeData(edge));
    }
  });
  return cut.reduce();
}

/// Returns whether one thread gets every lock of the graph at once, so that none is held.
static bool allFree(Graph& graph) {
  std::size_t attempts = 0;
  const unsigned threads = galois::setActiveThreads(1);
  galois::for_each(
      galois::iterate(graph),
      [&](GNode n, auto&) {
        ++attempts;
        graph.edges(n);
      },
      galois::no_pushes());
  galois::setActiveThreads(numThreads);
  return threads == 1 && attempts == graph.size();
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "partition", "Partitions a graph", nullptr, &inputFile);
  galois::graphs::FileGraph file, symmetric;
  file.fromFile(inputFile);
  galois::graphs::makeSymmetric<void>(file, symmetric);
  std::list<Graph> levels(1);
  galois::graphs::readGraph(levels.back(), symmetric);
  galois::do_all(galois::iterate(levels.back()), [&](GNode n) {
    for (auto edge : levels.back().edges(n)) {
      levels.back().getEdgeData(edge) = 1;
    }
  });
  const std::size_t total = levels.front().size();
  while (levels.back().size() > 64) {
    Graph& fine = levels.back();
    const std::size_t before = fine.size();
    Graph& coarse = levels.emplace_back();
    match(fine);
    contract(fine, coarse);
    if (10 * coarse.size() > 9 * before) {
      break;
    }
  }

  std::vector<unsigned> first(wantedParts);
  cutSmallest(levels.back(), first);
  std::vector<std::atomic<unsigned>> weights(wantedParts);
  std::copy(first.begin(), first.end(), weights.begin());
  const auto most = static_cast<unsigned>(total / wantedParts * 5 / 4 + 1);
  bool right = true;
  std::size_t cut = cutOf(levels.back());
  const std::size_t before = cut;
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    auto finer = std::next(level);
    refine(*level, finer == levels.rend() ? nullptr : &*finer, weights, most);
    const std::size_t refined = cutOf(*level);
    right &= refined <= cut && allFree(*level);
    cut = refined;
    if (finer != levels.rend()) {
      for (GNode n : *level) {
        for (GNode child : level->getData(n).children) {
          finer->getData(child).part = level->getData(n, unprotected).part;
        }
      }
      right &= cutOf(*finer) == cut;
    }
  }
  std::vector<unsigned> sums(wantedParts);
  for (GNode n : levels.front()) {
    sums[levels.front().getData(n).part] += 1;
  }
  right &= std::equal(sums.begin(), sums.end(), weights.begin());
  std::cout << levels.size() << " levels, cut " << before << ", then " << cut << "\n";
  if (!right || cut >= before) {
    std::cerr << "Verification failed.\n";
    return 1;
  }
  std::cout << "Verification successful.\n";
  return 0;
}
