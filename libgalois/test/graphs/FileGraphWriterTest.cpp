#include "galois/graphs/FileGraph.h"

#include <algorithm>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "graphs/GraphTestSupport.h"

using galois::graphs::FileGraph;
using galois::graphs::FileGraphWriter;
using galois::graphs::GraphError;
using graphtest::EdgeList;
using graphtest::errorOf;
using graphtest::expectRows;
using graphtest::randomGraph;
using graphtest::toFileGraph;
using testing::HasSubstr;

namespace {

/// Returns a writer after phase2() that expects `degree[n]` edges of node n.
FileGraphWriter announced(const std::vector<unsigned>& degree, std::uint64_t edges) {
  FileGraphWriter w;
  w.setNumNodes(degree.size());
  w.setNumEdges<void>(edges);
  w.phase1();
  for (std::size_t n = 0; n < degree.size(); ++n) {
    w.incrementDegree(n, degree[n]);
  }
  w.phase2();
  return w;
}

} // namespace

TEST(FileGraphWriter, KeepsTheOrderOfEachRow) {
  const EdgeList list = randomGraph(50, 401);
  FileGraph graph = toFileGraph<std::uint32_t>(list);
  expectRows<std::uint32_t>(list, graph);
  EXPECT_EQ(graph.edgeSize(), 4U);
}

TEST(FileGraphWriter, SlotsIndexTheDataThatFinishReturns) {
  FileGraphWriter w;
  w.setNumNodes(3);
  w.setNumEdges<double>(3);
  w.phase1();
  w.incrementDegree(2);
  w.incrementDegree(0, 2);
  w.phase2();
  const std::size_t a = w.addNeighbor(2, 0);
  const std::size_t b = w.addNeighbor(0, 1);
  const std::size_t c = w.addNeighbor(0, 2);
  double* data = w.finish<double>();
  data[a] = 1.5;
  data[b] = 2.5;
  data[c] = 3.5;
  EXPECT_EQ(w.getEdgeData<double>(2, 0), 1.5);
  EXPECT_EQ(w.getEdgeData<double>(0, 1), 2.5);
  EXPECT_EQ(w.getEdgeData<double>(0, 2), 3.5);
}

TEST(FileGraphWriter, EmptyGraphAndGraphWithoutEdges) {
  FileGraphWriter none = announced({}, 0);
  none.finish();
  EXPECT_EQ(none.size(), 0U);
  EXPECT_EQ(none.begin(), none.end());
  FileGraphWriter lonely = announced({0, 0}, 0);
  lonely.finish();
  EXPECT_EQ(lonely.getDegree(1), 0U);
}

TEST(FileGraphWriter, MiscountsAreErrors) {
  EXPECT_THAT(errorOf([] { announced({1, 1}, 3); }), HasSubstr("3 edges were announced"));
  EXPECT_THAT(errorOf([] {
                FileGraphWriter w;
                w.setNumNodes(2);
                w.phase1();
                w.incrementDegree(2);
              }),
              HasSubstr("node 2 does not exist"));
  FileGraphWriter w = announced({1, 1}, 2);
  EXPECT_THAT(errorOf([&] { w.addNeighbor(0, 2); }), HasSubstr("0 -> 2"));
  EXPECT_THAT(errorOf([&] { w.addNeighbor(2, 0); }), HasSubstr("2 -> 0"));
  w.addNeighbor(0, 1);
  EXPECT_THAT(errorOf([&] { w.addNeighbor(0, 1); }), HasSubstr("more edges"));
  EXPECT_THAT(errorOf([&] { w.finish(); }), HasSubstr("node 1 has fewer edges"));
}

TEST(FileGraphWriter, RefusesWhatMemoryCannotHold) {
  FileGraphWriter w;
  w.setNumNodes(1);
  w.setNumEdges<std::uint64_t>(std::uint64_t{1} << 61);
  w.phase1();
  EXPECT_THAT(errorOf([&] { w.phase2(); }), HasSubstr("more than memory can hold"));
}

TEST(MakeSymmetric, AddsEveryReverseOnceAndLoopsNever) {
  const EdgeList list = randomGraph(40, 300, 7);
  FileGraph in = toFileGraph<std::uint32_t>(list);
  FileGraph out;
  galois::graphs::makeSymmetric<std::uint32_t>(in, out);
  std::vector<std::array<std::uint32_t, 3>> expected;
  for (const auto& e : list.edges) {
    expected.push_back({e.src, e.dst, e.weight});
    if (e.src != e.dst) {
      expected.push_back({e.dst, e.src, e.weight});
    }
  }
  std::vector<std::array<std::uint32_t, 3>> found;
  for (auto n : out) {
    for (auto e : out.edges(n)) {
      found.push_back({static_cast<std::uint32_t>(n), static_cast<std::uint32_t>(out.getEdgeDst(e)),
                       out.getEdgeData<std::uint32_t>(e)});
    }
  }
  std::sort(expected.begin(), expected.end());
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected);
}

TEST(MakeSymmetric, WithoutDataAndWithTheWrongData) {
  FileGraph in = toFileGraph<std::uint32_t>({3, {{0, 1, 5}, {1, 1, 6}}});
  FileGraph out;
  galois::graphs::makeSymmetric<void>(in, out);
  EXPECT_EQ(out.sizeEdges(), 3U);
  EXPECT_EQ(out.edgeSize(), 0U);
  EXPECT_TRUE(out.hasNeighbor(1, 0));
  EXPECT_THROW(galois::graphs::makeSymmetric<std::uint64_t>(in, out), GraphError);
}

TEST(Permute, RenamesNodesAndKeepsRows) {
  const EdgeList list = randomGraph(30, 200, 3);
  std::vector<std::uint32_t> newName(30);
  for (std::uint32_t n = 0; n < 30; ++n) {
    newName[n] = n * 7 % 30;
  }
  FileGraph in = toFileGraph<std::uint32_t>(list);
  FileGraph out;
  galois::graphs::permute<std::uint32_t>(in, newName, out);
  EdgeList renamed = list;
  for (auto& e : renamed.edges) {
    e.src = newName[e.src];
    e.dst = newName[e.dst];
  }
  expectRows<std::uint32_t>(renamed, out);
}

TEST(Permute, RefusesWhatIsNoPermutation) {
  FileGraph in = toFileGraph<void>({2, {{0, 1, 0}}});
  FileGraph out;
  EXPECT_THAT(errorOf([&] {
                galois::graphs::permute<void>(in, std::vector{0, 0}, out);
              }),
              HasSubstr("not a permutation"));
  EXPECT_THAT(errorOf([&] {
                galois::graphs::permute<void>(in, std::vector{0, 2}, out);
              }),
              HasSubstr("not a permutation"));
}
