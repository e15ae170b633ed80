#include "galois/graphs/Transpose.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/ReadGraph.h"
#include "graphs/GraphTestSupport.h"
#include "support/SharedMemTest.h"

using galois::graphs::FileGraph;
using galois::graphs::PackedCSR;
using graphtest::EdgeList;

namespace {

using Transposed = galois::test::SharedMemTest;

template <typename Weight>
PackedCSR<Weight> fill(const EdgeList& list, bool wide = false) {
  FileGraph file = graphtest::toFileGraph<Weight>(list);
  PackedCSR<Weight> graph;
  graph.allocateFrom(file, wide);
  graph.constructFrom(file, 0, 1);
  return graph;
}

/// The expected rows, computed from the definition of the transpose.
std::vector<std::vector<graphtest::Edge>> inEdges(const EdgeList& list) {
  std::vector<std::vector<graphtest::Edge>> rows(list.nodes);
  for (const graphtest::Edge& edge : list.edges) {
    rows[edge.dst].push_back(edge);
  }
  for (auto& row : rows) {
    std::stable_sort(row.begin(), row.end(),
                     [](const auto& a, const auto& b) { return a.src < b.src; });
  }
  return rows;
}

template <typename Weight>
void expectTransposed(const EdgeList& list, bool wide = false) {
  const PackedCSR<Weight> turned = transpose(fill<Weight>(list, wide));
  ASSERT_EQ(turned.size(), list.nodes);
  ASSERT_EQ(turned.sizeEdges(), list.edges.size());
  const auto rows = inEdges(list);
  for (const std::uint32_t n : turned) {
    ASSERT_EQ(turned.getDegree(n), rows[n].size());
    std::size_t i = 0;
    for (const auto& edge : turned.edges(n)) {
      ASSERT_EQ(edge.dst, rows[n][i].src);
      if constexpr (!std::is_void_v<Weight>) {
        ASSERT_EQ(edge.weight, rows[n][i].weight);
      }
      ++i;
    }
  }
}

} // namespace

TEST_F(Transposed, EveryEdgeIsReversedOnAnyNumberOfThreads) {
  for (const unsigned threads : {1U, 2U, 16U}) {
    galois::setActiveThreads(threads);
    for (const std::uint32_t nodes : {1U, 30U, 3000U}) {
      for (const std::size_t edges : {0U, 1U, 40001U}) {
        expectTransposed<std::uint32_t>(graphtest::randomGraph(nodes, edges, threads));
        expectTransposed<void>(graphtest::randomGraph(nodes, edges, threads));
      }
    }
  }
}

TEST_F(Transposed, WideOffsets) {
  galois::setActiveThreads(4);
  expectTransposed<std::uint64_t>(graphtest::randomGraph(300, 4001), true);
}

TEST_F(Transposed, NoEdgesToReverse) {
  expectTransposed<void>({0, {}});
  expectTransposed<std::uint32_t>({1, {{0, 0, 7}}});
}

TEST_F(Transposed, TwiceIsTheGraphWithItsRowsSorted) {
  galois::setActiveThreads(3);
  const PackedCSR<void> once = transpose(fill<void>(graphtest::randomGraph(500, 9001)));
  const PackedCSR<void> thrice = transpose(transpose(once));
  for (const std::uint32_t n : once) {
    ASSERT_TRUE(std::ranges::equal(once.edges(n), thrice.edges(n),
                                   [](auto a, auto b) { return a.dst == b.dst; }));
  }
}
