#include "galois/analytics/Bfs.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <queue>
#include <random>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"
#include "support/SharedMemTest.h"

namespace galois::analytics {
namespace {

using galois::test::Arrays;
using galois::test::borrowed;
using galois::test::randomArrays;
using galois::test::waysToRun;

std::vector<Level> reference(const Arrays& arrays, const std::vector<Node>& sources) {
  std::vector<Level> levels(arrays.nodes(), kNoLevel);
  std::queue<Node> queue;
  for (const Node source : sources) {
    levels[source] = 0;
    queue.push(source);
  }
  for (; !queue.empty(); queue.pop()) {
    const Node node = queue.front();
    for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
      if (levels[arrays.targets[e]] == kNoLevel) {
        levels[arrays.targets[e]] = levels[node] + 1;
        queue.push(arrays.targets[e]);
      }
    }
  }
  return levels;
}

using Bfs = galois::test::SharedMemTest;

const std::vector<BfsPlan> kPlans{{.algorithm = BfsPlan::kWorklist},
                                  {.algorithm = BfsPlan::kWorklist, .edgeTile = 2},
                                  {.algorithm = BfsPlan::kLevels},
                                  {.algorithm = BfsPlan::kLevels, .alpha = 0},
                                  {.algorithm = BfsPlan::kLevels, .alpha = 1000, .beta = 1000},
                                  {.algorithm = BfsPlan::kSequential}};

/// Searches level by level with extreme and with the default values of alpha and beta.
std::vector<BfsPlan> directions() {
  constexpr unsigned kHuge = std::numeric_limits<unsigned>::max();
  std::vector<BfsPlan> plans;
  for (const unsigned alpha : {0u, 1u, 15u, kHuge}) {
    for (const unsigned beta : {1u, 18u, kHuge}) {
      plans.push_back({.algorithm = BfsPlan::kLevels, .alpha = alpha, .beta = beta});
    }
  }
  return plans;
}

Arrays arraysOf(const std::vector<std::vector<Node>>& rows) {
  Arrays arrays;
  for (const std::vector<Node>& row : rows) {
    arrays.targets.insert(arrays.targets.end(), row.begin(), row.end());
    arrays.offsets.push_back(arrays.targets.size());
  }
  return arrays;
}

/// The first nodes of the components of components().
constexpr Node kRandom = 0, kPath = 2000, kStar = 2300, kLone = 3000, kEnd = 3050;

/// A random graph, a path with both arcs of every edge, a star with arcs from its centre, and nodes
/// without edges.
Arrays components() {
  std::mt19937 random(1);
  std::vector<std::vector<Node>> rows(kEnd);
  for (Node node = kRandom; node < kPath; ++node) {
    for (unsigned edges = random() % 6; edges > 0; --edges) {
      rows[node].push_back(static_cast<Node>(random() % kPath));
    }
  }
  for (Node node = kPath; node + 1 < kStar; ++node) {
    rows[node].push_back(node + 1);
    rows[node + 1].push_back(node);
  }
  for (Node node = kStar + 1; node < kLone; ++node) {
    rows[kStar].push_back(node);
  }
  return arraysOf(rows);
}

/// Sources of components(): few and many, in one and in several components, once and repeatedly.
std::vector<std::vector<Node>> sourceSets() {
  std::mt19937 random(2);
  std::vector<Node> all(kEnd);
  std::iota(all.begin(), all.end(), Node{0});
  std::vector<Node> twice = all;
  twice.insert(twice.end(), all.begin(), all.end());
  std::shuffle(twice.begin(), twice.end(), random);
  std::vector<Node> some(300); // more than one thread expands alone
  for (Node& node : some) {
    node = static_cast<Node>(random() % kEnd);
  }
  return {{kRandom},
          {kLone, kLone},
          {kPath, kStar - 1},
          {kStar + 1, kPath + 7, kRandom + 9, kPath + 7, kStar, kLone + 3, kStar + 1},
          std::vector<Node>(5000, kPath),
          some,
          all,
          twice};
}

/// Returns the value of a measure that is a count.
std::uint64_t measure(const Execution& execution, const std::string& name) {
  for (const Option& option : execution.measures) {
    if (option.name == name) {
      return std::get<std::uint64_t>(option.value);
    }
  }
  ADD_FAILURE() << "there is no " << name;
  return 0;
}

std::uint64_t reachedIn(const std::vector<Level>& levels) {
  return levels.size() -
         static_cast<std::size_t>(std::count(levels.begin(), levels.end(), kNoLevel));
}

/// Returns the number of useful tasks of a run with these levels.
std::uint64_t usefulIn(const Arrays& arrays, const std::vector<Node>& sources,
                       const std::vector<Level>& levels, const Execution& run) {
  const bool skipsLeaves = run.algorithm == "worklist" && !galois::test::isOfAPaper(run.scheduler);
  return skipsLeaves ? needTasks(arrays, std::span(sources), levels, kNoLevel) : reachedIn(levels);
}

} // namespace

