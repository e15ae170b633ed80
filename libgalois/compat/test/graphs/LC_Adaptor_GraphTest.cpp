// LC_Adaptor_Graph over arrays, pointers and computed edges, with and without locks and data.
#include <cstdint>
#include <vector>

#include <boost/iterator/counting_iterator.hpp>
#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/graphs/LC_Adaptor_Graph.h"
#include "graphs/GraphTestSupport.h"

namespace {

using galois::MethodFlag;
using galois::graphs::LC_Adaptor_Graph;
using Count = boost::counting_iterator<std::uint32_t>;

/// Rows in the program's own vectors.
template <bool HasNoLockable>
class Rows : public LC_Adaptor_Graph<int, std::uint32_t, Rows<HasNoLockable>, std::uint32_t, Count,
                                     graphtest::Edge*, HasNoLockable> {
  using Base = LC_Adaptor_Graph<int, std::uint32_t, Rows, std::uint32_t, Count, graphtest::Edge*,
                                HasNoLockable>;

public:
  using typename Base::edge_iterator;
  using typename Base::GraphNode;
  explicit Rows(const graphtest::EdgeList& list)
      : rows_(graphtest::rowsOf(list)), data_(list.nodes), edges_(list.edges.size()) {}

  int& get_data(GraphNode n) { return data_[n]; }
  std::uint32_t& get_edge_data(edge_iterator edge) { return edge->weight; }
  GraphNode get_edge_dst(edge_iterator edge) { return edge->dst; }
  edge_iterator get_edge_begin(GraphNode n) { return rows_[n].data(); }
  edge_iterator get_edge_end(GraphNode n) { return rows_[n].data() + rows_[n].size(); }
  Count get_begin() { return Count(0); }
  Count get_end() { return Count(static_cast<std::uint32_t>(rows_.size())); }
  int get_size() { return static_cast<int>(rows_.size()); }
  int get_size_edges() { return static_cast<int>(edges_); }
  int get_id(GraphNode n) { return static_cast<int>(n); }

private:
  std::vector<std::vector<graphtest::Edge>> rows_;
  std::vector<int> data_;
  std::size_t edges_;
};

TEST(LC_Adaptor_Graph, ShowsTheProgramsArrays) {
  const graphtest::EdgeList list = graphtest::randomGraph(50, 300);
  Rows<false> graph(list);
  graphtest::expectRows<std::uint32_t>(list, graph);
  const Rows<true> unlocked(list);
  graphtest::expectRows<std::uint32_t>(list, unlocked);
  EXPECT_EQ(graph.getId(7), 7U);
  const graphtest::Edge known = list.edges[0];
  EXPECT_EQ(graph.getEdgeDst(graph.findEdge(known.src, known.dst)), known.dst);
  EXPECT_EQ(graph.findEdge(known.src, 99), graph.edge_end(known.src));
  graph.getData(3) = 4;
  EXPECT_EQ(graph.getData(3), 4);
  const Rows<false> empty({0, {}});
  EXPECT_EQ(empty.begin(), empty.end());
  EXPECT_EQ(empty.size() + empty.sizeEdges(), 0U);
}

TEST(LC_Adaptor_Graph, RunsInLoops) {
  const graphtest::EdgeList list = graphtest::randomGraph(200, 3000);
  for (const unsigned threads : {1U, 2U, 3U, 16U}) {
    galois::setActiveThreads(threads);
    Rows<false> graph(list);
    // Each edge adds its weight to both ends. The locks keep additions from being lost.
    galois::for_each(
        galois::iterate(graph),
        [&](std::uint32_t n, auto&) {
          for (auto edge : graph.edges(n)) {
            const int weight = static_cast<int>(graph.getEdgeData(edge) % 100);
            graph.getData(n) += weight;
            graph.getData(graph.getEdgeDst(edge)) += weight;
          }
        },
        galois::no_pushes());
    std::vector<int> expected(list.nodes, 0);
    for (const graphtest::Edge& e : list.edges) {
      expected[e.src] += static_cast<int>(e.weight % 100);
      expected[e.dst] += static_cast<int>(e.weight % 100);
    }
    for (std::uint32_t n : graph) {
      ASSERT_EQ(graph.getData(n), expected[n]) << "node " << n;
    }
    galois::GAccumulator<int> seen;
    galois::do_all(galois::iterate(graph), [&](std::uint32_t) { seen += 1; });
    EXPECT_EQ(seen.reduce(), 200);
  }
  galois::setActiveThreads(1);
}

/// Node objects that are their own locks, in a ring; edges are computed.
struct RingNode : galois::runtime::Lockable {
  RingNode* next;
};
class Ring : public LC_Adaptor_Graph<RingNode, void, Ring, RingNode*,
                                     boost::counting_iterator<RingNode*>, RingNode**> {
public:
  explicit Ring(int size) : nodes_(size) {
    for (int i = 0; i < size; ++i) {
      nodes_[i].next = &nodes_[(i + 1) % size];
    }
  }
  RingNode& get_data(GraphNode n) { return *n; }
  GraphNode get_edge_dst(edge_iterator edge) const { return *edge; }
  edge_iterator get_edge_begin(GraphNode n) const { return &n->next; }
  edge_iterator get_edge_end(GraphNode n) const { return &n->next + 1; }
  iterator get_begin() { return iterator(nodes_.data()); }
  iterator get_end() { return iterator(nodes_.data() + nodes_.size()); }
  std::size_t get_size() const { return nodes_.size(); }

private:
  std::vector<RingNode> nodes_;
};

TEST(LC_Adaptor_Graph, UsesTheLocksOfTheData) {
  Ring ring(5);
  EXPECT_EQ(ring.sizeEdges(), 5U); // counted, since Ring does not say it
  galois::runtime::SimpleRuntimeContext iteration;
  galois::runtime::setThreadContext(&iteration);
  auto first = *ring.begin();
  ring.edges(first);
  EXPECT_TRUE(iteration.holds(*first));
  EXPECT_TRUE(iteration.holds(*first->next));
  EXPECT_FALSE(iteration.holds(*first->next->next));
  EXPECT_EQ(iteration.release(), 2U);
  ring.edges(first, MethodFlag::UNPROTECTED);
  EXPECT_EQ(iteration.release(), 0U);
  Rows<true> unlocked({1, {{0, 0, 0}}});
  unlocked.edges(0);
  EXPECT_EQ(iteration.release(), 0U);
  Rows<false> loop({1, {{0, 0, 0}}});
  loop.edges(0);
  EXPECT_EQ(iteration.release(), 1U); // the loop leads to the node itself
  galois::runtime::setThreadContext(nullptr);
}

/// A ring whose data is computed: its functions return values.
class Computed : public LC_Adaptor_Graph<int, unsigned, Computed, std::uint32_t, Count, Count> {
public:
  int get_data(GraphNode n) const { return static_cast<int>(n) - 2; }
  unsigned get_edge_data(edge_iterator edge) const { return 10 * *edge; }
  std::uint32_t get_edge_dst(edge_iterator edge) const { return (*edge + 1) % 5; }
  edge_iterator get_edge_begin(GraphNode n) const { return Count(n); }
  edge_iterator get_edge_end(GraphNode n) const { return Count(n + 1); }
  Count get_begin() const { return Count(0); }
  Count get_end() const { return Count(5); }
  int get_size() const { return 5; }
};

TEST(LC_Adaptor_Graph, TakesFunctionsThatReturnValues) {
  const galois::SharedMemSys system;
  const Computed ring;
  galois::GAccumulator<int> nodes, edges;
  galois::for_each(galois::iterate(ring), [&](std::uint32_t n, auto&) {
    nodes += ring.getData(n);
    for (auto e : ring.edges(n)) {
      edges += static_cast<int>(ring.getEdgeData(e)) + ring.getData(ring.getEdgeDst(e));
    }
  });
  EXPECT_EQ(nodes.reduce(), 0);
  EXPECT_EQ(edges.reduce(), 100);
}

} // namespace
