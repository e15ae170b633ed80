/**
 * Mixes of pushes and pops for measuring policies without a graph or an operator. The worklist is
 * used as for_each uses it: through a handle, and in batches where the policy offers them.
 */
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "galois/runtime/LoopReport.h"
#include "galois/runtime/loops/AgreedEnd.h"
#include "galois/substrate/ActingAs.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Barrier.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/Termination.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Concept.h"

namespace galois::bench {

/// What one operation does.
enum class MixKind {
  /// Pops p, then pushes p + 1..range. Priorities rise, as in Dijkstra's algorithm ("hold model").
  kHold,
  /// Pops, then pushes any priority below range. New tasks are often more urgent than the popped
  /// one.
  kRandom,
  /// Pushes any priority below range, or pops, each with probability one half.
  kCoin
};

/// How the operations of the threads interleave.
enum class Schedule {
  kThreads, ///< each thread is a thread of the machine
  /// One thread of the machine takes the roles of all threads in random order. A role takes one
  /// operation per turn, or a pop with its push. This gives the order that equally fast cores would
  /// give, independent of the machine's load and the same in every run. It is meaningful only if
  /// policies deliver tasks one by one (rank/Trace.h).
  kTurns
};

struct Mix {
  MixKind kind = MixKind::kHold;
  std::uint64_t tasks =
      0; ///< the number of tasks before the clock starts, with priorities below `range`
  std::uint64_t operations = 0; ///< the total over all threads
  std::uint32_t range = 1;      ///< at least 1
  std::uint64_t seed = 1;
  Schedule schedule = Schedule::kThreads;
};

/// A task of eight bytes, as that of sssp.
struct MixTask {
  std::uint32_t number; ///< counts the thread's pushes
  std::uint32_t priority;
};

struct PriorityOfMixTask {
  std::uint32_t operator()(const MixTask& task) const { return task.priority; }
};

/// What the threads did between the start of the clock and the end. The policy's counters include
/// the initial filling.
struct MixResult {
  double seconds = 0;
  std::uint64_t pushes = 0;
  std::uint64_t pops = 0;
  std::uint64_t emptyPops = 0;
  runtime::LoopReport report; ///< the policy's counters and histories

  std::uint64_t operations() const noexcept { return pushes + pops; }
};

/**
 * Runs the mix on galois::getActiveThreads() threads. The worklist should be empty. Threads claim
 * operations in blocks from the remaining ones, so that no thread has much left when the others are
 * done. A thread that finds no task continues to pop until all operations are claimed. Must not be
 * called inside a parallel region.
 */
template <typename WL>
class MixRunner {
public:
  MixRunner(WL& worklist, const Mix& mix)
      : worklist_(worklist), mix_(mix), threads_(substrate::getActiveThreads()),
        barrier_(substrate::getBarrier(threads_)),
        termination_(substrate::getSystemTermination(threads_)) {}

