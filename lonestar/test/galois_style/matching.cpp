/**
 * Maximum matchings of bipartite graphs, in the style of programs written for Galois: the edges of a
 * MorphGraph are directed from left to right, and from right to left once they are matched. A task
 * searches an augmenting path from a node that is free, and turns its edges. The paths begin on the
 * left, or with in-edges on the right. A cover of the edges with as many nodes proves the result. A
 * graph that stays as it is, and whose nodes say with whom they are matched, gives as many pairs.
 */
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "Lonestar/BoilerPlate.h"
#include "galois/Bag.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/Graph.h"
#include "galois/graphs/LCGraph.h"

namespace cll = llvm::cl;

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);

struct Node {
  std::size_t id = 0;
  bool isLeft = false;
  bool free = true;
  bool reached = false;
  std::size_t degree = 0; // in the input
};

template <bool InEdges>
class Matching {
public:
  using Graph = typename galois::graphs::MorphGraph<Node, void, true, InEdges>;
  using GNode = typename Graph::GraphNode;
  using Context = galois::UserContext<GNode>;

  /// @param file  its first half of nodes is on the left
  explicit Matching(galois::graphs::FileGraph& file) {
    galois::graphs::readGraph(graph_, file);
    std::size_t number = 0;
    for (GNode n : graph_) {
      Node& data = graph_.getData(n, galois::MethodFlag::UNPROTECTED);
      data.isLeft = number < file.size() / 2;
      data.id = number++ % (file.size() / 2);
      (data.isLeft ? left_ : right_).push_back(n);
    }
    for (auto n : file) {
      for (auto edge : file.edges(n)) {
        const std::size_t head = file.getEdgeDst(edge) - file.size() / 2;
        pairs_.insert({n, head});
        ++graph_.getData(left_[n]).degree;
        ++graph_.getData(right_[head]).degree;
      }
    }
  }

  std::size_t run() {
    galois::GAccumulator<std::size_t> found;
    galois::InsertBag<GNode> roots;
    const auto& side = InEdges ? right_ : left_;
    galois::do_all(
        galois::iterate(side),
        [&](GNode node) {
          if (graph_.getData(node, galois::MethodFlag::UNPROTECTED).degree > 0) {
            roots.push(node);
          }
        },
        galois::loopname("roots"));
    galois::for_each(
        galois::iterate(roots),
        [&](GNode root, Context& ctx) { found += augment(root, ctx) ? 1 : 0; },
        galois::loopname("augment"), galois::per_iter_alloc(),
        galois::wl<galois::worklists::PerSocketChunkFIFO<16>>());
    return found.reduce();
  }

