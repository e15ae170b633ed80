#include "galois/analytics/ShortestPathTree.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"
#include "galois/analytics/Bfs.h"
#include "galois/analytics/Sssp.h"

// The constructor of std::stop_source passes the object on before it is filled, which looks like a
// fault to GCC 12 at -Og.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

namespace galois::analytics {
namespace {

using galois::test::Arrays;
using galois::test::randomArrays;
using testing::ElementsAre;
using testing::HasSubstr;

/// Compressed sparse rows with weights of any type. For W = void, all weights are 1.
template <typename W>
struct Edges {
  using Weight = std::conditional_t<std::is_void_v<W>, std::uint32_t, W>;

  std::vector<std::uint64_t> offsets{0};
  std::vector<Node> targets;
  std::vector<Weight> weights;

  Node nodes() const { return static_cast<Node>(offsets.size() - 1); }

  Graph<W> graph() const {
    if constexpr (std::is_void_v<W>) {
      return Graph<void>::borrow(std::span(offsets), std::span(targets));
    } else {
      return Graph<W>::pack(offsets, targets, std::span<const W>(weights));
    }
  }
};

template <typename D>
bool reached(D distance) {
  return distance != kUnreached<D>;
}

/// Returns whether edge e, which begins at node u, is tight.
template <typename W, typename D>
bool isTight(const Edges<W>& edges, const std::vector<D>& distances, Node u, std::uint64_t e) {
  return reached(distances[u]) && static_cast<D>(distances[u] + static_cast<D>(edges.weights[e])) ==
                                      distances[edges.targets[e]];
}

/// Returns "" if the predecessors are those that the documentation of shortestPathTree() describes,
/// otherwise one line about what is wrong.
template <typename W, typename D>
std::string faultOf(const Edges<W>& edges, const std::vector<Node>& sources,
                    const std::vector<D>& distances, const std::vector<Node>& predecessors) {
  // Per node: whether a tight edge from the predecessor exists, and what the predecessor should be.
  std::vector<bool> tight(edges.nodes());
  std::vector<Node> smallest(edges.nodes(), kNoPredecessor);
  for (Node u = 0; u < edges.nodes(); ++u) {
    for (std::uint64_t e = edges.offsets[u]; e < edges.offsets[u + 1]; ++e) {
      if (isTight(edges, distances, u, e)) {
        const Node v = edges.targets[e];
        tight[v] = tight[v] || predecessors[v] == u;
        smallest[v] = distances[u] < distances[v] ? std::min(smallest[v], u) : smallest[v];
      }
    }
  }
  for (Node v = 0; v < edges.nodes(); ++v) {
    const auto fault = [&](const char* what) {
      return fmt::format("node {} has predecessor {}, which {}", v, predecessors[v], what);
    };
    if (!reached(distances[v])) {
      if (predecessors[v] != kNoPredecessor) {
        return fault("is not kNoPredecessor, though the node is unreached");
      }
    } else if (std::find(sources.begin(), sources.end(), v) != sources.end()) {
      if (predecessors[v] != v) {
        return fault("is not the node itself, though it is a source");
      }
    } else if (!tight[v]) {
      return fault("has no tight edge to it");
    } else if (smallest[v] != kNoPredecessor && predecessors[v] != smallest[v]) {
      return fault("is not the smallest");
    } else {
      Node root = v;
      for (Node steps = 0; predecessors[root] != root; ++steps, root = predecessors[root]) {
        if (steps == edges.nodes() || predecessors[root] == kNoPredecessor) {
          return fault("leads to no source");
        }
      }
    }
  }
  return "";
}

/// Returns the length of a path over the lightest edges between its nodes, summed from its source.
/// A missing edge makes it kUnreached.
template <typename W, typename D>
D lengthOf(const Edges<W>& edges, const std::vector<Node>& path) {
  D length = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    D lightest = kUnreached<D>;
    for (std::uint64_t e = edges.offsets[path[i - 1]]; e < edges.offsets[path[i - 1] + 1]; ++e) {
      if (edges.targets[e] == path[i]) {
        lightest = std::min(lightest, static_cast<D>(edges.weights[e]));
      }
    }
    if (!reached(lightest)) {
      return kUnreached<D>;
    }
    length = static_cast<D>(length + lightest);
  }
  return length;
}

template <typename W, typename D>
std::vector<D> distancesOf(const Edges<W>& edges, const std::vector<Node>& sources) {
  std::vector<D> distances(edges.nodes());
  if constexpr (std::is_void_v<W>) {
    bfs(edges.graph(), sources, std::span(distances), {.algorithm = BfsPlan::kSequential});
  } else {
    sssp(edges.graph(), sources, std::span(distances), {.algorithm = SsspPlan::kDijkstra});
  }
  return distances;
}

template <typename W, typename D>
std::vector<Node> treeOf(const Graph<W>& graph, const std::vector<Node>& sources,
                         const std::vector<D>& distances, unsigned threads = 2) {
  std::vector<Node> predecessors(graph.size(), 17);
  RunOptions options;
  options.threads = threads;
  shortestPathTree(graph, sources, std::span<const D>(distances), std::span(predecessors), options);
  return predecessors;
}

/// Checks everything that is promised about the tree of these distances.
template <typename W, typename D>
void expectTree(const Edges<W>& edges, const std::vector<Node>& sources,
                const std::vector<D>& distances, const std::string& where) {
  const Graph<W> graph = edges.graph();
  const std::vector<Node> tree = treeOf(graph, sources, distances, 1);
  EXPECT_EQ(faultOf(edges, sources, distances, tree), "") << where;
  for (const unsigned threads : {2u, 5u}) {
    EXPECT_EQ(treeOf(graph, sources, distances, threads), tree)
        << where << " on " << threads << " threads";
  }
  for (Node node = 0; node < edges.nodes(); ++node) {
    const std::vector<Node> path = pathTo(tree, node);
    ASSERT_EQ(path.empty(), !reached(distances[node])) << where << ", node " << node;
    if (!path.empty()) {
      EXPECT_THAT(sources, testing::Contains(path.front())) << where;
      EXPECT_EQ(path.back(), node) << where;
      EXPECT_EQ((lengthOf<W, D>(edges, path)), distances[node]) << where << ", node " << node;
    }
  }
}

/// A random graph whose weights are below `most`: with 1 all are 0. In the others many are. With
/// doubles, every third weight vanishes in a sum.
template <typename W>
Edges<W> randomEdges(unsigned seed, unsigned most) {
  const Arrays arrays = randomArrays(seed);
  Edges<W> edges{arrays.offsets, arrays.targets, {}};
  std::mt19937 random(seed);
  for (const std::uint32_t weight : arrays.weights) {
    using Weight = typename Edges<W>::Weight;
    if constexpr (std::is_void_v<W>) {
      edges.weights.push_back(1);
    } else if constexpr (std::is_floating_point_v<W>) {
      const bool vanishes = random() % 3 == 0;
      edges.weights.push_back(vanishes ? 1e-20 : static_cast<Weight>(weight % most) * 0.1);
    } else {
      edges.weights.push_back(weight % most);
    }
  }
  return edges;
}

/// As randomEdges(), but without the hub, so that many nodes are unreached.
template <typename W>
Edges<W> sparseEdges(unsigned seed, unsigned most) {
  Edges<W> edges = randomEdges<W>(seed, most);
  const std::uint64_t cut = edges.offsets[1] - std::min<std::uint64_t>(edges.offsets[1], 2);
  edges.targets.erase(edges.targets.begin(), edges.targets.begin() + static_cast<long>(cut));
  edges.weights.erase(edges.weights.begin(), edges.weights.begin() + static_cast<long>(cut));
  for (std::size_t i = 1; i < edges.offsets.size(); ++i) {
    edges.offsets[i] -= cut;
  }
  return edges;
}

std::vector<Node> sourcesFor(unsigned seed, Node nodes) {
  return seed % 2 ? std::vector<Node>{nodes - 1, nodes / 2, nodes - 1} : std::vector<Node>{0};
}

/// Whether the function that checks answers of searches accepts these.
template <typename W, typename D>
bool areRight(const Graph<W>& graph, const std::vector<Node>& sources,
              const std::vector<D>& distances) {
  if constexpr (std::is_void_v<W>) {
    return verifyBfs(graph, sources, std::span<const D>(distances)).empty();
  } else {
    return verifySssp(graph, sources, std::span<const D>(distances)).empty();
  }
}

template <typename Pair>
class ShortestPathTree : public testing::Test {
  galois::SharedMemSys system_;
};

/// The types of weights and of distances.
template <typename W, typename D>
struct Types {
  using Weight = W;
  using Distance = D;
};

using WeightsAndDistances =
    testing::Types<Types<std::uint32_t, std::uint32_t>, Types<std::uint32_t, std::uint64_t>,
                   Types<std::uint64_t, std::uint64_t>, Types<double, double>, Types<void, Level>>;
TYPED_TEST_SUITE(ShortestPathTree, WeightsAndDistances);

class ShortestPathTreeCases : public testing::Test {
protected:
  /// From node 0 to node 1, and a cycle of nodes 1, 2, 3 and weight 0. Node 3 also leads to node 4.
  /// Nodes 5 and 6 are a cycle of weight 0 that nothing reaches.
  const Edges<std::uint32_t> cycles{
      {0, 1, 2, 3, 5, 5, 6, 7}, {1, 2, 3, 1, 4, 6, 5}, {5, 0, 0, 0, 2, 0, 0}};
  const std::vector<std::uint32_t> distances{
      0, 5, 5, 5, 7, kUnreached<std::uint32_t>, kUnreached<std::uint32_t>};

