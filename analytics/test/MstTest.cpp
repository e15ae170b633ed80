#include "galois/analytics/Mst.h"

#include <algorithm>
#include <atomic>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <stop_token>
#include <thread>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"
#include "support/Child.h"
#include "support/SharedMemTest.h"

// The constructor of std::stop_source passes the object on before it is filled, which looks like a
// fault to GCC 12 at -Og.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

namespace galois::analytics {
namespace {

using galois::test::Arrays;
using galois::test::randomArrays;
using galois::test::waysToRun;

constexpr auto kAlgorithms = {MstPlan::kAuto, MstPlan::kWorklist, MstPlan::kBoruvka,
                              MstPlan::kKruskal, MstPlan::kFilterKruskal};
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t kGreatest = std::numeric_limits<std::uint64_t>::max();

/// A graph and the arrays it was made from.
template <typename W>
struct Input {
  Arrays arrays; ///< its weights are not used
  std::vector<ForestWeight<W>> weights;

  Graph<W> graph() const {
    const std::span<const std::uint64_t> offsets(arrays.offsets);
    const std::span<const Node> targets(arrays.targets);
    if constexpr (std::is_void_v<W>) {
      return Graph<void>::borrow(offsets, targets);
    } else {
      return Graph<W>::pack(offsets, targets, std::span<const W>(weights));
    }
  }
};

/// Kruskal's algorithm as a textbook has it.
template <typename W>
std::vector<BasicForestEdge<ForestWeight<W>>> reference(const Input<W>& input) {
  using Edge = BasicForestEdge<ForestWeight<W>>;
  const Arrays& arrays = input.arrays;
  std::vector<Edge> edges;
  for (std::uint32_t node = 0; node < arrays.nodes(); ++node) {
    for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
      const std::uint32_t other = arrays.targets[e];
      edges.push_back({std::min(node, other), std::max(node, other), input.weights[e]});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::tuple(a.weight, a.u, a.v) < std::tuple(b.weight, b.u, b.v);
  });
  std::vector<std::uint32_t> leader(arrays.nodes());
  std::iota(leader.begin(), leader.end(), 0u);
  std::vector<Edge> forest;
  for (const Edge& edge : edges) {
    const std::uint32_t from = leader[edge.u], to = leader[edge.v];
    if (from != to) {
      std::replace(leader.begin(), leader.end(), from, to);
      forest.push_back(edge);
    }
  }
  return forest;
}

/// How weights are drawn: few different ones, any value of the type, or whole numbers that lie close
/// together.
enum class Draw { kExtremes, kAny, kNarrow };

template <typename W>
W draw(std::mt19937_64& random, Draw how) {
  if constexpr (std::is_same_v<W, double>) {
    static const std::vector<double> extremes{-DBL_MAX,      -1e300,  -1.5,         -DBL_MIN,
                                              -DBL_TRUE_MIN, -0.0,    0.0,          1e300,
                                              1.5,           DBL_MIN, DBL_TRUE_MIN, DBL_MAX};
    const auto number = static_cast<double>(random() % 2001) - 1000;
    return how == Draw::kExtremes ? extremes[random() % extremes.size()]
           : how == Draw::kAny    ? std::ldexp(number, static_cast<int>(random() % 400) - 200)
                                  : number;
  } else {
    constexpr W kMost = std::numeric_limits<W>::max();
    static const std::vector<W> extremes{0, 1, kMost / 2, kMost / 2 + 1, kMost - 1, kMost};
    return how == Draw::kExtremes ? extremes[random() % extremes.size()]
           : how == Draw::kAny    ? static_cast<W>(random())
                                  : static_cast<W>(kMost - 50 + random() % 50);
  }
}

/// A random graph, with loops and parallel edges. Every third has several components.
template <typename W>
Input<W> randomInput(unsigned seed) {
  std::mt19937_64 random(seed);
  Input<W> input{randomArrays(seed), {}};
  Arrays& arrays = input.arrays;
  if (seed % 3 == 0) {
    for (Node node = 0; node < arrays.nodes(); ++node) {
      for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
        arrays.targets[e] -= arrays.targets[e] % 4;
        arrays.targets[e] = std::min(arrays.targets[e] + node % 4, arrays.nodes() - 1);
      }
    }
  }
  for (std::size_t e = 0; e < arrays.targets.size(); ++e) {
    if constexpr (std::is_void_v<W>) {
      input.weights.push_back(1);
    } else {
      input.weights.push_back(draw<W>(random, static_cast<Draw>(seed / 3 % 3)));
    }
  }
  return input;
}

template <typename W>
class Mst : public testing::Test {
  galois::SharedMemSys system_;
};
using WeightTypes = testing::Types<std::uint32_t, std::uint64_t, double, void>;
TYPED_TEST_SUITE(Mst, WeightTypes);

using MstWeights = galois::test::SharedMemTest;

} // namespace

