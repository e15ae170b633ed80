// Checks that signatures which differ easily are those that programs written for Galois use. Compiled
// as C++17, the standard of these programs.
#include "galois/Galois.h" // brings Bag, Reduction, ParallelSTL, PerThreadContainer, OBIM, iostream
#include "galois/PODResizeableArray.h"
#include "galois/graphs/LC_CSR_Graph.h" // brings SharedMemSys
#include "galois/runtime/Mem.h"
#include "galois/runtime/Profile.h"
#include "galois/runtime/Statistics.h"
#include "galois/runtime/Substrate.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/HWTopo.h"

#include <cstdint>
#include <tuple>
#include <type_traits>
#include <vector>

static_assert(__cplusplus < 202002L, "this file is for C++17");

namespace {

int macros(int GALOIS_UNUSED(first), int second) {
  const int GALOIS_USED_ONLY_IN_DEBUG(copy) = second;
  alignas(galois::substrate::GALOIS_CACHE_LINE_SIZE) char line[128] = {};
  return line[0];
}

/// A graph of Galois' kind, derived from ours.
class Derived : public galois::graphs::LC_CSR_Graph<int, int> {
public:
  std::uint64_t arrays() const { return numNodes + numEdges + edgeDst.size(); }
};

void graphs() {
  galois::graphs::LC_CSR_Graph<void, int> graph;
  static_assert(std::is_same_v<decltype(graph.getData(0)), void*>);
  galois::gstl::Vector<galois::PODResizeableArray<std::uint32_t>> ids(2);
  std::vector<std::vector<int>> data(2);
  galois::LargeArray<std::uint64_t> ends;
  ends.create(2);
  graph.constructFrom(2u, std::uint64_t{0}, ends, ids, data);
  static_assert(std::is_same_v<std::decay_t<decltype(graph.getEdgePrefixSum())>,
                               galois::LargeArray<std::uint64_t>>);
}

void loops() {
  using Chunks = galois::worklists::PerSocketChunkFIFO<64>::with_chunk_size<32>;
  static_assert(std::is_same_v<Chunks, galois::worklists::PerSocketChunkFIFO<32>>);
  const auto given = std::make_tuple(galois::loopname("given"));
  static_assert(std::is_same_v<decltype(galois::get_default_trait_value(
                                   given, galois::loopname_tag(), galois::loopname("other"))),
                               std::tuple<>>);
  galois::runtime::getBarrier(1).wait();
  galois::runtime::reportNumaAlloc("here");
  static_assert(std::is_base_of_v<galois::TimeAccumulator, galois::StatTimer>);
  galois::timeThis([] {}, "region");
  galois::InsertBag<int> bag;
  std::cout << galois::ParallelSTL::count_if(bag.begin(), bag.end(), [](int) { return true; });
}

unsigned topology() {
  const galois::substrate::HWTopoInfo& info = galois::substrate::getHWTopo();
  return info.machineTopoInfo.maxThreads + info.threadTopoInfo.front().socket +
         static_cast<unsigned>(galois::substrate::parseCPUList("0 - 3, 8").size());
}

} // namespace

int useSignatures() {
  galois::SharedMemSys system;
  graphs();
  loops();
  galois::MethodFlag flag = galois::MethodFlag::WRITE;
  galois::GAccumulator<int> sum;
  galois::PerThreadVector<int> numbers;
  sum += static_cast<int>(topology() + numbers.size_all() + Derived().arrays());
  return macros(1, 2) + sum.reduce() + static_cast<int>(flag) +
         static_cast<int>(galois::setActiveThreads(10000));
}
