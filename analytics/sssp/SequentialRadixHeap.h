/**
 * Shortest paths on one thread with a radix heap: R. Ahuja, K. Mehlhorn, J. Orlin, R. Tarjan,
 * "Faster algorithms for the shortest path problem", Journal of the ACM 37 (1990). It is the second
 * baseline beside SequentialDijkstra.h, and mostly the faster one. It shares no code with the
 * schedulers.
 *
 * The heap is monotone: no entry is pushed that is less than the last one popped, which holds in
 * Dijkstra's algorithm. Keys are numbers of hexadecimal digits. An entry whose key differs from the
 * last popped key waits in the bucket of the highest digit that differs and of its value there.
 * When no entry has the last popped key, the bucket of the lowest digit and value is taken; its
 * least key becomes the new reference, and its entries move to buckets of lower digits. So an entry
 * moves at most once per digit. Entries are compared only to find that least key.
 *
 * Three things make it fast beyond that. Entries of 32-bit distances are single words. An entry
 * that moves is dropped if it is stale. And since all entries of a bucket are known before they are
 * popped, what they will touch is prefetched: the distances when the bucket moves, the rows when
 * they reach a bucket that will be popped soon, and the distances at the ends of a long row while it is relaxed.
 *
 * The paper's one-level heap has digits of one bit, and entries move more often. Left out: its
 * third variant with Fibonacci heaps, whose better bound does not show at this size.
 */
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "PathLength.h"
#include "SequentialDijkstra.h"
#include "analytics/graphs/Leaves.h"
#include "galois/runtime/report/TaskProgress.h"

namespace sssp {

/// Returns a whole number that orders distances as they order themselves. Distances are at least 0;
/// the bits of such floating-point numbers, which include no negative zero, are ordered as they
/// are.
template <typename Distance>
auto radixKey(Distance distance) {
  if constexpr (std::is_floating_point_v<Distance>) {
    static_assert(sizeof(Distance) == 8);
    return std::bit_cast<std::uint64_t>(distance);
  } else {
    return distance;
  }
}

/// A monotone priority queue of DijkstraEntry. All distances of a type are possible.
template <typename Distance>
class RadixHeap {
public:
  using Entry = DijkstraEntry<Distance>;
  using Key = decltype(radixKey(Distance{}));

  /// Adds an entry whose distance is not below that of front(), in O(1) amortised time.
  /// @throws std::bad_alloc
  void push(Entry entry) {
    const Key key = radixKey(entry.distance());
    assert(key >= reference_);
    if (key == reference_) {
      front_.push_back(entry);
      return;
    }
    const unsigned level = levelOf(key);
    const unsigned digit = static_cast<unsigned>(key >> (kDigit * level)) % kBuckets;
    occupied_[level] |= std::uint32_t{1} << digit;
    levels_ |= 1U << level;
    buckets_[level * kBuckets + digit].push_back(entry);
  }

  /// The entries of the least distance, all of them. They stay valid until the next push(). More may
  /// be added by push(). Empty only if the queue is.
  std::vector<Entry>& front() { return front_; }

  /// Fills front(), which must be empty, unless the queue is empty. Every entry that moves is
  /// passed to `touch` some entries before it is passed to `keep`, which returns whether it is still
  /// needed. An entry that does is passed to `arrive` if it is likely to be in front() soon.
  /// @return whether front() has an entry now
  template <typename Touch, typename Keep, typename Arrive>
  bool advance(const Touch& touch, const Keep& keep, const Arrive& arrive) {
    while (front_.empty() && levels_ != 0) {
      const auto level = static_cast<unsigned>(std::countr_zero(levels_));
      const auto digit = static_cast<unsigned>(std::countr_zero(occupied_[level]));
      occupied_[level] &= occupied_[level] - 1;
      levels_ &= ~(static_cast<unsigned>(occupied_[level] == 0) << level);
      std::vector<Entry>& bucket = buckets_[level * kBuckets + digit];
      redistribute(bucket, level, touch, keep, arrive);
    }
    return !front_.empty();
  }

  /// Empties the queue and keeps its memory, for another search from distance 0. Takes
  /// O(number of buckets) time.
  void clear() {
    front_.clear();
    for (std::vector<Entry>& bucket : buckets_) {
      bucket.clear();
    }
    occupied_.fill(0);
    levels_ = 0;
    reference_ = 0;
  }

private:
  static constexpr unsigned kDigit = 4; ///< bits of a digit
  static constexpr unsigned kBuckets = 1U << kDigit;
  static constexpr unsigned kLevels = 8 * sizeof(Key) / kDigit;

  /// Returns the number of the highest digit of a key that differs from the reference's.
  unsigned levelOf(Key key) const {
    return static_cast<unsigned>(std::bit_width(static_cast<Key>(key ^ reference_)) - 1) / kDigit;
  }

  static constexpr std::size_t kAhead = 8; ///< entries between touch and keep