TYPED_TEST(Mst, IsTheForestOfKruskal) {
  for (unsigned seed = 0; seed < 18; ++seed) {
    const auto input = randomInput<TypeParam>(seed);
    const auto graph = input.graph();
    const auto right = reference(input);
    for (const auto algorithm : kAlgorithms) {
      for (const RunOptions& options : waysToRun(seed)) {
        const auto result = mst(graph, {algorithm}, options);
        EXPECT_EQ(result.edges, right) << "seed " << seed << ", " << options.scheduler.name()
                                       << " on " << options.threads << ", algorithm " << algorithm;
        EXPECT_EQ(verifyMst(graph, result.edges), "");
        EXPECT_EQ(verifyMst(graph, result.edges, true), "");
        EXPECT_EQ(result.execution.useful, right.size());
      }
    }
  }
}

TYPED_TEST(Mst, OfGraphsWithoutEdgesIsEmpty) {
  for (const Arrays& arrays : {Arrays{}, Arrays{{0, 0}, {}, {}}, Arrays{{0, 0, 0, 0}, {}, {}},
                               Arrays{{0, 2}, {0, 0}, {}}}) {
    const Input<TypeParam> input{arrays,
                                 std::vector<ForestWeight<TypeParam>>(arrays.targets.size(), 1)};
    const auto graph = input.graph();
    for (const auto algorithm : kAlgorithms) {
      const auto result = mst(graph, {algorithm});
      EXPECT_TRUE(result.edges.empty());
      EXPECT_EQ(result.weight(), 0);
      EXPECT_EQ(verifyMst(graph, result.edges, true), "");
    }
  }
}

TYPED_TEST(Mst, TheFastestAlgorithmIsChosenUnlessAnotherOneIsNamed) {
  const Arrays arrays = randomArrays(3);
  const Input<TypeParam> input{arrays,
                               std::vector<ForestWeight<TypeParam>>(arrays.targets.size(), 1)};
  const auto graph = input.graph();
  const auto algorithm = [&](const RunOptions& options) {
    return mst(graph, {}, options).execution.algorithm;
  };
  EXPECT_EQ(algorithm({.threads = 1}), "kruskal");
  EXPECT_EQ(algorithm({.threads = 2}), "kruskal");
  EXPECT_EQ(algorithm({.threads = 3}), "boruvka");
  EXPECT_EQ(algorithm({.threads = 1, .scheduler = Scheduler("smq")}), "worklist");
  EXPECT_EQ(algorithm({.threads = 2, .perThread = true}), "worklist");
}

