#include "galois/analytics/Betweenness.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "ManyGraphs.h"
#include "RandomGraphs.h"
#include "galois/Galois.h"
#include "support/SharedMemTest.h"

namespace galois::analytics {
namespace {

using galois::test::Arrays;
using galois::test::arraysOf;
using galois::test::borrowed;
using galois::test::kManyGraphs;
using galois::test::manyGraphs;
using galois::test::onThreads;
using galois::test::weightedArrays;

/// By the definition: for all pairs, distances and numbers of shortest paths, and then the share of
/// those that pass each node. Distances come from Floyd and Warshall's loops.
class Right {
public:
  /// @param weighted  else each edge has weight 1
  Right(const Arrays& arrays, bool weighted) : nodes_(arrays.nodes()) {
    std::map<std::pair<Node, Node>, std::uint64_t> edges; // without loops, the lightest of several
    for (Node from = 0; from < nodes_; ++from) {
      for (std::uint64_t e = arrays.offsets[from]; e < arrays.offsets[from + 1]; ++e) {
        const std::uint64_t weight = weighted ? arrays.weights[e] : 1;
        if (arrays.targets[e] != from) {
          const auto [edge, fresh] = edges.try_emplace({from, arrays.targets[e]}, weight);
          edge->second = std::min(edge->second, weight);
        }
      }
    }
    distances_.assign(nodes_ * nodes_, kFar);
    for (const auto& [ends, weight] : edges) {
      distances_[at(ends.first, ends.second)] = weight;
    }
    for (std::size_t node = 0; node < nodes_; ++node) {
      distances_[at(node, node)] = 0;
    }
    for (std::size_t via = 0; via < nodes_; ++via) {
      for (std::size_t from = 0; from < nodes_; ++from) {
        for (std::size_t to = 0; to < nodes_; ++to) {
          distances_[at(from, to)] = std::min(distances_[at(from, to)],
                                              distances_[at(from, via)] + distances_[at(via, to)]);
        }
      }
    }
    paths_.assign(nodes_ * nodes_, 0);
    for (std::size_t from = 0; from < nodes_; ++from) {
      std::vector<std::size_t> order;
      for (std::size_t to = 0; to < nodes_; ++to) {
        order.push_back(to);
      }
      std::ranges::stable_sort(order, {}, [&](std::size_t to) { return distances_[at(from, to)]; });
      paths_[at(from, from)] = 1;
      for (const std::size_t to : order) { // all before it have their numbers
        if (to != from && distances_[at(from, to)] < kFar) {
          for (std::size_t last = 0; last < nodes_; ++last) {
            const auto edge = edges.find({static_cast<Node>(last), static_cast<Node>(to)});
            if (edge != edges.end() &&
                distances_[at(from, last)] + edge->second == distances_[at(from, to)]) {
              paths_[at(from, to)] += paths_[at(from, last)];
            }
          }
        }
      }
    }
  }

  /// The sums over all paths from the sources.
  std::vector<double> sums(const std::vector<Node>& sources, bool endpoints) const {
    std::vector<double> sums(nodes_, 0);
    for (const Node from : sources) {
      for (std::size_t to = 0; to < nodes_; ++to) {
        if (to == from || distances_[at(from, to)] >= kFar) {
          continue;
        }
        for (std::size_t node = 0; node < nodes_; ++node) {
          if (node == from || node == to) {
            sums[node] += endpoints ? 1 : 0;
          } else if (distances_[at(from, node)] + distances_[at(node, to)] ==
                     distances_[at(from, to)]) {
            sums[node] += paths_[at(from, node)] * paths_[at(node, to)] / paths_[at(from, to)];
          }
        }
      }
    }
    return sums;
  }

private:
  static constexpr std::uint64_t kFar = std::uint64_t{1} << 40;

  std::size_t at(std::size_t from, std::size_t to) const { return from * nodes_ + to; }

