#include "analytics/mst/EdgesByWeight.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>

namespace {

using mst::Edge;
using mst::Lighter;

constexpr auto kAll = [](std::span<Edge> edges) { return edges.size(); };

/// Edges with weights from `least` to `greatest`, in the order of their ends unless `shuffled`.
std::vector<Edge> randomEdges(std::mt19937& random, std::size_t count, std::uint32_t least,
                              std::uint32_t greatest, bool shuffled) {
  std::vector<Edge> edges;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t range = greatest - least;
    const std::uint32_t weight =
        range == ~0U ? random() : least + static_cast<std::uint32_t>(random() % (range + 1));
    edges.push_back({i / 3, i + 1, weight});
  }
  if (shuffled) {
    std::shuffle(edges.begin(), edges.end(), random);
  }
  return edges;
}

} // namespace

TEST(EdgesByWeight, VisitsAllInTheOrderOfLighter) {
  std::mt19937 random(5);
  constexpr std::uint32_t kMost = ~0U;
  const std::pair<std::uint32_t, std::uint32_t> ranges[] = {
      {7, 7}, {0, 1}, {0, 255}, {1, 256}, {1, 10'000}, {kMost - 300, kMost}, {0, kMost}};
  for (const std::size_t count : {0U, 1U, 64U, 65U, 300U, 20'000U}) {
    for (const auto& [least, greatest] : ranges) {
      for (const bool shuffled : {false, true}) {
        std::vector<Edge> edges = randomEdges(random, count, least, greatest, shuffled);
        std::vector<Edge> right = edges, scratch(count), visited;
        std::sort(right.begin(), right.end(), Lighter());
        const std::span<Edge> byEnds = mst::sortByEnds(edges, scratch.data(), count + 1);
        Edge* const other = byEnds.data() == edges.data() ? scratch.data() : edges.data();
        EXPECT_TRUE(mst::visitByWeight(byEnds, other, kAll, [&](std::span<const Edge> some) {
          visited.insert(visited.end(), some.begin(), some.end());
          return true;
        }));
        EXPECT_TRUE(visited == right) << count << " edges, " << least << " to " << greatest;
      }
    }
  }
}

TEST(EdgesByWeight, StopsAndLeavesOutWhatIsNotNeeded) {
  std::mt19937 random(6);
  std::vector<Edge> edges = randomEdges(random, 50'000, 0, 1'000'000, false);
  std::vector<Edge> scratch(edges.size()), visited, right;
  const auto needed = [](const Edge& edge) { return edge.u % 5 == 0; };
  std::copy_if(edges.begin(), edges.end(), std::back_inserter(right), needed);
  std::sort(right.begin(), right.end(), Lighter());
  constexpr std::size_t kEnough = 3000;
  EXPECT_FALSE(mst::visitByWeight(
      std::span(edges), scratch.data(),
      [&](std::span<Edge> some) {
        const auto end = std::remove_if(some.begin(), some.end(),
                                        [&](const Edge& edge) { return !needed(edge); });
        return static_cast<std::size_t>(end - some.begin());
      },
      [&](std::span<const Edge> some) {
        visited.insert(visited.end(), some.begin(), some.end());
        return visited.size() < kEnough;
      }));
  ASSERT_GE(visited.size(), kEnough);
  EXPECT_LT(visited.size(), kEnough + 200) << "it stops at once";
  right.resize(visited.size());
  EXPECT_TRUE(visited == right);
}
