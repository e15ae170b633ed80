// Deterministic for_each over graphs: independent set and matching, with and without data, on graphs
// that stay as they are and on graphs whose nodes and edges are removed and added meanwhile.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/LCGraph.h"
#include "galois/graphs/MorphGraph.h"
#include "galois/worklists/Deterministic.h"
#include "support/ThreadCounts.h"

namespace {

using galois::MethodFlag;
using galois::test::sameOnAllThreadCounts;
using Deterministic = galois::worklists::Deterministic<>;
using Neighbours = std::vector<std::vector<std::uint32_t>>; // sorted, without loops

/// An undirected random graph.
Neighbours randomGraph(std::uint32_t nodes, std::uint32_t edges, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::set<std::uint32_t>> sets(nodes);
  for (std::uint32_t edge = 0; edge < edges; ++edge) {
    const auto a = static_cast<std::uint32_t>(random() % nodes);
    const auto b = static_cast<std::uint32_t>(random() % nodes);
    if (a != b) {
      sets[a].insert(b);
      sets[b].insert(a);
    }
  }
  Neighbours result;
  for (const auto& set : sets) {
    result.emplace_back(set.begin(), set.end());
  }
  return result;
}

template <typename Graph>
Graph csr(const Neighbours& next) {
  std::uint64_t edges = 0;
  for (const auto& row : next) {
    edges += row.size();
  }
  return Graph(
      static_cast<std::uint32_t>(next.size()), edges, [&](auto n) { return next[n].size(); },
      [&](auto n, auto e) { return next[n][e]; }, [&](auto n, auto e) { return n * 3 + e; });
}

enum : std::uint64_t { kUnknown, kIn, kOut };

/// Greedy independent set in the first pass, with its decision kept in the local state or not.
template <typename Graph>
struct IndependentSet {
  struct State {
    bool in;
  };
  using function_traits = std::tuple<galois::per_iter_alloc, galois::no_pushes>;
  Graph& graph;
  bool keeps; ///< whether the decision is kept

