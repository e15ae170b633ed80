/**
 * A maximal independent set in the style of programs written for Galois, in C++17: one operator that
 * runs speculatively and in three deterministic ways, with its options inside. It must compile, run
 * and verify; the deterministic ways give the same set on any number of threads.
 */
#include <algorithm>
#include <cstdint>
#include <iostream>
#include <string>
#include <tuple>
#include <vector>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/graphs/FileGraph.h"
#include "galois/graphs/LCGraph.h"
#include "galois/worklists/BulkSynchronous.h"

namespace cll = llvm::cl;

enum Algo { kNondet, kDetBase, kDetPrefix, kDetDisjoint, kParameter };

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"),
                                       cll::Required); // without loops from a node to itself
static cll::opt<Algo> algo(
    "algo", cll::desc("how to run"),
    cll::values(clEnumValN(kNondet, "nondet", "speculatively"),
                clEnumValN(kDetBase, "detBase", "two passes"),
                clEnumValN(kDetPrefix, "detPrefix", "the first pass only visits the neighbourhood"),
                clEnumValN(kDetDisjoint, "detDisjoint",
                           "the second pass uses the state of the first"),
                clEnumValN(kParameter, "parameter", "measures the parallelism")),
    cll::init(kDetBase));

enum MatchFlag : char { kUnmatched, kOtherMatched, kMatched };

struct Node {
  MatchFlag flag = kUnmatched;
};

using Graph = galois::graphs::LC_CSR_Graph<Node, void>;
using GNode = Graph::GraphNode;

template <Algo algorithm>
struct Process {
  struct LocalState {
    bool mod = false;
    explicit LocalState(galois::PerIterAllocTy&) {}
  };
  struct DeterministicId {
    std::uintptr_t operator()(const GNode& x) const { return x; }
  };
  using function_traits = std::tuple<galois::no_pushes, galois::per_iter_alloc, galois::no_stats>;

  Graph& graph;

  bool build(GNode src) const {
    Node& me = graph.getData(src, galois::MethodFlag::WRITE);
    if (me.flag != kUnmatched) {
      return false;
    }
    for (auto ii : graph.edges(src, galois::MethodFlag::UNPROTECTED)) {
      if (graph.getData(graph.getEdgeDst(ii), galois::MethodFlag::WRITE).flag == kMatched) {
        return false;
      }
    }
    return true;
  }

  void modify(GNode src) const {
    for (auto ii : graph.edges(src, galois::MethodFlag::UNPROTECTED)) {
      graph.getData(graph.getEdgeDst(ii), galois::MethodFlag::UNPROTECTED).flag = kOtherMatched;
    }
    graph.getData(src, galois::MethodFlag::UNPROTECTED).flag = kMatched;
  }

  template <typename C>
  void operator()(GNode src, C& ctx) const {
    if (algorithm == kDetDisjoint && ctx.isFirstPass()) {
      auto* state = ctx.template createLocalState<LocalState>(ctx.getPerIterAlloc());
      state->mod = build(src);
      return;
    }
    bool mod = false;
    if (algorithm == kDetDisjoint) {
      mod = ctx.template getLocalState<LocalState>()->mod;
    } else {
      mod = build(src);
      if (algorithm == kDetBase) {
        ctx.cautiousPoint();
      }
    }
    if (mod) {
      modify(src);
    }
  }
};

template <Algo algorithm>
struct Prefix {
  Graph& graph;
  template <typename C>
  void operator()(GNode src, C&) const {
    graph.getData(src, galois::MethodFlag::WRITE);
    for (auto ii : graph.edges(src, galois::MethodFlag::UNPROTECTED)) {
      graph.getData(graph.getEdgeDst(ii), galois::MethodFlag::WRITE);
    }
  }
};

void run(Graph& graph) {
  using DWL = galois::worklists::Deterministic<>;
  using BSWL = galois::worklists::BulkSynchronous<galois::worklists::PerSocketChunkFIFO<64>>;
  const auto range = galois::iterate(graph);
  switch (algo) {
  case kNondet:
    galois::for_each(range, Process<kNondet>{graph}, galois::loopname("nondet"),
                     galois::wl<BSWL>());
    break;
  case kDetBase: {
    using Base = Process<kDetBase>;
    galois::for_each(range, Base{graph}, galois::loopname("det"), galois::wl<DWL>(),
                     galois::det_id<Base::DeterministicId>());
    break;
  }
  case kDetPrefix:
    galois::for_each(
        range, Process<kDetPrefix>{graph}, galois::loopname("det"), galois::wl<DWL>(),
        galois::fixed_neighborhood(),
        galois::make_trait_with_args<galois::neighborhood_visitor>(Prefix<kDetPrefix>{graph}));
    break;
  case kDetDisjoint: {
    using Disjoint = Process<kDetDisjoint>;
    galois::for_each(range, Disjoint{graph}, galois::loopname("det"), galois::wl<DWL>(),
                     galois::local_state<Disjoint::LocalState>());
    break;
  }
  case kParameter:
    galois::for_each(range, Process<kNondet>{graph}, galois::loopname("set"),
                     galois::wl<galois::worklists::ParaMeter<>>());
    break;
  }
}

bool verify(Graph& graph) {
  return std::all_of(graph.begin(), graph.end(), [&](GNode n) {
    const auto flag = graph.getData(n).flag;
    const auto edges = graph.edges(n);
    const bool matched = std::any_of(edges.begin(), edges.end(), [&](auto ii) {
      return graph.getData(graph.getEdgeDst(ii)).flag == kMatched;
    });
    return flag != kUnmatched && (flag == kMatched) != matched;
  });
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "independentset", "Independent set in Galois' style", nullptr,
                &inputFile);
  galois::graphs::FileGraph file, symmetric;
  file.fromFile(inputFile);
  galois::graphs::makeSymmetric<void>(file, symmetric);
  std::vector<MatchFlag> first;
  for (const int threads : {static_cast<int>(numThreads), 1}) {
    galois::setActiveThreads(static_cast<unsigned>(threads));
    Graph graph;
    galois::graphs::readGraph(graph, symmetric);
    run(graph);
    if (!verify(graph)) {
      std::cerr << "the set is wrong\n";
      return 1;
    }
    std::vector<MatchFlag> flags;
    for (GNode n : graph) {
      flags.push_back(graph.getData(n).flag);
    }
    if (first.empty()) {
      std::cout << "cardinality " << std::count(flags.begin(), flags.end(), kMatched) << "\n";
      first = flags;
    } else if (algo != kNondet && flags != first) {
      std::cerr << "one thread finds another set\n";
      return 1;
    }
  }
  std::cout << "Verification successful.\n";
  return 0;
}