  template <typename Touch, typename Keep, typename Arrive>
  void redistribute(std::vector<Entry>& bucket, unsigned level, const Touch& touch,
                    const Keep& keep, const Arrive& arrive) {
    const std::size_t count = bucket.size();
    for (std::size_t i = 0; i < std::min(count, kAhead); ++i) {
      touch(bucket[i]);
    }
    std::size_t kept = 0;
    Entry least = Entry::last();
    for (std::size_t i = 0; i < count; ++i) {
      if (i + kAhead < count) {
        touch(bucket[i + kAhead]);
      }
      const Entry entry = bucket[i];
      if (keep(entry)) {
        bucket[kept++] = entry;
        least = entry < least ? entry : least;
      }
    }
    if (kept > 0) {
      reference_ = radixKey(least.distance());
      const bool soon = level == 0 || kept <= kFew;
      for (std::size_t i = 0; i < kept; ++i) {
        if (soon) {
          arrive(bucket[i]);
        }
        push(bucket[i]);
      }
    }
    bucket.clear();
  }

  static constexpr std::size_t kFew = 32; ///< entries of a bucket that will be popped soon

  std::vector<Entry> front_; ///< the entries whose key is the reference
  std::array<std::vector<Entry>, kLevels * kBuckets> buckets_;
  std::array<std::uint32_t, kLevels>
      occupied_{};           ///< bit d: whether the bucket of digit d has entries
  std::uint32_t levels_ = 0; ///< bit l: whether level l has entries
  Key reference_ = 0;        ///< the least key of all that may still be pushed
};

/// Does the same as sequentialDijkstra(), with a radix heap. Takes O(m log C) time, where C is the
/// longest distance, and memory for m entries at worst.
/// @param heap  its memory is used, and what it contains is forgotten
/// @param leaves  of the graph; they are not scheduled. null: every node is
/// @param goal    see WholeGraph
/// @throws std::bad_alloc
/// @throws galois::substrate::Cancelled
template <typename Graph, typename Distance, typename Goal = WholeGraph>
DijkstraCounts sequentialRadixHeap(const Graph& graph, std::span<const std::uint32_t> sources,
                                   Distance* distances, RadixHeap<Distance>& heap,
                                   const lonestar::Leaves* leaves = nullptr, Goal&& goal = {}) {
  using Entry = DijkstraEntry<Distance>;
  using galois::runtime::TaskProgress;
  constexpr std::size_t kRow = 4;   // entries ahead whose row is prefetched
  constexpr std::size_t kEnds = 16; // edges ahead whose distance is prefetched
  DijkstraCounts counts;
  heap.clear();
  for (const std::uint32_t source : sources) {
    goal.lower(distances, source, source, Distance{0});
    heap.push(Entry::make(0, source));
    ++counts.pushed;
  }
  auto touch = [distances](const Entry& entry) { __builtin_prefetch(&distances[entry.node()]); };
  auto keep = [&counts, distances](const Entry& entry) {
    const bool fresh = entry.distance() == distances[entry.node()];
    counts.stale += fresh ? 0 : 1;
    counts.popped += fresh ? 0 : 1;
    return fresh;
  };
  auto arrive = [&graph](const Entry& entry) { graph.prefetchRow(entry.node()); };
  std::uint64_t counted = 0;
  while (heap.advance(touch, keep, arrive) && !goal.endsBefore(heap.front().front().distance())) {
    // The vector may grow while a row is relaxed, if it has edges of no length.
    for (std::size_t i = 0; i < heap.front().size(); ++i) {
      const Entry entry = heap.front()[i];
      if (i + kRow < heap.front().size()) {
        graph.prefetchEdges(heap.front()[i + kRow].node());
      }
      ++counts.popped;
      const Distance distance = entry.distance();
      if (distance != distances[entry.node()]) {
        ++counts.stale;
        continue;
      }
      const auto* const end = graph.rowEnd(entry.node());
      const auto* edge = graph.rowBegin(entry.node());
      const auto relax = [&] {
        const auto candidate = pathLength(distance, edge->weight);
        if (candidate < distances[edge->dst] && goal.admits(candidate)) {
          goal.lower(distances, edge->dst, entry.node(), static_cast<Distance>(candidate));
          if (leaves != nullptr && leaves->has(edge->dst)) {
            return;
          }
          heap.push(Entry::make(static_cast<Distance>(candidate), edge->dst));
          ++counts.pushed;
        }
      };
      if (static_cast<std::size_t>(end - edge) > kEnds) {
        for (; edge + kEnds != end; ++edge) {
          __builtin_prefetch(&distances[edge[kEnds].dst], 1);
          relax();
        }
      }
      for (; edge != end; ++edge) {
        relax();
      }
    }
    heap.front().clear();
    if (counts.popped - counted >= TaskProgress::kSteps) {
      TaskProgress::countOrThrow(counts.popped - counted);
      counted = counts.popped;
    }
  }
  return counts;
}

/// Does the same with a heap of its own.
template <typename Graph, typename Distance>
DijkstraCounts sequentialRadixHeap(const Graph& graph, std::span<const std::uint32_t> sources,
                                   Distance* distances, const lonestar::Leaves* leaves = nullptr) {
  RadixHeap<Distance> heap;
  return sequentialRadixHeap(graph, sources, distances, heap, leaves);
}

/// Does the same from one source.
template <typename Graph, typename Distance>
DijkstraCounts sequentialRadixHeap(const Graph& graph, std::uint32_t source, Distance* distances) {
  return sequentialRadixHeap(graph, std::span<const std::uint32_t>(&source, 1), distances);
}

} // namespace sssp
