/**
 * Minimum spanning forest: the edges of least total weight that connect all nodes that the graph
 * connects. The direction of edges does not matter. Of parallel edges the lightest counts, and
 * loops are ignored.
 */
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "galois/analytics/Algorithms.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// Selects the algorithm that finds the forest. The answer does not depend on it.
struct MstPlan {
  /// The algorithms. "Edges" are those of the graph without directions and parallel edges.
  enum Algorithm {
    /// What is fastest for the threads: kKruskal with one or two, kBoruvka with more, and kWorklist
    /// with a named scheduler or where the options measure what only a worklist has.
    kAuto,
    /// Boruvka's algorithm in rounds: in each round, all components are joined to others along
    /// their lightest edges [Nesetril, Milkova, Nesetrilova, "Otakar Boruvka on minimum spanning
    /// tree problem", Discrete Mathematics 233, 2001]. O(log nodes) rounds.
    kBoruvka,
    /// Boruvka's algorithm as tasks: a task joins one component to another along its lightest edge,
    /// in the order of RunOptions::scheduler. Components with few edges come first.
    kWorklist,
    /// Kruskal's algorithm, on one thread. It takes the arcs as they are and sorts them by digits, in
    /// O(arcs * bytes of a weight) time and 24 bytes per edge that it sorts.
    kKruskal,
    /// Kruskal's algorithm on all threads, which sorts the light edges first and then drops heavy
    /// edges that would close cycles [Osipov, Sanders, Singler, "The Filter-Kruskal Minimum
    /// Spanning Tree Algorithm", ALENEX 2009].
    kFilterKruskal
  };

  Algorithm algorithm = kAuto; ///< the algorithm that runs
};

/// Returns the algorithms of MstPlan.
AlgorithmList<MstPlan> mstAlgorithms();

/// Names the type ForestWeight<W>. It is a class, because compilers disagree on the symbols of
/// functions whose types contain std::is_void_v<W>.
/// @tparam W  the type of the graph's weights
template <typename W>
struct ForestWeightOf {
  using type = W; ///< the type of weights in a forest
};
/// A graph without weights, where every edge weighs 1.
template <>
struct ForestWeightOf<void> {
  using type = std::uint32_t; ///< the type of weights in a forest
};

/// The type of weights in a forest of a Graph<W>: W, or std::uint32_t for a graph without weights.
/// @tparam W  the type of the graph's weights
template <typename W>
using ForestWeight = typename ForestWeightOf<W>::type;

/// Thrown when the sum of integer weights exceeds 64 bits.
class WeightOverflow : public Error {
public:
  using Error::Error;
};

/// An edge of the forest.
/// @tparam Weight  the type of weights: std::uint32_t, std::uint64_t or double
template <typename Weight>
struct BasicForestEdge {
  Node u;        ///< its lower end
  Node v;        ///< its higher end
  Weight weight; ///< its weight, in which -0.0 has become 0.0

  /// Returns whether both ends and the weight are equal.
  bool operator==(const BasicForestEdge&) const = default;
};

/// An edge of the forest of a graph with 32-bit weights, or without weights.
using ForestEdge = BasicForestEdge<std::uint32_t>;

/// The answer of mst(). Edges of equal weight are ordered by their ends, so there is exactly one
/// least forest, whatever the plan and the number of threads.
/// @tparam Weight  the type of weights: std::uint32_t, std::uint64_t or double
template <typename Weight>
struct BasicMstResult {
  /// The type of weight().
  using Sum = std::conditional_t<std::is_floating_point_v<Weight>, double, std::uint64_t>;

  std::vector<BasicForestEdge<Weight>> edges; ///< sorted by weight, then by `u`, then by `v`
  Execution execution;                        ///< what the run did

  /// Returns the sum of the weights, in O(edges of the forest) time. Terms of type double are added
  /// and rounded one by one in the order of `edges`, from the least weight to the greatest, so the
  /// sum is the same for every plan. It is infinite, or not a number, when a partial sum exceeds the
  /// range of double.
  /// @throws WeightOverflow  when the sum of integers is 2^64 or more
  Sum weight() const {
    Sum sum = 0;
    for (const BasicForestEdge<Weight>& edge : edges) {
      if constexpr (std::is_floating_point_v<Weight>) {
        sum += edge.weight;
      } else if (__builtin_add_overflow(sum, edge.weight, &sum)) {
        throw WeightOverflow("the weight of the forest exceeds 64 bits; scale the weights down");
      }
    }
    return sum;
  }
};

/// The forest of a graph with 32-bit weights, or without weights.
using MstResult = BasicMstResult<std::uint32_t>;

/// Finds the minimum spanning forest. The number of trees is graph.size() minus the number of edges
/// of the forest.
///
/// Weights may be negative. They must be finite: a sum with an infinite weight says nothing, and in
/// many formats such a weight means that there is no edge. -0.0 equals 0.0.
///
/// Any thread may call it, outside parallel loops (Session.h). The first call with another plan than
/// kKruskal, on a graph with 32-bit weights, also builds Graph::undirected(). On other graphs any call
/// builds Graph::keyed(), because the algorithms work on 32-bit integers in the order of the weights.
///
/// @tparam W       the type of weights: std::uint32_t, std::uint64_t, double or void
/// @param graph    the graph
/// @param plan     the algorithm
/// @param options  threads, scheduler, seed, and what is measured. After a request to stop, a call
///                 looks for it between the rounds of kBoruvka, between the batches of kWorklist,
///                 and in every long sort. It first completes a pass over the edges that is running
/// @return the forest, and what the run did; `useful` is the number of its edges
/// @throws InvalidGraph    when a weight is infinite or not a number, or when there are more than
///                         2^32 different weights that do not all lie within 2^32 of each other
/// @throws InvalidOption   when an option of the run is out of range
/// @throws Cancelled       when RunOptions::stop asked for it
/// @throws std::bad_alloc  when there is not enough memory
template <typename W>
BasicMstResult<ForestWeight<W>> mst(const Graph<W>& graph, const MstPlan& plan = {},
                                    const RunOptions& options = {});

/// Checks a forest against the definition of the problem: it has no cycle, it leaves no two nodes
/// apart that the graph connects, and no edge of the graph is lighter than one on the forest's path
/// between its ends.
///
/// Any thread may call it, outside parallel loops (Session.h). It takes O((nodes + edges) log
/// nodes) time, most of it on all active threads. It needs 13 bytes per node and a copy of the
/// forest. It compares the weights themselves, and shares no code and no derived data with the
/// algorithms.
///
/// @tparam W     the type of weights, as for mst()
/// @param graph  the graph of the forest
/// @param edges  the forest, in any order
/// @param fully  also compares with Kruskal's algorithm, on one thread. This needs the same derived
///               data as mst()
/// @return "" when the forest is right, otherwise one line about what is wrong
/// @throws NodeOutOfRange  when an end of an edge is no node
/// @throws InvalidGraph    as mst()
/// @throws std::bad_alloc  when there is not enough memory
template <typename W>
std::string verifyMst(const Graph<W>& graph,
                      std::span<const BasicForestEdge<ForestWeight<W>>> edges, bool fully = false);

} // namespace galois::analytics
