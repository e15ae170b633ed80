/**
 * A shortest-path program in the style of those written for Galois, in C++17: Galois' helpers, tiles
 * or whole nodes as tasks, and two worklists. It must compile, run and verify.
 */
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iostream>
#include <vector>

#include "Lonestar/BFS_SSSP.h"
#include "Lonestar/BoilerPlate.h"
#include "Lonestar/Utils.h"
#include "galois/AtomicHelpers.h"
#include "galois/Galois.h"
#include "galois/graphs/LCGraph.h"
#include "galois/runtime/Profile.h"

namespace cll = llvm::cl;

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);
static cll::opt<unsigned int> stepShift("delta", cll::desc("step"), cll::init(13));
static cll::opt<bool> tiled("tiled", cll::desc("tiles as tasks"), cll::init(false));

using Graph = galois::graphs::LC_CSR_Graph<std::atomic<std::uint32_t>,
                                           std::uint32_t>::with_no_lockable<true>::type;
using GNode = Graph::GraphNode;
using SSSP = BFS_SSSP<Graph, std::uint32_t, true, 4>;
using OBIM = galois::worklists::OrderedByIntegerMetric<SSSP::UpdateRequestIndexer,
                                                       galois::worklists::PerSocketChunkFIFO<64>>;

template <typename T, typename P, typename R>
void deltaStep(Graph& graph, GNode source, const P& pushWrap, const R& edgeRange) {
  galois::InsertBag<T> first;
  graph.getData(source, galois::MethodFlag::UNPROTECTED) = 0;
  pushWrap(first, source, 0, "parallel");
  galois::for_each(
      galois::iterate(first),
      [&](const T& item, auto& ctx) {
        const auto& data = graph.getData(item.src, galois::MethodFlag::UNPROTECTED);
        if (data < item.dist) {
          return;
        }
        for (auto edge : edgeRange(item)) {
          const GNode dst = graph.getEdgeDst(edge);
          const SSSP::Dist newDist = data + graph.getEdgeData(edge);
          auto& other = graph.getData(dst, galois::MethodFlag::UNPROTECTED);
          if (newDist < galois::atomicMin<std::uint32_t>(other, newDist)) {
            pushWrap(ctx, dst, newDist);
          }
        }
      },
      galois::wl<OBIM>(SSSP::UpdateRequestIndexer{stepShift}), galois::disable_conflict_detection(),
      galois::loopname("paths"));
}

/// The same on one thread, in order of priority. Returns whether it came to the same distances.
template <typename Distances>
bool agreesWithSerial(Graph& graph, GNode source, const Distances& right) {
  using Item = SSSP::UpdateRequest;
  SerialBucketWL<Item, SSSP::UpdateRequestIndexer> wl(SSSP::UpdateRequestIndexer{stepShift});
  for (GNode n : graph) {
    graph.getData(n) = SSSP::DIST_INFINITY;
  }
  graph.getData(source) = 0;
  SSSP::ReqPushWrap()(wl, source, 0);
  while (!wl.empty()) {
    auto& bucket = wl.minBucket();
    while (!bucket.empty()) {
      const Item item = bucket.front();
      bucket.pop_front();
      if (graph.getData(item.src) < item.dist) {
        continue;
      }
      for (auto edge : graph.edges(item.src)) {
        const GNode dst = graph.getEdgeDst(edge);
        const SSSP::Dist newDist = item.dist + graph.getEdgeData(edge);
        if (newDist < graph.getData(dst)) {
          graph.getData(dst) = newDist;
          SSSP::ReqPushWrap()(wl, dst, newDist);
        }
      }
    }
    wl.goToNextBucket();
  }
  return wl.allEmpty() && std::equal(graph.begin(), graph.end(), right.begin(),
                                     [&](GNode n, auto dist) { return graph.getData(n) == dist; });
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "paths", "Shortest paths in Galois' style", nullptr, &inputFile);
  Graph graph;
  galois::graphs::readGraph(graph, inputFile);
  std::cout << "power law: " << isApproximateDegreeDistributionPowerLaw(graph) << "\n";
  galois::do_all(galois::iterate(graph), [&](GNode n) { graph.getData(n) = SSSP::DIST_INFINITY; });
  SourcePicker<Graph> picker(graph);
  const GNode source = picker.PickNext();
  galois::runtime::profileVtune(
      [&] {
        if (tiled) {
          deltaStep<SSSP::SrcEdgeTile>(graph, source, SSSP::SrcEdgeTilePushWrap{graph},
                                       SSSP::TileRangeFn());
        } else {
          deltaStep<SSSP::UpdateRequest>(graph, source, SSSP::ReqPushWrap(),
                                         SSSP::OutEdgeRangeFn{graph});
        }
      },
      "paths");
  if (!SSSP::verify(graph, source)) {
    return 1;
  }
  std::vector<SSSP::Dist> distances;
  for (GNode n : graph) {
    distances.push_back(graph.getData(n));
  }
  galois::GReduceMax<SSSP::Dist> greatest;
  galois::do_all(galois::iterate(graph), SSSP::max_dist(graph, greatest));
  std::atomic<bool> wrong(false);
  galois::do_all(galois::iterate(graph), SSSP::not_consistent(graph, wrong));
  if (wrong || !agreesWithSerial(graph, source, distances)) {
    std::cerr << "the serial distances differ\n";
    return 1;
  }
  graph.getData(source) = 1;
  if (SSSP::verify(graph, source)) {
    std::cerr << "a wrong answer passed the check\n";
    return 1;
  }
  graph.getData(source) = 0;
  const auto edge = graph.edge_begin(source);
  graph.getData(graph.getEdgeDst(edge)) = graph.getEdgeData(edge) + 1;
  if (SSSP::verify(graph, source)) {
    std::cerr << "a distance that is too long passed the check\n";
    return 1;
  }
  std::cout << "Verification successful.\n";
  return 0;
}
