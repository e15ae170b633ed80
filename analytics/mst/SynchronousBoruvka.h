/**
 * Boruvka's algorithm in rounds on all threads. In a round every component selects the lightest
 * edge that leaves it, and all components are joined along these edges at once. Edges with both
 * ends in one component are then dropped. A round removes at least half of the components that have
 * such an edge. O. Boruvka, 1926 [Nesetril, Milkova, Nesetrilova, "Otakar Boruvka on minimum
 * spanning tree problem", Discrete Mathematics 233, 2001].
 *
 * Correctness: of all edges that leave a component, the lightest is in the least forest, whatever
 * happens to the rest. No cycle arises, because edges are totally ordered (Lighter). Along a cycle
 * of components, each of which selects the edge to the next, edges could only get lighter and
 * lighter. The exception is two components that select the same edge. Of these the one with the
 * smaller number stays a root and selects none.
 *
 * The first round needs neither a list of edges nor atomics: a node's lightest edge is in its row.
 * After that, edges that join two components are listed, in the order of their ends. Lists only
 * ever lose edges and keep their order. So an edge's weight and its number in the list form a word
 * that orders edges as Lighter does, and a component's lightest edge is the least of such words.
 *
 * Where edges are many more than the components that the first round leaves, the light edges are
 * listed and used first. The heavy ones are visited once after that, and few still join two
 * components. This is the idea of Filter-Kruskal [Osipov, Sanders, Singler, ALENEX 2009]. It is
 * correct here, too: whether an edge is in the least forest depends only on lighter edges. When few
 * edges of a list are left, one thread joins them in order, as Kruskal's algorithm does.
 *
 * Nodes are divided into blocks of about as many edges each. Each step is a loop over blocks, and a
 * thread that has no block left steals one. The thread that has a block in a step is the only one
 * to write the data of the block's nodes, roots and edges. There are two exceptions. In steps that
 * list edges, the lightest edge of a component is changed by compare-exchange. In steps that
 * shorten paths, so are parents. All accesses to these words are relaxed. In such a step nothing
 * else is read because of them, and a minimum does not depend on the order in which it is taken. An
 * old parent is still an ancestor and never replaces a newer one (DisjointSets.h). A loop ends with
 * a barrier, so the next step sees everything that a step wrote.
 *
 * Memory: 24 bytes per node, 4 more for the sets, and 20 per edge of the list. The list has room
 * for every edge, or only for those that it is to hold when light edges come first. Unused places,
 * such as those of the first round's edges, are never touched.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "DisjointSets.h"
#include "MstProblem.h"
#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/substrate/Atomics.h"

namespace mst {

struct BoruvkaParams {
  /// Light edges are listed first from this many edges per component that the first round leaves.
  double dense = 12;
  double light = 3; ///< about this many light edges per component are listed first
  /// One thread joins the last edges of a list when this many or fewer are left.
  std::uint64_t few = 8192;
  /// The greatest number of edges in a list: edge numbers have 32 bits, and a word of ones stands
  /// for no edge. It must be no less than the number of edges in a row.
  std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
};

/// Counts of one run.
struct BoruvkaCounts {
  std::uint64_t rounds = 0;
  std::uint64_t looked = 0; ///< edges that took part in a round, summed over all rounds
};

class SynchronousBoruvka {
public:
  /// Prepares a run on as many threads as are active now. @throws std::bad_alloc
  SynchronousBoruvka(const Graph& graph, const BoruvkaParams& params);

  /// Returns the least forest, in no particular order. Call it once, outside loops. Runs on all
  /// active threads.
  std::vector<Edge> run();
  const BoruvkaCounts& counts() const { return counts_; }

private:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t kHeaviest = std::numeric_limits<std::uint64_t>::max();

  /// An edge between the components a and b. Its ends are the nodes u < v.
  struct Listed {
    Node a, b;
    Node u, v;
    Weight weight;
  };

  /// The edges whose rank() lies between two limits, both included.
  struct Band {
    std::uint64_t first, last;
    bool has(std::uint64_t rank) const { return first <= rank && rank <= last; }
  };

  /// Consecutive nodes and their results. The block uses the same index range in roots_ and in
  /// forest_, and a range of list_ of its own.
  struct Block {
    std::size_t firstNode, endNode;
    std::size_t roots = 0;      ///< number of components that may have edges leaving them
    std::size_t taken = 0;      ///< number of edges of the forest
    std::uint64_t listable = 0; ///< upper bound of the edges that the next list will hold
    std::uint64_t firstEdge = 0, endEdge = 0;
    std::vector<Listed> gathered = {}; ///< edges of the next list, if it is not the first
  };

  /// Returns a number that orders edges of different rank as Lighter does.
  static std::uint64_t rank(Node smallerEnd, Weight weight) {
    return std::uint64_t{weight} << 32 | smallerEnd;
  }
  static std::uint64_t packed(Weight weight, std::uint64_t low) {
    return std::uint64_t{weight} << 32 | low;
  }
  static std::uint32_t low(std::uint64_t word) { return static_cast<std::uint32_t>(word); }

  template <typename Function>
  void forEachBlock(const Function& function) {
    galois::do_all(
        galois::iterate(std::size_t{0}, blocks_.size()),
        [&](std::size_t i) { function(blocks_[i]); }, galois::steal(), galois::chunk_size<1>());
  }
  template <typename Function>
  void forEachEdge(const Block& block, const Band& band, const Function& function) const;
  void offer(Node component, std::uint64_t word);

  void cutIntoBlocks();
  std::uint64_t lightLimit() const;
  void findLightestOfRows();
  void hookNodes();
  void settle();
  void gather(const Band& band);
  std::uint64_t layOutList();
  std::uint64_t listEdges(const Band* band);
  void hookRoots();
  void jump();
  std::uint64_t relabel();
  std::uint64_t edgesLeft() const;
  void joinRest();
  bool complete() const;
  std::vector<Edge> takeForest() const;

  const Graph& graph_;
  const BoruvkaParams params_;
  BoruvkaCounts counts_;
  std::vector<Block> blocks_;
  DisjointSets sets_;
  /// The lightest edge of each root: its weight, then the other end in the first round, and the
  /// edge's number in list_ in later rounds.
  galois::LargeArray<std::uint64_t> best_;
  galois::LargeArray<Node> roots_;
  galois::LargeArray<Edge> forest_;
  galois::LargeArray<Listed> list_;
  std::vector<Edge> rest_; ///< edges of the forest that joinRest() found
};

inline SynchronousBoruvka::SynchronousBoruvka(const Graph& graph, const BoruvkaParams& params)
    : graph_(graph), params_(params), sets_(graph.size()) {
  best_.allocateInterleaved(graph.size());
  roots_.allocateFloating(graph.size());
  forest_.allocateFloating(graph.size());
}

inline std::vector<Edge> SynchronousBoruvka::run() {
  cutIntoBlocks();
  findLightestOfRows();
  hookNodes();
  settle();
  counts_ = {1, graph_.numEdges()};
  Band band{0, lightLimit()};
  bool gathered = band.last != kHeaviest;
  if (gathered) {
    gather(band);
  }
  while (!complete()) {
    std::uint64_t listable = layOutList();
    while (listable > params_.most && band.first < band.last) {
      band.last = band.first + (band.last - band.first) / 2;
      gather(band);
      gathered = true;
      listable = layOutList();
    }
    list_.allocateFloating(listable);
    std::uint64_t left = listEdges(gathered ? nullptr : &band);
    while (left > params_.few) {
      ++counts_.rounds;
      counts_.looked += left;
      hookRoots();
      jump();
      left = relabel();
    }
    counts_.looked += left;
    joinRest();
    list_.deallocate();
    if (band.last == kHeaviest) {
      break;
    }
    band = {band.last + 1, kHeaviest};
    settle();
    gather(band);
    gathered = true;
  }
  return takeForest();
}

/// Returns the least forest, computed on all active threads in O(m log n) time.
inline std::vector<Edge> boruvka(const Graph& graph, BoruvkaCounts& counts,
                                 const BoruvkaParams& params = {}) {
  SynchronousBoruvka algorithm(graph, params);
  std::vector<Edge> forest = algorithm.run();
  counts = algorithm.counts();
  return forest;
}

} // namespace mst

#include "SynchronousBoruvkaLists.h"
#include "SynchronousBoruvkaSteps.h"
