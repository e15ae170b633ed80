/**
 * Delta-stepping: U. Meyer, P. Sanders, "Delta-stepping: a parallelizable shortest path algorithm",
 * Journal of Algorithms 49 (2003). It is the usual alternative to the worklists.
 *
 * Nodes wait in buckets of distances that differ by less than 2^shift. All threads empty the least
 * bucket in rounds, with a barrier after each round, until relaxations put no node back into it.
 * Each thread puts nodes into buckets of its own. A thread that has finished its share of a round
 * takes pieces of other threads' shares. When a thread's relaxations put only a few nodes back into
 * the current bucket, it relaxes them in the same round. This is bucket fusion (Y. Zhang et al.,
 * "Optimizing Ordered Graph Algorithms with GraphIt", CGO 2020); on road networks it saves most
 * rounds.
 *
 * When a single thread holds all nodes and they are few, it continues alone, through as many
 * buckets as it takes, while the others wait.
 *
 * Left out: light and heavy edges are relaxed together, as most implementations do.
 *
 * A thread keeps the next buckets in a ring and all nodes further away in one list. The list is
 * sorted into the ring when its nearest node comes up, at most once per turn of the ring. Two
 * phases alternate between barriers. In the first, every thread works on its own buckets and on the
 * shares of the round, which are not written then. In the second, every thread reads what all have
 * published and prepares its own share of the next round.
 */
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "PathLength.h"
#include "SsspProblem.h"
#include "galois/Galois.h"
#include "galois/runtime/loops/FirstException.h"
#include "galois/runtime/report/TaskProgress.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Barrier.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/PerThreadStorage.h"

namespace sssp {

struct DeltaSteppingCounts {
  std::uint64_t executed = 0; ///< nodes taken from buckets
  std::uint64_t stale = 0;    ///< of these, nodes settled in an earlier bucket
  std::uint64_t rounds = 0;   ///< each ends with a barrier of all threads
};

/// One search. It runs on all active threads; construct and run it outside parallel loops.
template <typename Weight, typename Distance>
class DeltaStepping {
public:
  DeltaStepping(const Problem<Weight, Distance>& problem, unsigned shift)
      : problem_(problem), shift_(shift) {}

  /// Computes problem.distances.
  /// @throws std::bad_alloc
  /// @throws galois::substrate::Cancelled
  DeltaSteppingCounts run();

private:
  using Bucket = std::vector<Node>;
  using TaskProgress = galois::runtime::TaskProgress;
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::size_t kRing = 256;  ///< buckets in the ring
  static constexpr std::size_t kPiece = 64;  ///< nodes per piece of a share
  static constexpr std::size_t kFuse = 1024; ///< most nodes that a thread fuses into a round
  static constexpr std::size_t kAlone = 128; ///< with fewer nodes in total, one thread works alone

  struct alignas(galois::substrate::kCacheLineSize) Own {
    std::array<Bucket, kRing> ring;
    Bucket far;
    Bucket emptied;                   ///< the bucket that is being relaxed
    std::uint64_t nearestFar = kNone; ///< a lower bound of the bucket numbers of the nodes in far
    DeltaSteppingCounts counts;
    std::size_t held = 0; ///< number of nodes in ring and far
    bool failed = false;
    // Other threads read these or take nodes from them.
    Bucket share;
    galois::Atomic<std::size_t> taken{0}; ///< of share; relaxed: only distributes indices
    std::uint64_t published = kNone;      ///< the least bucket that holds a node
    std::size_t publishedHeld = 0;
    bool publishedFailed = false;
  };

  std::uint64_t bucketOf(Distance distance) const {
    if constexpr (std::is_floating_point_v<Distance>) {
      return static_cast<std::uint64_t>(distance * problem_.scale) >> shift_;
    } else {
      return std::uint64_t{distance} >> shift_;
    }
  }