  /// Returns whether the edges that point to the left are a matching of this size and no larger one
  /// is possible.
  bool verify(std::size_t size) {
    std::size_t edges = 0, matched = 0;
    for (GNode n : graph_) {
      const Node& data = graph_.getData(n);
      const auto out =
          static_cast<std::size_t>(std::distance(graph_.edge_begin(n), graph_.edge_end(n)));
      const std::size_t own = data.free ? 0 : 1;
      if (out != (data.isLeft ? data.degree - own : own)) {
        return complain("a node has as many matched edges as it is free or not", data);
      }
      if constexpr (InEdges) {
        const auto in =
            static_cast<std::size_t>(std::distance(graph_.in_edge_begin(n), graph_.in_edge_end(n)));
        if (in + out != data.degree) {
          return complain("in-edges and out-edges are all edges", data);
        }
      }
      for (auto edge : graph_.edges(n)) {
        const Node& other = graph_.getData(graph_.getEdgeDst(edge));
        const auto pair = data.isLeft ? std::pair{data.id, other.id} : std::pair{other.id, data.id};
        if (other.isLeft == data.isLeft || pairs_.count(pair) == 0) {
          return complain("edges are those of the input", data);
        }
        ++edges;
        matched += other.isLeft ? 1 : 0;
      }
    }
    if (edges != pairs_.size() || matched != size) {
      std::cerr << "Verification failed: " << edges << " edges, " << matched << " matched\n";
      return false;
    }
    return coverProves(size);
  }

private:
  /// Searches from a node that is free, along edges or, with in-edges, against them.
  bool augment(GNode root, Context& ctx) {
    using Pair = std::pair<const GNode, GNode>;
    using MapAlloc = typename galois::PerIterAllocTy::rebind<Pair>::other;
    using DequeAlloc = typename galois::PerIterAllocTy::rebind<GNode>::other;
    if (!graph_.getData(root, galois::MethodFlag::WRITE).free) {
      return false;
    }
    std::map<GNode, GNode, std::less<GNode>, MapAlloc> before(std::less<GNode>(),
                                                              ctx.getPerIterAlloc());
    std::deque<GNode, DequeAlloc> open(ctx.getPerIterAlloc());
    before.insert({root, root});
    open.push_back(root);
    while (!open.empty()) {
      const GNode n = open.front();
      open.pop_front();
      if constexpr (InEdges) {
        for (auto edge : graph_.in_edges(n, galois::MethodFlag::WRITE)) {
          if (visit(n, graph_.getEdgeDst(edge), root, before, open)) {
            return true;
          }
        }
      } else {
        for (auto edge : graph_.edges(n, galois::MethodFlag::WRITE)) {
          if (visit(n, graph_.getEdgeDst(edge), root, before, open)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  template <typename Before, typename Open>
  bool visit(GNode from, GNode node, GNode root, Before& before, Open& open) {
    if (!before.insert({node, from}).second) {
      return false;
    }
    const Node& data = graph_.getData(node, galois::MethodFlag::WRITE);
    if (data.isLeft == InEdges && data.free) {
      turn(node, root, before);
      return true;
    }
    open.push_back(node);
    return false;
  }

  /// All nodes of the path are locked.
  template <typename Before>
  void turn(GNode end, GNode root, Before& before) {
    for (GNode n = end; n != root;) {
      const GNode next = before.find(n)->second;
      const GNode from = InEdges ? n : next, to = InEdges ? next : n;
      graph_.removeEdge(from, graph_.findEdge(from, to, galois::MethodFlag::UNPROTECTED));
      graph_.addEdge(to, from, galois::MethodFlag::UNPROTECTED);
      n = next;
    }
    graph_.getData(root, galois::MethodFlag::UNPROTECTED).free = false;
    graph_.getData(end, galois::MethodFlag::UNPROTECTED).free = false;
  }

  /// Marks what can be reached from the free nodes on the left. The nodes on the left that are not
  /// reached, and those on the right that are, cover all edges.
  bool coverProves(std::size_t size) {
    std::deque<GNode> open;
    for (const GNode n : left_) {
      if (graph_.getData(n).free) {
        graph_.getData(n).reached = true;
        open.push_back(n);
      }
    }
    while (!open.empty()) {
      const GNode n = open.front();
      open.pop_front();
      for (auto edge : graph_.edges(n)) {
        Node& data = graph_.getData(graph_.getEdgeDst(edge));
        if (!data.reached) {
          data.reached = true;
          open.push_back(graph_.getEdgeDst(edge));
        }
      }
    }
    std::size_t cover = 0;
    for (GNode n : graph_) {
      const Node& data = graph_.getData(n);
      if (data.isLeft != data.reached) {
        if (data.degree == 0 || data.free) {
          return complain("a node of the cover is matched", data);
        }
        ++cover;
      }
    }
    for (const auto& pair : pairs_) {
      if (graph_.getData(left_[pair.first]).reached &&
          !graph_.getData(right_[pair.second]).reached) {
        return complain("every edge is covered", graph_.getData(left_[pair.first]));
      }
    }
    if (cover != size) {
      std::cerr << "Verification failed: " << size << " edges and " << cover << " nodes\n";
    }
    return cover == size;
  }

  static bool complain(const char* what, const Node& data) {
    std::cerr << "Verification failed: " << what << ", unlike node " << data.id << " on the "
              << (data.isLeft ? "left" : "right") << "\n";
    return false;
  }

  Graph graph_;
  std::vector<GNode> left_, right_;
  std::set<std::pair<std::size_t, std::size_t>> pairs_;
};

/// The same by an LC_InOut_Graph, from the right along in-edges.
class Mates {
public:
  static constexpr std::uint32_t kNobody = ~0U;
  using Base = galois::graphs::LC_CSR_Graph<std::uint32_t, void>;
  using Graph = galois::graphs::LC_InOut_Graph<Base>;
  using GNode = Graph::GraphNode;

  static std::size_t run(galois::graphs::FileGraph& file) {
    Graph graph;
    galois::graphs::FileGraphWriter reversed;
    reverse(file, reversed);
    galois::graphs::readGraph(graph, file, reversed);
    galois::do_all(galois::iterate(graph), [&](GNode n) { graph.getData(n) = kNobody; });
    galois::for_each(
        galois::iterate(graph.begin() + file.size() / 2, graph.end()),
        [&](GNode root, auto&) { augment(graph, root); }, galois::loopname("mates"),
        galois::no_pushes());
    std::size_t size = 0;
    for (std::size_t n = 0; n < file.size() / 2; ++n) {
      const std::uint32_t mate = graph.getData(n);
      if (mate != kNobody) {
        const bool isEdge = graph.findEdge(n, mate) != graph.edge_end(n);
        if (!isEdge || graph.getData(mate) != n) {
          return 0;
        }
        ++size;
      }
    }
    return size;
  }

private:
  static void reverse(galois::graphs::FileGraph& file, galois::graphs::FileGraphWriter& reversed) {
    reversed.setNumNodes(file.size());
    reversed.setNumEdges<void>(file.sizeEdges());
    reversed.phase1();
    for (auto n : file) {
      for (auto edge : file.edges(n)) {
        reversed.incrementDegree(file.getEdgeDst(edge));
      }
    }
    reversed.phase2();
    for (auto n : file) {
      for (auto edge : file.edges(n)) {
        reversed.addNeighbor(file.getEdgeDst(edge), n);
      }
    }
    reversed.finish();
  }

  static void augment(Graph& graph, GNode root) {
    std::map<GNode, GNode> before; // node on the left -> node on the right that it was reached from
    std::deque<GNode> open(1, root);
    while (!open.empty()) {
      const GNode n = open.front();
      open.pop_front();
      for (auto edge : graph.in_edges(n, galois::MethodFlag::WRITE)) {
        const GNode other = graph.getInEdgeDst(edge);
        if (!before.insert({other, n}).second) {
          continue;
        }
        const std::uint32_t mate = graph.getData(other, galois::MethodFlag::WRITE);
        if (mate == kNobody) {
          turn(graph, other, root, before);
          return;
        }
        graph.getData(mate, galois::MethodFlag::WRITE);
        open.push_back(mate);
      }
    }
  }

  static void turn(Graph& graph, GNode end, GNode root, const std::map<GNode, GNode>& before) {
    for (GNode left = end;;) {
      const GNode right = before.find(left)->second;
      auto& mate = graph.getData(right, galois::MethodFlag::UNPROTECTED);
      const std::uint32_t next = mate;
      mate = left;
      graph.getData(left, galois::MethodFlag::UNPROTECTED) = right;
      if (right == root) {
        return;
      }
      left = next;
    }
  }
};

/// Makes a bipartite graph of any other: each node is on the left and on the right.
static void writeBipartite(galois::graphs::FileGraphWriter& writer) {
  galois::graphs::FileGraph file;
  file.fromFile(inputFile);
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  for (auto n : file) {
    for (auto edge : file.edges(n)) {
      pairs.insert({n, file.size() + file.getEdgeDst(edge)});
    }
  }
  writer.setNumNodes(2 * file.size());
  writer.setNumEdges<void>(pairs.size());
  writer.phase1();
  for (const auto& pair : pairs) {
    writer.incrementDegree(pair.first);
  }
  writer.phase2();
  for (const auto& pair : pairs) {
    writer.addNeighbor(pair.first, pair.second);
  }
  writer.finish();
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "matching", "Bipartite matchings", nullptr, &inputFile);
  galois::graphs::FileGraphWriter file;
  writeBipartite(file);
  Matching<false> forward(file);
  Matching<true> backward(file);
  const std::size_t size = forward.run(), other = backward.run(), mates = Mates::run(file);
  std::cout << "Matched " << size << " pairs\n";
  if (size != other || size != mates || size == 0 || !forward.verify(size) ||
      !backward.verify(size)) {
    return 1;
  }
  std::cout << "Verification successful.\n";
  return 0;
}
