#include <cmath>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "TestGraph.h"
#include "analytics/astar/BidirectionalSearch.h"
#include "analytics/astar/HeuristicFit.h"
#include "analytics/astar/Path.h"
#include "analytics/astar/SequentialSearch.h"
#include "analytics/astar/astarVerify.h"

namespace {

using astar::Distance;
using astar::Heuristic;
using astar::kInfinity;
using astar::Labels;
using astar::Metric;
using astar::Node;
using astar::Places;

/// A random graph whose nodes have coordinates.
struct Instance {
  TestGraph graph;
  Places::Coordinates coordinates;
  Metric metric;

  Instance(std::uint32_t nodes, std::uint32_t arcs, Metric how, unsigned seed)
      : graph(nodes), metric(how) {
    std::mt19937 random(seed);
    auto upTo = [&](std::int32_t range) {
      return static_cast<std::int32_t>(random() % (2 * static_cast<std::uint32_t>(range) + 1)) -
             range;
    };
    const bool near = seed % 2 == 0; // Some nodes have the same coordinates.
    for (std::uint32_t i = 0; i < nodes; ++i) {
      if (metric == Metric::kGreatCircle) {
        coordinates.push_back({upTo(near ? 300 : 180'000'000), upTo(near ? 300 : 90'000'000)});
      } else {
        coordinates.push_back({upTo(near ? 4 : 500), upTo(near ? 4 : 500)});
      }
    }
    // Most edges have the weight of a straight line, which the estimate must not exceed.
    const Places places(metric, coordinates);
    for (std::uint32_t i = 0; i < arcs; ++i) {
      const Node from = random() % nodes, to = random() % nodes;
      const double detour = random() % 3 ? 1 : 1.3;
      const double units = metric == Metric::kGreatCircle ? 10 : 3;
      graph.add(
          from, to,
          static_cast<std::uint32_t>(std::ceil(units * detour * places.separation(from, to))));
    }
  }
};

TestGraph reversed(const TestGraph& graph) {
  TestGraph turned(static_cast<std::uint32_t>(graph.size()));
  for (std::uint32_t from = 0; from < graph.size(); ++from) {
    for (const auto& edge : graph.edges(from)) {
      turned.add(edge.dst, from, edge.weight);
    }
  }
  return turned;
}

struct AstarSearches : testing::TestWithParam<Metric> {
  AstarSearches() { galois::setActiveThreads(3); }
  galois::SharedMemSys system;
};

INSTANTIATE_TEST_SUITE_P(Metrics, AstarSearches,
                         testing::Values(Metric::kNone, Metric::kGreatCircle, Metric::kEuclidean,
                                         Metric::kOctile),
                         [](const auto& metric) {
                           std::string name = astar::metricName(metric.param);
                           std::erase(name, '-');
                           return name;
                         });

} // namespace

TEST_P(AstarSearches, SearchesAgreeWithBellmanFord) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    const std::uint32_t nodes = 1 + seed % 40;
    const Instance instance(nodes, nodes * (1 + seed % 4), GetParam(), seed);
    const TestGraph& graph = instance.graph;
    const TestGraph turned = reversed(graph);
    const Places places(instance.metric, instance.coordinates);
    const double scale = astar::fitHeuristic(graph, places).scale;
    Labels labels(nodes);
    astar::BidirectionalSearch<TestGraph> bothEnds(graph, turned);
    astar::PathFinder finder(nodes);
    astar::Reference reference(nodes);
    std::mt19937 random(seed);
    for (int query = 0; query < 6; ++query) {
      const Node source = random() % nodes, target = random() % nodes;
      const Heuristic toTarget(places, scale, target), toSource(places, scale, source);
      const Distance right = bellmanFord<Distance>(graph, source)[target];
      const auto found = reference.distance(graph, source, target);
      EXPECT_EQ(found.value_or(kInfinity), right);

      labels.reset();
      astar::sequentialSearch(graph, source, target, toTarget, labels);
      ASSERT_EQ(astar::distanceOf(labels[target]), right) << seed;
      bothEnds.reset();
      const auto meeting = bothEnds.run(source, target, toTarget, toSource);
      ASSERT_EQ(meeting.length, right) << seed;
      EXPECT_FALSE(meeting.overflow);
      if (right == kInfinity) {
        continue;
      }
      const auto path = finder.find(graph, labels, source, target);
      EXPECT_EQ(astar::verifyPath(graph, source, target, right, path), "");
      const auto half = finder.find(graph, bothEnds.forward(), source, meeting.node);
      EXPECT_EQ(astar::verifyPath(graph, source, meeting.node,
                                  astar::distanceOf(bothEnds.forward()[meeting.node]), half),
                "");
      const auto rest = finder.find(turned, bothEnds.backward(), target, meeting.node);
      EXPECT_EQ(astar::verifyPath(turned, target, meeting.node,
                                  astar::distanceOf(bothEnds.backward()[meeting.node]), rest),
                "");
    }
  }
}

