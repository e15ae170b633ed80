#include "inputs/transform/Reorder.h"

#include "inputs/EdgeListBuilder.h"
#include "inputs/generate/Grid.h"

#include "Support.h"

#include <numeric>
#include <random>

namespace galois::inputs::test {
namespace {

using Order = std::vector<std::uint32_t>;

Graph randomGraph(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::uint32_t nodes = 1 + random() % 40;
  EdgeListBuilder builder;
  for (std::uint64_t i = random() % 60; i > 0; --i) {
    builder.add(static_cast<std::uint32_t>(random() % nodes),
                static_cast<std::uint32_t>(random() % nodes), random() % 100);
  }
  Graph graph = builder.build(nodes, "random");
  for (std::uint32_t node = 0; node < nodes; ++node) {
    graph.coords.push_back({static_cast<std::int32_t>(node), 0});
    graph.ids.push_back(1000 + node);
  }
  return graph;
}

/// Returns the largest difference between the numbers of two neighbours.
std::uint64_t bandwidth(const Graph& graph) {
  std::uint64_t widest = 0;
  for (const auto& [from, to, weight] : arcsOf(graph)) {
    widest = std::max(widest, from > to ? from - to : to - from);
  }
  return widest;
}

Order shuffled(std::uint64_t nodes) {
  Order order(nodes);
  std::iota(order.begin(), order.end(), 0u);
  std::shuffle(order.begin(), order.end(), std::mt19937_64(7));
  return order;
}

TEST(Reorder, KeepsTheGraph) {
  for (const NodeOrder kind : {NodeOrder::kBfs, NodeOrder::kRcm, NodeOrder::kDegree}) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const Graph graph = randomGraph(seed);
      const Order order = orderOf(graph, kind);
      Order all = order;
      std::sort(all.begin(), all.end());
      ASSERT_EQ(all.size(), graph.numNodes());
      for (std::uint32_t node = 0; node < all.size(); ++node) {
        ASSERT_EQ(all[node], node) << seed;
      }

      Graph moved = graph;
      renumber(moved, order);
      Arcs back;
      for (const auto& [from, to, weight] : arcsOf(moved)) {
        back.emplace_back(order[from], order[to], weight);
      }
      // Arcs of a node keep their order, so sorting by tail must suffice.
      std::stable_sort(back.begin(), back.end(),
                       [](const Arc& a, const Arc& b) { return std::get<0>(a) < std::get<0>(b); });
      ASSERT_EQ(back, arcsOf(graph)) << seed;
      for (std::uint32_t node = 0; node < order.size(); ++node) {
        ASSERT_EQ(moved.coords[node].x, static_cast<std::int32_t>(order[node]));
        ASSERT_EQ(moved.ids[node], 1000 + order[node]);
      }
    }
  }
}

TEST(Reorder, PutsNeighboursTogether) {
  constexpr std::uint64_t kSide = 30;
  Graph graph = generateGrid(kSide, kSide, {}, false);
  renumber(graph, shuffled(graph.numNodes()));
  EXPECT_GT(bandwidth(graph), 10 * kSide);
  for (const NodeOrder kind : {NodeOrder::kBfs, NodeOrder::kRcm}) {
    Graph moved = graph;
    renumber(moved, orderOf(graph, kind));
    EXPECT_LE(bandwidth(moved), 2 * kSide + 1);
  }
  // The bandwidth of a square grid is its side, and this order attains it.
  renumber(graph, orderOf(graph, NodeOrder::kRcm));
  EXPECT_LE(bandwidth(graph), kSide + 1);
}

TEST(Reorder, SearchesFromTheLowestNodeOfEachPart) {
  EXPECT_EQ(orderOf(parse("0 4\n4 2\n2 0\n1 3\n"), NodeOrder::kBfs), (Order{0, 4, 2, 1, 3}));
}

TEST(Reorder, PutsHubsFirst) {
  EXPECT_EQ(orderOf(parse("3 0\n3 1\n1 0\n0 2\n"), NodeOrder::kDegree), (Order{3, 0, 1, 2}));
}

TEST(Reorder, ManagesWithoutNodes) {
  for (const NodeOrder kind : {NodeOrder::kBfs, NodeOrder::kRcm, NodeOrder::kDegree}) {
    Graph graph;
    renumber(graph, orderOf(graph, kind));
    EXPECT_EQ(graph.numNodes(), 0u);
  }
}

TEST(Reorder, IsNamed) {
  EXPECT_EQ(nodeOrderNamed("rcm"), NodeOrder::kRcm);
  EXPECT_THAT(messageOf([] { nodeOrderNamed("x"); }),
              testing::HasSubstr("choose one of bfs, rcm, degree"));
}

} // namespace
} // namespace galois::inputs::test
