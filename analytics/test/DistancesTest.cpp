#include "galois/analytics/Distances.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"
#include "galois/analytics/Bfs.h"

namespace galois::analytics {
namespace {

using galois::test::Arrays;
using galois::test::grid;
using galois::test::onThreads;
using galois::test::randomArrays;
using galois::test::reference;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr unsigned kThreads[] = {1, 2, 5};

/// Twelve edges per node, so that searches use a radix heap.
Arrays dense() {
  std::mt19937 random(1);
  Arrays arrays;
  for (unsigned node = 0; node < 40; ++node) {
    for (unsigned edge = 0; edge < 12; ++edge) {
      arrays.targets.push_back(static_cast<std::uint32_t>(random() % 40));
      arrays.weights.push_back(static_cast<std::uint32_t>(random() % 1000));
    }
    arrays.offsets.push_back(arrays.targets.size());
  }
  return arrays;
}

/// Circles of edges without a length, which edges with a length link, and nodes that nothing reaches.
Arrays circles() {
  Arrays arrays;
  for (std::uint32_t node = 0; node < 30; ++node) {
    arrays.targets.insert(arrays.targets.end(),
                          {node / 5 * 5 + (node + 1) % 5, node, (node + 7) % 20});
    arrays.weights.insert(arrays.weights.end(), {0, 0, node % 3});
    arrays.offsets.push_back(arrays.targets.size());
  }
  return arrays;
}

std::vector<Arrays> graphs() {
  std::vector<Arrays> all{dense(), circles(), grid(12)};
  for (unsigned seed = 0; seed < 8; ++seed) {
    all.push_back(randomArrays(seed));
  }
  return all;
}

/// Returns the right distances, of the type that searches use. Without weights, each edge counts 1.
template <typename W, typename D>
std::vector<D> rightDistances(const Arrays& arrays, Node source) {
  if constexpr (std::is_void_v<W>) {
    Arrays used = arrays;
    std::fill(used.weights.begin(), used.weights.end(), 1);
    return reference<D>(used, {source});
  } else {
    return reference<D>(arrays, {source});
  }
}

template <typename W>
Graph<W> graphOf(const Arrays& arrays) {
  if constexpr (std::is_void_v<W>) {
    return Graph<void>::borrow(arrays.offsets, arrays.targets);
  } else {
    return arrays.graph<W>();
  }
}

/// Sources of a graph: some of its nodes, one of them twice, or one alone.
std::vector<Node> sourcesOf(const Arrays& arrays, bool alone) {
  return alone ? std::vector<Node>{arrays.nodes() / 2} : std::vector<Node>{arrays.nodes() - 1,
                                                                           0,
                                                                           arrays.nodes() / 3,
                                                                           arrays.nodes() - 1,
                                                                           arrays.nodes() / 2,
                                                                           arrays.nodes() / 5,
                                                                           0};
}

/// Returns the row that a source should have in a dense table.
template <typename W, typename D, typename T>
std::vector<T> rightRow(const Arrays& arrays, Node source, const std::vector<Node>& targets,
                        std::optional<D> limit) {
  const std::vector<D> distances = rightDistances<W, D>(arrays, source);
  std::vector<Node> columns = targets;
  if (targets.empty()) {
    columns.resize(arrays.nodes());
    std::iota(columns.begin(), columns.end(), 0);
  }
  std::vector<T> row;
  for (const Node node : columns) {
    const D distance = distances[node];
    const bool in = distance != kUnreached<D> && (!limit || distance <= *limit);
    row.push_back(in ? static_cast<T>(distance) : kUnreached<T>);
  }
  return row;
}

template <typename Types>
class Distances : public testing::Test {
  galois::SharedMemSys system_;
};

template <typename Types>
class Tables : public testing::Test {
  galois::SharedMemSys system_;
};

/// The types of weights, of distances, and of the cells of a dense table.
template <typename Weight, typename Distance, typename CellType = Distance>
struct Case {
  using W = Weight;
  using D = Distance;
  using T = CellType;
};
using DenseCases =
    testing::Types<Case<void, Level, std::uint16_t>, Case<void, Level>, Case<void, Level, double>,
                   Case<std::uint32_t, std::uint32_t, std::uint16_t>,
                   Case<std::uint32_t, std::uint32_t>, Case<std::uint32_t, std::uint64_t>,
                   Case<std::uint32_t, std::uint64_t, float>, Case<std::uint64_t, std::uint64_t>,
                   Case<double, double, std::uint32_t>, Case<double, double>>;
TYPED_TEST_SUITE(Tables, DenseCases);
using Cases = testing::Types<Case<void, Level>, Case<std::uint32_t, std::uint32_t>,
                             Case<std::uint32_t, std::uint64_t>, Case<std::uint64_t, std::uint64_t>,
                             Case<double, double>>;
TYPED_TEST_SUITE(Distances, Cases);

/// Returns the sum of the weights of the edges from one node of a path to the next, taking the
/// lightest of parallel ones, or nothing if there is no such edge.
template <typename W>
std::optional<std::uint64_t> lengthOf(const Arrays& arrays, const std::vector<Node>& path) {
  std::uint64_t length = 0;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    std::optional<std::uint32_t> lightest;
    for (std::uint64_t e = arrays.offsets[path[i]]; e < arrays.offsets[path[i] + 1]; ++e) {
      if (arrays.targets[e] == path[i + 1]) {
        const std::uint32_t weight = std::is_void_v<W> ? 1 : arrays.weights[e];
        lightest = std::min(lightest.value_or(weight), weight);
      }
    }
    if (!lightest) {
      return {};
    }
    length += *lightest;
  }
  return length;
}

class DistancesErrors : public testing::Test {
protected:
  const Arrays path{{0, 1, 2, 3, 3}, {1, 2, 3}, {40000, 40000, 40000}};
  const Graph<std::uint32_t> graph = path.graph<std::uint32_t>();
  std::vector<std::uint16_t> cells = std::vector<std::uint16_t>(4);
  galois::SharedMemSys system_;
};

/// Two paths from node 0: to node 1 over an edge that is too long for 32 bits from there on, and to
/// node 4. Nothing leads to node 5.
Arrays tooLong() {
  constexpr std::uint32_t kLong = 3'000'000'000;
  return {{0, 2, 3, 4, 4, 4, 4}, {1, 4, 2, 3}, {kLong, 7, kLong, 1}};
}

} // namespace

