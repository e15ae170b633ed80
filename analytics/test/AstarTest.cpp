#include "galois/analytics/Astar.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <random>
#include <type_traits>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"

namespace galois::analytics {
namespace {

using galois::test::Arrays;
using galois::test::randomArrays;
using galois::test::waysToRun;
using testing::ElementsAre;
using testing::HasSubstr;

using Distance = std::optional<std::uint64_t>;

static_assert(!std::is_constructible_v<Astar, const Graph<double>&> &&
                  !std::is_constructible_v<Astar, const Graph<std::uint64_t>&> &&
                  !std::is_constructible_v<Astar, const Graph<void>&>,
              "distances have 32 bits");

/// Distances from a source by Dijkstra's algorithm as a textbook has it.
std::vector<Distance> reference(const Arrays& arrays, Node source) {
  std::vector<Distance> distances(arrays.nodes());
  using Entry = std::pair<std::uint64_t, Node>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  distances[source] = 0;
  queue.push({0, source});
  while (!queue.empty()) {
    const auto [distance, node] = queue.top();
    queue.pop();
    for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
      const std::uint64_t candidate = distance + arrays.weights[e];
      Distance& known = distances[arrays.targets[e]];
      if (distance == distances[node] && (!known || candidate < *known)) {
        known = candidate;
        queue.push({candidate, arrays.targets[e]});
      }
    }
  }
  return distances;
}

/// The length of a path, of parallel edges the lightest; none if there is no such path.
Distance lengthOf(const Arrays& arrays, const std::vector<Node>& path) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    std::optional<std::uint32_t> lightest;
    for (std::uint64_t e = arrays.offsets[path[i]]; e < arrays.offsets[path[i] + 1]; ++e) {
      if (arrays.targets[e] == path[i + 1] && (!lightest || arrays.weights[e] < *lightest)) {
        lightest = arrays.weights[e];
      }
    }
    if (!lightest) {
      return std::nullopt;
    }
    sum += *lightest;
  }
  return sum;
}

/// A graph whose nodes have coordinates.
struct Map {
  Arrays arrays;
  std::vector<Coordinate> coordinates;

  Graph<std::uint32_t> graph() const { return arrays.graph<std::uint32_t>(); }
};

/// 1 to 60 nodes, some of them at one place. Most edges weigh as much as they are long, in x and y,
/// which a heuristic must not exceed.
Map randomMap(unsigned seed) {
  std::mt19937 random(seed);
  Map map;
  map.arrays = randomArrays(seed);
  const unsigned side = seed % 3 == 0 ? 4 : 100'000;
  for (Node node = 0; node < map.arrays.nodes(); ++node) {
    map.coordinates.push_back(
        {static_cast<std::int32_t>(random() % side), static_cast<std::int32_t>(random() % side)});
  }
  for (Node node = 0; node < map.arrays.nodes(); ++node) {
    for (std::uint64_t e = map.arrays.offsets[node]; e < map.arrays.offsets[node + 1]; ++e) {
      const Coordinate from = map.coordinates[node];
      const Coordinate to = map.coordinates[map.arrays.targets[e]];
      const double detour = random() % 3 ? 1 : 1.3;
      map.arrays.weights[e] =
          static_cast<std::uint32_t>(std::ceil(detour * std::hypot(from.x - to.x, from.y - to.y)));
    }
  }
  return map;
}

/// Nodes 0 to `nodes` - 1 in a line, `length` apart, with edges both ways that weigh twice that.
Map line(Node nodes, std::int32_t length) {
  Map map;
  for (Node node = 0; node < nodes; ++node) {
    map.coordinates.push_back({static_cast<std::int32_t>(node) * length, 0});
    for (const Node next : {node - 1, node + 1}) {
      if (next < nodes) {
        map.arrays.targets.push_back(next);
        map.arrays.weights.push_back(static_cast<std::uint32_t>(2 * length));
      }
    }
    map.arrays.offsets.push_back(map.arrays.targets.size());
  }
  return map;
}

constexpr AstarPlan::Algorithm kAlgorithms[] = {AstarPlan::kWorklist, AstarPlan::kSequential,
                                                AstarPlan::kDijkstra, AstarPlan::kBidirectional};