TEST_F(Bfs, IsTheAnswerOfAQueue) {
  for (unsigned seed = 0; seed < 15; ++seed) {
    const Arrays arrays = randomArrays(seed);
    const Graph<void> graph = borrowed(arrays);
    for (const std::vector<Node>& sources :
         {std::vector<Node>{arrays.nodes() - 1},
          std::vector<Node>{arrays.nodes() / 2, arrays.nodes() - 1, arrays.nodes() / 2}}) {
      const std::vector<Level> right = reference(arrays, sources);
      for (const BfsPlan& plan : kPlans) {
        for (const RunOptions& options : waysToRun(seed)) {
          std::vector<Level> levels(arrays.nodes(), 17);
          const Execution execution = bfs(graph, sources, std::span(levels), plan, options);
          EXPECT_EQ(levels, right) << "seed " << seed << ", " << options.scheduler.name() << " on "
                                   << options.threads << ", algorithm " << plan.algorithm;
          EXPECT_EQ(verifyBfs(graph, sources, levels, true), "");
          EXPECT_EQ(execution.useful, usefulIn(arrays, sources, right, execution));
        }
      }
    }
  }
}

TEST_F(Bfs, TakesAnyNumberOfSources) {
  const Arrays arrays = components();
  const Graph<void> graph = borrowed(arrays);
  std::vector<BfsPlan> plans = directions();
  plans.insert(plans.end(), kPlans.begin(), kPlans.end());
  unsigned turn = 0;
  for (const std::vector<Node>& sources : sourceSets()) {
    const std::vector<Level> right = reference(arrays, sources);
    Level last = 0;
    for (const Level level : right) {
      last = level == kNoLevel ? last : std::max(last, level);
    }
    for (const BfsPlan& plan : plans) {
      for (const RunOptions& options : waysToRun(turn++)) {
        SCOPED_TRACE(testing::Message()
                     << sources.size() << " sources, algorithm " << plan.algorithm << ", alpha "
                     << plan.alpha << ", beta " << plan.beta << ", " << options.scheduler.name()
                     << " on " << options.threads);
        std::vector<Level> levels(arrays.nodes(), 17);
        const Execution execution = bfs(graph, sources, std::span(levels), plan, options);
        EXPECT_EQ(levels, right);
        EXPECT_EQ(execution.useful, usefulIn(arrays, sources, right, execution));
        if (plan.algorithm != BfsPlan::kWorklist) {
          EXPECT_EQ(execution.executed, reachedIn(right));
        }
        if (plan.algorithm == BfsPlan::kLevels) {
          const std::uint64_t up = measure(execution, "bottom_up_levels");
          EXPECT_EQ(measure(execution, "top_down_levels") + up, last + 1);
          EXPECT_TRUE(plan.alpha > 0 || up == 0);
        }
      }
    }
  }
}

TEST_F(Bfs, DirectionsFollowFromTheEdgesOfDistinctSources) {
  // Node 0 has 3 edges, node 1 has 2, and the others have 4. With these options a search goes
  // bottom-up where the frontier has more edges than the unreached nodes.
  const Arrays arrays = arraysOf({{2, 3, 4}, {3, 4}, {5}, {5}, {5}, {6}, {}});
  const Graph<void> graph = borrowed(arrays);
  const BfsPlan plan{.algorithm = BfsPlan::kLevels, .alpha = 1, .beta = 1000};
  struct Case {
    std::vector<Node> sources;
    std::uint64_t topDown, bottomUp;
  };
  for (const Case& expected : {Case{{0}, 4, 0}, Case{{0, 0, 0}, 4, 0}, Case{{0, 1}, 0, 4},
                               Case{{1, 0, 1, 0}, 0, 4}, Case{{0, 1, 2, 3, 4, 5, 6}, 0, 1}}) {
    for (const RunOptions& options : waysToRun(0)) {
      std::vector<Level> levels(arrays.nodes());
      const Execution execution = bfs(graph, expected.sources, std::span(levels), plan, options);
      EXPECT_EQ(levels, reference(arrays, expected.sources));
      EXPECT_EQ(measure(execution, "top_down_levels"), expected.topDown);
      EXPECT_EQ(measure(execution, "bottom_up_levels"), expected.bottomUp);
    }
  }
}

TEST_F(Bfs, WrongLevelsAreFound) {
  const Arrays arrays = randomArrays(3);
  const std::vector<Node> sources{0};
  std::vector<Level> levels = reference(arrays, sources);
  for (Level& level : levels) {
    const Level right = level++;
    EXPECT_NE(verifyBfs(borrowed(arrays), sources, levels), "");
    level = right;
  }
}

TEST_F(Bfs, ArgumentsAreChecked) {
  const Arrays arrays = randomArrays(3);
  const Graph<void> graph = borrowed(arrays);
  std::vector<Level> levels(arrays.nodes());
  const auto search = [&](const std::vector<Node>& sources, const BfsPlan& plan) {
    bfs(graph, sources, std::span(levels), plan);
  };
  for (const BfsPlan& plan : kPlans) {
    EXPECT_THROW(search({}, plan), InvalidOption);
    EXPECT_THROW(search({arrays.nodes()}, plan), NodeOutOfRange);
    EXPECT_NO_THROW(search({0}, plan));
  }
  EXPECT_THROW(search({0}, {.algorithm = BfsPlan::kLevels, .beta = 0}), InvalidOption);
}

TEST_F(Bfs, ResultsMayHaveMemoryOfTheirOwn) {
  const Arrays arrays = randomArrays(8);
  const BfsResult result = bfs(borrowed(arrays), Node{0});
  EXPECT_EQ(std::vector<Level>(result.levels.begin(), result.levels.end()), reference(arrays, {0}));
  EXPECT_EQ(result.execution.algorithm, "sync-do");
}

} // namespace galois::analytics