TYPED_TEST(Tables, HoldTheAnswerOfDijkstra) {
  using W = typename TypeParam::W;
  using D = typename TypeParam::D;
  using T = typename TypeParam::T;
  unsigned turn = 0;
  for (const Arrays& arrays : graphs()) {
    const Graph<W> graph = graphOf<W>(arrays);
    for (const bool alone : {false, true}) {
      const std::vector<Node> sources = sourcesOf(arrays, alone);
      for (const std::optional<D>& limit : {std::optional<D>(), std::optional<D>(9)}) {
        ++turn;
        std::vector<Node> targets;
        if (turn % 3 != 0) {
          targets = {arrays.nodes() / 4, arrays.nodes() - 1, 0, arrays.nodes() / 4};
          targets.resize(1 + turn % 4);
        }
        for (const unsigned threads : kThreads) {
          SCOPED_TRACE(testing::Message() << "turn " << turn << " on " << threads);
          const std::size_t columns = targets.empty() ? arrays.nodes() : targets.size();
          std::vector<T> table(sources.size() * columns, T{17});
          DistancesPlan<W> plan;
          plan.limit = limit;
          const Execution execution =
              distances(graph, sources, targets, table, plan, onThreads(threads));
          for (std::size_t row = 0; row < sources.size(); ++row) {
            const auto begin = table.begin() + static_cast<std::ptrdiff_t>(row * columns);
            EXPECT_THAT(
                std::vector<T>(begin, begin + static_cast<std::ptrdiff_t>(columns)),
                testing::ElementsAreArray(rightRow<W, D, T>(arrays, sources[row], targets, limit)));
          }
          EXPECT_EQ(execution.threads, threads);
          EXPECT_GE(execution.executed, sources.size());
          EXPECT_GE(execution.executed - execution.stale, execution.useful);
        }
      }
    }
  }
}

