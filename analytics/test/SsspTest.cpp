#include "galois/analytics/Sssp.h"

#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"
#include "galois/graphs/FromArrays.h"

namespace galois::analytics {
namespace {

using galois::test::Arrays;
using galois::test::randomArrays;
using galois::test::reference;
using galois::test::waysToRun;
using testing::HasSubstr;

const std::vector<SsspPlan> kPlans{{},
                                   {.algorithm = SsspPlan::kWorklist},
                                   {.algorithm = SsspPlan::kWorklist, .edgeTile = 2},
                                   {.algorithm = SsspPlan::kDeltaStepping},
                                   {.algorithm = SsspPlan::kDeltaStepping, .delta = 3},
                                   {.algorithm = SsspPlan::kDijkstra},
                                   {.algorithm = SsspPlan::kRadixHeap},
                                   {.algorithm = SsspPlan::kBuckets}};

template <typename Types>
class Sssp : public testing::Test {
  galois::SharedMemSys system_;
};

class SsspErrors : public testing::Test {
protected:
  const Arrays path{{0, 1, 2, 2}, {1, 2}, {5, 7}};
  std::vector<std::uint32_t> distances = std::vector<std::uint32_t>(3);

  void run(const std::vector<Node>& sources, const SsspPlan& plan = {},
           const RunOptions& options = {}) {
    sssp(path.graph<std::uint32_t>(), sources, std::span(distances), plan, options);
  }

  galois::SharedMemSys system_;
};

using WeightsAndDistances =
    testing::Types<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::uint32_t, std::uint64_t>,
                   std::pair<std::uint64_t, std::uint64_t>, std::pair<double, double>>;
TYPED_TEST_SUITE(Sssp, WeightsAndDistances);

} // namespace

TYPED_TEST(Sssp, IsTheAnswerOfDijkstra) {
  using W = typename TypeParam::first_type;
  using D = typename TypeParam::second_type;
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Arrays arrays = randomArrays(seed);
    const Graph<W> graph = arrays.graph<W>();
    const std::vector<Node> sources =
        seed % 2 ? std::vector<Node>{arrays.nodes() - 1, arrays.nodes() / 2, arrays.nodes() - 1}
                 : std::vector<Node>{0};
    const std::vector<D> right = reference<D>(arrays, sources);
    for (const SsspPlan& plan : kPlans) {
      for (const RunOptions& options : waysToRun(seed)) {
        std::vector<D> distances(arrays.nodes(), 17);
        const Execution execution = sssp(graph, sources, distances, plan, options);
        EXPECT_EQ(distances, right) << "seed " << seed << ", " << options.scheduler.name() << " on "
                                    << options.threads << ", algorithm " << plan.algorithm;
        EXPECT_EQ(verifySssp(graph, sources, std::span<const D>(distances), true), "");
        const bool skipsLeaves =
            execution.algorithm == "worklist"
                ? !galois::test::isOfAPaper(execution.scheduler)
                : execution.algorithm == "buckets" || execution.algorithm == "radix-heap";
        const auto reached = static_cast<std::uint64_t>(std::count_if(
            right.begin(), right.end(), [](D distance) { return distance != kUnreached<D>; }));
        EXPECT_EQ(execution.useful,
                  skipsLeaves ? needTasks(arrays, std::span(sources), right, kUnreached<D>)
                              : reached);
        EXPECT_GE(execution.executed - execution.stale, execution.useful);
      }
    }
  }
}

TYPED_TEST(Sssp, WrongDistancesAreFound) {
  using W = typename TypeParam::first_type;
  using D = typename TypeParam::second_type;
  const Arrays arrays = randomArrays(3);
  const Graph<W> graph = arrays.graph<W>();
  const std::vector<Node> sources{0};
  std::vector<D> distances = reference<D>(arrays, sources);
  EXPECT_EQ(verifySssp(graph, sources, distances), "");
  EXPECT_EQ(verifySssp(graph, sources, std::span(distances)), "");
  EXPECT_EQ(verifySssp(graph, sources, std::span(std::as_const(distances))), "");
  for (D& distance : distances) {
    const D right = std::exchange(distance, distance + 1);
    EXPECT_NE(verifySssp(graph, sources, std::span<const D>(distances)), "");
    distance = right;
  }
}

