/** The Boost Graph Library: compressed sparse rows, or adjacency lists where edges are listed. */
#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths_no_color_map.hpp>
#include <boost/graph/kruskal_min_spanning_tree.hpp>
#include <boost/graph/page_rank.hpp>
#include <boost/graph/sequential_vertex_coloring.hpp>
#include <boost/version.hpp>

#include <cmath>
#include <iterator>
#include <numeric>

#include "Adapter.h"

namespace {

using peers::Edge;
using peers::Graph;
using peers::kFar;
using peers::Task;

struct Length {
  std::uint32_t length = 1;
};
template <typename Property>
using Rows = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, Property,
                                                boost::no_property, std::uint32_t, std::uint64_t>;
using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs pairsOf(const Graph& graph) {
  Pairs pairs;
  pairs.reserve(graph.targets.size());
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    for (std::uint64_t at = graph.offsets[node]; at < graph.offsets[node + 1]; ++at) {
      pairs.emplace_back(node, graph.targets[at]);
    }
  }
  return pairs;
}

Rows<boost::no_property> plainRows(const Graph& graph) {
  const Pairs pairs = pairsOf(graph);
  return {boost::edges_are_sorted, pairs.begin(), pairs.end(),
          static_cast<std::uint32_t>(graph.size())};
}

class Sssp {
  Rows<Length> graph_;

public:
  explicit Sssp(const Graph& graph) {
    const Pairs pairs = pairsOf(graph);
    std::vector<Length> lengths(graph.weights.size());
    std::transform(graph.weights.begin(), graph.weights.end(), lengths.begin(),
                   [](std::uint32_t weight) { return Length{weight}; });
    graph_ = {boost::edges_are_sorted, pairs.begin(), pairs.end(), lengths.begin(),
              static_cast<std::uint32_t>(graph.size())};
  }

  std::vector<std::uint64_t> operator()(const Task& task) {
    std::vector<std::uint64_t> distances(num_vertices(graph_));
    boost::dijkstra_shortest_paths_no_color_map(
        graph_, task.source,
        boost::weight_map(get(&Length::length, graph_))
            .distance_map(boost::make_iterator_property_map(distances.begin(),
                                                            get(boost::vertex_index, graph_)))
            .distance_inf(kFar));
    return distances;
  }
};

class Bfs {
  Rows<boost::no_property> graph_;

public:
  explicit Bfs(const Graph& graph) : graph_(plainRows(graph)) {}

  std::vector<std::uint64_t> operator()(const Task& task) {
    std::vector<std::uint64_t> levels(num_vertices(graph_), kFar);
    levels[task.source] = 0;
    boost::breadth_first_search(
        graph_, task.source,
        boost::visitor(boost::make_bfs_visitor(boost::record_distances(
            boost::make_iterator_property_map(levels.begin(), get(boost::vertex_index, graph_)),
            boost::on_tree_edge()))));
    return levels;
  }
};

class Mst {
  using List =
      boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS, boost::no_property,
                            boost::property<boost::edge_weight_t, std::uint32_t>>;
  List graph_;

public:
  explicit Mst(const Graph& graph) : graph_(graph.size()) {
    for (const Edge& edge : graph.undirected()) {
      add_edge(edge.u, edge.v, edge.weight, graph_);
    }
  }

  std::vector<std::uint64_t> operator()(const Task&) {
    std::vector<boost::graph_traits<List>::edge_descriptor> forest;
    boost::kruskal_minimum_spanning_tree(graph_, std::back_inserter(forest));
    std::vector<std::uint64_t> found;
    found.reserve(3 * forest.size());
    for (const auto& edge : forest) {
      found.push_back(boost::source(edge, graph_));
      found.push_back(boost::target(edge, graph_));
      found.push_back(get(boost::edge_weight, graph_, edge));
    }
    return found;
  }
};

/// Its surfer disappears at nodes without edges; dividing by the sum gives the ranks of one that
/// starts again.
class Pagerank {
  Rows<boost::no_property> graph_;

  /// Says when an iteration has changed little enough. Ranks sum to at most the number of nodes.
  struct Done {
    double lastChange;
    std::vector<double> before{};

    template <typename Ranks>
    bool operator()(const Ranks& ranks, const Rows<boost::no_property>& graph) {
      std::vector<double> now(num_vertices(graph));
      double change = 0, sum = 0;
      for (std::size_t node = 0; node < now.size(); ++node) {
        now[node] = get(ranks, node);
        sum += now[node];
        change += before.empty() ? 0 : std::abs(now[node] - before[node]);
      }
      // Dividing by the sum afterwards may double the relative distance to the true ranks.
      const bool done = !before.empty() && change <= lastChange * sum / 2;
      before = std::move(now);
      return done;
    }
  };

public:
  explicit Pagerank(const Graph& graph) : graph_(plainRows(graph)) {}

  std::vector<double> operator()(const Task& task) {
    std::vector<double> ranks(num_vertices(graph_)), other(ranks.size());
    Done done{task.lastChange};
    const auto index = get(boost::vertex_index, graph_);
    boost::graph::page_rank(graph_, boost::make_iterator_property_map(ranks.begin(), index),
                            std::ref(done), task.damping, static_cast<double>(num_vertices(graph_)),
                            boost::make_iterator_property_map(other.begin(), index));
    const double sum = std::accumulate(ranks.begin(), ranks.end(), 0.0);
    for (double& rank : ranks) {
      rank /= sum;
    }
    return ranks;
  }
};

class Color {
  Rows<boost::no_property> graph_;

public:
  explicit Color(const Graph& graph) {
    Pairs pairs;
    for (const Edge& edge : graph.undirected()) {
      pairs.emplace_back(edge.u, edge.v);
      pairs.emplace_back(edge.v, edge.u);
    }
    graph_ = {boost::edges_are_unsorted_multi_pass, pairs.begin(), pairs.end(),
              static_cast<std::uint32_t>(graph.size())};
  }

  std::vector<std::uint32_t> operator()(const Task&) {
    std::vector<std::uint32_t> colors(num_vertices(graph_));
    boost::sequential_vertex_coloring(
        graph_,
        boost::make_iterator_property_map(colors.begin(), get(boost::vertex_index, graph_)));
    return colors;
  }
};

struct Boost {
  using Sssp = ::Sssp;
  using Bfs = ::Bfs;
  using Mst = ::Mst;
  using Pagerank = ::Pagerank;
  using Color = ::Color;
  static std::string version() {
    std::string text = BOOST_LIB_VERSION;
    std::replace(text.begin(), text.end(), '_', '.');
    return text;
  }
};

} // namespace

int main(int argc, char** argv) { return peers::run<Boost>(argc, argv); }
