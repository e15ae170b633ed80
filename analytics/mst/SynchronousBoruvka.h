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

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

#include <boost/iterator/counting_iterator.hpp>

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

/// Calls function(edge) for each edge of the band that joins two components, in the order of the
/// ends. Call it after settle().
template <typename Function>
void SynchronousBoruvka::forEachEdge(const Block& block, const Band& band,
                                     const Function& function) const {
  for (std::size_t n = block.firstNode; n < block.endNode; ++n) {
    const auto node = static_cast<Node>(n);
    const Node here = sets_.parent(node);
    for (const auto& edge : graph_.row(node)) {
      if (edge.dst > node && band.has(rank(node, edge.weight))) {
        const Node there = sets_.parent(edge.dst);
        if (here != there) {
          function(Listed{here, there, node, edge.dst, edge.weight});
        }
      }
    }
  }
}

/// Makes the edge that the word stands for the component's lightest, unless the component has a
/// lighter one.
inline void SynchronousBoruvka::offer(Node component, std::uint64_t word) {
  const galois::AtomicRef<std::uint64_t> best(best_[component]);
  std::uint64_t seen = best.load(galois::order::relaxed);
  while (word < seen && !best.compare_exchange_weak(seen, word, galois::order::relaxed)) {
  }
}

/// Returns the greatest rank of edges that are listed first, estimated from a sample.
inline std::uint64_t SynchronousBoruvka::lightLimit() const {
  constexpr std::uint64_t kSample = 1024;
  double components = 0;
  for (const Block& block : blocks_) {
    components += static_cast<double>(block.roots);
  }
  const auto edges = static_cast<double>(graph_.numEdges());
  if (graph_.numEdges() == 0 || edges < params_.dense * components) {
    return kHeaviest;
  }
  const std::uint64_t arcs = graph_.offset(graph_.size());
  const boost::counting_iterator<std::size_t> begin(0), end(graph_.size());
  std::vector<std::uint64_t> sample;
  for (std::uint64_t i = 0; i < kSample; ++i) {
    const std::uint64_t arc = arcs / kSample * i + arcs % kSample * i / kSample;
    const auto node = static_cast<Node>(*std::partition_point(
        begin, end, [&](std::size_t n) { return graph_.offset(n + 1) <= arc; }));
    const RowEdge& edge = graph_.row(node)[arc - graph_.offset(node)];
    sample.push_back(rank(std::min(node, edge.dst), edge.weight));
  }
  const double part = std::min(params_.light * components / edges, 0.5);
  const auto place = sample.begin() + static_cast<std::ptrdiff_t>(part * kSample);
  std::nth_element(sample.begin(), place, sample.end());
  return *place;
}

/// Copies the band's edges for a list whose length is not known otherwise. Few heavy edges are
/// left, so copying them is cheaper than finding them twice.
inline void SynchronousBoruvka::gather(const Band& band) {
  forEachBlock([&](Block& block) {
    std::vector<Listed> gathered;
    forEachEdge(block, band, [&](const Listed& edge) { gathered.push_back(edge); });
    block.listable = gathered.size();
    block.gathered = std::move(gathered);
  });
}

/// Gives each block its range of the list. Returns the length of the list.
inline std::uint64_t SynchronousBoruvka::layOutList() {
  std::uint64_t end = 0;
  for (Block& block : blocks_) {
    block.firstEdge = block.endEdge = end;
    end += block.listable;
  }
  return end;
}

/// Fills the list with the band's edges, or with those gathered if `band` is null. Offers each edge
/// to the components that it joins. Returns the length of the list.
inline std::uint64_t SynchronousBoruvka::listEdges(const Band* band) {
  forEachBlock([&](Block& block) {
    std::uint64_t place = block.firstEdge;
    const auto put = [&](const Listed& edge) {
      list_[place] = edge;
      offer(edge.a, packed(edge.weight, place));
      offer(edge.b, packed(edge.weight, place));
      ++place;
    };
    if (band) {
      forEachEdge(block, *band, put);
    } else {
      std::ranges::for_each(std::exchange(block.gathered, {}), put);
    }
    block.endEdge = place;
  });
  return edgesLeft();
}

/// Drops edges with both ends in one component, and offers the others to the components that they
/// join. Returns the number of edges left.
inline std::uint64_t SynchronousBoruvka::relabel() {
  forEachBlock([&](Block& block) {
    std::uint64_t end = block.firstEdge;
    for (std::uint64_t i = block.firstEdge; i < block.endEdge; ++i) {
      Listed edge = list_[i];
      edge.a = sets_.parent(edge.a);
      edge.b = sets_.parent(edge.b);
      if (edge.a != edge.b) {
        list_[end] = edge;
        offer(edge.a, packed(edge.weight, end));
        offer(edge.b, packed(edge.weight, end));
        ++end;
      }
    }
    block.endEdge = end;
  });
  return edgesLeft();
}

inline std::uint64_t SynchronousBoruvka::edgesLeft() const {
  std::uint64_t left = 0;
  for (const Block& block : blocks_) {
    left += block.endEdge - block.firstEdge;
  }
  return left;
}

