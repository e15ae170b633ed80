#include "galois/analytics/Bfs.h"

#include <queue>
#include <vector>

#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"

namespace galois::analytics {
namespace {

using galois::test::Arrays;
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

Graph<void> borrowed(const Arrays& arrays) {
  return Graph<void>::borrow(std::span<const std::uint64_t>(arrays.offsets), arrays.targets);
}

class Bfs : public testing::Test {
  galois::SharedMemSys system;
};

const std::vector<BfsPlan> kPlans{{.algorithm = BfsPlan::kWorklist},
                                  {.algorithm = BfsPlan::kWorklist, .edgeTile = 2},
                                  {.algorithm = BfsPlan::kLevels},
                                  {.algorithm = BfsPlan::kLevels, .alpha = 0},
                                  {.algorithm = BfsPlan::kLevels, .alpha = 1000, .beta = 1000},
                                  {.algorithm = BfsPlan::kSequential}};

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
        if (plan.algorithm == BfsPlan::kLevels && sources.size() > 1) {
          continue;
        }
        for (const RunOptions& options : waysToRun(seed)) {
          std::vector<Level> levels(arrays.nodes(), 17);
          const Execution execution = bfs(graph, sources, std::span(levels), plan, options);
          EXPECT_EQ(levels, right) << "seed " << seed << ", " << options.scheduler.name() << " on "
                                   << options.threads << ", algorithm " << plan.algorithm;
          EXPECT_EQ(verifyBfs(graph, sources, levels, true), "");
          EXPECT_EQ(execution.useful, right.size() - static_cast<std::size_t>(std::count(
                                                         right.begin(), right.end(), kNoLevel)));
        }
      }
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
  EXPECT_THROW(search({0, 1}, {.algorithm = BfsPlan::kLevels}), InvalidOption);
  EXPECT_THROW(search({0}, {.algorithm = BfsPlan::kLevels, .beta = 0}), InvalidOption);
}

TEST_F(Bfs, ResultsMayHaveMemoryOfTheirOwn) {
  const Arrays arrays = randomArrays(8);
  const BfsResult result = bfs(borrowed(arrays), Node{0});
  EXPECT_EQ(std::vector<Level>(result.levels.begin(), result.levels.end()), reference(arrays, {0}));
  EXPECT_EQ(result.execution.algorithm, "sync-do");
}

} // namespace galois::analytics
