// Programs over a graph that use the names and options of Galois 6 as its users do. One purpose of
// the test is that they compile.
#include <cstdint>
#include <limits>
#include <queue>
#include <vector>

#include <gtest/gtest.h>

#include "galois/AtomicHelpers.h"
#include "galois/Bag.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/graphs/LCGraph.h"
#include "galois/substrate/Random.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Obim.h"
#include "galois/worklists/StealingMultiQueue.h"

namespace {

using Distance = std::atomic<std::uint32_t>;
using Graph = galois::graphs::LC_CSR_Graph<Distance, std::uint32_t>::with_no_lockable<true>::type;
using GNode = Graph::GraphNode;
constexpr std::uint32_t kInfinity = std::numeric_limits<std::uint32_t>::max() / 2 - 1;

struct UpdateRequest {
  GNode src;
  std::uint32_t distance;
};
struct UpdateRequestIndexer {
  unsigned shift;
  template <typename R>
  unsigned operator()(const R& req) const {
    return req.distance >> shift;
  }
};

/// A random graph in which each arc is a function of its number.
struct Arcs {
  static constexpr std::uint32_t kNodes = 2000, kDegree = 6;
  static std::uint32_t dst(std::uint64_t n, std::uint64_t e) {
    return galois::substrate::Random(1, n * kDegree + e).below(kNodes);
  }
  static std::uint32_t weight(std::uint64_t n, std::uint64_t e) {
    return 1 + galois::substrate::Random(2, n * kDegree + e).below(1000);
  }
};

std::vector<std::uint32_t> referenceDistances() {
  std::vector<std::uint32_t> dist(Arcs::kNodes, kInfinity);
  using Entry = std::pair<std::uint32_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  dist[0] = 0;
  queue.push({0, 0});
  while (!queue.empty()) {
    const auto [d, n] = queue.top();
    queue.pop();
    for (std::uint32_t e = 0; e < Arcs::kDegree; ++e) {
      const std::uint32_t to = Arcs::dst(n, e), longer = d + Arcs::weight(n, e);
      if (longer < dist[to]) {
        dist[to] = longer;
        queue.push({longer, to});
      }
    }
  }
  return dist;
}

class GaloisProgram : public ::testing::TestWithParam<unsigned> {
protected:
  void SetUp() override {
    galois::setActiveThreads(GetParam());
    galois::do_all(
        galois::iterate(graph),
        [&](GNode n) { graph.getData(n, galois::MethodFlag::UNPROTECTED) = kInfinity; },
        galois::steal(), galois::loopname("initNodeData"));
  }

  void expectRightDistances() {
    galois::GAccumulator<std::uint32_t> wrong;
    galois::GReduceMax<std::uint32_t> farthest;
    const std::vector<std::uint32_t> expected = referenceDistances();
    galois::do_all(galois::iterate(graph), [&](GNode n) {
      wrong += graph.getData(n) != expected[n];
      farthest.update(graph.getData(n));
    });
    EXPECT_EQ(wrong.reduce(), 0u);
    EXPECT_GT(farthest.reduce(), 0u);
  }

  template <typename WL, typename... WLArgs>
  void deltaStep(WLArgs&&... args) {
    graph.getData(0) = 0;
    galois::InsertBag<UpdateRequest> initial;
    initial.push(UpdateRequest{0, 0});
    galois::for_each(
        galois::iterate(initial),
        [&](const UpdateRequest& req, auto& ctx) {
          constexpr galois::MethodFlag flag = galois::MethodFlag::UNPROTECTED;
          if (graph.getData(req.src, flag) < req.distance) {
            return;
          }
          for (auto ii : graph.edges(req.src, flag)) {
            const GNode dst = graph.getEdgeDst(ii);
            const std::uint32_t newDist = req.distance + graph.getEdgeData(ii, flag);
            if (newDist < galois::atomicMin(graph.getData(dst, flag), newDist)) {
              ctx.push(UpdateRequest{dst, newDist});
            }
          }
        },
        galois::wl<WL>(std::forward<WLArgs>(args)...), galois::disable_conflict_detection(),
        galois::loopname("SSSP"));
  }

  galois::SharedMemSys system;
  Graph graph{Arcs::kNodes, std::uint64_t{Arcs::kNodes} * Arcs::kDegree,
              [](std::uint64_t) { return Arcs::kDegree; }, Arcs::dst, Arcs::weight};
};

TEST_P(GaloisProgram, DeltaSteppingUnderObim) {
  using PSchunk = galois::worklists::PerSocketChunkFIFO<16>;
  using OBIM = galois::worklists::OrderedByIntegerMetric<UpdateRequestIndexer, PSchunk>;
  deltaStep<OBIM>(UpdateRequestIndexer{5});
  expectRightDistances();
}

TEST_P(GaloisProgram, DeltaSteppingWithBarriers) {
  using PSchunk = galois::worklists::PerSocketChunkFIFO<16>;
  using OBIM = galois::worklists::OrderedByIntegerMetric<UpdateRequestIndexer,
                                                         PSchunk>::with_barrier<true>::type;
  deltaStep<OBIM>(UpdateRequestIndexer{5});
  expectRightDistances();
}

TEST_P(GaloisProgram, TheSameOperatorUnderOtherWorklists) {
  deltaStep<galois::worklists::StealingMultiQueue<UpdateRequestIndexer>>(UpdateRequestIndexer{0});
  expectRightDistances();
  SetUp();
  deltaStep<galois::worklists::PerSocketChunkLIFO<8>>();
  expectRightDistances();
}

TEST_P(GaloisProgram, RoundsWithTwoBags) {
  using Bag = galois::InsertBag<GNode>;
  Bag bags[2];
  Bag *current = &bags[0], *next = &bags[1];
  graph.getData(0) = 0;
  next->push(0);
  while (!next->empty()) {
    std::swap(current, next);
    next->clear();
    galois::do_all(
        galois::iterate(*current),
        [&](GNode src) {
          const std::uint32_t sdist = graph.getData(src);
          for (auto e : graph.edges(src)) {
            const std::uint32_t newDist = sdist + graph.getEdgeData(e);
            const GNode dst = graph.getEdgeDst(e);
            if (newDist < galois::atomicMin(graph.getData(dst), newDist)) {
              next->push(dst);
            }
          }
        },
        galois::steal(), galois::chunk_size<16>(), galois::loopname("Rounds"));
  }
  expectRightDistances();
}

INSTANTIATE_TEST_SUITE_P(Threads, GaloisProgram, ::testing::Values(1u, 2u, 3u, 16u));

} // namespace