inline void SynchronousBoruvka::cutIntoBlocks() {
  constexpr std::uint64_t kBlocksPerThread = 16; // so that stealing can balance the load
  constexpr std::uint64_t kLeast = 1024;         // least number of nodes and arcs in a block
  const std::uint64_t work = graph_.offset(graph_.size()) + graph_.size();
  const auto bounds = graph_.blocks(static_cast<std::uint32_t>(
      std::min(kBlocksPerThread * galois::getActiveThreads(), work / kLeast + 1)));
  for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
    blocks_.push_back({bounds[i], bounds[i + 1]});
  }
}

/// Finds the lightest edge of each node. Within a row, ordering edges of equal weight by their
/// other ends is the order of Lighter. Either the other end is the smaller of the two ends, or the
/// smaller end is the row's node, for this edge and for all that follow.
inline void SynchronousBoruvka::findLightestOfRows() {
  forEachBlock([&](Block& block) {
    std::uint64_t listable = 0;
    for (std::size_t n = block.firstNode; n < block.endNode; ++n) {
      const auto node = static_cast<Node>(n);
      std::uint64_t best = kNone;
      for (const auto& edge : graph_.row(node)) {
        best = std::min(best, packed(edge.weight, edge.dst));
        listable += edge.dst > node ? 1 : 0;
      }
      best_[n] = best;
    }
    block.listable = listable;
  });
}

/// Performs the first round: joins each node to the other end of its lightest edge.
inline void SynchronousBoruvka::hookNodes() {
  forEachBlock([&](Block& block) {
    Edge* taken = forest_.data() + block.firstNode + block.taken;
    for (std::size_t n = block.firstNode; n < block.endNode; ++n) {
      const auto node = static_cast<Node>(n);
      const std::uint64_t best = best_[n];
      const Node there = low(best);
      if (best == kNone || (node < there && low(best_[there]) == node)) {
        sets_.makeAlone(node);
      } else {
        sets_.join(node, there);
        *taken++ = Edge::between(node, there, static_cast<Weight>(best >> 32));
      }
    }
    block.taken = static_cast<std::size_t>(taken - forest_.data()) - block.firstNode;
  });
}

/// Points every node at the root of its component. Every component becomes a root without a
/// lightest edge, except for nodes without edges.
inline void SynchronousBoruvka::settle() {
  forEachBlock([&](Block& block) {
    std::size_t end = block.firstNode;
    for (std::size_t n = block.firstNode; n < block.endNode; ++n) {
      const auto node = static_cast<Node>(n);
      if (sets_.flatten(node) == node && graph_.degree(node) > 0) {
        best_[n] = kNone;
        roots_[end++] = node;
      }
    }
    block.roots = end - block.firstNode;
  });
}

/// Joins each root to the component at the other end of its lightest edge.
inline void SynchronousBoruvka::hookRoots() {
  forEachBlock([&](Block& block) {
    Edge* taken = forest_.data() + block.firstNode + block.taken;
    for (std::size_t i = block.firstNode; i < block.firstNode + block.roots; ++i) {
      const Node root = roots_[i];
      const std::uint64_t best = best_[root];
      if (best == kNone) {
        continue;
      }
      const Listed& edge = list_[low(best)];
      const Node there = edge.a == root ? edge.b : edge.a;
      if (there < root || best_[there] != best) {
        sets_.join(root, there);
        *taken++ = {edge.u, edge.v, edge.weight};
      }
    }
    block.taken = static_cast<std::size_t>(taken - forest_.data()) - block.firstNode;
  });
}

/// Points the roots of the last round at the roots of their components. Removes from the list of
/// roots those that are roots no longer or have no edges.
inline void SynchronousBoruvka::jump() {
  forEachBlock([&](Block& block) {
    std::size_t end = block.firstNode;
    for (std::size_t i = block.firstNode; i < block.firstNode + block.roots; ++i) {
      const Node root = roots_[i];
      if (sets_.flatten(root) == root && best_[root] != kNone) {
        best_[root] = kNone;
        roots_[end++] = root;
      }
    }
    block.roots = end - block.firstNode;
  });
}

/// Joins components along the remaining edges of the list, on one thread.
inline void SynchronousBoruvka::joinRest() {
  std::vector<Edge> edges;
  for (const Block& block : blocks_) {
    for (std::uint64_t i = block.firstEdge; i < block.endEdge; ++i) {
      edges.push_back({list_[i].u, list_[i].v, list_[i].weight});
    }
  }
  std::sort(edges.begin(), edges.end(), Lighter());
  std::ranges::copy_if(edges, std::back_inserter(rest_),
                       [&](const Edge& edge) { return sets_.unite(edge.u, edge.v); });
}

/// Returns whether no edge can be added because one tree has all nodes.
inline bool SynchronousBoruvka::complete() const {
  std::size_t taken = rest_.size();
  for (const Block& block : blocks_) {
    taken += block.taken;
  }
  return taken + 1 >= graph_.size();
}

inline std::vector<Edge> SynchronousBoruvka::takeForest() const {
  std::vector<Edge> forest;
  forest.reserve(graph_.size());
  for (const Block& block : blocks_) {
    const Edge* const first = forest_.data() + block.firstNode;
    forest.insert(forest.end(), first, first + block.taken);
  }
  forest.insert(forest.end(), rest_.begin(), rest_.end());
  return forest;
}

} // namespace mst