/// Every algorithm with every heuristic that it can have.
std::vector<AstarPlan> allPlans() {
  std::vector<AstarPlan> plans;
  for (const auto algorithm : kAlgorithms) {
    plans.push_back({.algorithm = algorithm});
    for (const Metric metric :
         {Metric::kNone, Metric::kGreatCircle, Metric::kEuclidean, Metric::kOctile}) {
      if (algorithm != AstarPlan::kDijkstra) {
        plans.push_back({.algorithm = algorithm, .metric = metric});
      }
    }
  }
  return plans;
}

/// Algorithms on one thread have one way to run.
std::vector<RunOptions> waysToRunPlan(const AstarPlan& plan, unsigned turn) {
  return plan.algorithm == AstarPlan::kWorklist ? waysToRun(turn) : std::vector<RunOptions>(1);
}

class AstarApi : public testing::Test {
protected:
  /// Checks an answer by this file's means and by the library's.
  static void expectRight(const Map& map, Node source, Node target, const AstarResult& result) {
    const Distance right = reference(map.arrays, source)[target];
    EXPECT_EQ(Distance(result.distance), right) << source << " to " << target;
    EXPECT_EQ(verifyAstar(map.graph(), source, target, result), "");
    if (!right) {
      EXPECT_TRUE(result.path.empty());
      return;
    }
    ASSERT_FALSE(result.path.empty());
    EXPECT_EQ(result.path.front(), source);
    EXPECT_EQ(result.path.back(), target);
    EXPECT_EQ(lengthOf(map.arrays, result.path), right);
    EXPECT_LE(result.execution.useful + result.execution.stale, result.execution.executed);
    EXPECT_LE(result.execution.executed, result.execution.pushed);
  }

  galois::SharedMemSys system;
};

class AstarErrors : public AstarApi {
protected:
  const Map map = line(3, 10);
};

} // namespace

TEST_F(AstarApi, AnswersAreThoseOfDijkstra) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Map map = randomMap(seed);
    const Graph<std::uint32_t> graph = map.graph();
    std::mt19937 random(seed);
    for (const AstarPlan& plan : allPlans()) {
      Astar astar(graph, map.coordinates, plan);
      for (const RunOptions& options : waysToRunPlan(plan, seed)) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << seed << ", algorithm " << plan.algorithm << ", metric "
                     << static_cast<int>(astar.heuristic().metric) << ", "
                     << options.scheduler.name() << " on " << options.threads);
        for (int i = 0; i < 4; ++i) {
          const Node source = static_cast<Node>(random() % map.arrays.nodes());
          const Node target = static_cast<Node>(random() % map.arrays.nodes());
          expectRight(map, source, target, astar.query(source, target, options));
        }
      }
    }
  }
}

TEST_F(AstarApi, OneObjectAnswersManyQueries) {
  const Map map = randomMap(7);
  const Node nodes = map.arrays.nodes();
  ASSERT_GT(nodes, 10u);
  for (const auto algorithm : kAlgorithms) {
    Astar astar(map.graph(), map.coordinates, {.algorithm = algorithm});
    for (unsigned i = 0; i < 150; ++i) {
      const Node source = i * 7 % nodes, target = i * 11 % nodes;
      expectRight(map, source, target, astar.query(source, target, {.threads = 1 + i % 4}));
    }
  }
}

TEST_F(AstarApi, EstimatesAreLowerBoundsAndConsistent) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const Map map = randomMap(seed);
    for (const AstarPlan& plan : allPlans()) {
      const Astar astar(map.graph(), map.coordinates, plan);
      for (Node node = 0; node < map.arrays.nodes(); ++node) {
        EXPECT_FALSE(astar.inconsistentEdge(node).has_value());
        const std::vector<Distance> right = reference(map.arrays, node);
        for (Node target = 0; target < map.arrays.nodes(); ++target) {
          if (right[target]) {
            EXPECT_LE(astar.estimate(node, target), *right[target]);
          }
        }
      }
    }
  }
}