TEST_P(AstarSearches, FittedHeuristicsAreConsistentForEveryTarget) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const std::uint32_t nodes = 2 + seed % 40;
    const Instance instance(nodes, nodes * 3, GetParam(), seed);
    const Places places(instance.metric, instance.coordinates);
    const auto fit = astar::fitHeuristic(instance.graph, places);
    for (Node target = 0; target < nodes; ++target) {
      const Heuristic heuristic(places, fit.scale, target);
      EXPECT_EQ(heuristic(target), 0u);
      EXPECT_FALSE(astar::inconsistentEdge(instance.graph, heuristic)) << seed;
    }
    if (fit.limit) {
      // No greater scale is possible: the edge that limits the scale violates twice the scale.
      const Heuristic tooMuch(places, 2 * fit.scale + 1, fit.limit->to);
      EXPECT_GT(tooMuch(fit.limit->from), fit.limit->weight);
      EXPECT_TRUE(astar::inconsistentEdge(instance.graph, tooMuch));
    }
  }
}

TEST_P(AstarSearches, SeparationsAreAMetric) {
  const Instance instance(60, 0, GetParam(), 5);
  const Places places(instance.metric, instance.coordinates);
  for (Node a = 0; a < 60; ++a) {
    EXPECT_EQ(places.separation(a, a), 0);
    for (Node b = 0; b < 60; ++b) {
      EXPECT_EQ(places.separation(a, b), places.separation(b, a));
      for (Node c = 0; c < 60; ++c) {
        EXPECT_LE(places.separation(a, c),
                  (places.separation(a, b) + places.separation(b, c)) * (1 + 1e-12));
      }
    }
  }
}