TYPED_TEST(Sssp, ResultsMayHaveMemoryOfTheirOwn) {
  using W = typename TypeParam::first_type;
  using D = typename TypeParam::second_type;
  const Arrays arrays = randomArrays(5);
  const auto result = sssp<D>(arrays.graph<W>(), Node{0});
  static_assert(std::is_same_v<decltype(result), const SsspResult<D>>);
  EXPECT_THAT(std::vector<D>(result.distances.begin(), result.distances.end()),
              testing::ElementsAreArray(reference<D>(arrays, {0})));
}

TEST_F(SsspErrors, ArgumentsAreChecked) {
  EXPECT_THROW(run({}), InvalidOption);
  EXPECT_THROW(run({3}), NodeOutOfRange);
  EXPECT_THROW(run({0, 9}), NodeOutOfRange);
  EXPECT_THROW(run({0}, {.algorithm = SsspPlan::kDeltaStepping, .delta = 64}), InvalidOption);
  EXPECT_THROW(run({0}, {}, {.threads = 1u << 20}), InvalidOption);
  distances.resize(2);
  EXPECT_THROW(run({0}), InvalidOption);
  distances.resize(3);
  EXPECT_NO_THROW(run({0})) << "errors leave nothing behind";
  EXPECT_EQ(distances, (std::vector<std::uint32_t>{0, 5, 12}));
}

TEST_F(SsspErrors, DistancesThatDoNotFitAreAnErrorInEveryPlan) {
  const Arrays far{{0, 1, 2, 2}, {1, 2}, {4294967290u, 10}};
  const auto graph = far.graph<std::uint32_t>();
  for (const SsspPlan& plan : kPlans) {
    EXPECT_THROW(sssp(graph, Node{0}, plan), DistanceOverflow);
    const auto wide = sssp<std::uint64_t>(graph, Node{0}, plan);
    EXPECT_EQ(wide.distances[2], 4294967300u);
  }
}