TYPED_TEST(Distances, SparseTablesHoldWhatIsReached) {
  using W = typename TypeParam::W;
  using D = typename TypeParam::D;
  for (const Arrays& arrays : graphs()) {
    const Graph<W> graph = graphOf<W>(arrays);
    const std::vector<Node> sources = sourcesOf(arrays, false);
    const std::vector<Node> some{0, arrays.nodes() / 2, 0};
    for (const std::optional<D>& limit : {std::optional<D>(), std::optional<D>(6)}) {
      for (const unsigned threads : kThreads) {
        DistancesPlan<W> plan;
        plan.limit = limit;
        const auto of = sparseDistances<D>(graph, sources, some, plan, onThreads(threads));
        EXPECT_TRUE(of.predecessors.empty());
        plan.predecessors = true;
        const auto table = sparseDistances<D>(graph, sources, {}, plan, onThreads(threads));
        ASSERT_EQ(table.rows(), sources.size());
        ASSERT_EQ(table.offsets[sources.size()], table.nodes.size());
        for (std::size_t row = 0; row < sources.size(); ++row) {
          const std::vector<D> right = rightRow<W, D, D>(arrays, sources[row], {}, limit);
          std::vector<D> found(arrays.nodes(), kUnreached<D>), foundSome = found;
          for (std::size_t e = table.offsets[row]; e < table.offsets[row + 1]; ++e) {
            EXPECT_TRUE(e == table.offsets[row] || table.nodes[e - 1] < table.nodes[e]);
            found[table.nodes[e]] = table.distances[e];
          }
          EXPECT_EQ(found, right);
          for (std::size_t e = of.offsets[row]; e < of.offsets[row + 1]; ++e) {
            foundSome[of.nodes[e]] = of.distances[e];
          }
          for (Node node = 0; node < arrays.nodes(); ++node) {
            const bool wanted = std::find(some.begin(), some.end(), node) != some.end();
            EXPECT_EQ(foundSome[node], wanted ? right[node] : kUnreached<D>);
            const std::vector<Node> path = pathTo(table, row, node);
            ASSERT_EQ(path.empty(), right[node] == kUnreached<D>);
            if (!path.empty()) {
              EXPECT_EQ(path.front(), sources[row]);
              EXPECT_EQ(path.back(), node);
              EXPECT_EQ(lengthOf<W>(arrays, path), static_cast<std::uint64_t>(right[node]));
            }
          }
        }
      }
    }
  }
}

TYPED_TEST(Distances, TheNearestSourceIsOneOfThoseAtThatDistance) {
  using W = typename TypeParam::W;
  using D = typename TypeParam::D;
  for (const Arrays& arrays : graphs()) {
    const Graph<W> graph = graphOf<W>(arrays);
    const std::vector<Node> sources = sourcesOf(arrays, false);
    std::vector<std::vector<D>> from;
    from.reserve(sources.size());
    for (const Node source : sources) {
      from.push_back(rightDistances<W, D>(arrays, source));
    }
    std::vector<std::uint32_t> first;
    for (const unsigned threads : kThreads) {
      std::vector<D> found(arrays.nodes());
      std::vector<std::uint32_t> positions(arrays.nodes());
      nearest(graph, sources, found, positions, onThreads(threads));
      first = first.empty() ? positions : first;
      EXPECT_EQ(positions, first);
      for (Node node = 0; node < arrays.nodes(); ++node) {
        D least = kUnreached<D>;
        for (const std::vector<D>& distances : from) {
          least = std::min(least, distances[node]);
        }
        EXPECT_EQ(found[node], least);
        if (least == kUnreached<D>) {
          EXPECT_EQ(positions[node], kNoSource);
        } else {
          ASSERT_LT(positions[node], sources.size());
          EXPECT_EQ(from[positions[node]][node], least);
          EXPECT_NE(positions[node], 3u) << "the first of equal sources";
        }
      }
    }
  }
}