  std::size_t nodes_;
  std::vector<std::uint64_t> distances_;
  std::vector<double> paths_;
};

std::vector<Node> allNodes(std::uint32_t nodes) {
  std::vector<Node> all(nodes);
  for (Node node = 0; node < nodes; ++node) {
    all[node] = node;
  }
  return all;
}

/// Compares within what rounding can do: a score is a sum of fewer than 1e5 terms, none of them
/// negative, so that its relative error is below 1e5 times 2^-53, or 2e-11.
void expectNear(std::span<const double> found, const std::vector<double>& right, double scale,
                const std::string& what) {
  ASSERT_EQ(found.size(), right.size()) << what;
  for (std::size_t node = 0; node < right.size(); ++node) {
    EXPECT_NEAR(found[node], right[node] * scale, 2e-11 * right[node] * scale)
        << what << ", node " << node;
  }
}

std::span<const double> scoresOf(const BetweennessResult& result) {
  return {result.scores.data(), result.scores.size()};
}

const std::vector<BetweennessPlan::Algorithm> kAlgorithms{
    BetweennessPlan::kAuto, BetweennessPlan::kSources, BetweennessPlan::kLevels};

/// Compares all algorithms on all numbers of threads.
template <typename W>
void expectRight(const Graph<W>& graph, const std::vector<Node>& sources,
                 const std::vector<double>& sums, double scale, bool endpoints,
                 const std::string& what) {
  for (const BetweennessPlan::Algorithm algorithm : kAlgorithms) {
    if (algorithm == BetweennessPlan::kLevels && !std::is_void_v<W>) {
      continue;
    }
    for (const unsigned threads : {1u, 2u, 5u}) {
      const BetweennessPlan plan{
          .algorithm = algorithm, .endpoints = endpoints, .undirected = scale != 1};
      const BetweennessResult result = betweenness(graph, sources, plan, onThreads(threads));
      expectNear(scoresOf(result), sums, scale,
                 what + ", " + result.execution.algorithm + " on " + std::to_string(threads));
      EXPECT_EQ(verifyBetweenness(graph, sources, scoresOf(result), plan), "") << what;
    }
  }
}

using BetweennessApi = galois::test::SharedMemTest;

} // namespace

TEST_F(BetweennessApi, FromAllNodes) {
  double sum = 0;
  for (unsigned turn = 0; turn < kManyGraphs; ++turn) {
    const Arrays arrays = manyGraphs(turn);
    const bool endpoints = turn % 2 == 1;
    const std::vector<Node> all = allNodes(arrays.nodes());
    const std::vector<double> plain = Right(arrays, false).sums(all, endpoints);
    const std::string what = "graph " + std::to_string(turn);
    expectRight(borrowed(arrays), {}, plain, turn % 3 == 0 ? 0.5 : 1, endpoints, what);
    const std::vector<double> weighted = Right(arrays, true).sums(all, endpoints);
    expectRight(arrays.graph<std::uint32_t>(), {}, weighted, turn % 3 == 0 ? 0.5 : 1, endpoints,
                what + ", weights");
    for (const double score : weighted) {
      sum += score;
    }
  }
  EXPECT_GT(sum, 1e4);
}

TEST_F(BetweennessApi, FromSomeNodes) {
  for (unsigned turn = 1; turn < kManyGraphs; ++turn) {
    const Arrays arrays = manyGraphs(turn);
    const std::vector<Node> sources{0, arrays.nodes() / 2, arrays.nodes() - 1,
                                    0}; // one of them twice
    const std::vector<double> plain = Right(arrays, false).sums(sources, turn % 2 == 0);
    const std::string what = "graph " + std::to_string(turn);
    expectRight(borrowed(arrays), sources, plain, 1, turn % 2 == 0, what);
    const std::vector<double> weighted = Right(arrays, true).sums(sources, turn % 2 == 0);
    expectRight(arrays.graph<double>(), sources, weighted, 1, turn % 2 == 0, what + ", reals");
    expectRight(arrays.graph<std::uint64_t>(), sources, weighted, 1, turn % 2 == 0,
                what + ", wide");
  }
}

TEST_F(BetweennessApi, TheScaleIsThatOfNetworkx) {
  // What networkx 3.6.1 returns for the path 0 - 1 - 2 - 3, with given nodes as its sample.
  const Arrays arrays = arraysOf(4, {{0, 1}, {1, 0}, {1, 2}, {2, 1}, {2, 3}, {3, 2}});
  const Graph<void> graph = borrowed(arrays);
  const auto scores = [&](const std::vector<Node>& sources, const BetweennessPlan& plan) {
    const BetweennessResult result = betweenness(graph, sources, plan);
    EXPECT_EQ(verifyBetweenness(graph, sources, scoresOf(result), plan), "");
    return std::vector<double>(result.scores.begin(), result.scores.end());
  };
  const auto near = [](const std::vector<double>& found, const std::vector<double>& right) {
    expectNear(found, right, 1, "");
  };
  near(scores({}, {}), {0, 2, 2, 0}); // each edge has its reverse
  near(scores({}, {.undirected = false}), {0, 4, 4, 0});
  near(scores({}, {.normalized = true}), {0, 2.0 / 3, 2.0 / 3, 0});
  near(scores({}, {.endpoints = true}), {3, 5, 5, 3});
  near(scores({}, {.normalized = true, .endpoints = true}), {0.5, 5.0 / 6, 5.0 / 6, 0.5});
  near(scores({0, 1}, {}), {0, 2, 2, 0});
  near(scores({0, 1}, {.normalized = true}), {0, 1, 0.5, 0});
  near(scores({0, 1}, {.normalized = true, .endpoints = true}), {2.0 / 3, 1, 2.0 / 3, 1.0 / 3});
  const std::vector<double> one = scores({1}, {.normalized = true});
  EXPECT_TRUE(std::isnan(one[1])) << "it has no other source";
  EXPECT_DOUBLE_EQ(one[2], 0.5);
}

TEST_F(BetweennessApi, OfEqualEdgesOneCounts) {
  // Two shortest paths from 0 to 3, by 1 and by 2, although three edges lead to 1, and a loop is there.
  const Arrays arrays = weightedArrays(4, {{0, 1}, {0, 1}, {0, 1}, {0, 2}, {1, 3}, {2, 3}, {1, 1}});
  const auto graph = borrowed(arrays);
  expectNear(scoresOf(betweenness(graph, std::vector<Node>{0})), {0, 0.5, 0.5, 0}, 1, "equal");
  // Of edges with different weights the lightest, wherever it stands.
  const std::vector<std::uint64_t> offsets{0, 3, 4, 5, 5};
  const std::vector<Node> targets{2, 1, 1, 3, 3};
  const std::vector<std::uint32_t> weights{2, 5, 2, 1, 1};
  const auto unequal = Graph<std::uint32_t>::pack(offsets, targets, std::span(weights));
  expectNear(scoresOf(betweenness(unequal, std::vector<Node>{0})), {0, 0.5, 0.5, 0}, 1, "unequal");
}

TEST_F(BetweennessApi, EdgesMustMakePathsLonger) {
  const std::vector<std::uint64_t> offsets{0, 1, 2, 2};
  const std::vector<Node> targets{1, 2};
  const auto refusal = [&](const auto& weights, const std::vector<Node>& sources) -> std::string {
    using W = std::decay_t<decltype(weights[0])>;
    const auto graph = Graph<W>::pack(offsets, targets, std::span<const W>(weights));
    try {
      betweenness(graph, sources);
    } catch (const InvalidGraph& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(refusal(std::vector<std::uint32_t>{3, 0}, {}).find("from node 1 to node 2"),
            std::string::npos);
  EXPECT_EQ(refusal(std::vector<std::uint32_t>{3, 0}, {2}), "") << "no path reaches the edge";
  EXPECT_NE(refusal(std::vector<double>{1e300, 1}, {0}), "") << "1 is lost when it is added";
  EXPECT_NE(refusal(std::vector<double>{1, -1}, {2}), "") << "negative weights are never right";
  // A loop is on no shortest path, whatever it weighs.
  const std::vector<std::uint64_t> loopOffsets{0, 2, 2};
  const std::vector<Node> loop{0, 1};
  const std::vector<std::uint32_t> weights{0, 1};
  const auto graph = Graph<std::uint32_t>::pack(loopOffsets, loop, std::span(weights));
  EXPECT_EQ(betweenness(graph).scores[0], 0);
  const std::vector<std::uint64_t> far{~std::uint64_t{0} - 5, 9};
  EXPECT_THROW(betweenness(Graph<std::uint64_t>::pack(offsets, targets, std::span(far))),
               DistanceOverflow);
}

TEST_F(BetweennessApi, MorePathsThanADoubleCanCount) {
  // Layers of two nodes, each with edges to both of the next: 2^1299 shortest paths from end to end.
  // By symmetry, each node of the inner layers has half of the paths from the source that pass it.
  constexpr Node kLayers = 1300;
  std::vector<std::pair<Node, Node>> edges;
  for (Node layer = 0; layer + 1 < kLayers; ++layer) {
    for (const Node from : {2 * layer, 2 * layer + 1}) {
      edges.emplace_back(from, 2 * layer + 2);
      edges.emplace_back(from, 2 * layer + 3);
    }
  }
  const Arrays arrays = weightedArrays(2 * kLayers, edges);
  for (const BetweennessPlan::Algorithm algorithm : kAlgorithms) {
    const BetweennessResult result = betweenness(borrowed(arrays), std::vector<Node>{0, 2},
                                                 {.algorithm = algorithm}, onThreads(2));
    for (const Node layer : {Node{2}, Node{600}, kLayers - 2}) {
      const double ahead = 2.0 * (kLayers - 1 - layer);
      EXPECT_NEAR(result.scores[2 * layer], 2 * ahead / 2, 1e-9 * ahead) << "layer " << layer;
    }
  }
  Arrays unit = arrays;
  std::ranges::fill(unit.weights, 3U);
  const auto graph = unit.graph<std::uint32_t>();
  EXPECT_NEAR(betweenness(graph, std::vector<Node>{0}).scores[1200], 2.0 * (kLayers - 601) / 2,
              1e-6);
}

TEST_F(BetweennessApi, LevelsOfAnySizeAreRight) {
  // So large that threads share the loops over levels, and with hubs.
  const Arrays arrays =
      weightedArrays(20000, galois::test::bothWays(galois::test::randomEdges(3, 20000, 60000, 2)));
  const Graph<void> graph = borrowed(arrays);
  const std::vector<Node> sources{5, 19000, 77};
  const BetweennessResult right =
      betweenness(graph, sources, {.algorithm = BetweennessPlan::kSources}, onThreads(1));
  EXPECT_EQ(verifyBetweenness(graph, sources, scoresOf(right), {}, true), "");
  const std::vector<double> wanted(right.scores.begin(), right.scores.end());
  for (const unsigned threads : {1u, 2u, 5u}) {
    const BetweennessResult found =
        betweenness(graph, sources, {.algorithm = BetweennessPlan::kLevels}, onThreads(threads));
    expectNear(scoresOf(found), wanted, 1, "levels");
    EXPECT_EQ(found.execution.executed, right.execution.executed);
  }
}

TEST_F(BetweennessApi, TheChoiceDependsOnSourcesAndThreads) {
  const Arrays arrays = galois::test::grid(10);
  const Graph<void> graph = borrowed(arrays);
  const auto choice = [&](const std::vector<Node>& sources, unsigned threads) {
    return betweenness(graph, sources, {}, onThreads(threads)).execution.algorithm;
  };
  EXPECT_EQ(choice({1}, 1), "sources");
  EXPECT_EQ(choice({1, 2, 3}, 2), "levels");
  EXPECT_EQ(choice({1, 2, 3, 4}, 2), "sources");
  EXPECT_EQ(choice({}, 5), "sources");
  const auto weighted = arrays.graph<std::uint32_t>();
  EXPECT_EQ(betweenness(weighted, std::vector<Node>{1}, {}, onThreads(2)).execution.algorithm,
            "sources");
}

TEST_F(BetweennessApi, WrongScoresAreFoundAndArgumentsChecked) {
  const Arrays arrays = arraysOf(4, {{0, 1}, {1, 2}, {2, 3}, {0, 3}});
  const Graph<void> graph = borrowed(arrays);
  using Scores = std::vector<double>;
  EXPECT_EQ(verifyBetweenness(graph, {}, Scores{0, 1, 1, 0}), "");
  EXPECT_EQ(verifyBetweenness(graph, {}, Scores{0, 1, 1.5, 0}),
            "node 2 has betweenness 1.5; it is 1");
  EXPECT_NE(verifyBetweenness(graph, {}, Scores{0, NAN, 1, 0}), "");
  EXPECT_NE(verifyBetweenness(graph, {}, Scores{1e-30, 1, 1, 0}), "");
  Scores scores(3);
  EXPECT_THROW(betweenness(graph, {}, scores), InvalidOption);
  EXPECT_THROW(verifyBetweenness(graph, {}, scores), InvalidOption);
  scores.resize(4);
  EXPECT_THROW(betweenness(graph, std::vector<Node>{4}, scores), NodeOutOfRange);
  EXPECT_THROW(verifyBetweenness(graph, std::vector<Node>{4}, scores), NodeOutOfRange);
  EXPECT_THROW(betweenness(galois::test::grid(3).graph<double>(), {},
                           {.algorithm = BetweennessPlan::kLevels}),
               InvalidOption);
}

TEST_F(BetweennessApi, ALargeGraphIsCheckedByItsBounds) {
  const Arrays arrays =
      arraysOf(3001, galois::test::randomEdges(9, 3000, 9000)); // node 3000 has no edges
  const Graph<void> graph = borrowed(arrays);
  const BetweennessResult result = betweenness(graph, {}, {}, onThreads(2));
  std::vector<double> scores(result.scores.begin(), result.scores.end());
  EXPECT_EQ(verifyBetweenness(graph, {}, scores), "");
  scores[3000] = 1;
  EXPECT_EQ(verifyBetweenness(graph, {}, scores),
            "node 3000 has betweenness 1, but no path passes it");
  scores[3000] = 0;
  scores[17] = -1;
  EXPECT_NE(verifyBetweenness(graph, {}, scores), "");
  scores[17] = 1e8;
  EXPECT_NE(verifyBetweenness(graph, {}, scores), "");
  scores[17] = NAN;
  EXPECT_NE(verifyBetweenness(graph, {}, scores), "");
}

TEST_F(BetweennessApi, AStopEndsIt) {
  const Arrays arrays = galois::test::grid(100);
  std::stop_source stop;
  stop.request_stop();
  RunOptions options = onThreads(2);
  options.stop = stop.get_token();
  EXPECT_THROW(betweenness(borrowed(arrays), {}, {}, options), Cancelled);
  EXPECT_THROW(betweenness(borrowed(arrays), std::vector<Node>{0}, {}, options), Cancelled);
}

} // namespace galois::analytics
