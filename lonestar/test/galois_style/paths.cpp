/**
 * A shortest-path program in the style of those written for Galois, in C++17: Galois' helpers, tiles
 * or whole nodes as tasks, and two worklists. It must compile, run and verify.
 */
#include <atomic>
#include <cstdint>
#include <iostream>

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
  if (!SSSP::verify(&graph, source)) {
    return 1;
  }
  graph.getData(source) = 1;
  if (SSSP::verify(&graph, source)) {
    std::cerr << "a wrong answer passed the check\n";
    return 1;
  }
  graph.getData(source) = 0;
  const auto edge = graph.edge_begin(source);
  graph.getData(graph.getEdgeDst(edge)) = graph.getEdgeData(edge) + 1;
  if (SSSP::verify(&graph, source)) {
    std::cerr << "a distance that is too long passed the check\n";
    return 1;
  }
  std::cout << "Verification successful.\n";
  return 0;
}