TEST_F(SsspErrors, WeightsMustBeNumbersOfAtLeastZero) {
  const std::vector<std::uint64_t> offsets{0, 1, 1};
  const std::vector<Node> targets{1};
  for (const double bad :
       {-1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    const std::vector<double> weights{bad};
    const auto graph = Graph<double>::pack(offsets, targets, std::span<const double>(weights));
    EXPECT_THROW(sssp(graph, Node{0}), InvalidGraph) << bad;
  }
}

/// A graph of two nodes whose edges have these weights; all but the last lead from the first node.
Graph<double> twoNodes(const std::vector<double>& weights) {
  const std::vector<std::uint64_t> offsets{0, weights.size() - 1, weights.size()};
  const std::vector<Node> targets(weights.size(), 1);
  return Graph<double>::pack(offsets, targets, std::span<const double>(weights));
}

TEST_F(SsspErrors, WeightsAreSummarizedAcrossBlocks) {
  constexpr std::size_t kEdges = 100'001; // several blocks, and a part of one
  std::vector<double> weights(kEdges, 1);
  weights[70'000] = 9;
  weights.back() = 4;
  for (const unsigned threads : {1u, 2u, 5u}) {
    galois::setActiveThreads(threads);
    const Graph<double> graph = twoNodes(weights);
    const WeightSummary<double>& summary = graph.weights();
    EXPECT_EQ(summary.greatest, 9);
    EXPECT_DOUBLE_EQ(summary.mean, 1 + 11.0 / kEdges);
    std::vector<double> bad = weights;
    bad.back() = -2;
    const Graph<double> refused = twoNodes(bad);
    try {
      refused.weights();
      ADD_FAILURE() << "a weight below 0 is refused";
    } catch (const InvalidGraph& error) {
      EXPECT_THAT(error.what(), HasSubstr("from node 1 to node 1"));
      EXPECT_THAT(error.what(), HasSubstr("-2"));
    }
  }
}

TEST_F(SsspErrors, KnownFactsAreNotFoundAgain) {
  const auto graph = path.graph<std::uint32_t>();
  EXPECT_FALSE(graph.known().weights);
  EXPECT_FALSE(graph.known().symmetric);
  EXPECT_EQ(graph.weights().greatest, 7u);
  EXPECT_FALSE(graph.symmetric());
  EXPECT_EQ(graph.known().weights->greatest, 7u);
  EXPECT_EQ(graph.known().symmetric, false);

  // What is given is believed, so other values show that nothing was computed.
  const Graph<std::uint32_t> told(galois::graphs::viewOf(graph.rows()),
                                  {.weights = {{.greatest = 11, .mean = 3}}, .symmetric = true});
  EXPECT_EQ(told.weights().greatest, 11u);
  EXPECT_EQ(told.weights().mean, 3);
  EXPECT_TRUE(told.symmetric());
}

TEST_F(SsspErrors, ArraysThatAreNoGraphAreRefused) {
  const std::vector<std::uint64_t> offsets{0, 1, 3};
  const std::vector<Node> targets{1, 2, 0};
  const std::vector<std::uint32_t> weights{1, 2, 3};
  EXPECT_THROW(
      Graph<std::uint32_t>::pack(offsets, targets, std::span<const std::uint32_t>(weights)),
      InvalidGraph);
  EXPECT_THROW(Graph<void>::borrow(std::span<const std::uint64_t>(offsets), targets), InvalidGraph);
}

TEST_F(SsspErrors, TheFastestSearchIsChosenUnlessAnotherOneIsNamed) {
  const auto sparse = galois::test::grid(5).graph<std::uint32_t>();
  Arrays dense; // 30 nodes, each with an edge to all
  for (Node node = 0; node < 30; ++node) {
    for (Node other = 0; other < 30; ++other) {
      dense.targets.push_back(other);
      dense.weights.push_back(1 + (node + other) % 9);
    }
    dense.offsets.push_back(dense.targets.size());
  }
  const auto algorithm = [](const Graph<std::uint32_t>& graph, const SsspPlan& plan,
                            const RunOptions& options) {
    const Execution execution = sssp(graph, Node{0}, plan, options).execution;
    EXPECT_EQ(execution.plan.size(), plan.algorithm == SsspPlan::kAuto ? 1u : 0u);
    return execution.algorithm;
  };
  EXPECT_EQ(algorithm(sparse, {}, {.threads = 1}), "buckets");
  EXPECT_EQ(algorithm(dense.graph<std::uint32_t>(), {}, {.threads = 1}), "radix-heap");
  EXPECT_EQ(algorithm(sparse, {}, {.threads = 2}), "worklist");
  EXPECT_EQ(algorithm(sparse, {}, {.threads = 1, .scheduler = Scheduler("smq")}), "worklist");
  EXPECT_EQ(algorithm(sparse, {}, {.threads = 1, .driftEvery = 1}), "worklist");
  EXPECT_EQ(algorithm(sparse, {}, {.threads = 1, .perThread = true}), "worklist");
  EXPECT_EQ(algorithm(sparse, {.edgeTile = 2}, {.threads = 1}), "worklist");
  EXPECT_EQ(algorithm(sparse, {.algorithm = SsspPlan::kWorklist}, {.threads = 1}), "worklist");
  Arrays extreme; // a long path of light edges and a heavy one
  for (Node node = 0; node + 1 < 3000; ++node) {
    extreme.targets.push_back(node + 1);
    extreme.weights.push_back(node == 0 ? 1000000000 : 1);
    extreme.offsets.push_back(extreme.targets.size());
  }
  extreme.offsets.push_back(extreme.targets.size());
  EXPECT_EQ(algorithm(extreme.graph<std::uint32_t>(), {}, {.threads = 1}), "radix-heap");
}

TEST_F(SsspErrors, SeveralThreadsBeginWhereTheFrontierIsWide) {
  const auto before = [](const Execution& execution) {
    EXPECT_EQ(execution.algorithm, "worklist");
    EXPECT_EQ(execution.executed, execution.pushed);
    EXPECT_EQ(execution.measures.size(), 1u);
    EXPECT_EQ(execution.measures.front().name, "tasks_before_loop");
    return std::get<std::uint64_t>(execution.measures.front().value);
  };
  constexpr Node kPath = 50, kPaths = 400;
  Arrays paths; // one path, then many side by side
  for (Node node = 0; node < kPath; ++node) {
    for (Node other = 0; other < (node + 1 < kPath ? 1 : kPaths); ++other) {
      paths.targets.push_back(node + 1 + other);
      paths.weights.push_back(1 + other % 7);
    }
    paths.offsets.push_back(paths.targets.size());
  }
  for (Node node = kPath; node < 20 * kPaths + kPath; ++node) {
    if (node < 19 * kPaths + kPath) {
      paths.targets.push_back(node + kPaths);
      paths.weights.push_back(1 + node % 5);
    }
    paths.offsets.push_back(paths.targets.size());
  }
  const std::vector<std::uint32_t> right = reference<std::uint32_t>(paths, {0});
  std::vector<std::uint32_t> found(paths.nodes());
  for (const unsigned threads : {2u, 5u}) {
    const Execution wide =
        sssp(paths.graph<std::uint32_t>(), std::vector<Node>{0}, found, {}, {.threads = threads});
    EXPECT_EQ(found, right);
    EXPECT_EQ(before(wide), kPath);
    EXPECT_EQ(wide.threads, threads);
  }
  const auto thin = sssp(path.graph<std::uint32_t>(), Node{0}, {}, {.threads = 2});
  EXPECT_EQ(before(thin.execution), thin.execution.executed);
  EXPECT_THAT(thin.distances, testing::ElementsAre(0, 5, 12));
}

TEST_F(SsspErrors, ExecutionsSayWhatRan) {
  RunOptions options;
  options.threads = 2;
  options.seed = 7;
  options.perThread = true;
  options.driftEvery = 1;
  options.scheduler = Scheduler("obim").set("chunk", "8");
  galois::setActiveThreads(3);
  const Execution execution =
      sssp(path.graph<std::uint32_t>(), Node{0}, SsspPlan{}, options).execution;
  EXPECT_EQ(galois::getActiveThreads(), 3u) << "as before the call";
  EXPECT_EQ(execution.algorithm, "worklist");
  EXPECT_EQ(execution.scheduler, "obim");
  EXPECT_EQ(execution.threads, 2u);
  EXPECT_EQ(execution.seed, 7u);
  ASSERT_EQ(execution.parameters.size(), 2u);
  EXPECT_EQ(execution.parameters[0].name, "chunk");
  EXPECT_EQ(execution.parameters[0].value, OptionValue(std::uint64_t{8}));
  EXPECT_EQ(execution.parameters[1].name, "delta");
  EXPECT_EQ(execution.parameters[1].value, OptionValue(std::uint64_t{5}))
      << "6 times the geometric mean of 5 and 7 is 35";
  ASSERT_EQ(execution.perThread.size(), 2u);
  EXPECT_EQ(execution.perThread[0].executed + execution.perThread[1].executed, execution.executed);
  EXPECT_EQ(execution.executed, 2u) << "the last node is a leaf";
  EXPECT_EQ(execution.pushed, 2u);
  EXPECT_TRUE(execution.drift.has_value());
  EXPECT_FALSE(execution.counters.empty());
}

} // namespace galois::analytics