TEST_F(DistancesErrors, SearchesEndWhereNothingIsOfInterest) {
  const Graph<std::uint32_t> large = grid(100).graph<std::uint32_t>();
  const std::vector<Node> sources(10, Node{5050}), near{5051, 5049, 5051};
  std::vector<std::uint32_t> table(10 * 3);
  EXPECT_LT(distances(large, sources, near, table).executed, 10 * 1000u);
  const auto within = sparseDistances<std::uint32_t>(large, sources, {}, {.limit = 10});
  EXPECT_LT(within.execution.executed, 10 * 1000u);
  EXPECT_GT(within.nodes.size(), 10 * 10u);
  table.resize(10 * large.size());
  EXPECT_GE(distances(large, sources, {}, table).executed, 10 * 9000u);
}

TEST_F(DistancesErrors, ADistanceThatDoesNotFitIsAnErrorThatNamesThePair) {
  for (const unsigned threads : kThreads) {
    try {
      distances(graph, std::vector<Node>{1}, {}, cells, {}, onThreads(threads));
      FAIL() << "80000 in 16 bits";
    } catch (const CellOverflow& error) {
      EXPECT_EQ(std::pair(error.source(), error.target()), std::pair(Node{1}, Node{3}));
      EXPECT_THAT(error.what(), HasSubstr("from node 1 to node 3 does not fit a cell of 16 bits"));
    }
  }
  distances(graph, std::vector<Node>{1}, {}, cells, {.limit = 70000});
  EXPECT_THAT(cells, ElementsAre(65535, 0, 40000, 65535));
  std::vector<std::uint16_t> two(2);
  distances(graph, std::vector<Node>{1, 2}, std::vector<Node>{2}, two); // node 3 is of no interest
  EXPECT_THAT(two, ElementsAre(40000, 0));
  EXPECT_THROW(distances(Arrays{{0, 1, 1}, {1}, {65535}}.graph<std::uint32_t>(),
                         std::vector<Node>{0}, {}, two),
               CellOverflow)
      << "65535 stands for no path";
  std::vector<float> floats(2);
  const std::vector<double> huge{1e300};
  const std::vector<std::uint64_t> offsets{0, 1, 1};
  const std::vector<Node> end{1};
  EXPECT_THROW(distances(Graph<double>::pack(offsets, end, huge), std::vector<Node>{0}, {}, floats),
               CellOverflow);
}

