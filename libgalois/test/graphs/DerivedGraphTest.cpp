// What classes derived from Galois' LC_CSR_Graph and programs with other containers use of it.
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/PODResizeableArray.h"
#include "galois/graphs/LCGraph.h"
#include "galois/gstl.h"
#include "support/ByteArchive.h"

namespace {

using galois::graphs::LC_CSR_Graph;
using ::testing::ElementsAre;

/// A graph with the arcs 0-1 (5), 0-2 (6), 2-0 (7).
using Base = LC_CSR_Graph<int, std::uint32_t>;
Base small() {
  Base graph;
  graph.constructFrom(3, 3, std::vector<std::uint64_t>{2, 2, 3},
                      std::vector<std::vector<std::uint32_t>>{{1, 2}, {}, {0}},
                      std::vector<std::vector<std::uint32_t>>{{5, 6}, {}, {7}});
  return graph;
}

/// Adds up the arrays themselves, under the names that Galois gives them.
class Sums : public Base {
public:
  explicit Sums(Base&& base) : Base(std::move(base)) {}
  std::uint64_t ends() const {
    std::uint64_t sum = 0;
    for (std::uint32_t n = 0; n < numNodes; ++n) {
      sum += edgeIndData[n];
    }
    return sum;
  }
  std::uint64_t destinations() const {
    std::uint64_t sum = 0;
    for (std::uint64_t e = 0; e < numEdges; ++e) {
      sum += edgeDst[e] + edgeData[e];
    }
    return sum;
  }
  int nodes() {
    nodeData[1] = 4;
    return getData(1);
  }
};

TEST(DerivedGraph, SeesTheArrays) {
  Sums sums(small());
  EXPECT_EQ(sums.ends(), 7U);
  EXPECT_EQ(sums.destinations(), 21U);
  EXPECT_EQ(sums.nodes(), 4);
  sums.transpose();
  EXPECT_EQ(sums.ends(), 1U + 2U + 3U);
  EXPECT_EQ(sums.destinations(), 0U + 0U + 2U + 18U);
}

TEST(DerivedGraph, PrefixSumFollowsTheGraph) {
  Base graph = small();
  EXPECT_THAT(graph.getEdgePrefixSum(), ElementsAre(2, 2, 3));
  static_assert(std::is_same_v<std::decay_t<decltype(graph.getEdgePrefixSum())>,
                               galois::LargeArray<std::uint64_t>>);
  Base moved = std::move(graph);
  EXPECT_THAT(moved.getEdgePrefixSum(), ElementsAre(2, 2, 3));
  swap(graph, moved);
  EXPECT_THAT(graph.getEdgePrefixSum(), ElementsAre(2, 2, 3));
  EXPECT_EQ(moved.getEdgePrefixSum().size(), 0U);
}

TEST(DerivedGraph, NoDataIsANullPointer) {
  LC_CSR_Graph<void, void> graph;
  graph.constructFrom(2, 1, std::vector<std::uint64_t>{1, 1},
                      std::vector<std::vector<std::uint32_t>>{{1}, {}});
  static_assert(std::is_same_v<decltype(graph.getData(0)), void*>);
  EXPECT_EQ(graph.getData(0), nullptr);
  EXPECT_EQ(graph.getEdgeData(graph.edge_begin(0)), nullptr);
  EXPECT_EQ(graph.nodeValues(), nullptr);
  EXPECT_EQ(graph.edgeValues(), nullptr);
}

TEST(DerivedGraph, BuiltFromGaloisContainers) {
  galois::gstl::Vector<galois::PODResizeableArray<std::uint32_t>> rows(2);
  rows[0].push_back(1);
  rows[1].push_back(0);
  rows[1].push_back(1);
  galois::gstl::Vector<std::uint64_t> ends;
  ends.push_back(1);
  ends.push_back(3);
  const std::vector<std::vector<std::uint32_t>> noData;
  Base graph;
  graph.constructFrom(2, 3, ends, rows, noData);
  EXPECT_THAT(graph.getEdgePrefixSum(), ElementsAre(1, 3));
  EXPECT_EQ(graph.getEdgeDst(graph.edge_begin(1)), 0U);
  EXPECT_EQ(graph.getEdgeData(graph.edge_begin(1)), 0U);
}

TEST(DerivedGraph, ArchivesItself) {
  Base graph = small();
  for (const auto n : graph) {
    graph.getData(n) = static_cast<int>(10 + n);
  }
  galois::test::ByteArchive archive;
  graph.serializeGraph(archive);
  graph.getData(2) = 99;
  graph.serializeNodeData(archive);
  Base copy;
  copy.deSerializeGraph(archive);
  EXPECT_THAT(copy.getEdgePrefixSum(), ElementsAre(2, 2, 3));
  EXPECT_EQ(copy.getEdgeDst(copy.edge_begin(2)), 0U);
  EXPECT_EQ(copy.getEdgeData(copy.edge_begin(2)), 7U);
  EXPECT_EQ(copy.getData(2), 12);
  copy.deSerializeNodeData(archive);
  EXPECT_EQ(copy.getData(2), 99);
}

template <typename Graph>
class OtherNames : public ::testing::Test {};
using Graphs = ::testing::Types<
    galois::graphs::LC_Linear_Graph<int, std::uint32_t>::with_id<true>::type,
    galois::graphs::LC_Linear_Graph<void, void>::with_node_data<int>::type::with_edge_data<
        std::uint32_t>::type::with_no_lockable<true>::type::with_numa_alloc<true>::type,
    galois::graphs::LC_InlineEdge_Graph<int, std::uint32_t>,
    galois::graphs::LC_InlineEdge_Graph<int, void>::with_edge_data<std::uint32_t>::type::
        with_compressed_node_ptr<true>::type::with_out_of_line_lockable<true>::type>;
TYPED_TEST_SUITE(OtherNames, Graphs);

TYPED_TEST(OtherNames, AreTheSameGraph) {
  TypeParam graph(
      3, 3, [](auto n) { return n == 1   ? 0U
                                : n == 0 ? 2U
                                         : 1U; },
      [](auto n, auto i) { return n == 0 ? i + 1 : 0; },
      [](auto n, auto i) { return static_cast<std::uint32_t>(10 * n + i); });
  std::uint64_t sum = 0;
  for (auto n : graph) {
    graph.getData(n) = 1;
    for (auto e : graph.edges(n)) {
      sum += graph.getEdgeData(e) + graph.getEdgeDst(e);
    }
  }
  EXPECT_EQ(sum, (0U + 1) + (1 + 2) + (20 + 0));
}

TEST(LinearGraph, NodesHaveIds) {
  galois::graphs::LC_Linear_Graph<int, void>::with_id<true>::type graph;
  graph.allocateFrom(5, 0);
  EXPECT_EQ(graph.getId(graph.getNode(3)), 3U);
}

} // namespace