  void search(unsigned tid, unsigned threads);
  void work(Own& own, unsigned tid, unsigned threads, std::uint64_t current);
  std::uint64_t workAlone(Own& own, std::uint64_t current);
  void empty(Own& own, std::uint64_t current);
  void relax(Own& own, Node node, std::uint64_t current);
  void put(Own& own, Node node, std::uint64_t bucket, std::uint64_t current);
  void sortFar(Own& own, std::uint64_t current);
  static std::uint64_t leastBucket(const Own& own, std::uint64_t current);

  const Problem<Weight, Distance>& problem_;
  const unsigned shift_;
  galois::substrate::PerThreadStorage<Own> own_;
  galois::substrate::Barrier* barrier_ = nullptr;
  galois::runtime::FirstException failure_;
};

template <typename Weight, typename Distance>
DeltaSteppingCounts DeltaStepping<Weight, Distance>::run() {
  barrier_ = &galois::substrate::getBarrier(galois::getActiveThreads());
  for (const Node source : problem_.sources) {
    problem_.distances[source] = 0;
    own_.getRemote(0)->share.push_back(source);
  }
  galois::on_each([&](unsigned tid, unsigned threads) { search(tid, threads); },
                  galois::loopname("DeltaStepping"));
  failure_.rethrow();
  DeltaSteppingCounts all;
  for (unsigned thread = 0; thread < galois::getActiveThreads(); ++thread) {
    all.executed += own_.getRemote(thread)->counts.executed;
    all.stale += own_.getRemote(thread)->counts.stale;
    all.rounds += own_.getRemote(thread)->counts.rounds;
  }
  return all;
}

template <typename Weight, typename Distance>
void DeltaStepping<Weight, Distance>::search(unsigned tid, unsigned threads) {
  Own& own = *own_.getLocal();
  auto guarded = [&](const auto& step) {
    try {
      step();
    } catch (...) {
      failure_.capture();
      own.failed = true;
    }
  };
  bool alone = false;        // one thread works in this round, the others wait
  std::uint64_t counted = 0; // tasks of this thread that are counted as progress
  for (std::uint64_t current = 0;;) {
    if (!alone) {
      guarded([&] { work(own, tid, threads, current); });
    } else if (own.held > 0) {
      guarded([&] { current = workAlone(own, current); });
    }
    // Thread 0 alone looks for a request to end, since all threads must decide alike. The others
    // only count their tasks.
    const std::uint64_t executed =
        own.counts.executed - std::exchange(counted, own.counts.executed);
    if (TaskProgress::count(executed) && tid == 0) {
      own.failed = true;
    }
    own.published = leastBucket(own, current);
    own.publishedHeld = own.held;
    own.publishedFailed = own.failed;
    barrier_->wait();
    std::uint64_t next = kNone;
    bool failed = false;
    std::size_t held = 0;
    unsigned holders = 0;
    for (unsigned thread = 0; thread < threads; ++thread) {
      const Own& other = *own_.getRemote(thread);
      failed |= other.publishedFailed;
      next = std::min(next, other.published);
      held += other.publishedHeld;
      holders += other.publishedHeld > 0 ? 1 : 0;
    }
    if (next == kNone || failed) {
      return; // all threads read the same values and leave together
    }
    if (tid == 0) {
      ++own.counts.rounds;
    }
    current = next;
    alone = holders == 1 && held < kAlone;
    own.share.clear();
    if (!alone) {
      guarded([&] { sortFar(own, current); });
      std::swap(own.share, own.ring[current % kRing]);
      own.held -= own.share.size();
    }
    own.taken.store(0, galois::order::relaxed);
    barrier_->wait();
  }
}

template <typename Weight, typename Distance>
void DeltaStepping<Weight, Distance>::work(Own& own, unsigned tid, unsigned threads,
                                           std::uint64_t current) {
  for (unsigned i = 0; i < threads; ++i) {
    Own& owner = *own_.getRemote((tid + i) % threads);
    for (;;) {
      const std::size_t first = owner.taken.fetch_add(kPiece, galois::order::relaxed);
      if (first >= owner.share.size()) {
        break;
      }
      const std::size_t last = std::min(first + kPiece, owner.share.size());
      for (std::size_t n = first; n < last; ++n) {
        constexpr std::size_t kNear = 2, kFar = 4;
        problem_.graph.prefetchRow(owner.share[std::min(n + kFar, last - 1)]);
        problem_.graph.prefetchEdges(owner.share[std::min(n + kNear, last - 1)]);
        relax(own, owner.share[n], current);
      }
    }
  }
  const Bucket& again = own.ring[current % kRing];
  while (!again.empty() && again.size() < kFuse) {
    empty(own, current);
  }
}

/// Empties buckets on one thread. Returns the bucket at which it stopped.
template <typename Weight, typename Distance>
std::uint64_t DeltaStepping<Weight, Distance>::workAlone(Own& own, std::uint64_t current) {
  for (;;) {
    sortFar(own, current);
    empty(own, current);
    const std::uint64_t next = leastBucket(own, current);
    if (next == kNone || own.held >= kAlone || galois::substrate::Cancellation::requested()) {
      return current;
    }
    current = next;
  }
}

/// Relaxes the nodes that are in the thread's own bucket now.
template <typename Weight, typename Distance>
void DeltaStepping<Weight, Distance>::empty(Own& own, std::uint64_t current) {
  own.emptied.clear();
  std::swap(own.emptied, own.ring[current % kRing]);
  own.held -= own.emptied.size();
  for (const Node node : own.emptied) {
    relax(own, node, current);
  }
}

template <typename Weight, typename Distance>
void DeltaStepping<Weight, Distance>::relax(Own& own, Node node, std::uint64_t current) {
  ++own.counts.executed;
  // Relaxed, here and below: distances only fall, and each decrease puts the node into a bucket.
  const Distance distance =
      galois::AtomicRef<Distance>(problem_.distances[node]).load(galois::order::relaxed);
  if (bucketOf(distance) < current) {
    ++own.counts.stale;
    return;
  }
  for (const auto& edge : problem_.graph.edges(node)) {
    const auto candidate = pathLength(distance, edge.weight);
    galois::AtomicRef<Distance> best(problem_.distances[edge.dst]);
    Distance old = best.load(galois::order::relaxed);
    while (candidate < old) {
      const auto improved = static_cast<Distance>(candidate);
      if (best.compare_exchange_weak(old, improved, galois::order::relaxed)) {
        put(own, edge.dst, bucketOf(improved), current);
        break;
      }
    }
  }
}

/// Puts a node into one of the thread's own buckets.
/// @param bucket  at least `current`
template <typename Weight, typename Distance>
void DeltaStepping<Weight, Distance>::put(Own& own, Node node, std::uint64_t bucket,
                                          std::uint64_t current) {
  ++own.held;
  if (bucket - current < kRing) {
    own.ring[bucket % kRing].push_back(node);
  } else {
    own.far.push_back(node);
    own.nearestFar = std::min(own.nearestFar, bucket);
  }
}

/// Moves the nodes that are within reach of the ring from far to the ring, and drops settled ones.
template <typename Weight, typename Distance>
void DeltaStepping<Weight, Distance>::sortFar(Own& own, std::uint64_t current) {
  if (own.nearestFar > current) {
    return;
  }
  Bucket all;
  std::swap(all, own.far);
  own.held -= all.size();
  own.nearestFar = kNone;
  for (const Node node : all) {
    const std::uint64_t bucket = bucketOf(
        galois::AtomicRef<Distance>(problem_.distances[node]).load(galois::order::relaxed));
    if (bucket >= current) {
      put(own, node, bucket, current);
    }
  }
}

template <typename Weight, typename Distance>
std::uint64_t DeltaStepping<Weight, Distance>::leastBucket(const Own& own, std::uint64_t current) {
  for (std::size_t ahead = 0; ahead < kRing; ++ahead) {
    if (!own.ring[(current + ahead) % kRing].empty()) {
      return std::min(current + ahead, own.nearestFar);
    }
  }
  return own.nearestFar;
}

} // namespace sssp