TEST_F(DistancesErrors, ASumThatDoesNotFitIsNeverWrapped) {
  const Graph<std::uint32_t> far = tooLong().graph<std::uint32_t>();
  const std::vector<Node> source{0};
  for (const unsigned threads : kThreads) {
    std::vector<std::uint32_t> row(6);
    EXPECT_THROW(distances(far, source, {}, row, {}, onThreads(threads)), CellOverflow);
    EXPECT_THROW(sparseDistances<std::uint32_t>(far, source, {}, {}, onThreads(threads)),
                 CellOverflow);
    std::vector<std::uint32_t> cell(1);
    for (const Node target : {2, 3}) { // node 3 is beyond the edge that does not fit
      try {
        distances(far, source, std::vector<Node>{target}, cell, {}, onThreads(threads));
        FAIL() << target;
      } catch (const CellOverflow& error) {
        EXPECT_EQ(error.target(), target);
      }
    }
    distances(far, source, std::vector<Node>{5}, cell, {}, onThreads(threads));
    EXPECT_THAT(cell, ElementsAre(kUnreached<std::uint32_t>));
    distances(far, source, std::vector<Node>{4}, cell, {}, onThreads(threads));
    EXPECT_THAT(cell, ElementsAre(7));
    distances(far, source, {}, row, {.limit = 3'999'999'999}, onThreads(threads));
    EXPECT_THAT(row, ElementsAre(0, 3'000'000'000, kUnreached<std::uint32_t>,
                                 kUnreached<std::uint32_t>, 7, kUnreached<std::uint32_t>));
    std::vector<std::uint64_t> wide(6);
    distances(far, source, {}, wide, {}, onThreads(threads));
    EXPECT_THAT(wide, ElementsAre(0, 3'000'000'000, 6'000'000'000, 6'000'000'001, 7,
                                  kUnreached<std::uint64_t>));
  }
}

TEST_F(DistancesErrors, FractionsAreRoundedInCellsOfIntegers) {
  const std::vector<std::uint64_t> offsets{0, 2, 2, 2};
  const std::vector<Node> ends{1, 2};
  const std::vector<double> weights{1.75, 65534.25};
  const auto fractions = Graph<double>::pack(offsets, ends, weights);
  cells.resize(3);
  distances(fractions, std::vector<Node>{0}, {}, cells, {.limit = 1e9});
  EXPECT_THAT(cells, ElementsAre(0, 2, 65534));
}

TEST_F(DistancesErrors, WrongArgumentsAreRefused) {
  const std::vector<Node> source{0};
  EXPECT_THROW(distances(graph, {}, {}, cells), InvalidOption);
  EXPECT_THROW(distances(graph, std::vector<Node>{4}, {}, cells), NodeOutOfRange);
  EXPECT_THROW(distances(graph, source, std::vector<Node>{0, 4, 1, 2}, cells), NodeOutOfRange);
  EXPECT_THROW(distances(graph, source, source, cells), InvalidOption);
  EXPECT_THROW(sparseDistances<std::uint32_t>(graph, source, source, {.predecessors = true}),
               InvalidOption);
  const auto floating = path.graph<double>();
  for (const double limit : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(distances(floating, source, {}, cells, {.limit = limit}), InvalidOption);
    EXPECT_THROW(sparseDistances<double>(floating, source, {}, {.limit = limit}), InvalidOption);
  }
  std::vector<std::uint32_t> found(4), positions(3);
  EXPECT_THROW(nearest(graph, source, found, positions), InvalidOption);
  positions.resize(4);
  EXPECT_THROW(nearest(graph, {}, found, positions), InvalidOption);
  const auto table = sparseDistances<std::uint32_t>(graph, source);
  EXPECT_THROW(pathTo(table, 0, 1), InvalidOption) << "no predecessors";
  EXPECT_THROW(pathTo(table, 1, 1), InvalidOption) << "no such row";
}

TEST_F(DistancesErrors, ARequestToStopEndsThemAndTheLibraryStaysUsable) {
  const Graph<std::uint32_t> large = grid(60).graph<std::uint32_t>();
  const std::vector<Node> sources(50, Node{7});
  std::vector<std::uint32_t> table(50 * large.size());
  for (const unsigned threads : kThreads) {
    std::stop_source stop;
    stop.request_stop();
    RunOptions options = onThreads(threads);
    options.stop = stop.get_token();
    EXPECT_THROW(distances(large, sources, {}, table, {}, options), Cancelled);
    EXPECT_THROW(sparseDistances<std::uint32_t>(large, sources, {}, {.limit = 3}, options),
                 Cancelled);
    distances(large, sources, {}, table, {}, onThreads(threads));
    EXPECT_EQ(verifySssp(large, std::span(sources).first(1),
                         std::span<const std::uint32_t>(table).last(large.size())),
              "");
  }
}

} // namespace galois::analytics
