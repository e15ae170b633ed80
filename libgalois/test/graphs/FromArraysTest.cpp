#include "galois/graphs/FromArrays.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/Galois.h"

namespace galois::graphs {
namespace {

using testing::HasSubstr;
using Offsets = std::vector<std::uint64_t>;
using Targets = std::vector<std::uint32_t>;

class FromArrays : public testing::Test {
protected:
  static std::string refusal(const Offsets& offsets, const Targets& targets) {
    try {
      viewArrays(std::span(offsets), std::span(targets));
    } catch (const GraphError& error) {
      return error.what();
    }
    return "";
  }

  galois::SharedMemSys system;
};

TEST_F(FromArrays, PackedEdgesHaveTheirWeights) {
  const Offsets offsets{0, 2, 2, 5};
  const Targets targets{1, 2, 0, 0, 1};
  const std::vector<std::uint64_t> weights{10, 20, 30, 40, 1ull << 40};
  for (const unsigned threads : {1u, 2u, 5u}) {
    galois::setActiveThreads(threads);
    const auto graph =
        packArrays(std::span<const std::uint64_t>(offsets), std::span<const std::uint32_t>(targets),
                   std::span<const std::uint64_t>(weights));
    ASSERT_EQ(graph.size(), 3u);
    ASSERT_EQ(graph.sizeEdges(), 5u);
    for (std::uint32_t node = 0; node < 3; ++node) {
      ASSERT_EQ(graph.getDegree(node), offsets[node + 1] - offsets[node]);
      std::size_t edge = offsets[node];
      for (const auto& [dst, weight] : graph.edges(node)) {
        EXPECT_EQ(dst, targets[edge]);
        EXPECT_EQ(weight, weights[edge]);
        ++edge;
      }
    }
  }
}

TEST_F(FromArrays, ViewsOfPackedEdgesUseThem) {
  const Offsets offsets{0, 2, 3};
  const std::vector<PackedEdge<double>> edges{{0, 0.5}, {1, 1.5}, {0, 2.5}};
  const auto graph = viewEdges(std::span<const std::uint64_t>(offsets),
                               std::span<const PackedEdge<double>>(edges));
  EXPECT_EQ(graph.size(), 2u);
  EXPECT_EQ(graph.sizeEdges(), 3u);
  EXPECT_EQ(graph.rowBegin(0), edges.data());
  EXPECT_EQ(graph.rowEnd(1), edges.data() + 3);
  const std::vector<PackedEdge<double>> outside{{0, 0.5}, {2, 1.5}, {0, 2.5}};
  EXPECT_THROW(viewEdges(std::span<const std::uint64_t>(offsets),
                         std::span<const PackedEdge<double>>(outside)),
               GraphError);
}

TEST_F(FromArrays, ViewsUseTheArraysThemselves) {
  const std::vector<std::uint32_t> narrow{0, 1, 3};
  const Offsets wide{0, 1, 3};
  const Targets targets{1, 0, 1};
  const auto check = [&](const PackedCSR<void>& graph) {
    EXPECT_EQ(graph.size(), 2u);
    EXPECT_EQ(graph.sizeEdges(), 3u);
    EXPECT_EQ(graph.getDegree(1), 2u);
    EXPECT_EQ(static_cast<const void*>(graph.edges().begin()), targets.data());
    EXPECT_EQ(graph.edges(1)[1].dst, 1u);
  };
  check(
      viewArrays(std::span<const std::uint32_t>(narrow), std::span<const std::uint32_t>(targets)));
  check(viewArrays(std::span<const std::uint64_t>(wide), std::span<const std::uint32_t>(targets)));
}

TEST_F(FromArrays, GraphsCanUseTheMemoryOfAnOwner) {
  const Offsets offsets{0, 2, 2, 5};
  const Targets targets{1, 2, 0, 0, 1};
  const std::vector<std::uint32_t> weights{10, 20, 30, 40, 50};
  const auto graph =
      packArrays(std::span<const std::uint64_t>(offsets), std::span<const std::uint32_t>(targets),
                 std::span<const std::uint32_t>(weights));
  const PackedArrays arrays = arraysOf(graph);
  EXPECT_FALSE(arrays.wideOffsets);
  EXPECT_EQ(arrays.offsets.size(), 4 * sizeof(std::uint32_t));
  EXPECT_EQ(arrays.edges.size(), 5 * sizeof(PackedEdge<std::uint32_t>));
  bool owned = true;
  {
    auto same = adoptArrays<std::uint32_t>(
        arrays,
        std::shared_ptr<const void>(&owned, [&](const void* /*memory*/) { owned = false; }));
    const PackedCSR<std::uint32_t> view = viewOf(same);
    same = {};
    EXPECT_TRUE(owned) << "a view keeps the owner";
    ASSERT_EQ(view.size(), 3u);
    ASSERT_EQ(view.sizeEdges(), 5u);
    EXPECT_EQ(view.rowBegin(0), graph.rowBegin(0));
    EXPECT_EQ(view.getDegree(1), 0u);
    EXPECT_EQ(view.edges(2)[2].weight, 50u);
  }
  EXPECT_FALSE(owned);

  const std::vector<PackedEdge<void>> edges{{0}, {1}, {0}};
  const Offsets wide{0, 1, 3};
  const PackedArrays view{std::as_bytes(std::span(wide)), std::as_bytes(std::span(edges)), true};
  const auto other = adoptArrays<void>(view, nullptr);
  EXPECT_EQ(other.size(), 2u);
  EXPECT_EQ(other.edges(1)[1].dst, 0u);
  EXPECT_TRUE(arraysOf(other).wideOffsets);
  EXPECT_EQ(arraysOf(other).offsets.data(), view.offsets.data());
}

TEST_F(FromArrays, WeightsCanBeMapped) {
  const Offsets offsets{0, 2, 2, 3};
  const Targets targets{1, 2, 0};
  const std::vector<double> weights{0.5, -1, 7};
  const auto graph =
      packArrays(std::span<const std::uint64_t>(offsets), std::span<const std::uint32_t>(targets),
                 std::span<const double>(weights));
  const auto mapped = mapWeights<std::uint32_t>(
      graph, [](const auto& edge) { return static_cast<std::uint32_t>(2 * edge.weight + 10); });
  ASSERT_EQ(mapped.size(), 3u);
  ASSERT_EQ(mapped.sizeEdges(), 3u);
  EXPECT_EQ(mapped.getDegree(0), 2u);
  EXPECT_EQ(mapped.getDegree(1), 0u);
  EXPECT_EQ(mapped.edges(0)[1].dst, 2u);
  EXPECT_EQ(mapped.edges(0)[0].weight, 11u);
  EXPECT_EQ(mapped.edges(0)[1].weight, 8u);
  EXPECT_EQ(mapped.edges(2)[0].weight, 24u);
}

TEST_F(FromArrays, GraphsWithoutNodesOrEdgesAreGraphs) {
  EXPECT_EQ(refusal({0}, {}), "");
  EXPECT_EQ(refusal({0, 0, 0}, {}), "");
}

TEST_F(FromArrays, WhatIsNoGraphIsRefused) {
  EXPECT_THAT(refusal({}, {}), HasSubstr("n + 1"));
  EXPECT_THAT(refusal({1, 2}, {0, 0}), HasSubstr("first offset is 1"));
  EXPECT_THAT(refusal({0, 2}, {0}), HasSubstr("last offset is 2, but there are 1 edges"));
  EXPECT_THAT(refusal({0, 3, 1, 2}, {0, 0}), HasSubstr("offset 2 is less"));
  EXPECT_THAT(refusal({0, 1, 3}, {0, 2, 9}), HasSubstr("edge 1 leads to node 2"));
  const Offsets offsets{0, 1};
  const Targets targets{0};
  EXPECT_THROW(packArrays(std::span<const std::uint64_t>(offsets),
                          std::span<const std::uint32_t>(targets), std::span<const double>()),
               GraphError);
}

} // namespace
} // namespace galois::graphs
