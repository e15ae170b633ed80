/**
 * Searches from many sources of one graph, each on one thread: a thread takes the next source when
 * it has finished one. The threads share the graph and the number of the next source, and wait for
 * each other only when there is no source left.
 *
 * Invariant: a search is taken by increasing the number, so by one thread, and only that thread
 * writes its entry and its answer. The end of the loop orders both before what the main thread
 * reads. So all accesses here are relaxed: the number only selects, and what longestSeconds() reads
 * may be a little old.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "analytics/sssp/PathLength.h"
#include "analytics/sssp/SequentialBuckets.h"
#include "analytics/sssp/SequentialDijkstra.h"
#include "analytics/sssp/SequentialRadixHeap.h"
#include "analytics/sssp/SsspProblem.h"
#include "galois/Galois.h"
#include "galois/analytics/Sssp.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/PerThreadStorage.h"

namespace sssp {

using galois::analytics::SsspPlan;

/// What is known about one search of a batch.
struct BatchedSearch {
  bool finished = false; ///< the answer is complete
  double seconds = 0;    ///< of the search alone, also if it ended early
  DijkstraCounts counts{};
};

/// A sequential search that keeps its queue for the next one. For one thread at a time.
template <typename Weight, typename Distance>
class QueuedSearch {
public:
  /// @param graph   must outlive this
  /// @param search  kBuckets, kRadixHeap or kDijkstra
  /// @param shape   of the graph, for kBuckets
  /// @param leaves  of the graph, for kBuckets and kRadixHeap, which do not schedule them; must
  ///                outlive this. null: they schedule every node
  QueuedSearch(const Graph<Weight>* graph, SsspPlan::Algorithm search,
               const BucketShape& shape = {}, const lonestar::Leaves* leaves = nullptr)
      : graph_(graph), search_(search), shape_(shape), leaves_(leaves) {}

  /// Does what sequentialDijkstra() does, and throws the same.
  DijkstraCounts operator()(Node source, std::span<Distance> distances) {
    const std::span<const Node> sources(&source, 1);
    switch (search_) {
    case SsspPlan::kBuckets:
      return sequentialBuckets(*graph_, sources, distances.data(), shape_, ring_, leaves_);
    case SsspPlan::kRadixHeap:
      return sequentialRadixHeap(*graph_, sources, distances.data(), radix_, leaves_);
    default:
      return sequentialDijkstra(*graph_, sources, distances.data(), quad_);
    }
  }

private:
  const Graph<Weight>* graph_;
  SsspPlan::Algorithm search_;
  BucketShape shape_;
  const lonestar::Leaves* leaves_;
  BucketRing<Distance> ring_;
  RadixHeap<Distance> radix_;
  QuadHeap<DijkstraEntry<Distance>> quad_;
};

/// Searches from the sources of one batch after the other. On the main thread, outside parallel
/// loops.
/// @tparam Search  DijkstraCounts(Node source, std::span<Distance> distances) searches from one
///                 source; the distances are kInfinity before. Each thread has its own.
template <typename Distance, typename Search>
class SourceBatch {
public:
  /// Gives each thread a Search(args...). @throws std::bad_alloc
  template <typename... Args>
  explicit SourceBatch(const Args&... args) : own_(args...) {}

  /// Searches from each source on one of the active threads, which may be more than the sources.
  /// What has finished is in searches() afterwards, also if this throws.
  /// @param answers  answers[i] receives the distances from sources[i], one per node
  /// @throws  what a search throws; then the others that are under way go on, and no more begin
  void run(std::span<const Node> sources, std::span<const std::span<Distance>> answers) {
    searches_.assign(sources.size(), {});
    next_.store(0, galois::order::relaxed);
    galois::on_each(
        [&](unsigned /*thread*/, unsigned /*threads*/) {
          for (;;) {
            const std::size_t index = next_.fetch_add(1, galois::order::relaxed);
            if (index >= sources.size()) {
              return;
            }
            search(sources[index], answers[index], searches_[index]);
          }
        },
        galois::loopname("SourceBatch"));
  }

  /// Returns what the last run() did, in the order of its sources.
  const std::vector<BatchedSearch>& searches() const { return searches_; }

  /// Returns how many seconds the longest of the searches under way has taken so far; 0 if there is
  /// none. Any thread may call it.
  double longestSeconds() const {
    const std::uint64_t now = galois::substrate::nowNs();
    std::uint64_t first = now;
    for (unsigned thread = 0; thread < own_.size(); ++thread) {
      const std::uint64_t since = own_.getRemote(thread)->since.load(galois::order::relaxed);
      first = since > 0 ? std::min(first, since) : first;
    }
    return static_cast<double>(now - first) * 1e-9;
  }

private:
  struct Own {
    template <typename... Args>
    explicit Own(const Args&... args) : search(args...) {}
    Search search;
    galois::Atomic<std::uint64_t> since{0}; ///< when the search under way began, in ns; 0: none is
  };

  /// @throws  what the search throws, after no thread takes another one
  void search(Node source, std::span<Distance> answer, BatchedSearch& entry) {
    Own& own = *own_.getLocal();
    std::fill(answer.begin(), answer.end(), kInfinity<Distance>);
    const std::uint64_t begin = galois::substrate::nowNs();
    // Not less than what longestSeconds() has returned for this search.
    const auto seconds = [begin] {
      return static_cast<double>(galois::substrate::nowNs() - begin) * 1e-9;
    };
    own.since.store(begin, galois::order::relaxed);
    try {
      entry.counts = own.search(source, answer);
      entry.finished = true;
    } catch (...) {
      entry.seconds = seconds();
      own.since.store(0, galois::order::relaxed);
      next_.store(kNoMore, galois::order::relaxed);
      throw;
    }
    entry.seconds = seconds();
    own.since.store(0, galois::order::relaxed);
  }

  static constexpr std::size_t kNoMore = std::size_t{1} << 62; ///< above the number of any source

  galois::substrate::PerThreadStorage<Own> own_;
  galois::Atomic<std::size_t> next_{0};
  std::vector<BatchedSearch> searches_;
};

} // namespace sssp