  /// @throws std::invalid_argument if one thread is to take the roles of several under a policy
  ///     whose threads wait for each other
  MixResult run() {
    if (worklists::kHasEmpty<WL> && mix_.schedule == Schedule::kTurns && threads_ > 1) {
      throw std::invalid_argument("threads that wait for each other cannot take turns");
    }
    const std::uint64_t began = substrate::nowNs();
    if (mix_.schedule == Schedule::kTurns) {
      takeTurns();
    } else {
      substrate::getThreadPool().run(threads_, [this] { runThread(); });
    }
    MixResult result;
    std::uint64_t first = ~std::uint64_t{0}, last = 0;
    for (unsigned t = 0; t < threads_; ++t) {
      const Counts& own = *ofThreads_.getRemote(t);
      result.pushes += own.pushes;
      result.pops += own.pops;
      result.emptyPops += own.emptyPops;
      first = std::min(first, own.began);
      last = std::max(last, own.ended);
    }
    result.seconds = static_cast<double>(last - first) * 1e-9;
    result.report.seconds = result.seconds;
    result.report.threads = threads_;
    if constexpr (worklists::kReportsCounters<WL>) {
      worklist_.reportCounters([&](unsigned thread, const char* counter, auto value) {
        if (thread < threads_) {
          constexpr bool kAverage = std::is_same_v<decltype(value), worklists::Average>;
          result.report.setCounter(thread, counter, static_cast<double>(value), kAverage);
        }
      });
    }
    if constexpr (worklists::kReportsHistories<WL>) {
      worklist_.reportHistories([&](const char* history, std::uint64_t when, double value) {
        const std::uint64_t since = when > began ? when - began : 0;
        result.report.addToHistory(history, static_cast<double>(since) * 1e-9, value);
      });
    }
    return result;
  }

private:
  using Handle = std::remove_reference_t<decltype(worklists::forThisThread(std::declval<WL&>()))>;
  static constexpr std::uint64_t kBlock = 256; ///< operations claimed at once
  static constexpr std::size_t kBatch = 64;    ///< as for_each takes them
  /// The first of the mix's own streams of random numbers. Policies use streams from 0 on, and the
  /// same seed. A queue that is drawn by the number of which the priority is made would get the
  /// priorities of one interval only.
  static constexpr std::uint64_t kStreams = std::uint64_t{1} << 32;

  struct Counts {
    std::uint64_t pushes = 0, pops = 0, emptyPops = 0;
    std::uint64_t began = 0, ended = 0;
  };
  struct alignas(substrate::kCacheLineSize) OfThread : Counts {};

  /// The state of one thread.
  struct Worker {
    Worker(const Mix& mix, unsigned tid) : random(mix.seed, kStreams + tid) {}
    substrate::Random random;
    Counts counts;
    std::uint64_t left = 0; ///< claimed operations that are still to do
  };

  void runThread() {
    const unsigned tid = substrate::ThreadPool::getTID();
    Worker me(mix_, tid);
    auto&& handle = worklists::forThisThread(worklist_);
    for (std::uint64_t i = tid; i < mix_.tasks; i += threads_) {
      handle.push(MixTask{static_cast<std::uint32_t>(i), me.random.below(mix_.range)});
    }
    barrier_.wait();
    me.counts.began = substrate::nowNs();
    if constexpr (worklists::kHasEmpty<WL>) {
      workInLevels(handle, me);
    } else {
      substrate::Backoff backoff;
      while (more(me)) {
        if (step(handle, me)) {
          backoff.reset();
        } else if (allClaimed()) {
          break; // Other threads may have ended with all tasks in their own queues.
        } else {
          backoff();
        }
      }
    }
    me.counts.ended = substrate::nowNs();
    static_cast<Counts&>(*ofThreads_.getLocal()) = me.counts;
  }

  /// For policies that proceed to the next level only after all threads have called empty(), as
  /// for_each does.
  void workInLevels(Handle& handle, Worker& me) {
    do {
      termination_.initializeThread();
      barrier_.wait();
      substrate::Backoff backoff;
      while (more(me) && !termination_.globalTermination()) {
        bool worked = false;
        while (step(handle, me)) {
          worked = true;
          if (!more(me)) {
            break;
          }
        }
        if (allClaimed()) {
          break;
        }
        termination_.localTermination(worked);
        if (worked) {
          backoff.reset();
        }
        backoff();
      }
    } while (!end_.agree(allClaimed(), [this] { barrier_.wait(); }) && !worklist_.empty());
  }