  galois::SharedMemSys system_;
};

} // namespace

TYPED_TEST(ShortestPathTree, HasAShortestPathToEveryNodeOnAnyNumberOfThreads) {
  using W = typename TypeParam::Weight;
  using D = typename TypeParam::Distance;
  std::size_t unreached = 0, others = 0;
  for (unsigned seed = 0; seed < 24; ++seed) {
    for (const unsigned most : {1u, 2u, 4u, 100u}) {
      for (const Edges<W>& edges : {randomEdges<W>(seed, most), sparseEdges<W>(seed, most)}) {
        const std::vector<Node> sources = sourcesFor(seed, edges.nodes());
        const std::vector<D> distances = distancesOf<W, D>(edges, sources);
        expectTree(edges, sources, distances, fmt::format("seed {}, below {}", seed, most));
        const auto none = std::count(distances.begin(), distances.end(), kUnreached<D>);
        unreached += static_cast<std::size_t>(none);
        others += distances.size() - static_cast<std::size_t>(none);
      }
    }
  }
  EXPECT_GT(unreached, 100u) << "the graphs test nothing about unreached nodes";
  EXPECT_GT(others, 100u) << "the graphs test nothing about reached nodes";
}

TYPED_TEST(ShortestPathTree, IsTheSameWhenManyThreadsOfferPredecessors) {
  using W = typename TypeParam::Weight;
  using D = typename TypeParam::Distance;
  // Weights of 0 and 1 alone, so that most nodes have several tight edges.
  constexpr Node kNodes = 20'000;
  std::mt19937 random(1);
  Edges<W> edges;
  for (Node node = 0; node < kNodes; ++node) {
    for (unsigned edge = 0; edge < 6; ++edge) {
      edges.targets.push_back(static_cast<Node>(random() % kNodes));
      edges.weights.push_back(std::is_void_v<W> || random() % 4 > 0 ? 1 : 0);
    }
    edges.offsets.push_back(edges.targets.size());
  }
  const Graph<W> graph = edges.graph();
  const std::vector<Node> sources{kNodes - 1};
  const std::vector<D> distances = distancesOf<W, D>(edges, sources);
  const std::vector<Node> tree = treeOf(graph, sources, distances, 1);
  EXPECT_EQ(faultOf(edges, sources, distances, tree), "");
  for (unsigned turn = 0; turn < 5; ++turn) {
    EXPECT_EQ(treeOf(graph, sources, distances, 2), tree);
    EXPECT_EQ(treeOf(graph, sources, distances, 5), tree);
  }
}

