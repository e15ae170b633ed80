// The options of Morph_SepInOut_Graph. MorphGraphTest.cpp tests its operations.
#include <iterator>
#include <type_traits>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/Morph_SepInOut_Graph.h"

namespace {

using galois::MethodFlag;
using galois::graphs::Morph_SepInOut_Graph;

template <typename A, typename B>
constexpr bool kSame = std::is_same_v<A, B>;

using Plain = Morph_SepInOut_Graph<int, char, true>;
static_assert(kSame<Plain::with_id<true>::type, Plain>);
static_assert(kSame<Plain::with_node_data<void>::type,
                    Morph_SepInOut_Graph<void, char, true, false, false, false, char>>);
static_assert(kSame<Plain::with_edge_data<long>::type,
                    Morph_SepInOut_Graph<int, long, true, false, false, false, char>>);
static_assert(kSame<Plain::with_file_edge_data<long>::type,
                    Morph_SepInOut_Graph<int, char, true, false, false, false, long>>);
static_assert(
    kSame<Plain::with_no_lockable<true>::type, Morph_SepInOut_Graph<int, char, true, false, true>>);
static_assert(kSame<Plain::_with_no_lockable<true>, Plain::with_no_lockable<true>::type>);
static_assert(kSame<Plain::with_directional<false>::type, Morph_SepInOut_Graph<int, char, false>>);
static_assert(kSame<Plain::with_in_edges<true>::type, Morph_SepInOut_Graph<int, char, true, true>>);
static_assert(kSame<Plain::with_sorted_neighbors<true>::type,
                    Morph_SepInOut_Graph<int, char, true, false, false, true>>);

TEST(Morph_SepInOut_Graph, KeepsInEdgesApart) {
  Morph_SepInOut_Graph<void, void, true, true> graph;
  auto a = graph.createNode(), b = graph.createNode();
  graph.addNode(a);
  graph.addNode(b);
  graph.addEdge(a, b);
  graph.addEdge(b, b);
  EXPECT_EQ(graph.in_edge_begin(a), graph.in_edge_end(a));
  EXPECT_EQ(std::distance(graph.edge_begin(a), graph.edge_end(a)), 1);
  EXPECT_EQ(std::distance(graph.in_edge_begin(b), graph.in_edge_end(b)), 2);
  EXPECT_EQ(std::distance(graph.edge_begin(b), graph.edge_end(b)), 1);
  EXPECT_EQ(graph.getEdgeDst(graph.findInEdge(a, b)), a);
  EXPECT_EQ(graph.findInEdge(b, a), graph.in_edge_end(a));
  graph.removeNode(b);
  EXPECT_EQ(graph.edge_begin(a), graph.edge_end(a));
}

} // namespace
