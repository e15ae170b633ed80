#include "galois/analytics/Color.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <string>
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

/// Whether no edge joins two nodes of one colour.
bool isColoring(const Arrays& arrays, const std::vector<Color>& colors) {
  for (std::uint32_t node = 0; node < arrays.nodes(); ++node) {
    for (std::uint64_t e = arrays.offsets[node]; e < arrays.offsets[node + 1]; ++e) {
      if (arrays.targets[e] != node && colors[node] == colors[arrays.targets[e]]) {
        return false;
      }
    }
  }
  return true;
}

using ColorApi = galois::test::SharedMemTest;

const std::vector<ColorPlan> kPlans{{.algorithm = ColorPlan::kWorklist},
                                    {.algorithm = ColorPlan::kWorklist, .improve = false},
                                    {.algorithm = ColorPlan::kDsatur},
                                    {.algorithm = ColorPlan::kGreedy},
                                    {.algorithm = ColorPlan::kParallelGreedy}};

} // namespace

TEST_F(ColorApi, NoEdgeJoinsTwoNodesOfOneColor) {
  for (unsigned seed = 0; seed < 15; ++seed) {
    const Arrays arrays = randomArrays(seed);
    const Graph<void> graph = borrowed(arrays);
    for (const ColorPlan& plan : kPlans) {
      for (const RunOptions& options : waysToRun(seed)) {
        std::vector<Color> colors(arrays.nodes(), 17);
        const Execution execution = color(graph, colors, plan, options);
        EXPECT_TRUE(isColoring(arrays, colors))
            << "seed " << seed << ", " << options.scheduler.name() << " on " << options.threads
            << ", algorithm " << plan.algorithm;
        EXPECT_EQ(verifyColor(graph, colors), "");
        EXPECT_EQ(execution.useful, arrays.nodes());
      }
    }
  }
}

TEST_F(ColorApi, TheFastestSchedulerIsChosenUnlessAnotherOneIsNamed) {
  Arrays star{{0}, std::vector<std::uint32_t>(300), {}};
  std::iota(star.targets.begin(), star.targets.end(), 1);
  star.offsets.insert(star.offsets.end(), 301, 300);
  const std::vector<std::string> names = schedulerNames();
  const auto orFirst = [&](const char* name) {
    return std::find(names.begin(), names.end(), name) != names.end() ? name : names.front();
  };
  EXPECT_EQ(color(borrowed(star)).execution.scheduler, orFirst("pmod"));
  const Arrays arrays = randomArrays(4);
  EXPECT_EQ(color(borrowed(arrays)).execution.scheduler, orFirst("wasp"));
  EXPECT_EQ(color(borrowed(arrays), {}, {.scheduler = Scheduler("smq")}).execution.scheduler,
            "smq");
}

TEST_F(ColorApi, AGraphWithoutNodesHasNoColors) {
  const Arrays arrays{{0}, {}, {}};
  const Graph<void> graph = borrowed(arrays);
  for (const ColorPlan& plan : kPlans) {
    EXPECT_EQ(color(graph, plan).colors.size(), 0u);
  }
}

TEST_F(ColorApi, BipartiteGraphsNeedTwoColors) {
  // A path of 30 nodes: by saturation, it takes two colours in whatever order.
  Arrays path;
  for (std::uint32_t node = 0; node < 30; ++node) {
    if (node < 29) {
      path.targets.push_back(node + 1);
    }
    path.offsets.push_back(path.targets.size());
  }
  for (const auto algorithm : {ColorPlan::kWorklist, ColorPlan::kDsatur}) {
    const ColorResult result = color(borrowed(path), {.algorithm = algorithm}, {.threads = 1});
    EXPECT_EQ(*std::max_element(result.colors.begin(), result.colors.end()), 1u);
  }
}

TEST_F(ColorApi, WrongColorsAreFoundAndArgumentsChecked) {
  const Arrays edge{{0, 1, 1}, {1}, {1}};
  EXPECT_EQ(verifyColor(borrowed(edge), std::vector<Color>{0, 1}), "");
  EXPECT_NE(verifyColor(borrowed(edge), std::vector<Color>{1, 1}), "");
  EXPECT_NE(verifyColor(borrowed(edge), std::vector<Color>{0, 2}), "") << "above the degree";
  std::vector<Color> colors(3);
  EXPECT_THROW(color(borrowed(edge), colors), InvalidOption);
  EXPECT_THROW(verifyColor(borrowed(edge), colors), InvalidOption);
}

} // namespace galois::analytics
