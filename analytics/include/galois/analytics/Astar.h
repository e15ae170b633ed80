/**
 * A*: the shortest path from one node to another, guided by the coordinates of the nodes. An
 * estimate of the distance that remains decides which nodes are searched first, and which not at
 * all. It never changes the answer, because it is made so that it is never too large.
 *
 * The estimate of a node is floor(scale * separation(node, target)). A Metric says what the
 * separation is. The scale is a weight per unit of separation, so small that no edge weighs less
 * than the scaled separation of its ends.
 */
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "galois/analytics/Algorithms.h"
#include "galois/analytics/Errors.h"
#include "galois/analytics/Execution.h"
#include "galois/analytics/Graph.h"
#include "galois/analytics/Metric.h"
#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// The position of a node: longitude and latitude in 1e-6 degrees, or x and y in any unit.
struct Coordinate {
  std::int32_t x = 0; ///< or the longitude
  std::int32_t y = 0; ///< or the latitude

  /// Returns whether both numbers are equal.
  bool operator==(const Coordinate&) const = default;
};

/// The shift of priorities for schedulers that always shift, unless "delta" is set. Buckets are
/// narrower than those of sssp(), because estimates remove most of the part of a priority that is
/// the same for all nodes.
inline constexpr unsigned kAstarShift = 10;

/// Which algorithm finds shortest paths, and its options.
struct AstarPlan {
  /// The algorithms.
  enum Algorithm {
    kWorklist,     ///< A* in the order of RunOptions::scheduler
    kSequential,   ///< A* on one thread
    kDijkstra,     ///< on one thread, without a heuristic, until the target
    kBidirectional ///< A* from both ends, on one thread; needs the transpose of the graph
  };

  Algorithm algorithm = kWorklist; ///< the algorithm that runs
  /// Of all but kDijkstra. Default: kNone without coordinates. Otherwise kGreatCircle if all
  /// coordinates can be degrees and agree with the weights better than straight lines do, by cosine
  /// similarity. Otherwise kEuclidean.
  std::optional<Metric> metric{};
  /// A weight per unit of separation, at least 0. Default: the greatest that no edge contradicts.
  std::optional<double> scale{};
  bool path = true; ///< find the nodes of the path, too
};

/// Returns the algorithms of AstarPlan.
AlgorithmList<AstarPlan> astarAlgorithms();

/// The heuristic of an Astar, and what its scale follows from.
struct AstarHeuristic {
  /// An edge and its weight.
  struct Edge {
    Node from = 0;            ///< the node where it begins
    Node to = 0;              ///< the node where it ends
    std::uint32_t weight = 0; ///< its weight
  };

  Metric metric = Metric::kNone; ///< how separations are measured
  double scale = 0;              ///< a weight per unit of separation
  double greatestScale = 0;      ///< the greatest that no edge contradicts
  /// The edge that allows no greater scale; none when no edge leads from one place to another.
  std::optional<Edge> limit;
  /// The sum of all weights divided by the sum of all separations. If it is much greater than the
  /// scale, then the heuristic excludes few nodes.
  double meanRatio = 0;
};

/// The answer to a query.
struct AstarResult {
  std::optional<std::uint32_t> distance; ///< none when no path leads to the target
  /// The nodes of a shortest path, both ends included. Empty without a path, and when
  /// AstarPlan::path is false.
  std::vector<Node> path;
  std::uint64_t touched = 0; ///< nodes that the search reached; those reached from both ends twice
  Execution execution;       ///< times and counts
};

/// Answers any number of queries on one graph. It keeps 8 bytes per node between queries, 17 for
/// kBidirectional, 4 more to find paths, and the positions. A query takes time that depends on the
/// nodes that it touches, plus one byte to test per 64 nodes.
///
/// Use it for one query at a time, outside parallel loops, on any thread (Session.h).
class Astar {
public:
  /// Chooses the heuristic, in time proportional to the edges, and allocates the memory.
  ///
  /// @param graph        its weights are std::uint32_t; other types are refused by the compiler
  /// @param coordinates  one per node, or none at all; they are copied where they are needed
  /// @param threads      of the preparation, as in RunOptions
  /// @throws InvalidOption  when there are coordinates, but not one per node; when the metric needs
  ///                        coordinates, or others; when the scale is no number of at least 0, or
  ///                        so great that the heuristic overestimates. expected() then names an
  ///                        edge that shows it
  /// @throws std::bad_alloc
  explicit Astar(const Graph<std::uint32_t>& graph, std::span<const Coordinate> coordinates = {},
                 const AstarPlan& plan = {}, unsigned threads = 0);
  ~Astar();
  Astar(Astar&& other) noexcept;            ///< moves it
  Astar& operator=(Astar&& other) noexcept; ///< moves it

  /// Finds a shortest path from `source` to `target`. Execution::seconds covers the search alone.
  /// Execution::useful counts the nodes that every search from one end has to expand: those whose
  /// distance plus estimate is below the answer. Of kBidirectional it counts the nodes that were
  /// expanded.
  /// @throws NodeOutOfRange    when the source or the target is no node
  /// @throws InvalidOption     for more threads than the library supports
  /// @throws DistanceOverflow  when no path is shorter than 2^32 - 1, but a longer one may exist
  /// @throws Cancelled           when RunOptions::stop asked for it
  /// @throws std::bad_alloc
  AstarResult query(Node source, Node target, const RunOptions& options = {});

  /// The heuristic of all queries.
  const AstarHeuristic& heuristic() const noexcept;

  /// A lower bound of the distance from `node` to `target`, in O(1) time.
  /// @throws NodeOutOfRange  when one of them is no node
  std::uint32_t estimate(Node node, Node target) const;

  /// Tests the estimates to `target` on every edge, on all active threads: none is greater than the
  /// edge's weight plus the estimate of its end. Returns an edge that shows the contrary, which
  /// would be a fault of this library.
  /// @throws NodeOutOfRange  when the target is no node
  std::optional<AstarHeuristic::Edge> inconsistentEdge(Node target) const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Checks an answer by code that shares nothing with the algorithms: the distance is that of
/// Dijkstra's algorithm, and the edges of the path, unless it is empty, have that length. Returns
/// "" when the answer is right, else one line about what is wrong.
/// @throws NodeOutOfRange  when the source or the target is no node
/// @throws std::bad_alloc
std::string verifyAstar(const Graph<std::uint32_t>& graph, Node source, Node target,
                        const AstarResult& result);

} // namespace galois::analytics
