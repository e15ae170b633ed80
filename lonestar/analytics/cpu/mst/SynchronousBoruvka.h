/**
 * Boruvka's algorithm in rounds on all threads: every component takes the lightest edge that leaves
 * it, all components are joined along these edges at once, and edges that have come to lie inside
 * of one are dropped. At least half of the components that have such an edge are gone after a
 * round. O. Boruvka, 1926 [Nesetril, Milkova, Nesetrilova, "Otakar Boruvka on minimum spanning tree
 * problem", Discrete Mathematics 233, 2001].
 *
 * Right, because of all edges that leave a component the lightest is in the least forest, whatever
 * becomes of the rest. No circle comes about: edges are totally ordered (Lighter), so along a
 * circle of components, each of which takes the edge to the next, edges could only get lighter and
 * lighter, unless it is two components that take the same edge. Of these the one with the smaller
 * number stays and takes none.
 *
 * The first round needs neither a list of edges nor atomics: a node's lightest edge is in its row.
 * After that, edges that join two components are listed, in the order of their ends. Lists only
 * ever lose edges and stay in order, so an edge's weight and its number in the list make a word
 * that orders edges as Lighter does, and a component's lightest edge is the least of such words.
 *
 * Where edges are many more than the components that the first round leaves, the light ones are
 * listed and used up first; the heavy ones are looked at once after that, and few still join two
 * components. This is the idea of Filter-Kruskal [Osipov, Sanders, Singler, ALENEX 2009], and as
 * right here: whether an edge is in the least forest depends on lighter ones alone. When few edges
 * of a list are left, one thread joins them in order, as Kruskal's algorithm does.
 *
 * Nodes are cut into blocks of about as many edges each. Each step is a loop over blocks, and a
 * thread that runs out of them takes another's. What belongs to a block's nodes, roots and edges is
 * written only by the thread that has the block in this step, but for two kinds of words: the
 * lightest edge of a component in steps that list edges, which are changed by compare-exchange, and
 * parents in steps that shorten paths. All accesses to these are relaxed: in such a step nothing
 * else is read because of them, a minimum does not depend on the order in which it is taken, and an
 * old parent is an ancestor still, which never takes the place of a newer one (DisjointSets.h).
 * What a step wrote is seen by the next, because a loop ends with a barrier.
 *
 * Memory: 24 bytes a node, 4 more for the sets, and 20 for each edge of the list. The list has a
 * place for every edge, or for those alone that it is to hold when light ones come first; places
 * that are not used, as the first round's edges are not listed, are never touched.
 */
#ifndef GALOIS_LONESTAR_MST_SYNCHRONOUSBORUVKA_H
#define GALOIS_LONESTAR_MST_SYNCHRONOUSBORUVKA_H

#include <algorithm>
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
  /// With so many edges for each component that the first round leaves, light ones are listed
  /// first,
  double dense = 12;
  double light = 3; ///< and so many for each component, about.
  /// So few edges are left to one thread.
  std::uint64_t few = 8192;
  /// Edges in a list, at most: numbers have 32 bits, and a word of ones stands for no edge. No less
  /// than a row's edges.
  std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
};

/// What a run did.
struct BoruvkaCounts {
  std::uint64_t rounds = 0;
  std::uint64_t looked = 0; ///< edges that took part in a round, added up over all rounds
};

class SynchronousBoruvka {
public:
  /// For as many threads as are active now. Throws std::bad_alloc.
  SynchronousBoruvka(const Graph& graph, const BoruvkaParams& params);

  /// The least forest, in no particular order. Once. Runs on all active threads; outside loops.
  std::vector<Edge> run();
  const BoruvkaCounts& counts() const { return counts_; }

private:
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t kHeaviest = std::numeric_limits<std::uint64_t>::max();

  /// An edge between two components: of nodes u < v.
  struct Listed {
    Node a, b;
    Node u, v;
    Weight weight;
  };

  /// Edges by rank(), both limits included.
  struct Band {
    std::uint64_t first, last;
    bool has(std::uint64_t rank) const { return first <= rank && rank <= last; }
  };

  /// Consecutive nodes, and what came of them: the same places in roots_ and in forest_, as far as
  /// they are used, and places of list_.
  struct Block {
    std::size_t firstNode, endNode;
    std::size_t roots = 0;      ///< of components that may have edges leaving them
    std::size_t taken = 0;      ///< edges of the forest
    std::uint64_t listable = 0; ///< edges that the next list will hold, or more
    std::uint64_t firstEdge = 0, endEdge = 0;
    std::vector<Listed> gathered = {}; ///< those of the next list, when it is not the first
  };

  /// Orders edges of different rank as Lighter does.
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
  /// Of each root the lightest edge: weight, then the other end in the first round, the number in
  /// list_ later.
  galois::LargeArray<std::uint64_t> best_;
  galois::LargeArray<Node> roots_;
  galois::LargeArray<Edge> forest_;
  galois::LargeArray<Listed> list_;
  std::vector<Edge> rest_; ///< of the forest, found by joinRest()
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

/// The least forest on all active threads. O(m log n) time.
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

#endif