TEST_F(AstarApi, HeuristicsExcludeNodes) {
  const Map map = line(101, 10);
  Astar led(map.graph(), map.coordinates, {.algorithm = AstarPlan::kSequential});
  Astar blind(map.graph(), map.coordinates, {.algorithm = AstarPlan::kDijkstra});
  const AstarResult way = led.query(50, 60);
  EXPECT_EQ(way.distance, 200u);
  EXPECT_THAT(way.path, ElementsAre(50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60));
  EXPECT_LT(way.touched, 20u);
  const AstarResult same = blind.query(50, 60);
  EXPECT_EQ(same.distance, 200u);
  EXPECT_EQ(same.path, way.path);
  EXPECT_GE(same.touched, 20u) << "nodes at both sides";
  EXPECT_LT(way.execution.useful, same.execution.useful);
}

TEST_F(AstarApi, TheHeuristicFitsWhatTheWeightsSay) {
  const Map map = line(4, 10);
  const Astar straight(map.graph(), map.coordinates);
  EXPECT_EQ(straight.heuristic().metric, Metric::kEuclidean);
  EXPECT_NEAR(straight.heuristic().scale, 2, 1e-4);
  EXPECT_EQ(straight.heuristic().greatestScale, straight.heuristic().scale);
  EXPECT_NEAR(straight.heuristic().meanRatio, 2, 1e-4);
  ASSERT_TRUE(straight.heuristic().limit.has_value());
  EXPECT_EQ(straight.heuristic().limit->weight, 20u);
  EXPECT_EQ(straight.estimate(0, 3), 59u) << "a margin for rounding, and then the floor";

  const Astar half(map.graph(), map.coordinates, {.scale = 1.0});
  EXPECT_EQ(half.heuristic().scale, 1);
  EXPECT_EQ(half.estimate(0, 3), 30u);

  EXPECT_EQ(Astar(map.graph()).heuristic().metric, Metric::kNone);
  EXPECT_EQ(Astar(map.graph()).estimate(0, 3), 0u);

  // Weights in metres between places near London, where a degree of longitude is short.
  const Map earth{{{0, 1, 2, 2}, {1, 2}, {800, 1200}},
                  {{-130'000, 51'500'000}, {-120'000, 51'500'000}, {-120'000, 51'510'000}}};
  const Astar around(earth.graph(), earth.coordinates);
  EXPECT_EQ(around.heuristic().metric, Metric::kGreatCircle);
  EXPECT_NEAR(around.heuristic().scale, 1200 / 1111.95, 1e-2);

  const Map grid{{{0, 1, 2, 2}, {1, 2}, {100'000, 141'421}}, {{0, 0}, {1, 0}, {2, 1}}};
  const Astar steps(grid.graph(), grid.coordinates, {.metric = Metric::kOctile});
  EXPECT_EQ(steps.heuristic().scale, 1);
  EXPECT_EQ(steps.estimate(0, 2), 241'421u);
}

TEST_F(AstarApi, TargetsThatAreNotReachedAndSourcesThatAreTargets) {
  const Map map{{{0, 1, 1, 2}, {1, 2}, {5, 3}}, {{0, 0}, {3, 0}, {9, 9}}};
  for (const auto algorithm : kAlgorithms) {
    for (const bool path : {true, false}) {
      Astar astar(map.graph(), map.coordinates, {.algorithm = algorithm, .path = path});
      for (const Node target : {2u, 0u}) {
        const AstarResult none = astar.query(1, target);
        EXPECT_EQ(none.distance, std::nullopt);
        EXPECT_TRUE(none.path.empty());
        EXPECT_EQ(verifyAstar(map.graph(), 1, target, none), "");
      }
      for (const Node node : {0u, 1u, 2u}) {
        const AstarResult here = astar.query(node, node);
        EXPECT_EQ(here.distance, 0u);
        EXPECT_EQ(here.path, path ? std::vector<Node>{node} : std::vector<Node>{});
      }
      const AstarResult edge = astar.query(0, 1);
      EXPECT_EQ(edge.distance, 5u);
      EXPECT_EQ(edge.path, path ? (std::vector<Node>{0, 1}) : std::vector<Node>{});
      EXPECT_EQ(verifyAstar(map.graph(), 0, 1, edge), "");
    }
  }
}

TEST_F(AstarApi, GraphsWithoutNodesHaveNoQueries) {
  const Arrays nothing;
  for (const auto algorithm : kAlgorithms) {
    Astar astar(nothing.graph<std::uint32_t>(), {}, {.algorithm = algorithm});
    EXPECT_THROW(astar.query(0, 0), NodeOutOfRange);
  }
}

TEST_F(AstarApi, ObjectsKeepWhatTheyNeedAndCanBeMoved) {
  for (const Metric metric : {Metric::kEuclidean, Metric::kGreatCircle}) {
    std::optional<Astar> astar;
    {
      Map map = line(50, 10);
      astar.emplace(map.graph(), map.coordinates, AstarPlan{.metric = metric});
      std::fill(map.coordinates.begin(), map.coordinates.end(), Coordinate{77, 77});
    }
    Astar moved = std::move(*astar);
    const Map map = line(50, 10);
    expectRight(map, 20, 40, moved.query(20, 40));
    *astar = std::move(moved);
    expectRight(map, 41, 7, astar->query(41, 7));
    EXPECT_GT(astar->estimate(41, 7), 0u);
  }
}

TEST_F(AstarApi, ExecutionsSayWhatRan) {
  const Map map = line(5, 10);
  Astar astar(map.graph(), map.coordinates);
  RunOptions options;
  options.threads = 2;
  options.seed = 7;
  options.perThread = true;
  options.driftEvery = 1;
  options.scheduler = Scheduler("obim").set("chunk", "8");
  galois::setActiveThreads(3);
  const Execution execution = astar.query(0, 4, options).execution;
  EXPECT_EQ(galois::getActiveThreads(), 3u) << "as before the call";
  EXPECT_EQ(execution.algorithm, "worklist");
  EXPECT_EQ(execution.scheduler, "obim");
  EXPECT_EQ(execution.threads, 2u);
  EXPECT_EQ(execution.seed, 7u);
  ASSERT_EQ(execution.parameters.size(), 2u);
  EXPECT_EQ(execution.parameters[1].name, "delta");
  EXPECT_EQ(execution.parameters[1].value, OptionValue(std::uint64_t{kAstarShift}));
  ASSERT_EQ(execution.perThread.size(), 2u);
  EXPECT_EQ(execution.perThread[0].executed + execution.perThread[1].executed, execution.executed);
  EXPECT_EQ(execution.executed, 4u) << "the target is not expanded";
  EXPECT_EQ(execution.useful, 4u);
  EXPECT_TRUE(execution.drift.has_value());
  ASSERT_EQ(execution.plan.size(), 2u);
  EXPECT_EQ(execution.plan[0].value, OptionValue(std::string("euclidean")));
  EXPECT_EQ(execution.plan[1].name, "scale");

  const char* const names[] = {"worklist", "sequential", "dijkstra", "bidirectional"};
  for (const auto algorithm : kAlgorithms) {
    Astar other(map.graph(), map.coordinates, {.algorithm = algorithm});
    const Execution ran = other.query(0, 4, options).execution;
    EXPECT_EQ(ran.algorithm, names[algorithm]);
    EXPECT_EQ(ran.threads, algorithm == AstarPlan::kWorklist ? 2u : 1u);
  }
}

TEST_F(AstarErrors, NodesMustBeInTheGraph) {
  for (const auto algorithm : kAlgorithms) {
    Astar astar(map.graph(), map.coordinates, {.algorithm = algorithm});
    EXPECT_THROW(astar.query(3, 0), NodeOutOfRange);
    EXPECT_THROW(astar.query(0, 3), NodeOutOfRange);
    EXPECT_THROW(astar.estimate(0, 3), NodeOutOfRange);
    EXPECT_THROW(astar.inconsistentEdge(9), NodeOutOfRange);
    EXPECT_THROW(astar.query(0, 2, {.threads = 1u << 20}), InvalidOption);
    expectRight(map, 0, 2, astar.query(0, 2));
  }
  EXPECT_THROW(verifyAstar(map.graph(), 0, 3, {}), NodeOutOfRange);
}

TEST_F(AstarErrors, CoordinatesMustSuitGraphAndMetric) {
  const auto graph = map.graph();
  std::vector<Coordinate> places = map.coordinates;
  places.pop_back();
  EXPECT_THROW(Astar(graph, places), InvalidOption) << "too few";
  places.resize(4);
  EXPECT_THROW(Astar(graph, places, {.algorithm = AstarPlan::kDijkstra}), InvalidOption)
      << "too many";
  for (const Metric metric : {Metric::kGreatCircle, Metric::kEuclidean, Metric::kOctile}) {
    EXPECT_THROW(Astar(graph, {}, {.metric = metric}), InvalidOption) << "none";
  }
  EXPECT_NO_THROW(Astar(graph, {}, {.metric = Metric::kNone}));
  for (const Coordinate bad : {Coordinate{0, 90'000'001}, Coordinate{-180'000'001, 0},
                               Coordinate{std::numeric_limits<std::int32_t>::min(), 0}}) {
    places = map.coordinates;
    places[1] = bad;
    EXPECT_THROW(Astar(graph, places, {.metric = Metric::kGreatCircle}), InvalidOption);
    EXPECT_EQ(Astar(graph, places).heuristic().metric, Metric::kEuclidean);
  }
}

TEST_F(AstarErrors, ScalesMustNotOverestimate) {
  const auto graph = map.graph();
  for (const double bad : {-1.0, std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN(), 2.5}) {
    EXPECT_THROW(Astar(graph, map.coordinates, {.scale = bad}), InvalidOption) << bad;
  }
  try {
    const Astar astar(graph, map.coordinates, {.metric = Metric::kEuclidean, .scale = 2.5});
    FAIL();
  } catch (const InvalidOption& error) {
    EXPECT_EQ(error.option(), "scale");
    EXPECT_EQ(error.value(), "2.5");
    EXPECT_THAT(error.expected(), HasSubstr("edge 0 -> 1 weighs 20"));
  }
}

TEST_F(AstarErrors, DistancesThatDoNotFitAreAnErrorInEveryPlan) {
  const Map far{{{0, 1, 2, 3, 3}, {1, 2, 3}, {4294967290u, 4, 9}}, {}};
  for (const auto algorithm : kAlgorithms) {
    Astar astar(far.graph(), {}, {.algorithm = algorithm});
    for (int again = 0; again < 2; ++again) {
      EXPECT_EQ(astar.query(0, 2).distance, 4294967294u);
      EXPECT_THROW(astar.query(0, 3), DistanceOverflow);
      expectRight(far, 1, 3, astar.query(1, 3));
    }
  }
}

TEST_F(AstarErrors, WrongAnswersAreFound) {
  // A lighter parallel edge from 0 to 1; node 3 is not reached.
  const Map roads{{{0, 3, 4, 4, 5}, {1, 1, 2, 2, 0}, {5, 3, 9, 4, 1}}, {}};
  const auto graph = roads.graph();
  const auto verify = [&](Node target, std::optional<std::uint32_t> distance,
                          const std::vector<Node>& path) {
    AstarResult result;
    result.distance = distance;
    result.path = path;
    return verifyAstar(graph, 0, target, result);
  };
  EXPECT_EQ(verify(2, 7, {0, 1, 2}), "");
  EXPECT_EQ(verify(2, 7, {}), "") << "the distance alone";
  EXPECT_EQ(verify(3, std::nullopt, {}), "");
  EXPECT_NE(verify(2, 9, {0, 2}), "") << "there is a shorter path";
  EXPECT_NE(verify(2, 6, {}), "");
  EXPECT_NE(verify(2, std::nullopt, {}), "");
  EXPECT_NE(verify(2, std::nullopt, {0, 1, 2}), "");
  EXPECT_NE(verify(2, 7, {0, 2}), "") << "the path has another length";
  EXPECT_NE(verify(2, 7, {0, 1}), "") << "the path ends at another node";
  EXPECT_NE(verify(2, 7, {0, 3, 2}), "") << "there is no such edge";
  EXPECT_NE(verify(2, 7, {0, 99, 2}), "") << "there is no such node";
  EXPECT_NE(verify(3, 5, {0, 3}), "");
}

} // namespace galois::analytics
