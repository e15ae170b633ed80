/**
 * Shortest paths on one thread with a ring of buckets: delta-stepping without its distinction of
 * light and heavy edges [Meyer, Sanders, J. Algorithms 49, 2003]. It shares no code with the
 * schedulers. Where no weight is much greater than the mean it is the fastest of the sequential
 * searches here.
 *
 * A bucket holds the entries whose distances lie in a range of 2^shift. Buckets are emptied in their
 * order, and each one first in, first out, so a node may be relaxed several times while its bucket
 * is emptied. An edge reaches no further than the ring is long, so no two ranges share a bucket.
 *
 * An entry moves once, where it moves several times in a radix heap. All entries of a bucket are
 * known before they are popped, and what they will touch is prefetched in three steps: their
 * distance and the offsets of their row, then the row, then the distances at its ends.
 */
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "EdgeWeights.h"
#include "PathLength.h"
#include "SequentialDijkstra.h"
#include "analytics/graphs/Leaves.h"
#include "galois/runtime/report/TaskProgress.h"

namespace sssp {

/// The width of buckets and how many of them a search needs.
struct BucketShape {
  unsigned shift = 0;      ///< the logarithm of the width
  double scale = 1;        ///< a distance of type double times this is divided by the width
  std::size_t buckets = 0; ///< a power of two; 0: more than are worthwhile, so use another search

  static constexpr std::size_t kMost = 1024; ///< buckets
};

/// Returns the shape for a graph. The width is twice the mean weight divided by the mean degree,
/// rounded down to a power of two. For uniform weights this is the width of delta-stepping.
template <typename Graph, typename Weight>
BucketShape bucketShape(const Graph& graph, const WeightSummary<Weight>& weights) {
  BucketShape shape;
  shape.scale = priorityScale(weights, graph.size());
  const double degree = static_cast<double>(graph.sizeEdges()) / static_cast<double>(graph.size());
  const double width = 2 * weights.mean * shape.scale / std::max(degree, 1.0);
  shape.shift = width < 2 ? 0 : static_cast<unsigned>(std::min(std::ilogb(width), 62));
  const double reach = std::ldexp(static_cast<double>(weights.greatest) * shape.scale,
                                  -static_cast<int>(shape.shift));
  if (reach < static_cast<double>(BucketShape::kMost) - 3) {
    shape.buckets = std::bit_ceil(static_cast<std::size_t>(reach) + 3);
  }
  return shape;
}

/// The ring of buckets, which keeps its memory for the next search.
template <typename Distance>
class BucketRing {
public:
  using Entry = DijkstraEntry<Distance>;

  /// Empties all buckets and makes those that the shape needs; it must have some.
  /// @throws std::bad_alloc
  void reset(const BucketShape& shape) {
    shape_ = shape;
    buckets_.resize(shape.buckets);
    for (std::vector<Entry>& bucket : buckets_) {
      bucket.clear();
    }
  }

  /// Returns a distance in widths.
  std::uint64_t indexOf(Distance distance) const {
    if constexpr (std::is_floating_point_v<Distance>) {
      return static_cast<std::uint64_t>(distance * shape_.scale) >> shape_.shift;
    } else {
      return std::uint64_t{distance} >> shape_.shift;
    }
  }
  /// Returns the bucket of a distance.
  std::vector<Entry>& of(Distance distance) { return at(indexOf(distance)); }
  /// Returns the bucket of a number of widths.
  std::vector<Entry>& at(std::uint64_t index) { return buckets_[index & (buckets_.size() - 1)]; }

