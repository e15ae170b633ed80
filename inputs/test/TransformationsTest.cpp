#include "inputs/transform/Transformations.h"

#include "inputs/EdgeListBuilder.h"
#include "inputs/transform/LargestComponent.h"
#include "inputs/transform/Simplify.h"
#include "inputs/transform/Symmetrize.h"

#include "Support.h"

#include <map>
#include <random>
#include <set>

namespace galois::inputs::test {
namespace {

/// Returns a random multigraph with loops, weights 0 .. 3 (so that some are equal), and coordinates
/// that identify the node.
Graph randomGraph(std::uint64_t seed, bool weighted) {
  std::mt19937_64 random(seed);
  const std::uint32_t nodes = 1 + random() % 30;
  const std::uint64_t arcs = random() % 60;
  EdgeListBuilder builder;
  for (std::uint64_t i = 0; i < arcs; ++i) {
    const auto from = static_cast<std::uint32_t>(random() % nodes);
    const auto to = static_cast<std::uint32_t>(random() % nodes);
    if (weighted) {
      builder.add(from, to, random() % 4 + (random() % 20 == 0 ? std::uint64_t{1} << 33 : 0));
    } else {
      builder.add(from, to);
    }
  }
  Graph graph = builder.build(nodes, "random");
  for (std::uint32_t node = 0; node < nodes; ++node) {
    graph.coords.push_back({static_cast<std::int32_t>(node), 0});
  }
  return graph;
}

class RandomGraphs : public testing::TestWithParam<bool> {};

TEST_P(RandomGraphs, WithoutLoops) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Graph graph = randomGraph(seed, GetParam());
    Arcs expected;
    for (const Arc& arc : arcsOf(graph)) {
      if (std::get<0>(arc) != std::get<1>(arc)) {
        expected.push_back(arc);
      }
    }
    removeLoops(graph);
    ASSERT_EQ(arcsOf(graph), expected) << seed;
  }
}

TEST_P(RandomGraphs, WithoutDuplicates) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Graph graph = randomGraph(seed, GetParam());
    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> lightest;
    for (const auto& [from, to, weight] : arcsOf(graph)) {
      const auto [at, isNew] = lightest.try_emplace({from, to}, weight);
      if (!isNew) {
        at->second = std::min(at->second, weight);
      }
    }
    Arcs expected;
    for (const auto& [ends, weight] : lightest) {
      expected.emplace_back(ends.first, ends.second, weight);
    }
    removeDuplicates(graph);
    ASSERT_EQ(arcsOf(graph), expected) << seed;
  }
}

TEST_P(RandomGraphs, Symmetrized) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Graph graph = randomGraph(seed, GetParam());
    std::map<Arc, std::uint64_t> count;
    for (const Arc& arc : arcsOf(graph)) {
      ++count[arc];
    }
    Arcs expected;
    std::set<Arc> ends;
    for (const auto& [arc, n] : count) {
      ends.insert(arc);
      ends.insert({std::get<1>(arc), std::get<0>(arc), std::get<2>(arc)});
    }
    for (const Arc& arc : ends) {
      const Arc reverse{std::get<1>(arc), std::get<0>(arc), std::get<2>(arc)};
      expected.insert(expected.end(), std::max(count[arc], count[reverse]), arc);
    }
    symmetrize(graph);
    ASSERT_EQ(arcsOf(graph), expected) << seed;
    symmetrize(graph);
    ASSERT_EQ(arcsOf(graph), expected) << seed;
  }
}

TEST_P(RandomGraphs, CutToTheLargestComponent) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Graph graph = randomGraph(seed, GetParam());
    const Arcs arcs = arcsOf(graph);
    // Labels spread until nothing changes, which is slow but independent of union-find.
    std::vector<std::uint64_t> label(graph.numNodes());
    for (std::uint64_t node = 0; node < label.size(); ++node) {
      label[node] = node;
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [from, to, weight] : arcs) {
        const std::uint64_t low = std::min(label[from], label[to]);
        changed |= label[from] != low || label[to] != low;
        label[from] = label[to] = low;
      }
    }
    std::map<std::uint64_t, std::uint64_t> sizes;
    for (const std::uint64_t l : label) {
      ++sizes[l];
    }
    std::uint64_t largest = label[0];
    for (const auto& [l, size] : sizes) {
      if (size > sizes[largest]) {
        largest = l;
      }
    }
    std::map<std::uint64_t, std::uint64_t> newId;
    std::vector<Coordinate> coords;
    for (std::uint64_t node = 0; node < label.size(); ++node) {
      if (label[node] != largest) {
        continue;
      }
      newId.emplace(node, newId.size());
      coords.push_back({static_cast<std::int32_t>(node), 0});
    }
    Arcs expected;
    for (const auto& [from, to, weight] : arcs) {
      if (label[from] == largest) {
        expected.emplace_back(newId[from], newId[to], weight);
      }
    }

    keepLargestComponent(graph);
    ASSERT_EQ(graph.numNodes(), newId.size()) << seed;
    ASSERT_EQ(arcsOf(graph), expected) << seed;
    ASSERT_EQ(graph.coords, coords) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(All, RandomGraphs, testing::Bool(), [](const auto& tested) {
  return tested.param ? "weighted" : "unweighted";
});

TEST(Transformations, LeaveTheEmptyGraphAlone) {
  Graph graph;
  apply({true, true, true, true, WeightSpec{1, 5, 1}}, graph);
  EXPECT_EQ(graph.numNodes(), 0u);
  EXPECT_EQ(graph.numArcs(), 0u);
}

TEST(Transformations, AreMadeInTheStatedOrder) {
  Graph graph = parse("0 0 1\n0 1 5\n0 1 3\n3 4 1\n4 5 2\n");
  Transformations all{true, true, true, true, std::nullopt};
  EXPECT_TRUE(all.any());
  EXPECT_FALSE(Transformations().any());
  apply(all, graph);
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 1}, {1, 0, 1}, {1, 2, 2}, {2, 1, 2}}));
}

TEST(Transformations, ForgetWeightsThatAreReplaced) {
  Graph graph = parse("0 1 5\n1 0 3\n");
  apply({false, false, true, false, WeightSpec{9, 9, 1}}, graph);
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, 9}, {1, 0, 9}}));
}

} // namespace
} // namespace galois::inputs::test