TEST(AstarPlaces, GreatCircleDistancesAreThoseOfTheEarth) {
  // A degree of the equator, a degree of a meridian, and London to New York, which is 5570 km.
  const Places::Coordinates at{{0, 0},
                               {1'000'000, 0},
                               {0, 1'000'000},
                               {-127'758, 51'507'351},
                               {-74'005'941, 40'712'784},
                               {179'999'999, 0},
                               {-180'000'000, 0}};
  const Places places(Metric::kGreatCircle, at);
  EXPECT_NEAR(places.separation(0, 1), 111195.1, 0.1);
  EXPECT_NEAR(places.separation(0, 2), 111195.1, 0.1);
  EXPECT_NEAR(places.separation(3, 4), 5570.2e3, 1e3);
  EXPECT_NEAR(places.separation(5, 6), 0.111, 0.001) << "over the date line";
  EXPECT_LE(places.separation(0, 6), std::numbers::pi * 6371008.8);
}

TEST(AstarFit, ReportsTheEdgeThatLimitsTheScale) {
  galois::SharedMemSys system;
  const Places::Coordinates at{{0, 0}, {100, 0}, {100, 100}, {100, 100}};
  const Places places(Metric::kEuclidean, at);
  TestGraph graph(4);
  graph.add(0, 1, 250).add(1, 2, 210).add(2, 0, 900).add(2, 3, 0);
  const auto fit = astar::fitHeuristic(graph, places);
  EXPECT_NEAR(fit.scale, 2.1, 1e-5);
  EXPECT_LT(fit.scale, 2.1);
  ASSERT_TRUE(fit.limit);
  EXPECT_EQ(fit.limit->from, 1u);
  EXPECT_EQ(fit.limit->to, 2u);
  EXPECT_EQ(fit.limit->weight, 210u);

  graph.add(0, 2, 0);
  EXPECT_EQ(astar::fitHeuristic(graph, places).scale, 0)
      << "an edge between different coordinates has weight 0";

  TestGraph still(4);
  still.add(2, 3, 5).add(1, 1, 2);
  EXPECT_FALSE(astar::fitHeuristic(still, places).limit);
}

TEST(AstarFit, GridsAreExact) {
  galois::SharedMemSys system;
  const Places::Coordinates at{{0, 0}, {1, 0}, {2, 1}, {5, 1}};
  const Places places(Metric::kOctile, at);
  TestGraph graph(4);
  graph.add(0, 1, 100000).add(1, 2, 141421).add(2, 3, 300000);
  EXPECT_EQ(astar::fitHeuristic(graph, places).scale, 1);
  EXPECT_EQ(Heuristic(places, 1, 3)(0), 541421u);
  graph.add(0, 1, 99999);
  EXPECT_LT(astar::fitHeuristic(graph, places).scale, 0.99999);
}

TEST(AstarLabels, ResetClearsWhatWasTouched) {
  galois::SharedMemSys system;
  Labels labels(1000);
  for (const Node node : {0u, 63u, 64u, 500u, 999u}) {
    labels[node] = astar::makeLabel(node, 1);
    labels.touch(node);
  }
  std::vector<Node> seen;
  labels.forEachTouched([&](Node node, astar::Label label) {
    EXPECT_EQ(astar::distanceOf(label), node);
    seen.push_back(node);
  });
  EXPECT_EQ(seen, (std::vector<Node>{0, 63, 64, 500, 999}));
  labels.reset();
  labels.forEachTouched([](Node, astar::Label) { FAIL(); });
  EXPECT_EQ(labels[63], astar::kUntouched);
}

TEST(AstarSearch, LengthsUpToTheLimit) {
  galois::SharedMemSys system;
  const Places nowhere;
  TestGraph graph(4);
  graph.add(0, 1, 4294967290u).add(1, 2, 4).add(1, 3, 5);
  const TestGraph turned = reversed(graph);
  for (const Node target : {2u, 3u}) {
    const Heuristic none(nowhere, 0, target), back(nowhere, 0, 0);
    Labels labels(4);
    astar::sequentialSearch(graph, 0, target, none, labels);
    astar::BidirectionalSearch<TestGraph> bothEnds(graph, turned);
    const auto meeting = bothEnds.run(0, target, none, back);
    EXPECT_EQ(astar::distanceOf(labels[target]), target == 2 ? 4294967294u : kInfinity);
    EXPECT_EQ(meeting.length, target == 2 ? 4294967294u : kInfinity);
    EXPECT_EQ(meeting.overflow, target == 3);
  }
}

TEST(AstarVerify, CatchesWrongPaths) {
  TestGraph graph(4);
  graph.add(0, 1, 5).add(0, 1, 3).add(1, 2, 4).add(2, 3, 1);
  EXPECT_EQ(astar::verifyPath(graph, 0, 2, 7, {0, 1, 2}), "");
  EXPECT_EQ(astar::verifyPath(graph, 1, 1, 0, {1}), "");
  EXPECT_NE(astar::verifyPath(graph, 0, 2, 9, {0, 1, 2}), "") << "a lighter parallel edge is there";
  EXPECT_NE(astar::verifyPath(graph, 0, 2, 6, {0, 1, 2}), "");
  EXPECT_NE(astar::verifyPath(graph, 0, 3, 8, {0, 1, 2}), "") << "the path ends at another node";
  EXPECT_NE(astar::verifyPath(graph, 0, 3, 4, {0, 2, 3}), "") << "no such edge";
  EXPECT_NE(astar::verifyPath(graph, 0, 3, 4, {}), "");
}