  void takeTurns() {
    substrate::Random turns(mix_.seed, kStreams + threads_); // a stream that no thread uses
    std::vector<Worker> workers;
    for (unsigned t = 0; t < threads_; ++t) {
      workers.emplace_back(mix_, t);
    }
    for (std::uint64_t i = 0; i < mix_.tasks; ++i) {
      const auto tid = static_cast<unsigned>(i % threads_);
      const substrate::ActingAs actor(tid);
      worklist_.push(MixTask{static_cast<std::uint32_t>(i), workers[tid].random.below(mix_.range)});
    }
    const std::uint64_t began = substrate::nowNs();
    const std::uint64_t each = mix_.kind == MixKind::kCoin ? 1 : 2;
    for (std::uint64_t done = 0; done < mix_.operations; done += each) {
      const unsigned tid = turns.below(threads_);
      const substrate::ActingAs actor(tid);
      auto&& handle = worklists::forThisThread(worklist_);
      workers[tid].left = 1;
      step(handle, workers[tid]);
    }
    for (unsigned t = 0; t < threads_; ++t) {
      workers[t].counts.began = began;
      workers[t].counts.ended = substrate::nowNs();
      static_cast<Counts&>(*ofThreads_.getRemote(t)) = workers[t].counts;
    }
  }

  /// Returns whether the thread has an operation to do. Claims another block if necessary.
  bool more(Worker& me) {
    if (me.left == 0) {
      const std::uint64_t begin = claimed_.fetch_add(kBlock, std::memory_order_relaxed);
      me.left = begin < mix_.operations ? std::min(kBlock, mix_.operations - begin) : 0;
      if (mix_.kind != MixKind::kCoin) {
        me.left = (me.left + 1) / 2; // A pop and a push are two operations.
      }
    }
    return me.left > 0;
  }

  bool allClaimed() const {
    // relaxed: no other data depends on it.
    return claimed_.load(std::memory_order_relaxed) >= mix_.operations;
  }

  /// Performs one operation, or as many as the policy's batches allow.
  /// @return whether the policy had any task
  bool step(Handle& handle, Worker& me) {
    return mix_.kind == MixKind::kCoin ? toss(handle, me) : popAndPush(handle, me);
  }

  bool popAndPush(Handle& handle, Worker& me) {
    MixTask batch[kBatch];
    const std::size_t count = pop(handle, batch, std::min<std::uint64_t>(kBatch, me.left));
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t ahead = me.random.below(mix_.range);
      handle.push(MixTask{batch[i].number + 1,
                          mix_.kind == MixKind::kHold ? batch[i].priority + 1 + ahead : ahead});
    }
    me.counts.pops += count;
    me.counts.pushes += count;
    me.counts.emptyPops += count == 0;
    me.left -= count;
    return count > 0;
  }

  bool toss(Handle& handle, Worker& me) {
    MixTask task{static_cast<std::uint32_t>(me.counts.pushes), me.random.below(mix_.range)};
    if (me.random.below(2) == 0) {
      handle.push(task);
      ++me.counts.pushes;
    } else if (pop(handle, &task, 1) == 1) {
      ++me.counts.pops;
    } else {
      ++me.counts.emptyPops;
    }
    --me.left;
    return true; // A pop that finds no task is an operation like any other.
  }

  static std::size_t pop(Handle& handle, MixTask* out, std::size_t most) {
    if constexpr (worklists::kHasPopBatch<Handle>) {
      return handle.pop_batch(out, most);
    } else {
      if (auto task = handle.pop()) {
        *out = *task;
        return 1;
      }
      return 0;
    }
  }

  WL& worklist_;
  const Mix mix_;
  const unsigned threads_;
  substrate::Barrier& barrier_;
  substrate::TerminationDetection& termination_;
  runtime::AgreedEnd<> end_; ///< of work in levels
  substrate::PerThreadStorage<OfThread> ofThreads_;
  alignas(substrate::kCacheLineSize) std::atomic<std::uint64_t> claimed_{0};
};

/// Runs the mix on a new worklist, WL(args...).
template <typename WL, typename... Args>
MixResult runMixOn(const Mix& mix, const Args&... args) {
  WL worklist(args...);
  return MixRunner<WL>(worklist, mix).run();
}

} // namespace galois::bench
