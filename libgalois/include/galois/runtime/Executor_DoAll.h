/**
 * do_all: runs every iteration once, in any order, on any thread.
 *
 * Without galois::steal each thread runs its own share of the range. With it, shares are divided
 * into chunks (galois::chunk_size, 32 iterations by default), and a thread claims one chunk at a
 * time. A thread without chunks steals half of another thread's remaining chunks and probes threads
 * on its own socket first. do_all creates no new work, so a thread that finds all shares empty may
 * leave. Chunks that a thief is just moving at that moment are run by the thief.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "galois/Timer.h"
#include "galois/gstl.h"
#include "galois/runtime/Statistics.h"
#include "galois/runtime/loops/LoopOptions.h"
#include "galois/runtime/loops/StealableSpan.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::runtime {

namespace internal {

/// Maps iteration numbers of one thread's original share to iterators. For iterators without random
/// access, moving forward takes time linear in the distance; for others it takes constant time.
template <typename Iter>
class ShareCursor {
public:
  /// Returns the iterator at `index` of share `origin`, which begins at `first`.
  Iter& seek(unsigned origin, const Iter& first, std::uint64_t index) {
    if (galois::internal::isRandomAccess<Iter> || !at_ || origin != origin_ || index < index_) {
      at_ = first;
      index_ = 0;
      origin_ = origin;
    }
    std::advance(*at_,
                 static_cast<typename std::iterator_traits<Iter>::difference_type>(index - index_));
    index_ = index;
    return *at_;
  }
  /// Records that the caller has advanced the iterator by this many steps since seek().
  void moved(std::uint64_t steps) { index_ += steps; }

private:
  std::optional<Iter> at_;
  std::uint64_t index_ = 0;
  unsigned origin_ = 0;
};

/// Whether a do_all ends early, because an operator has thrown or the computation was cancelled.
inline bool endsEarly(const FirstException& failure) noexcept {
  return failure.raised() || substrate::Cancellation::requested();
}

/// The state of a running do_all with stealing.
template <typename Range, typename FunctionTy, typename Options>
class StealingDoAll {
  static_assert(StealableSpan<>::kMaxThreads >= substrate::kMaxThreads);
  using Iter = typename Range::local_iterator;
  static constexpr bool kStats = kLoopStats<Options>;
  static constexpr bool kMoreStats = kMoreLoopStats<Options>;

public:
  StealingDoAll(const Range& range, FunctionTy& fn, unsigned chunkSize, const char* name)
      : range_(range), fn_(fn), chunkSize_(chunkSize), name_(name),
        threads_(substrate::getActiveThreads()), shares_(new Share[threads_]) {}

  void run() {
    runOnActiveThreads(name_, failure_, [this] { runThread(substrate::ThreadPool::getTID()); });
  }

private:
  /// The original share of each thread. The thread writes all members but `span` before it
  /// publishes its span; afterwards they are only read.
  struct alignas(substrate::kCacheLineSize) Share {
    StealableSpan<> span;
    std::optional<Iter> first;
    std::uint64_t size = 0;
    std::uint64_t chunk = 1;
  };

  void publishOwn(unsigned tid) {
    Share& own = shares_[tid];
    auto [first, last] = range_.local_pair();
    own.size = static_cast<std::uint64_t>(std::distance(first, last));
    own.first = std::move(first);
    own.chunk = std::max<std::uint64_t>(chunkSize_, own.size / StealableSpan<>::kMaxChunks + 1);
    const std::uint64_t chunks = own.size / own.chunk + (own.size % own.chunk != 0 ? 1 : 0);
    own.span.publish({tid, 0, static_cast<std::uint32_t>(chunks)});
  }

  void runThread(unsigned tid) {
    CondTimer<kMoreStats> init, execute, stealing;
    init.start();
    publishOwn(tid);
    init.stop();
    ShareCursor<Iter> cursor;
    std::uint64_t iterations = 0;
    do {
      execute.start();
      ChunkSpan chunk;
      while (!endsEarly(failure_) && shares_[tid].span.claim(chunk)) {
        iterations += runChunk(chunk, cursor);
      }
      execute.stop();
      stealing.start();
      const bool more = !endsEarly(failure_) && stealFor(tid);
      stealing.stop();
      if (!more) {
        break;
      }
    } while (true);
    reportStatCond_Tsum<kStats>(name_, "Iterations", iterations);
    reportStatCond_Tmax<kMoreStats>(name_, "InitTime", init.get());
    reportStatCond_Tmax<kMoreStats>(name_, "ExecuteTime", execute.get());
    reportStatCond_Tmax<kMoreStats>(name_, "StealTime", stealing.get());
  }

  std::uint64_t runChunk(const ChunkSpan& chunk, ShareCursor<Iter>& cursor) {
    const Share& share = shares_[chunk.origin];
    const std::uint64_t first = chunk.begin * share.chunk;
    const std::uint64_t count = std::min(share.chunk, share.size - first);
    Iter& it = cursor.seek(chunk.origin, *share.first, first);
    substrate::charge(substrate::Work::kIteration, count);
    for (std::uint64_t i = 0; i < count; ++i, ++it) {
      fn_(*it);
    }
    cursor.moved(count);
    return count;
  }

  /// Steals chunks from another thread into the empty span of thread `tid`. Returns false if there
  /// are none left. Waits for threads that have not published their spans yet, since their chunks
  /// can be stolen.
  bool stealFor(unsigned tid) {
    substrate::Backoff wait;
    while (!endsEarly(failure_)) {
      bool mayBeMore = false;
      for (const bool sameSocket : {true, false}) {
        for (unsigned i = 1; i < threads_; ++i) {
          const unsigned victim = tid + i < threads_ ? tid + i : tid + i - threads_;
          if (onSameSocket(tid, victim) != sameSocket) {
            continue;
          }
          ChunkSpan loot;
          switch (shares_[victim].span.steal(loot)) {
          case StealableSpan<>::Theft::kTook:
            shares_[tid].span.publish(loot);
            return true;
          case StealableSpan<>::Theft::kContended:
          case StealableSpan<>::Theft::kUnpublished:
            mayBeMore = true;
            break;
          case StealableSpan<>::Theft::kEmpty:
            break;
          }
        }
      }
      if (!mayBeMore) {
        return false;
      }
      wait();
    }
    return false;
  }

  static bool onSameSocket(unsigned a, unsigned b) {
    const auto& pool = substrate::getThreadPool();
    return pool.getSocket(a) == pool.getSocket(b);
  }

  const Range& range_;
  FunctionTy& fn_;
  const std::uint64_t chunkSize_;
  const char* name_;
  const unsigned threads_;
  std::unique_ptr<Share[]> shares_;
  FirstException failure_;
};

/// Whether a range has one item or none, which is work for one thread. False if that is not known in
/// constant time.
template <typename Range>
bool hasOneItem([[maybe_unused]] const Range& range) {
  if constexpr (galois::internal::isRandomAccess<typename Range::iterator>) {
    return range.end() - range.begin() <= 1;
  } else {
    return false;
  }
}

/// The number of iterations between two looks for the end of a do_all without stealing.
inline constexpr std::size_t kIterationsPerLook = 256;

/// Calls fn(*it) for the next iterations of [it, last), at most kIterationsPerLook, and moves `it`.
template <typename Iter, typename Fn>
void runUntilLook(Iter& it, const Iter& last, const Fn& fn) {
  if constexpr (galois::internal::isRandomAccess<Iter>) {
    for (const Iter look = galois::safe_advance(it, last, kIterationsPerLook); it != look; ++it) {
      fn(*it);
    }
  } else {
    for (std::size_t left = kIterationsPerLook; left > 0 && it != last; --left, ++it) {
      fn(*it);
    }
  }
}

/// Runs a do_all in which each thread processes its own share.
template <typename Range, typename FunctionTy, typename Options>
void doAllShares(const Range& range, FunctionTy& fn, const Options& options) {
  FirstException failure;
  const char* name = loopName(options);
  runOnActiveThreads(name, failure, [&range, &fn, &failure, name] {
    auto [it, last] = range.local_pair();
    [[maybe_unused]] std::uint64_t iterations = 0;
    while (it != last && !endsEarly(failure)) {
      runUntilLook(it, last, [&](auto&& item) {
        substrate::charge(substrate::Work::kIteration);
        fn(std::forward<decltype(item)>(item));
        if constexpr (kLoopStats<Options>) {
          ++iterations;
        }
      });
    }
    reportStatCond_Tsum<kLoopStats<Options>>(name, "Iterations", iterations);
  });
}

} // namespace internal

/**
 * Calls fn(item) for every item of the range. All threads share `fn`. `options` is a tuple of loop
 * options. A range of one item wakes no thread. If the operator throws, the loop ends early and the
 * exception is rethrown here. It also ends when the computation is cancelled. The other threads finish
 * their current chunk, or without stealing at most kIterationsPerLook iterations.
 */
template <typename Range, typename FunctionTy, typename Options>
void do_all_gen(const Range& range, FunctionTy& fn, const Options& options) {
  CondStatTimer<kLoopStats<Options>> timer(loopName(options));
  timer.start();
  requireNoParallelLoop(loopName(options)); // before the number of threads changes
  const substrate::OneActiveThread one(internal::hasOneItem(range));
  if constexpr (has_trait<steal_tag, Options>()) {
    unsigned chunkSize = chunk_size<>().value;
    if constexpr (has_trait<chunk_size_tag, Options>()) {
      chunkSize = get_trait_value<chunk_size_tag>(options).value;
    }
    internal::StealingDoAll<Range, FunctionTy, Options>(range, fn, chunkSize, loopName(options))
        .run();
  } else {
    internal::doAllShares(range, fn, options);
  }
  timer.stop();
}

} // namespace galois::runtime
