/**
 * Helpers of Galois that few programs use, in the style of such programs: what graph headers and
 * Galois.h bring along, macros, in-edges, tiles whose sizes are flags, and small headers.
 */
#include <list>

#include "Lonestar/BoilerPlate.h" // brings <random>, PtrLock and the barrier
#include "galois/Logging.h"
#include "galois/TwoLevelIteratorA.h"
#include "galois/graphs/BufferedGraph.h"
#include "galois/graphs/LC_CSR_CSC_Graph.h" // brings InsertBag, PODResizeableArray, Endian
#include "galois/graphs/ReadGraph.h"
#include "galois/runtime/ExtraTraits.h"
#include "galois/runtime/Iterable.h"
#include "galois/runtime/LoopStatistics.h"
#include "galois/runtime/OperatorReferenceTypes.h"
#include "galois/runtime/SharedMem.h"
#include "galois/runtime/ThreadTimer.h"
#include "galois/runtime/TiledExecutor.h"
#include "galois/runtime/Tracer.h"
#include "galois/worklists/PerThreadChunk.h"
#include "galois/worklists/WorkListHelpers.h"

GALOIS_IGNORE_EXTERNAL_UNUSED_PARAMETERS
static int ignoresItsParameter(int parameter) { return 1; }
GALOIS_END_IGNORE_EXTERNAL_UNUSED_PARAMETERS
GALOIS_IGNORE_UNUSED_PARAMETERS
GALOIS_IGNORE_MAYBE_UNINITIALIZED
GALOIS_GCC7_IGNORE_UNUSED_BUT_SET
static int ignoresAnother(int parameter) {
  int set;
  set = 1;
  return 1;
}
GALOIS_END_GCC7_IGNORE_UNUSED_BUT_SET
GALOIS_END_IGNORE_MAYBE_UNINITIALIZED
GALOIS_END_IGNORE_UNUSED_PARAMETERS
GALOIS_IGNORE_UNUSED_BUT_SET
GALOIS_END_IGNORE_UNUSED_BUT_SET

namespace cll = llvm::cl;

static cll::opt<std::string> inputFile(cll::Positional, cll::desc("<input file>"), cll::Required);
static cll::opt<unsigned> rows("rows", cll::desc("sources per tile"), cll::init(100));
static cll::opt<unsigned> columns("columns", cll::desc("destinations per tile"), cll::init(70));

using Graph = galois::graphs::LC_CSR_CSC_Graph<unsigned, std::uint32_t>;
using Copying = galois::graphs::LC_CSR_CSC_Graph<void, std::uint32_t, true, true>;

static bool check(bool right, const char* what) {
  if (!right) {
    std::cerr << "Verification failed: " << what << "\n";
  }
  return right;
}

/// Gives each edge a number, and sorts the in-edges in two ways.
template <typename G>
bool sortsInEdges(bool copies) {
  G graph;
  graph.readAndConstructBiGraphFromGRFile(inputFile);
  std::uint32_t number = 0;
  for (std::uint32_t n : graph) {
    for (auto edge : graph.edges(n)) {
      graph.getEdgeData(edge) = ++number * 7919U % 1009U;
    }
  }
  if (copies) {
    graph.constructIncomingEdges();
  }
  using Edge = std::pair<std::uint32_t, std::uint32_t>;
  std::vector<std::vector<Edge>> expected(graph.size());
  for (std::uint32_t n : graph) {
    for (auto edge : graph.edges(n)) {
      expected[graph.getEdgeDst(edge)].emplace_back(graph.getEdgeData(edge), n);
    }
  }
  bool right = true;
  graph.sortAllInEdgesByDst();
  graph.sortInEdgesByDst(0);
  for (std::uint32_t n : graph) {
    right &= std::is_sorted(graph.in_raw_begin(n), graph.in_raw_end(n), [&](auto a, auto b) {
      return graph.getInEdgeDst(typename G::edge_iterator(a)) <
             graph.getInEdgeDst(typename G::edge_iterator(b));
    });
    std::sort(graph.in_edge_sort_begin(n), graph.in_edge_sort_end(n),
              [](const auto& a, const auto& b) {
                return a.get() != b.get() ? a.get() < b.get() : a.dst < b.dst;
              });
    std::sort(expected[n].begin(), expected[n].end());
    std::vector<Edge> row;
    for (auto edge : graph.in_edges(n)) {
      row.emplace_back(graph.getInEdgeData(edge), graph.getInEdgeDst(edge));
    }
    right &= row == expected[n];
  }
  return check(right, "in-edges in order");
}

static bool runsTiles() {
  Graph graph;
  galois::graphs::readGraph(graph, inputFile);
  galois::runtime::Fixed2DGraphTiledExecutor<Graph> executor(graph);
  galois::GAccumulator<std::size_t> seen;
  executor.execute(graph.begin(), graph.end(), graph.begin(), graph.end(), rows, columns,
                   [&](auto, auto, auto) { seen += 1; });
  return check(seen.reduce() == graph.sizeEdges(), "tiles");
}