TYPED_TEST(Mst, WrongForestsAreFound) {
  using Edge = BasicForestEdge<ForestWeight<TypeParam>>;
  for (unsigned seed = 0; seed < 9; ++seed) {
    const auto input = randomInput<TypeParam>(seed); // a graph without weights borrows its arrays
    const auto graph = input.graph();
    const std::vector<Edge> right = mst(graph).edges;
    for (std::size_t i = 0; i < right.size(); ++i) {
      std::vector<Edge> wrong = right;
      wrong.erase(wrong.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_NE(verifyMst(graph, wrong), "") << "without edge " << i << ", seed " << seed;
      wrong = right;
      wrong.push_back(right[i]);
      EXPECT_NE(verifyMst(graph, wrong), "") << "edge " << i << " twice, seed " << seed;
      for (const auto weight : {right[i].weight + 1, right[i].weight * 3 + 7}) {
        wrong = right;
        wrong[i].weight = weight;
        if (weight != right[i].weight) { // the greatest numbers do not change
          EXPECT_NE(verifyMst(graph, wrong), "") << "weight " << weight << ", seed " << seed;
        }
      }
    }
    const std::vector<Edge> outside{{0, static_cast<Node>(graph.size()), 1}};
    EXPECT_THROW(verifyMst(graph, outside), NodeOutOfRange);
  }
}

TEST_F(MstWeights, TheForestsOfATriangle) {
  const Arrays triangle{{0, 2, 3, 3}, {1, 2, 2}, {1, 5, 2}};
  const auto graph = triangle.graph<std::uint32_t>();
  const std::vector<ForestEdge> right{{0, 1, 1}, {1, 2, 2}};
  const MstResult result = mst(graph);
  EXPECT_EQ(result.edges, right);
  EXPECT_EQ(result.weight(), 3u);
  EXPECT_EQ(verifyMst(graph, right), "");
  for (const std::vector<ForestEdge>& wrong :
       {std::vector<ForestEdge>{{0, 1, 1}}, std::vector<ForestEdge>{{0, 1, 1}, {0, 2, 5}},
        std::vector<ForestEdge>{{0, 1, 1}, {1, 2, 1}},
        std::vector<ForestEdge>{{0, 1, 1}, {1, 2, 2}, {0, 2, 5}}}) {
    EXPECT_NE(verifyMst(graph, wrong), "");
  }
}

TEST_F(MstWeights, SumsHaveTheTypeOfTheWeights) {
  const Arrays path{{0, 1, 2, 2}, {1, 2}, {}};
  EXPECT_EQ((mst(Input<std::uint64_t>{path, {kGreatest - 3, 3}}.graph()).weight()), kGreatest);
  const auto heavy = mst(Input<std::uint64_t>{path, {kGreatest, 3}}.graph());
  EXPECT_THROW(heavy.weight(), WeightOverflow);
  EXPECT_EQ((mst(Input<double>{path, {-2.5, 1e-3}}.graph()).weight()), -2.5 + 1e-3);
  EXPECT_EQ((mst(Input<double>{path, {DBL_MAX, DBL_MAX}}.graph()).weight()), kInfinity);
  const auto plain = mst(Input<void>{path, {}}.graph());
  EXPECT_EQ(plain.weight(), 2u);
  EXPECT_EQ(plain.edges, (std::vector<ForestEdge>{{0, 1, 1}, {1, 2, 1}}));
}

TEST_F(MstWeights, ZerosAreEqualWhateverTheirSigns) {
  // The ends decide between the three edges. If -0.0 came first, 1-2 would be in the forest.
  const Arrays triangle{{0, 2, 3, 3}, {1, 2, 2}, {}};
  const auto graph = Input<double>{triangle, {0.0, 0.0, -0.0}}.graph();
  const auto result = mst(graph);
  EXPECT_EQ(result.edges, (std::vector<BasicForestEdge<double>>{{0, 1, 0.0}, {0, 2, 0.0}}));
  const auto negative = mst(Input<double>{triangle, {-0.0, -0.0, 0.0}}.graph());
  EXPECT_EQ(negative.edges, result.edges);
  for (const auto& edge : negative.edges) {
    EXPECT_FALSE(std::signbit(edge.weight));
  }
  EXPECT_EQ(
      verifyMst(graph, std::vector<BasicForestEdge<double>>{{0, 1, -0.0}, {0, 2, -0.0}}, true), "");
}

TEST_F(MstWeights, RefusesWhatIsNoFiniteNumber) {
  const Arrays arrays{{0, 2, 2, 3, 4}, {1, 3, 1, 3}, {}}; // the last edge is a loop
  for (std::size_t bad = 0; bad < 4; ++bad) {
    for (const double weight : {kNan, -kNan, kInfinity, -kInfinity}) {
      std::vector<double> weights{1, -1, 2, 3};
      weights[bad] = weight;
      const auto graph = Input<double>{arrays, weights}.graph();
      const char* const ends[] = {"from node 0 to node 1", "from node 0 to node 3",
                                  "from node 2 to node 1", "from node 3 to node 3"};
      for (unsigned threads : {1u, 2u, 5u}) {
        RunOptions options;
        options.threads = threads;
        try {
          mst(graph, {}, options);
          ADD_FAILURE() << "accepted " << weight;
        } catch (const InvalidGraph& error) {
          EXPECT_THAT(error.what(), testing::HasSubstr(ends[bad]));
        }
      }
      EXPECT_THROW(verifyMst(graph, {}), InvalidGraph);
    }
  }
  const auto graph = Input<double>{arrays, {1, -1, 2, 3}}.graph();
  const std::vector<BasicForestEdge<double>> right = mst(graph).edges;
  for (const double weight : {kNan, kInfinity, -kInfinity}) {
    auto wrong = right;
    wrong[1].weight = weight;
    EXPECT_NE(verifyMst(graph, wrong), "");
  }
}

/// Wherever a request to stop finds a call, the call ends with Cancelled or with the right answer,
/// and the graph stays usable.
template <typename W>
void cancelAnywhere() {
  const Node nodes = test::kSanitized ? 3000 : 20000;
  std::mt19937_64 random(7);
  Input<W> input;
  for (Node node = 0; node < nodes; ++node) {
    for (unsigned edge = 0; edge < 8; ++edge) {
      input.arrays.targets.push_back(static_cast<Node>(random() % nodes));
      input.weights.push_back(draw<W>(random, Draw::kAny));
    }
    input.arrays.offsets.push_back(input.arrays.targets.size());
  }
  const auto right = mst(input.graph()).edges;
  for (const auto algorithm : kAlgorithms) {
    for (unsigned attempt = 0; attempt < 7; ++attempt) {
      const auto graph = input.graph(); // a new one, so that weights are sorted again
      std::stop_source stop;
      RunOptions options;
      options.threads = 1 + attempt % 3;
      options.stop = stop.get_token();
      std::atomic<bool> begun{false};
      std::thread canceller([&] {
        while (!begun) {
        }
        for (std::atomic<unsigned> wait{1000u << 2 * attempt}; wait > 0; --wait) {
        }
        stop.request_stop();
      });
      begun = true;
      try {
        EXPECT_EQ(mst(graph, {algorithm}, options).edges, right);
      } catch (const Cancelled&) {
      }
      canceller.join();
      options.stop = {};
      EXPECT_EQ(mst(graph, {algorithm}, options).edges, right);
    }
  }
}

TEST_F(MstWeights, CallsMayBeCancelledAnywhere) {
  cancelAnywhere<std::uint64_t>();
  cancelAnywhere<double>();
}

} // namespace galois::analytics