  /// Calls `visit(entry)` for each entry, in no order.
  template <typename Visit>
  void forEach(const Visit& visit) const {
    for (const std::vector<Entry>& bucket : buckets_) {
      std::for_each(bucket.begin(), bucket.end(), visit);
    }
  }

private:
  BucketShape shape_;
  std::vector<std::vector<Entry>> buckets_;
};

/// Does the same as sequentialDijkstra(), with a ring of buckets. Fast if few paths of a bucket have
/// several edges that are short for it; O(nodes * edges) time at worst.
/// @param shape  of this graph, with buckets
/// @param ring   its memory is used, and what it contains is forgotten. If the goal ends the search,
///               it has the entries that are left
/// @param leaves  of the graph; they are not scheduled. null: every node is
/// @param goal    see WholeGraph
/// @throws std::bad_alloc
/// @throws galois::substrate::Cancelled
template <typename Graph, typename Distance, typename Goal = WholeGraph>
DijkstraCounts sequentialBuckets(const Graph& graph, std::span<const std::uint32_t> sources,
                                 Distance* distances, const BucketShape& shape,
                                 BucketRing<Distance>& ring,
                                 const lonestar::Leaves* leaves = nullptr, Goal&& goal = {}) {
  using Entry = DijkstraEntry<Distance>;
  using galois::runtime::TaskProgress;
  // How many entries and edges lie between a prefetch and the use of what it fetches.
  constexpr std::size_t kNode = 24, kRow = 16, kEnds = 8, kEdges = 16;
  constexpr std::size_t kShort = 8; // edges of a row whose ends are prefetched in advance
  DijkstraCounts counts;
  ring.reset(shape);
  for (const std::uint32_t source : sources) {
    goal.lower(distances, source, source, Distance{0});
    ring.at(0).push_back(Entry::make(0, source));
    ++counts.pushed;
  }
  std::uint64_t counted = 0;
  for (std::uint64_t index = 0; counts.popped < counts.pushed && !goal.endsBefore(ring, index);
       ++index) {
    std::vector<Entry>& bucket = ring.at(index);
    // The vector grows while edges are relaxed that end in the same bucket.
    for (std::size_t i = 0; i < bucket.size(); ++i) {
      const Entry* const entries = bucket.data();
      const std::size_t left = bucket.size() - i;
      if (left > kNode) {
        const std::uint32_t node = entries[i + kNode].node();
        __builtin_prefetch(&distances[node]);
        graph.prefetchRow(node);
      }
      if (left > kRow) {
        graph.prefetchEdges(entries[i + kRow].node());
      }
      if (left > kEnds) {
        const std::uint32_t node = entries[i + kEnds].node();
        const auto* const first = graph.rowBegin(node);
        const auto* const end = graph.rowEnd(node);
        const auto* const last = first + std::min<std::ptrdiff_t>(end - first, kShort);
        for (const auto* edge = first; edge != last; ++edge) {
          __builtin_prefetch(&distances[edge->dst], 1);
        }
      }
      ++counts.popped;
      const Entry entry = entries[i];
      const Distance distance = entry.distance();
      if (distance != distances[entry.node()]) {
        ++counts.stale;
        continue;
      }
      const auto* const end = graph.rowEnd(entry.node());
      for (const auto* edge = graph.rowBegin(entry.node()); edge != end; ++edge) {
        if (static_cast<std::size_t>(end - edge) > kEdges) {
          __builtin_prefetch(&distances[edge[kEdges].dst], 1);
        }
        const auto candidate = pathLength(distance, edge->weight);
        if (candidate < distances[edge->dst] && goal.admits(candidate)) {
          const auto length = static_cast<Distance>(candidate);
          goal.lower(distances, edge->dst, entry.node(), length);
          if (leaves != nullptr && leaves->has(edge->dst)) {
            continue;
          }
          ring.of(length).push_back(Entry::make(length, edge->dst));
          ++counts.pushed;
        }
      }
      if (goal.endsAt(counts.pushed - counts.popped)) {
        bucket.erase(bucket.begin(), bucket.begin() + static_cast<std::ptrdiff_t>(i + 1));
        return counts;
      }
    }
    bucket.clear();
    if (counts.popped - counted >= TaskProgress::kSteps) {
      TaskProgress::countOrThrow(counts.popped - counted);
      counted = counts.popped;
    }
  }
  return counts;
}

} // namespace sssp
