/**
 * What Galois' breadth-first search and shortest-path programs share: tasks, their priorities, how
 * they are pushed, a worklist for one thread, and a check of the answer.
 *
 * A task is a node with a distance, or a tile: a part of a node's edges, so that several threads
 * share the edges of one node.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <deque>
#include <iostream>
#include <limits>
#include <map>

#include "galois/Galois.h"
#include "galois/NoDerefIterator.h"

/// @tparam GraphTy         an LC_CSR_Graph whose node data is the distance, plain or atomic
/// @tparam DistLabel       an integer type
/// @tparam USE_EDGE_WT     whether edges have weights; otherwise each counts 1
/// @tparam EDGE_TILE_SIZE  maximum number of edges per tile
template <typename GraphTy, typename DistLabel, bool USE_EDGE_WT,
          std::ptrdiff_t EDGE_TILE_SIZE = 256>
struct BFS_SSSP {
  /// The types of the graph. @{
  using Graph = GraphTy;
  using GNode = typename Graph::GraphNode;
  using EI = typename Graph::edge_iterator;
  using Dist = DistLabel; /// @}

  /// The distance of a node that is not reached. A weight can be added to it without overflow.
  constexpr static const Dist DIST_INFINITY = std::numeric_limits<Dist>::max() / 2 - 1;

  /// A task: the edges of `src`, which has distance `dist`.
  struct UpdateRequest {
    GNode src;                                                                     ///< the node
    Dist dist;                                                                     ///< its distance
    UpdateRequest(const GNode& node, Dist distance) : src(node), dist(distance) {} ///< such a task
    UpdateRequest() : src(), dist(0) {} ///< a task of node 0
    /// Orders tasks by distance, then by node.
    friend bool operator<(const UpdateRequest& a, const UpdateRequest& b) {
      return a.dist == b.dist ? a.src < b.src : a.dist < b.dist;
    }
    /// Orders tasks by distance, then by node.
    friend bool operator>(const UpdateRequest& a, const UpdateRequest& b) { return b < a; }
  };

  /// The priority of a task: its distance in steps of 2^shift.
  struct UpdateRequestIndexer {
    unsigned shift; ///< the logarithm of the step
    /// Returns the priority.
    template <typename R>
    unsigned int operator()(const R& request) const {
      return static_cast<unsigned int>(request.dist >> shift);
    }
  };

  /// A task: the edges [beg, end) of `src`, which has distance `dist`.
  struct SrcEdgeTile {
    GNode src; ///< the node
    Dist dist; ///< its distance
    EI beg;    ///< the first edge
    EI end;    ///< the end of the edges
    /// Orders tasks by distance, then by node.
    friend bool operator<(const SrcEdgeTile& a, const SrcEdgeTile& b) {
      return a.dist == b.dist ? a.src < b.src : a.dist < b.dist;
    }
    /// Orders tasks by distance, then by node.
    friend bool operator>(const SrcEdgeTile& a, const SrcEdgeTile& b) { return b < a; }
  };

  /// Makes the tiles of one node.
  struct SrcEdgeTileMaker {
    GNode src; ///< the node
    Dist dist; ///< its distance
    /// Returns the tile of the edges [beg, end).
    SrcEdgeTile operator()(const EI& beg, const EI& end) const {
      return SrcEdgeTile{src, dist, beg, end};
    }
  };

  /// Pushes the tiles of the edges [beg, end), as `make` makes them.
  template <typename WL, typename TileMaker>
  static void pushEdgeTiles(WL& wl, EI beg, const EI end, const TileMaker& make) {
    while (end - beg > EDGE_TILE_SIZE) {
      const EI next = beg + EDGE_TILE_SIZE;
      wl.push(make(beg, next));
      beg = next;
    }
    if (beg != end) {
      wl.push(make(beg, end));
    }
  }
  /// Pushes the tiles of a node.
  template <typename WL, typename TileMaker>
  static void pushEdgeTiles(WL& wl, Graph& graph, GNode src, const TileMaker& make) {
    pushEdgeTiles(wl, graph.edge_begin(src, galois::MethodFlag::UNPROTECTED),
                  graph.edge_end(src, galois::MethodFlag::UNPROTECTED), make);
  }
  /// Pushes the tiles of a node on all threads. To be called outside loops; `wl` is thread-safe.
  template <typename WL, typename TileMaker>
  static void pushEdgeTilesParallel(WL& wl, Graph& graph, GNode src, const TileMaker& make) {
    const EI first = graph.edge_begin(src, galois::MethodFlag::UNPROTECTED);
    const EI last = graph.edge_end(src, galois::MethodFlag::UNPROTECTED);
    galois::on_each(
        [&](unsigned tid, unsigned threads) {
          const auto part = galois::block_range(first, last, tid, threads);
          pushEdgeTiles(wl, part.first, part.second, make);
        },
        galois::no_stats());
  }

  /// Pushes a task for a node, as UpdateRequest.
  struct ReqPushWrap {
    /// Pushes it outside loops, named in the style of SrcEdgeTilePushWrap.
    template <typename C>
    void operator()(C& cont, const GNode& n, const Dist& dist, const char* /*parallel*/) const {
      (*this)(cont, n, dist);
    }
    /// Pushes it.
    template <typename C>
    void operator()(C& cont, const GNode& n, const Dist& dist) const {
      cont.push(UpdateRequest(n, dist));
    }
  };

  /// Pushes a task for a node, as tiles.
  struct SrcEdgeTilePushWrap {
    Graph& graph; ///< the graph
    /// Pushes the tiles on all threads; outside loops.
    template <typename C>
    void operator()(C& cont, const GNode& n, const Dist& dist, const char* /*parallel*/) const {
      pushEdgeTilesParallel(cont, graph, n, SrcEdgeTileMaker{n, dist});
    }
    /// Pushes the tiles.
    template <typename C>
    void operator()(C& cont, const GNode& n, const Dist& dist) const {
      pushEdgeTiles(cont, graph, n, SrcEdgeTileMaker{n, dist});
    }
  };

  /// Returns the edges of a task.
  struct OutEdgeRangeFn {
    Graph& graph; ///< the graph
    /// Returns the edges of a node. @{
    auto operator()(const GNode& n) const {
      return graph.edges(n, galois::MethodFlag::UNPROTECTED);
    }
    auto operator()(const UpdateRequest& request) const {
      return graph.edges(request.src, galois::MethodFlag::UNPROTECTED);
    } /// @}
  };

  /// Returns the edges of a tile.
  struct TileRangeFn {
    /// Returns the edges of a tile.
    template <typename T>
    auto operator()(const T& tile) const {
      return galois::make_no_deref_range(tile.beg, tile.end);
    }
  };

  /// Returns the weight of an edge, or 1 without weights.
  template <bool useWt>
  static Dist getEdgeWeight(Graph& graph, EI edge) {
    if constexpr (useWt) {
      return static_cast<Dist>(graph.getEdgeData(edge, galois::MethodFlag::UNPROTECTED));
    } else {
      return 1;
    }
  }

  /// Returns the distance that node data holds, also if it is atomic.
  template <typename Data>
  static Dist distanceOf(const Data& data) {
    return static_cast<Dist>(data);
  }

  /// Looks for an edge over which a node of finite distance could get a shorter one. For
  /// do_all.
  struct not_consistent {
    Graph& graph;               ///< the graph
    galois::Atomic<bool>& refb; ///< becomes true if there is such an edge
    not_consistent(Graph& g, galois::Atomic<bool>& wrong) : graph(g), refb(wrong) {} ///< see above
    /// Checks the edges of a node.
    void operator()(GNode node) const {
      const Dist dist = distanceOf(graph.getData(node, galois::MethodFlag::UNPROTECTED));
      if (dist == DIST_INFINITY) {
        return;
      }
      for (auto edge : graph.edges(node, galois::MethodFlag::UNPROTECTED)) {
        const auto dst = graph.getEdgeDst(edge);
        const Dist other = distanceOf(graph.getData(dst, galois::MethodFlag::UNPROTECTED));
        if (other > dist + getEdgeWeight<USE_EDGE_WT>(graph, edge)) {
          refb.store(true, galois::order::relaxed);
        }
      }
    }
  };

  /// Finds the greatest finite distance. For do_all.
  struct max_dist {
    Graph& graph;                     ///< the graph
    galois::GReduceMax<Dist>& result; ///< takes the distances
    max_dist(Graph& g, galois::GReduceMax<Dist>& greatest) : graph(g), result(greatest) {} ///< so
    /// Adds the distance of a node.
    void operator()(GNode node) const {
      const Dist dist = distanceOf(graph.getData(node, galois::MethodFlag::UNPROTECTED));
      if (dist != DIST_INFINITY) {
        result.update(dist);
      }
    }
  };

  /// Checks the distances from `source` in parallel, outside loops: the source has distance 0, and
  /// no edge leads to a shorter one. Prints what is wrong on standard error, the number of nodes
  /// that are not reached, and the greatest distance.
  /// @return whether the check passed
  static bool verify(Graph& graph, GNode source) {
    if (distanceOf(graph.getData(source, galois::MethodFlag::UNPROTECTED)) != 0) {
      std::cerr << "ERROR: source has non-zero dist value\n";
      return false;
    }
    galois::GAccumulator<std::size_t> unvisited;
    galois::do_all(
        galois::iterate(graph),
        [&](GNode node) {
          if (distanceOf(graph.getData(node, galois::MethodFlag::UNPROTECTED)) >= DIST_INFINITY) {
            unvisited += 1;
          }
        },
        galois::no_stats());
    if (const std::size_t count = unvisited.reduce(); count > 0) {
      std::cerr << count
                << " unvisited nodes; this is an error if the graph is strongly connected\n";
    }
    galois::Atomic<bool> wrong{false};
    galois::do_all(galois::iterate(graph), not_consistent(graph, wrong), galois::no_stats());
    if (wrong) {
      std::cerr << "ERROR: an edge leads to a shorter distance\n";
      return false;
    }
    galois::GReduceMax<Dist> greatest;
    galois::do_all(galois::iterate(graph), max_dist(graph, greatest), galois::no_stats());
    std::cout << "max dist: " << greatest.reduce() << "\n";
    return true;
  }
};