TYPED_TEST(ShortestPathTree, TheCheckOfTreesFindsEveryFault) {
  using W = typename TypeParam::Weight;
  using D = typename TypeParam::Distance;
  const Edges<W> edges = sparseEdges<W>(3, 100);
  const std::vector<Node> sources{0};
  const std::vector<D> distances = distancesOf<W, D>(edges, sources);
  std::vector<Node> tree = treeOf(edges.graph(), sources, distances);
  ASSERT_EQ(faultOf(edges, sources, distances, tree), "");
  for (Node node = 0; node < edges.nodes(); ++node) {
    const Node right = tree[node];
    for (Node wrong = 0; wrong <= edges.nodes(); ++wrong) {
      tree[node] = wrong < edges.nodes() ? wrong : kNoPredecessor;
      const bool flat = reached(distances[node]) && wrong < edges.nodes() && wrong != node &&
                        distances[wrong] == distances[node];
      if (tree[node] != right && !flat) { // a flat edge may be another right choice
        EXPECT_NE(faultOf(edges, sources, distances, tree), "") << wrong << " for node " << node;
      }
    }
    tree[node] = right;
  }
}

TYPED_TEST(ShortestPathTree, RefusesWhatTheCheckOfDistancesFindsWrong) {
  using W = typename TypeParam::Weight;
  using D = typename TypeParam::Distance;
  std::mt19937 random(1);
  unsigned refused = 0, accepted = 0;
  for (unsigned seed = 0; seed < 24; ++seed) {
    const Edges<W> edges = sparseEdges<W>(seed, 3);
    const Graph<W> graph = edges.graph();
    const std::vector<Node> sources = sourcesFor(seed, edges.nodes());
    const std::vector<D> right = distancesOf<W, D>(edges, sources);
    const std::vector<D> values{0, 1, 2, 1000, kUnreached<D>};
    for (unsigned change = 0; change < 60; ++change) {
      std::vector<D> distances = right;
      for (unsigned count = 1 + change % 3; count > 0; --count) {
        distances[random() % edges.nodes()] = values[random() % values.size()];
      }
      if (areRight(graph, sources, distances)) {
        EXPECT_NO_THROW(treeOf(graph, sources, distances));
        ++accepted;
      } else {
        EXPECT_THROW(treeOf(graph, sources, distances), InvalidOption);
        ++refused;
      }
    }
  }
  EXPECT_GT(accepted, 50u);
  EXPECT_GT(refused, 500u);
}

