/** LEMON: static digraphs for searches, and a list of edges for Kruskal's algorithm. */
#include <lemon/bfs.h>
#include <lemon/config.h>
#include <lemon/dijkstra.h>
#include <lemon/kruskal.h>
#include <lemon/smart_graph.h>
#include <lemon/static_graph.h>

#include "Adapter.h"

namespace {

using peers::Edge;
using peers::Graph;
using peers::kFar;
using peers::Task;

/// A digraph whose arcs have the numbers that they have in the file.
class Arcs {
protected:
  lemon::StaticDigraph graph_;

  explicit Arcs(const Graph& graph) {
    std::vector<std::pair<int, int>> arcs;
    arcs.reserve(graph.targets.size());
    for (std::size_t node = 0; node < graph.size(); ++node) {
      for (std::uint64_t at = graph.offsets[node]; at < graph.offsets[node + 1]; ++at) {
        arcs.emplace_back(static_cast<int>(node), static_cast<int>(graph.targets[at]));
      }
    }
    graph_.build(static_cast<int>(graph.size()), arcs.begin(), arcs.end());
  }

  /// Copies the distances out of a search that has run.
  template <typename Search>
  std::vector<std::uint64_t> distances(const Search& search) const {
    std::vector<std::uint64_t> found(static_cast<std::size_t>(graph_.nodeNum()), kFar);
    for (int node = 0; node < graph_.nodeNum(); ++node) {
      if (search.reached(graph_.node(node))) {
        found[static_cast<std::size_t>(node)] =
            static_cast<std::uint64_t>(search.dist(graph_.node(node)));
      }
    }
    return found;
  }
};

class Sssp : Arcs {
  using Lengths = lemon::StaticDigraph::ArcMap<std::int64_t>;
  Lengths lengths_;

public:
  explicit Sssp(const Graph& graph) : Arcs(graph), lengths_(graph_) {
    for (int arc = 0; arc < graph_.arcNum(); ++arc) {
      lengths_[graph_.arc(arc)] = graph.weights[static_cast<std::size_t>(arc)];
    }
  }

  std::vector<std::uint64_t> operator()(const Task& task) {
    lemon::Dijkstra<lemon::StaticDigraph, Lengths> search(graph_, lengths_);
    search.run(graph_.node(static_cast<int>(task.source)));
    return distances(search);
  }
};

class Bfs : Arcs {
public:
  explicit Bfs(const Graph& graph) : Arcs(graph) {}

  std::vector<std::uint64_t> operator()(const Task& task) {
    lemon::Bfs<lemon::StaticDigraph> search(graph_);
    search.run(graph_.node(static_cast<int>(task.source)));
    return distances(search);
  }
};

class Mst {
  lemon::SmartGraph graph_;
  lemon::SmartGraph::EdgeMap<std::uint32_t> weights_{graph_};

public:
  explicit Mst(const Graph& graph) {
    const std::vector<Edge> edges = graph.undirected();
    graph_.reserveNode(static_cast<int>(graph.size()));
    graph_.reserveEdge(static_cast<int>(edges.size()));
    for (std::size_t node = 0; node < graph.size(); ++node) {
      graph_.addNode();
    }
    for (const Edge& edge : edges) {
      weights_[graph_.addEdge(lemon::SmartGraph::nodeFromId(static_cast<int>(edge.u)),
                              lemon::SmartGraph::nodeFromId(static_cast<int>(edge.v)))] =
          edge.weight;
    }
  }

  std::vector<std::uint64_t> operator()(const Task&) {
    std::vector<lemon::SmartGraph::Edge> forest;
    lemon::kruskal(graph_, weights_, std::back_inserter(forest));
    std::vector<std::uint64_t> found;
    found.reserve(3 * forest.size());
    for (const lemon::SmartGraph::Edge& edge : forest) {
      found.push_back(static_cast<std::uint64_t>(lemon::SmartGraph::id(graph_.u(edge))));
      found.push_back(static_cast<std::uint64_t>(lemon::SmartGraph::id(graph_.v(edge))));
      found.push_back(weights_[edge]);
    }
    return found;
  }
};

struct Lemon {
  using Sssp = ::Sssp;
  using Bfs = ::Bfs;
  using Mst = ::Mst;
  using Pagerank = peers::NotOffered;
  using Color = peers::NotOffered;
  static std::string version() { return LEMON_VERSION; }
};

} // namespace

int main(int argc, char** argv) { return peers::run<Lemon>(argc, argv); }