/// A worklist in order of priority for one thread: a bucket for each priority. A program takes tasks
/// out of the bucket itself:
///
///     while (!wl.empty()) {
///       auto& bucket = wl.minBucket();
///       while (!bucket.empty()) { ... bucket.pop_front(); ... wl.push(task); ... }
///       wl.goToNextBucket();
///     }
///
/// @tparam T           a task
/// @tparam BucketFunc  returns the priority of a task, a non-negative integer; low ones come first
template <typename T, typename BucketFunc>
class SerialBucketWL {
public:
  using Bucket = std::deque<T>; ///< tasks of one priority, oldest first

  explicit SerialBucketWL(const BucketFunc& priority) : priority_(priority) {} ///< without tasks
  SerialBucketWL(const SerialBucketWL&) = delete;
  SerialBucketWL& operator=(const SerialBucketWL&) = delete;

  /// Adds a task. References to buckets stay valid. O(log buckets).
  void push(const T& task) { buckets_[static_cast<std::size_t>(priority_(task))].push_back(task); }
  /// Returns the bucket of the lowest priority that has tasks; without tasks, an empty one.
  Bucket& minBucket() {
    for (auto& bucket : buckets_) {
      if (!bucket.second.empty()) {
        return bucket.second;
      }
    }
    return buckets_[0];
  }
  /// Frees the empty buckets before the next one that has tasks. References to them end.
  void goToNextBucket() {
    while (!buckets_.empty() && buckets_.begin()->second.empty()) {
      buckets_.erase(buckets_.begin());
    }
  }
  /// Returns whether there are no tasks. @{
  bool empty() const {
    return std::all_of(buckets_.begin(), buckets_.end(),
                       [](const auto& bucket) { return bucket.second.empty(); });
  }
  bool allEmpty() const { return empty(); } /// @}

private:
  BucketFunc priority_;
  std::map<std::size_t, Bucket> buckets_;
};
