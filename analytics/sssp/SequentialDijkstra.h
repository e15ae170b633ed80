/**
 * Dijkstra's algorithm on one thread: the baseline of every speed claim here, and the reference
 * that `--verify=full` compares with. It shares no code with the schedulers.
 *
 * Three things make it fast. Its 4-ary heap packs distance and node into one word (8 bytes for
 * 32-bit distances): a comparison is one instruction, and the four children of an entry lie in one
 * cache line. Deletion is lazy, so nodes need no position in the heap. Sinking takes the minimum of
 * four children without branches.
 *
 * Left out: bucket queues (those are schedulers of their own), bidirectional search, preprocessing.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "PathLength.h"
#include "galois/runtime/report/TaskProgress.h"

namespace sssp {

/// A heap entry ordered by distance: one word for 32-bit distances, two words for others.
template <typename Distance>
struct DijkstraEntry {
  Distance key;
  std::uint64_t value;

  static DijkstraEntry make(Distance distance, std::uint32_t node) { return {distance, node}; }
  static DijkstraEntry last() { return {kInfinity<Distance>, 0}; }
  Distance distance() const { return key; }
  std::uint32_t node() const { return static_cast<std::uint32_t>(value); }
  bool operator<(const DijkstraEntry& other) const { return key < other.key; }
};

template <>
struct DijkstraEntry<std::uint32_t> {
  std::uint64_t word;

  static DijkstraEntry make(std::uint32_t distance, std::uint32_t node) {
    return {static_cast<std::uint64_t>(distance) << 32 | node};
  }
  static DijkstraEntry last() { return {std::numeric_limits<std::uint64_t>::max()}; }
  std::uint32_t distance() const { return static_cast<std::uint32_t>(word >> 32); }
  std::uint32_t node() const { return static_cast<std::uint32_t>(word); }
  bool operator<(const DijkstraEntry& other) const { return word < other.word; }
};

/// A 4-ary min-heap. The unused entries behind the last one compare greater than all others. So the
/// four children of an entry can be compared without testing which of them exist.
template <typename Entry>
class QuadHeap {
  static_assert(std::is_trivially_copyable_v<Entry>);

public:
  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }

  /// Adds an entry in amortised O(log n) time. @throws std::bad_alloc
  void push(Entry entry) {
    if (size_ + kArity >= capacity_) {
      grow();
    }
    std::size_t hole = size_++;
    while (hole > 0) {
      const std::size_t parent = (hole - 1) / kArity;
      if (!(entry < at_[parent])) {
        break;
      }
      at_[hole] = at_[parent];
      hole = parent;
    }
    at_[hole] = entry;
  }

  /// Removes and returns the least entry of a heap that is not empty, in O(log n) time.
  Entry pop() {
    const Entry least = at_[0];
    const Entry moved = at_[--size_];
    at_[size_] = Entry::last();
    std::size_t hole = 0;
    for (std::size_t child = 1; child < size_; child = kArity * hole + 1) {
      const std::size_t best = leastOfFour(child);
      if (!(at_[best] < moved)) {
        break;
      }
      at_[hole] = at_[best];
      hole = best;
    }
    if (size_ > 0) {
      at_[hole] = moved;
    }
    return least;
  }

  /// Empties the heap and keeps its memory, in O(n) time.
  void clear() {
    std::fill_n(at_, size_, Entry::last());
    size_ = 0;
  }

private:
  static constexpr std::size_t kArity = 4;
  static constexpr std::size_t kLine = 64;

  std::size_t leastOfFour(std::size_t child) const {
    const Entry* four = at_ + child;
    const std::size_t left = four[1] < four[0] ? 1 : 0;
    const std::size_t right = four[3] < four[2] ? 3 : 2;
    return child + (four[right] < four[left] ? right : left);
  }

  void grow() {
    const std::size_t capacity = capacity_ ? 2 * capacity_ : 1024;
    // The root is the last entry of its group of four, so that each group of children is aligned.
    const std::size_t bytes = (capacity + kArity) * sizeof(Entry) + kLine;
    std::unique_ptr<void, Free> memory(
        std::aligned_alloc(kLine, (bytes + kLine - 1) / kLine * kLine));
    if (!memory) {
      throw std::bad_alloc();
    }
    Entry* at = static_cast<Entry*>(memory.get()) + kArity - 1;
    for (std::size_t i = 0; i < size_; ++i) {
      at[i] = at_[i];
    }
    for (std::size_t i = size_; i < capacity + 1; ++i) {
      at[i] = Entry::last();
    }
    memory_ = std::move(memory);
    at_ = at;
    capacity_ = capacity;
  }

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  std::unique_ptr<void, Free> memory_;
  Entry* at_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// What a search with buckets or a radix heap is for: the distances of all nodes. Searches that end
/// early or keep more have another goal (analytics/distances/BoundedGoal.h).
struct WholeGraph {
  /// Returns whether a node at this distance is of interest.
  template <typename Candidate>
  static constexpr bool admits(Candidate /*distance*/) {
    return true;
  }
  /// Lowers the distance of `node`, to which an edge leads from `from`; a source is its own.
  template <typename Distance>
  static void lower(Distance* distances, std::uint32_t node, std::uint32_t /*from*/, Distance to) {
    distances[node] = to;
  }
  /// Returns whether no node at this distance or beyond is of interest any more.
  template <typename Distance>
  static constexpr bool endsBefore(Distance /*distance*/) {
    return false;
  }
  /// Does the same for a bucket of a ring.
  template <typename Ring>
  static constexpr bool endsBefore(const Ring& /*ring*/, std::uint64_t /*bucket*/) {
    return false;
  }
  /// Returns whether the search with buckets ends while so many entries have not been popped.
  static constexpr bool endsAt(std::uint64_t /*entries*/) { return false; }
};