TYPED_TEST(ShortestPathTree, MayHaveMemoryOfItsOwn) {
  using W = typename TypeParam::Weight;
  using D = typename TypeParam::Distance;
  const Edges<W> edges = randomEdges<W>(5, 3);
  const Graph<W> graph = edges.graph();
  const std::vector<Node> sources{0};
  const std::vector<D> distances = distancesOf<W, D>(edges, sources);
  const auto tree = shortestPathTree(graph, sources, std::span<const D>(distances));
  static_assert(std::is_same_v<decltype(tree), const LargeArray<Node>>);
  const std::vector<Node> expected = treeOf(graph, sources, distances);
  EXPECT_THAT(std::vector<Node>(tree.begin(), tree.end()), testing::ElementsAreArray(expected));
  std::vector<D> changeable = distances; // neither a span nor const
  std::vector<Node> predecessors(distances.size());
  shortestPathTree(graph, sources, changeable, predecessors);
  EXPECT_EQ(predecessors, expected);
  const auto again = shortestPathTree(graph, sources, std::span(changeable));
  EXPECT_THAT(std::vector<Node>(again.begin(), again.end()), testing::ElementsAreArray(expected));
}

TEST_F(ShortestPathTreeCases, FollowsCyclesOfWeightZeroOnlyFromTheSource) {
  const std::vector<Node> tree = treeOf(cycles.graph(), {0}, distances);
  EXPECT_THAT(tree, ElementsAre(0, 0, 1, 2, 3, kNoPredecessor, kNoPredecessor));
  EXPECT_THAT(pathTo(tree, 4), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(pathTo(tree, 0), ElementsAre(0));
  EXPECT_THAT(pathTo(tree, 5), ElementsAre());
}

TEST_F(ShortestPathTreeCases, RefusesACycleOfWeightZeroThatNothingReaches) {
  std::vector<std::uint32_t> wrong = distances;
  wrong[5] = wrong[6] = 9;
  try {
    treeOf(cycles.graph(), {0}, wrong);
    FAIL() << "nothing was thrown";
  } catch (const InvalidOption& error) {
    EXPECT_EQ(error.option(), "distances");
    EXPECT_EQ(error.value(), "9");
    EXPECT_THAT(error.what(), HasSubstr("node 5 needs another distance"));
  }
}

TEST_F(ShortestPathTreeCases, TakesTheSmallestOfTheNearerNodes) {
  // Nodes 1, 2 and 3 lead to node 4 on paths of equal length, and node 2 is a twin of node 3.
  const Edges<std::uint32_t> edges{
      {0, 3, 4, 5, 7, 7}, {3, 2, 1, 4, 4, 4, 2}, {4, 4, 2, 3, 1, 1, 0}};
  const std::vector<std::uint32_t> lengths{0, 2, 4, 4, 5};
  EXPECT_THAT(treeOf(edges.graph(), {0}, lengths), ElementsAre(0, 0, 0, 0, 1));
}

TEST_F(ShortestPathTreeCases, TakesWeightsThatVanishInASumAsZero) {
  // 0 -> 3 of length 1, and a cycle of nodes 1, 2 and 3 in which no edge changes the sum.
  const Edges<double> edges{{0, 1, 2, 3, 4}, {3, 2, 3, 1}, {1, 1e-20, 1e-20, 1e-20}};
  const std::vector<double> lengths{0, 1, 1, 1};
  ASSERT_EQ((distancesOf<double, double>(edges, {0})), lengths);
  const std::vector<Node> tree = treeOf(edges.graph(), {0}, lengths);
  EXPECT_THAT(tree, ElementsAre(0, 3, 1, 0));
  EXPECT_THAT(pathTo(tree, 2), ElementsAre(0, 3, 1, 2));
}

TEST_F(ShortestPathTreeCases, SourcesAreTheirOwnPredecessorsAlsoOverEdgesOfWeightZero) {
  const Edges<std::uint32_t> edges{{0, 1, 2, 3}, {1, 0, 0}, {0, 0, 0}};
  const std::vector<std::uint32_t> lengths{0, 0, 0};
  EXPECT_THAT(treeOf(edges.graph(), {2, 1, 2}, lengths), ElementsAre(1, 1, 2));
}

TEST_F(ShortestPathTreeCases, TreatsPathsThatDoNotFitAsNoPaths) {
  constexpr std::uint32_t kMost = kUnreached<std::uint32_t>;
  const Edges<std::uint32_t> edges{{0, 1, 3, 3, 3}, {1, 2, 3}, {kMost - 1, 1, 2}};
  const std::vector<std::uint32_t> lengths{0, kMost - 1, kMost, kMost};
  EXPECT_THAT(treeOf(edges.graph(), {0}, lengths),
              ElementsAre(0, 0, kNoPredecessor, kNoPredecessor));
}

TEST_F(ShortestPathTreeCases, ErrorsNameTheNode) {
  auto messageFor = [&](const std::vector<std::uint32_t>& wrong) -> std::string {
    try {
      treeOf(cycles.graph(), {0}, wrong);
    } catch (const InvalidOption& error) {
      return error.what();
    }
    return "";
  };
  std::vector<std::uint32_t> wrong = distances;
  wrong[0] = 3;
  EXPECT_EQ(messageFor(wrong), "distances=3: node 0 is a source and needs the distance 0");
  wrong = distances;
  wrong[4] = 8;
  EXPECT_EQ(messageFor(wrong),
            "distances=8: node 4 needs a smaller distance: an edge leads there on a shorter path");
  wrong[4] = 6;
  EXPECT_EQ(messageFor(wrong), "distances=6: node 4 needs another distance: no path from a source "
                               "is that short");
}

TEST_F(ShortestPathTreeCases, ArgumentsAreChecked) {
  const Graph<std::uint32_t> graph = cycles.graph();
  EXPECT_THROW(treeOf(graph, {}, distances), InvalidOption);
  EXPECT_THROW(treeOf(graph, {7}, distances), NodeOutOfRange);
  EXPECT_THROW(treeOf(graph, {0}, std::vector<std::uint32_t>(6)), InvalidOption);
  EXPECT_THROW(treeOf(graph, {0}, distances, 1u << 20), InvalidOption);
  std::vector<Node> predecessors(6);
  const std::vector<Node> sources{0};
  EXPECT_THROW(shortestPathTree(graph, sources, std::span(std::as_const(distances)),
                                std::span(predecessors)),
               InvalidOption);
  EXPECT_NO_THROW(treeOf(graph, {0}, distances)) << "errors leave nothing behind";
}

TEST_F(ShortestPathTreeCases, PathsAreFoundInTreesOnly) {
  const std::vector<Node> broken{0, 0, 3, 2, 9, 6, kNoPredecessor};
  EXPECT_THAT(pathTo(broken, 1), ElementsAre(0, 1));
  EXPECT_THAT(pathTo(broken, 6), ElementsAre());
  EXPECT_THROW(pathTo(broken, 7), NodeOutOfRange);
  EXPECT_THROW(pathTo({}, 0), NodeOutOfRange);
  EXPECT_THROW(pathTo(broken, 3), InvalidOption) << "a cycle";
  EXPECT_THROW(pathTo(broken, 4), InvalidOption) << "a predecessor that is no node";
  EXPECT_THROW(pathTo(broken, 5), InvalidOption) << "a path that begins at an unreached node";
  const std::vector<Node> whole{0, 0, 1, 2};
  EXPECT_THAT(pathTo(whole, 3), ElementsAre(0, 1, 2, 3)) << "a path over all nodes";
}

TEST_F(ShortestPathTreeCases, CanBeCancelled) {
  const Graph<std::uint32_t> graph = cycles.graph();
  const std::vector<Node> sources{0};
  std::stop_source stop;
  RunOptions options;
  options.stop = stop.get_token();
  const auto find = [&] {
    return shortestPathTree(graph, sources, std::span(std::as_const(distances)), options);
  };
  EXPECT_EQ(find().size(), graph.size());
  stop.request_stop();
  EXPECT_THROW(find(), Cancelled);
}

} // namespace galois::analytics