  bool decide(std::uint32_t node) const {
    if (graph.getData(node) != kUnknown) {
      return false;
    }
    bool in = true;
    for (auto edge : graph.edges(node, MethodFlag::UNPROTECTED)) {
      in = in && graph.getData(graph.getEdgeDst(edge)) != kIn;
    }
    return in;
  }
  void operator()(std::uint32_t node, galois::UserContext<std::uint32_t>& context) const {
    bool in = false;
    if (keeps && !context.isFirstPass()) {
      in = context.getLocalState<State>()->in;
    } else {
      in = decide(node);
      if (keeps) {
        context.createLocalState<State>(State{in});
      }
      context.cautiousPoint();
    }
    if (in) {
      for (auto edge : graph.edges(node, MethodFlag::UNPROTECTED)) {
        graph.getData(graph.getEdgeDst(edge), MethodFlag::UNPROTECTED) = kOut;
      }
      graph.getData(node, MethodFlag::UNPROTECTED) = kIn;
    }
  }
};

template <typename Graph>
void independentSets() {
  const Neighbours next = randomGraph(3000, 9000, 3);
  std::vector<std::vector<std::uint64_t>> results;
  for (const bool keeps : {false, true}) {
    results.push_back(sameOnAllThreadCounts([&] {
      Graph graph = csr<Graph>(next);
      for (const auto node : graph) {
        graph.getData(node) = kUnknown;
      }
      galois::for_each(galois::iterate(graph), IndependentSet<Graph>{graph, keeps},
                       galois::wl<Deterministic>(), galois::loopname("independent set"),
                       galois::no_stats());
      std::vector<std::uint64_t> flags;
      for (const auto node : graph) {
        flags.push_back(graph.getData(node));
      }
      return flags;
    }));
  }
  EXPECT_EQ(results[0], results[1]);
  for (std::size_t node = 0; node < next.size(); ++node) {
    const bool blocked = std::any_of(next[node].begin(), next[node].end(),
                                     [&](auto other) { return results[0][other] == kIn; });
    EXPECT_EQ(results[0][node], blocked ? kOut : kIn) << node;
  }
}

TEST(DeterministicGraphs, IndependentSetWithoutEdgeData) {
  independentSets<galois::graphs::LC_CSR_Graph<std::uint64_t, void>>();
}
TEST(DeterministicGraphs, IndependentSetWithEdgeData) {
  independentSets<galois::graphs::LC_CSR_Graph<std::uint64_t, std::uint64_t>>();
}

// Nodes without data have locks, too: they guard an array beside the graph.
TEST(DeterministicGraphs, MatchingOfNodesWithoutData) {
  const Neighbours next = randomGraph(2000, 5000, 4);
  using Graph = galois::graphs::LC_CSR_Graph<void, void>;
  constexpr std::uint32_t kFree = ~0U;
  const auto matched = sameOnAllThreadCounts([&] {
    Graph graph = csr<Graph>(next);
    std::vector<std::uint32_t> mate(next.size(), kFree);
    galois::for_each(
        galois::iterate(graph),
        [&](std::uint32_t node, auto&) {
          for (auto edge : graph.edges(node, MethodFlag::UNPROTECTED)) {
            const std::uint32_t other = graph.getEdgeDst(edge);
            if (mate[node] == kFree && mate[other] == kFree) {
              mate[node] = other;
              mate[other] = node;
            }
          }
        },
        galois::wl<Deterministic>(), galois::no_pushes(), galois::fixed_neighborhood(),
        galois::make_trait_with_args<galois::neighborhood_visitor>(
            [&](std::uint32_t node, auto&) { graph.edges(node); }));
    return mate;
  });
  for (std::uint32_t node = 0; node < next.size(); ++node) {
    if (matched[node] != kFree) {
      EXPECT_EQ(matched[matched[node]], node);
    } else {
      for (const std::uint32_t other : next[node]) {
        EXPECT_NE(matched[other], kFree);
      }
    }
  }
}

struct NodeData {
  std::uint64_t id;
  std::uint64_t weight;
};
template <typename EdgeTy>
using Morph = galois::graphs::MorphGraph<NodeData, EdgeTy, false>;

template <typename Graph>
std::vector<typename Graph::GraphNode> fill(Graph& graph, const Neighbours& next) {
  std::vector<typename Graph::GraphNode> nodes;
  for (std::size_t i = 0; i < next.size(); ++i) {
    nodes.push_back(graph.createNode(NodeData{i, 1 + i % 9}));
    graph.addNode(nodes.back());
  }
  for (std::size_t i = 0; i < next.size(); ++i) {
    for (const std::uint32_t other : next[i]) {
      if (i < other) {
        graph.addMultiEdge(nodes[i], nodes[other], MethodFlag::UNPROTECTED);
      }
    }
  }
  return nodes;
}

/// The graph by the ids of its nodes.
template <typename Graph>
std::map<std::uint64_t, std::pair<std::uint64_t, std::multiset<std::uint64_t>>>
shape(Graph& graph) {
  std::map<std::uint64_t, std::pair<std::uint64_t, std::multiset<std::uint64_t>>> result;
  for (auto node : graph) {
    auto& [weight, next] = result[graph.getData(node).id];
    weight = graph.getData(node).weight;
    for (auto edge : graph.edges(node)) {
      next.insert(graph.getData(graph.getEdgeDst(edge)).id);
    }
  }
  return result;
}

template <typename Graph>
struct IdOf {
  std::uint64_t operator()(typename Graph::GraphNode node) const {
    return graph->getData(node, MethodFlag::UNPROTECTED).id;
  }
  Graph* graph;
};

// A node takes its neighbour of the smallest id, and both leave the graph.
TEST(DeterministicGraphs, MatchingRemovesNodes) {
  using Graph = Morph<void>;
  const Neighbours next = randomGraph(1200, 3000, 5);
  using Pairs = std::vector<std::uint64_t>;
  const auto pairs = sameOnAllThreadCounts([&] {
    Graph graph;
    const auto nodes = fill(graph, next);
    Pairs mate(next.size(), next.size());
    galois::for_each(
        galois::iterate(nodes),
        [&](Graph::GraphNode node, auto& context) {
          if (!graph.containsNode(node)) {
            return;
          }
          Graph::GraphNode best = nullptr;
          for (auto edge : graph.edges(node)) {
            Graph::GraphNode other = graph.getEdgeDst(edge);
            if (best == nullptr || graph.getData(other).id < graph.getData(best).id) {
              best = other;
            }
          }
          if (best == nullptr) {
            return;
          }
          graph.edges(best); // the locks that removing it takes
          context.cautiousPoint();
          mate[graph.getData(node).id] = graph.getData(best).id;
          mate[graph.getData(best).id] = graph.getData(node).id;
          graph.removeNode(node);
          graph.removeNode(best);
        },
        galois::wl<Deterministic>(), galois::no_pushes());
    EXPECT_EQ(graph.sizeEdges(), 0U);
    mate.push_back(graph.size());
    return mate;
  });
  const std::size_t nodes = next.size();
  for (std::size_t node = 0; node < nodes; ++node) {
    if (pairs[node] != nodes) {
      EXPECT_EQ(pairs[pairs[node]], node);
      EXPECT_TRUE(std::binary_search(next[node].begin(), next[node].end(), pairs[node]));
    } else {
      for (const std::uint32_t other : next[node]) {
        EXPECT_NE(pairs[other], nodes);
      }
    }
  }
  EXPECT_EQ(pairs.back(),
            static_cast<std::size_t>(std::count(pairs.begin(), pairs.end() - 1, nodes)));
}

// A heavy node is split: a new node gets half of its weight and every second of its edges, and both
// are tasks again.
TEST(DeterministicGraphs, SplittingAddsNodesAndMovesEdges) {
  using Graph = Morph<std::uint64_t>;
  const Neighbours next = randomGraph(150, 600, 6);
  const auto run = [&](bool declares) {
    return sameOnAllThreadCounts([&] {
      Graph graph;
      const auto nodes = fill(graph, next);
      for (Graph::GraphNode node : nodes) {
        graph.getData(node).id += 1000; // so that the ids of new nodes are others
      }
      galois::for_each(
          galois::iterate(nodes),
          [&](Graph::GraphNode node, auto& context) {
            if (graph.getData(node).weight == 1) {
              return;
            }
            std::vector<Graph::GraphNode> others;
            for (auto edge : graph.edges(node)) {
              others.push_back(graph.getEdgeDst(edge));
            }
            if (declares) {
              context.cautiousPoint();
            }
            NodeData& data = graph.getData(node);
            Graph::GraphNode fresh =
                graph.createNode(NodeData{data.id * 16 + data.weight, data.weight / 2});
            data.weight -= data.weight / 2;
            graph.addNode(fresh); // takes the lock of the new node
            std::sort(others.begin(), others.end(),
                      [&](auto a, auto b) { return graph.getData(a).id < graph.getData(b).id; });
            for (std::size_t i = 0; i < others.size(); i += 2) {
              graph.removeEdge(node, graph.findEdge(node, others[i]));
              graph.getEdgeData(graph.addEdge(fresh, others[i])) = data.id;
            }
            graph.addEdge(node, fresh);
            context.push(node);
            context.push(fresh);
          },
          galois::wl<Deterministic>(), galois::det_id<IdOf<Graph>>(IdOf<Graph>{&graph}));
      return shape(graph);
    });
  };
  const auto inRounds = run(true);
  const auto inTurn = run(false);
  std::uint64_t weight = 0;
  for (const auto& [id, node] : inRounds) {
    EXPECT_EQ(node.first, 1U);
    weight += node.first;
  }
  std::uint64_t expected = 0;
  for (std::size_t i = 0; i < next.size(); ++i) {
    expected += 1 + i % 9;
  }
  EXPECT_EQ(weight, expected);
  EXPECT_EQ(inTurn.size(), inRounds.size());
}

} // namespace