/// Counts of one run.
struct DijkstraCounts {
  std::uint64_t popped = 0;
  std::uint64_t pushed = 0;
  std::uint64_t stale = 0; ///< popped after a shorter path to the node had been settled
};

/// Writes the distance of every node from the nearest source into `distances`, which holds
/// kInfinity everywhere before. Entries that keep it are unreached, or reached only by paths too
/// long for the type. Weights are at least 0. Takes O(m log m) time, and memory for m heap entries
/// at worst.
/// @param heap  its memory is used, and what it contains is forgotten
/// @throws std::bad_alloc
/// @throws galois::substrate::Cancelled
template <typename Graph, typename Distance>
DijkstraCounts sequentialDijkstra(const Graph& graph, std::span<const std::uint32_t> sources,
                                  Distance* distances, QuadHeap<DijkstraEntry<Distance>>& heap) {
  using Entry = DijkstraEntry<Distance>;
  using galois::runtime::TaskProgress;
  DijkstraCounts counts;
  heap.clear();
  for (const std::uint32_t source : sources) {
    distances[source] = 0;
    heap.push(Entry::make(0, source));
    ++counts.pushed;
  }
  while (!heap.empty()) {
    const Entry entry = heap.pop();
    if (++counts.popped % TaskProgress::kSteps == 0) {
      TaskProgress::countOrThrow(TaskProgress::kSteps);
    }
    const Distance distance = entry.distance();
    if (distance != distances[entry.node()]) {
      ++counts.stale;
      continue;
    }
    for (const auto& edge : graph.edges(entry.node())) {
      const auto candidate = pathLength(distance, edge.weight);
      if (candidate < distances[edge.dst]) {
        distances[edge.dst] = static_cast<Distance>(candidate);
        heap.push(Entry::make(static_cast<Distance>(candidate), edge.dst));
        ++counts.pushed;
      }
    }
  }
  return counts;
}

/// Does the same with a heap of its own.
template <typename Graph, typename Distance>
DijkstraCounts sequentialDijkstra(const Graph& graph, std::span<const std::uint32_t> sources,
                                  Distance* distances) {
  QuadHeap<DijkstraEntry<Distance>> heap;
  return sequentialDijkstra(graph, sources, distances, heap);
}

/// Does the same from one source.
template <typename Graph, typename Distance>
DijkstraCounts sequentialDijkstra(const Graph& graph, std::uint32_t source, Distance* distances) {
  return sequentialDijkstra(graph, std::span<const std::uint32_t>(&source, 1), distances);
}

} // namespace sssp