static bool countsBuffered() {
  galois::graphs::BufferedGraph<std::uint32_t> graph;
  graph.loadGraph(inputFile);
  static_assert(std::is_same_v<decltype(graph.size()), std::uint32_t>);
  std::vector<std::uint64_t> ends;
  for (std::uint32_t n = 0; n < graph.size(); ++n) {
    ends.push_back(*graph.edgeEnd(n));
  }
  const auto units = galois::graphs::determineUnitRangesFromPrefixSum(3, ends);
  return check(units.front() == 0 && units.back() == graph.size(), "units");
}

/// Elements of lists, with a category that lists do not have.
static bool flattensLists() {
  std::vector<std::list<int>> lists{{1, 2}, {}, {3}, {4, 5, 6}};
  using Lists = std::vector<std::list<int>>::iterator;
  using Iter =
      galois::TwoLevelIteratorA<Lists, std::list<int>::iterator, std::random_access_iterator_tag>;
  const Iter begin(lists.begin(), lists.end()), end(lists.end(), lists.end());
  Iter at = begin + 4;
  bool right = end - begin == 6 && *at == 5 && *(at - 2) == 3 && *(begin + 1) == 2;
  right &= at - (begin + 3) == 1 && (begin + 3) - at == -1 && (end - 6) == begin;
  return check(right, "lists as one sequence");
}

struct Item : galois::worklists::ConExtListNode<Item> {};

static bool links() {
  Item items[2];
  galois::worklists::ConExtLinkedStack<Item, true> stack;
  galois::worklists::ConExtLinkedQueue<Item, true> queue;
  for (Item& item : items) {
    stack.push(&item);
  }
  Item* const youngest = stack.pop();
  Item* const oldest = stack.pop();
  queue.push(youngest);
  queue.push(oldest);
  const bool right = youngest == &items[1] && stack.empty() && queue.pop() == youngest &&
                     queue.pop() == oldest && queue.empty();
  return check(right && stack.pop() == nullptr && queue.pop() == nullptr, "linked lists");
}

/// Threads meet at a barrier, and count for statistics.
static bool runsThreads() {
  galois::runtime::PerThreadTimer<true> timer("helpers", "Timed");
  galois::InsertBag<unsigned> bag;
  auto& barrier = galois::runtime::getBarrier(galois::runtime::activeThreads);
  galois::on_each([&](unsigned tid, unsigned) {
    timer.start();
    galois::runtime::LoopStatistics<true> counts("helpers");
    counts.inc_iterations();
    bag.push(tid);
    galois::substrate::compilerBarrier();
    barrier.wait();
    timer.stop();
    galois::runtime::trace("thread % is done", tid);
  });
  unsigned most = 0;
  for (unsigned tid : galois::runtime::make_iterable(bag.begin(), bag.end())) {
    most = std::max(most, tid);
  }
  return check(most + 1 == galois::runtime::activeThreads, "threads");
}

/// The system under a manager of the program's own.
using Runtime = galois::runtime::SharedMemRuntime<galois::runtime::StatManager>;
static_assert(std::is_base_of_v<galois::substrate::SharedMem, Runtime>);

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "helpers", "Helpers that few programs use", nullptr, &inputFile);
  std::mt19937 random(5);
  int value = 0;
  galois::substrate::PtrLock<int> lock(&value);
  galois::PODResizeableArray<std::uint64_t> array(1);
  array[0] = galois::convert_htole64(random());
  galois::graphs::internal::EdgeInfoBase<std::uint32_t, int> edge;
  edge.dst = 3;
  edge.construct(4);
  static_assert(std::is_same_v<galois::runtime::OperatorReferenceType<int&>, int&>);
  auto* const statistics = galois::runtime::internal::sysStatManager();
  galois::runtime::internal::setSysStatManager(statistics);
  galois::runtime::ThreadTimer timer;
  timer.start();
  timer.stop();
  const std::vector<int> none;
  const galois::runtime::iterable<std::vector<int>::const_iterator> empty(none.begin(), none.end());
  GALOIS_LOG_WARN("{}", std::make_error_code(std::errc::no_such_file_or_directory));
  bool right =
      check(edge.get() == 4 && lock.getValue() == &value &&
                ignoresItsParameter(2) == ignoresAnother(2) && statistics != nullptr &&
                timer.get_sec() == timer.get_nsec() / 1'000'000'000 && empty.begin() == empty.end(),
            "small helpers");
  right &= sortsInEdges<Graph>(false) && sortsInEdges<Copying>(true);
  right &= runsTiles() && countsBuffered() && flattensLists() && links() && runsThreads();
  if (!right) {
    return 1;
  }
  std::cout << "Verification successful.\n";
  return 0;
}
