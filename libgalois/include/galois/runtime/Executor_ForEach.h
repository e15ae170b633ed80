/**
 * for_each: runs an operator over a worklist until no work is left.
 *
 * With conflict detection off, nothing stands between the operator and the policy: an operator that
 * takes its context as `auto&` gets one whose push() goes straight to the worklist, tasks come out
 * of the policy in batches where it offers them, and an iteration pays no time stamp, no indirect
 * call and no copy through a buffer. An operator that names UserContext<T> gets Galois' buffered
 * pushes.
 *
 * A thread that finds nothing reports to termination detection and looks again; it never leaves
 * while work may be left. An exception or breakLoop() makes all threads leave early.
 */
#ifndef GALOIS_RUNTIME_EXECUTOR_FOREACH_H
#define GALOIS_RUNTIME_EXECUTOR_FOREACH_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "galois/Timer.h"
#include "galois/Traits.h"
#include "galois/UserContext.h"
#include "galois/runtime/CycleMeter.h"
#include "galois/runtime/DirectContext.h"
#include "galois/runtime/LoopOptions.h"
#include "galois/runtime/LoopReport.h"
#include "galois/runtime/LoopWatch.h"
#include "galois/runtime/PolicyReport.h"
#include "galois/runtime/Statistics.h"
#include "galois/runtime/UserContextAccess.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Barrier.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/Termination.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/substrate/TurnTaking.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Concept.h"

namespace galois::runtime {

/// The policy of loops that name none.
using defaultWL = worklists::PerSocketChunkFIFO<32>;

/// Whether a loop's options hold a third hint for prefetches.
template <typename Options>
constexpr bool hasCloseHint() {
  if constexpr (has_trait<prefetch_tag, Options>()) {
    using Hints = std::decay_t<decltype(get_trait_value<prefetch_tag>(std::declval<Options&>()))>;
    return !std::is_same_v<decltype(Hints::close), NoHint>;
  } else {
    return false;
  }
}

/// One loop. Lives on the stack of the thread that starts it, on cache lines of its own: what other
/// threads touch in it, or in the policy, shares none with that thread's variables.
template <typename WL, typename Function, typename Options>
class alignas(substrate::kCacheLineSize) ForEachExecutor {
public:
  using T = typename WL::value_type;

  template <typename... WLArgs>
  ForEachExecutor(Function& function, const Options& options, WLArgs&&... args)
      : worklist_(std::forward<WLArgs>(args)...), function_(function), options_(options),
        threads_(substrate::getActiveThreads()) {}

  template <typename Range>
  void run(const Range& range) {
    const char* name = loopName(options_);
    Timer timer;
    startNs_ = substrate::nowNs();
    timer.start();
    runOnActiveThreads(
        name, failure_, [this, name](unsigned) { prepare(name); },
        [this, &range] { runThread(range); });
    timer.stop();
    if constexpr (kMetered) {
      if (timeline() != nullptr) {
        timeline()->endLoop(substrate::nowTicks());
      }
    }
    report(name, timer);
  }

private:
  static constexpr bool kBreaks = has_trait<parallel_break_tag, Options>();
  static constexpr bool kIterAlloc = has_trait<per_iter_alloc_tag, Options>();
  static constexpr bool kPushes = !has_trait<no_pushes_tag, Options>();
  static constexpr bool kPrefetch = has_trait<prefetch_tag, Options>();
  static constexpr bool kCloseHint = hasCloseHint<Options>();
  static constexpr bool kWatched = has_trait<loop_watch_tag, Options>();
  static constexpr bool kMetered = kProfile && kWatched;
  using Handle = std::remove_reference_t<decltype(worklists::forThisThread(std::declval<WL&>()))>;
  static constexpr bool kBatches =
      worklists::kHasPopBatch<Handle> && std::is_default_constructible_v<T>;

  /// Tasks taken from the policy at once, and how far ahead of the running one they are touched.
  static constexpr std::size_t kBatch = 64;
  static constexpr std::size_t kFar = 16;
  static constexpr std::size_t kNear = 8;
  static constexpr std::size_t kClose = 2;

  using LoopMeter = std::conditional_t<kMetered, CycleMeter, NoMeter>;
  using Context = DirectContext<T, Handle, LoopMeter>;

  struct Counts {
    std::uint64_t iterations = 0;
    std::uint64_t pushes = 0;
    [[no_unique_address]] LoopMeter meter;
  };
  struct NoNodes {};

  /// Sets up what all loops share. Only once no other loop can run: a loop that is started beside
  /// another one is refused, and must not disturb it.
  void prepare([[maybe_unused]] const char* name) {
    barrier_ = &substrate::getBarrier(threads_);
    termination_ = &substrate::getSystemTermination(threads_);
    if constexpr (kMetered) {
      if (timeline() != nullptr) {
        timeline()->beginLoop(name, substrate::nowTicks());
      }
    }
  }

  template <typename Range>
  void runThread(const Range& range) {
    try {
      auto&& handle = worklists::forThisThread(worklist_);
      Context context(handle);
      runThread(range, handle, context);
    } catch (...) {
      // Memory was short before it began. The others wait for this thread, and then see why.
      failure_.capture();
      arrive();
    }
  }

  template <typename Range>
  void runThread(const Range& range, Handle& handle, Context& context) {
    startMeter(context);
    UserContextAccess<T> access(context);
    if constexpr (kBreaks) {
      access.setBreakFlag(&broke_);
    }
    // Pushes through the base class, should there be many in one iteration.
    access.setFastPushBack([](void*, UserContext<T>& base) { static_cast<Context&>(base).flush(); },
                           nullptr);

    // A thread that fails before the barrier must still come to it, or the others wait for ever.
    try {
      worklist_.push_initial(range);
    } catch (...) {
      failure_.capture();
    }
    showFirstTasks(context);
    std::uint64_t iterations = workTogether(handle, context);
    // A policy that holds work back (OBIM with barriers) says so when all threads ask it together.
    if constexpr (worklists::kHasEmpty<WL>) {
      while (!stopped() && !worklist_.empty()) {
        iterations += workTogether(handle, context);
      }
    }
    context.meter().lap(Spent::kOther);
    context.meter().stop();
    *counts_.getLocal() = {iterations, context.pushes(), context.meter()};
  }

  /// From all threads' arrival to the end of what they can find. Returns this thread's iterations.
  std::uint64_t workTogether(Handle& handle, Context& context) {
    arrive();
    try {
      return work(handle, context);
    } catch (...) {
      failure_.capture();
      return 0;
    }
  }

  /// Waits for the other threads, before all look for work.
  void arrive() {
    termination_->initializeThread();
    barrier_->wait();
  }

  bool stopped() const noexcept {
    // relaxed: see UserContext::breakLoop()
    if (kBreaks && broke_.load(substrate::order::relaxed)) {
      return true;
    }
    return failure_.raised() || substrate::Cancellation::requested();
  }

  /// Runs tasks until all threads are out of work or the loop is stopped.
  std::uint64_t work(Handle& handle, Context& context) {
    std::uint64_t iterations = 0;
    const unsigned cores = substrate::getThreadPool().getMaxUsableThreads();
    substrate::Backoff backoff(threads_ <= cores ? substrate::WaitsOn::kOwnCore
                                                 : substrate::WaitsOn::kSharedCore);
    substrate::TurnTaking turns(threads_, cores);
    while (!stopped() && !termination_->globalTermination()) {
      const std::uint64_t done = drain(handle, context, turns);
      iterations += done;
      termination_->localTermination(done > 0);
      if (done > 0) {
        backoff.reset();
      }
      if (!termination_->isAwaited()) {
        backoff();
      }
    }
    return iterations;
  }

  /// Runs tasks until the policy comes back empty or the loop is stopped.
  std::uint64_t drain(Handle& handle, Context& context, substrate::TurnTaking& turns) {
    std::uint64_t iterations = 0;
    const bool shows = watched(); // once, not for every task
    context.meter().lap(Spent::kOther);
    substrate::charge(substrate::Work::kSearch);
    if constexpr (kBatches) {
      T batch[kBatch];
      while (const std::size_t count = handle.pop_batch(batch, kBatch)) {
        substrate::charge(substrate::Work::kPop, count);
        context.meter().lap(Spent::kDequeue);
        context.meter().dequeued(count);
        if (shows || closely(count)) [[unlikely]] {
          runInParts(context, batch, count, shows);
        } else {
          runPart(context, batch, 0, count, count);
        }
        iterations += count;
        turns.ran(count);
        substrate::charge(substrate::Work::kSearch);
        if (stopped()) {
          break;
        }
      }
    } else {
      while (galois::optional<T> task = handle.pop()) {
        substrate::charge(substrate::Work::kPop);
        context.meter().lap(Spent::kDequeue);
        context.meter().dequeued(1);
        if (shows) [[unlikely]] {
          show(*task);
        }
        touchNext(handle);
        runOne(context, *task);
        substrate::charge(substrate::Work::kSearch);
        ++iterations;
        if (iterations % kBatch == 0) {
          turns.ran(kBatch);
          if (stopped()) {
            break;
          }
        }
        if constexpr (kBreaks) {
          if (stopped()) {
            break;
          }
        }
      }
    }
    context.meter().lap(Spent::kFailedDequeue);
    if (shows) [[unlikely]] {
      watch_->waits(substrate::ThreadPool::getTID());
    }
    return iterations;
  }

  static LoopWatch* watchOf([[maybe_unused]] const Options& options) {
    if constexpr (kWatched) {
      return get_trait_value<loop_watch_tag>(options).watch;
    } else {
      return nullptr;
    }
  }

  /// Whether somebody wants to know which task runs; never of loops without that option.
  bool watched() const noexcept { return kWatched && watch_ != nullptr; }

  /// Where the phases of threads go, or null.
  substrate::Timeline* timeline() const noexcept {
    return get_trait_value<loop_watch_tag>(options_).timeline;
  }

  void startMeter(Context& context) {
    if constexpr (kMetered) {
      context.meter().start(
          timeline() == nullptr ? nullptr : &timeline()->track(substrate::ThreadPool::getTID()));
    }
  }

  /// What has passed so far is no waiting on a time line.
  void showFirstTasks([[maybe_unused]] Context& context) {
    if constexpr (kMetered) {
      context.meter().lap(Spent::kOther, substrate::Phase::kWork);
    }
  }

  /// Tells whoever watches which task comes next. Kept out of the loop that it is called from.
  GALOIS_ATTRIBUTE_NOINLINE void show([[maybe_unused]] const T& task) {
    if constexpr (kWatched) {
      const auto& priorityOf = get_trait_value<loop_watch_tag>(options_).priorityOf;
      watch_->works(substrate::ThreadPool::getTID(), static_cast<std::uint64_t>(priorityOf(task)));
    }
  }

  /// Touches what the next task needs while this one runs, where the policy can tell which it is.
  /// Inlined in any case: compilers take a function that only prefetches for one without effect,
  /// and drop calls to it.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE void touchNext([[maybe_unused]] Handle& handle) {
    if constexpr (kPrefetch && worklists::kHasPeek<Handle>) {
      if (const T* next = handle.peek()) {
        const auto& hints = get_trait_value<prefetch_tag>(options_);
        hints.far(*next);
        hints.near(*next);
      }
    }
  }

  /// Whether the third hint is given for a batch of `count` tasks.
  bool closely([[maybe_unused]] std::size_t count) const noexcept {
    if constexpr (kCloseHint) {
      return count > kClose && get_trait_value<prefetch_tag>(options_).closely;
    } else {
      return false;
    }
  }

  /// Runs a batch in small parts, between which there is time for the third hint, or one by one, so
  /// that what is shown is what runs. Out of line, and not tests for each task: loops that want
  /// neither should not pay for them.
  GALOIS_ATTRIBUTE_NOINLINE void runInParts(Context& context, T* batch, std::size_t count,
                                            bool shows) {
    const std::size_t part = shows ? 1 : kClose;
    if constexpr (kPrefetch) {
      if (part < count) {
        touchFirst(get_trait_value<prefetch_tag>(options_), batch, count);
      }
    }
    for (std::size_t begin = 0, touched = 0; begin < count; begin += part) {
      if constexpr (kCloseHint) {
        const std::size_t wanted = closely(count) ? (begin / kClose + 2) * kClose : 0;
        for (; touched < std::min(wanted, count); ++touched) {
          get_trait_value<prefetch_tag>(options_).close(batch[touched]);
        }
      }
      if (shows) {
        show(batch[begin]);
      }
      runPart(context, batch, begin, std::min(begin + part, count), count);
    }
  }

  template <typename Hints>
  GALOIS_ATTRIBUTE_ALWAYS_INLINE static void touchFirst(const Hints& hints, const T* batch,
                                                        std::size_t count) {
    for (std::size_t i = 0; i < std::min(kFar, count); ++i) {
      hints.far(batch[i]);
    }
    for (std::size_t i = 0; i < std::min(kNear, count); ++i) {
      hints.near(batch[i]);
    }
  }

  /// Runs the tasks [begin, end) of a batch, and touches what coming ones need while the running
  /// one computes. Out of line: a call costs nothing beside a batch, and the compiler gives
  /// operator and push the registers that the loop around them and the policy's pop would take. The
  /// operator is called here alone: what is called twice is not inlined.
  GALOIS_ATTRIBUTE_NOINLINE void runPart(Context& context, T* batch, std::size_t begin,
                                         std::size_t end, std::size_t count) {
    if constexpr (kPrefetch) {
      const auto& hints = get_trait_value<prefetch_tag>(options_);
      if (end - begin == count) { // else the caller has
        touchFirst(hints, batch, count);
      }
      for (std::size_t i = begin; i < end; ++i) {
        if (i + kFar < count) {
          hints.far(batch[i + kFar]);
        }
        if (i + kNear < count) {
          hints.near(batch[i + kNear]);
        }
        runOne(context, batch[i]);
      }
    } else {
      for (std::size_t i = begin; i < end; ++i) {
        runOne(context, batch[i]);
      }
    }
  }

  void runOne(Context& context, T& task) {
    substrate::charge(substrate::Work::kTask);
    [[maybe_unused]] const TaskStart start = startTask(context);
    function_(task, context);
    if constexpr (kPushes) {
      context.flush();
    }
    endTask(context, task, start);
    if constexpr (kIterAlloc) {
      UserContextAccess<T>(context).resetAlloc();
    }
  }

  /// What a thread had spent inside operators, and found outdated, before a task.
  struct TaskStart {
    std::uint64_t cycles = 0, laps = 0, stale = 0;
  };

  TaskStart startTask([[maybe_unused]] Context& context) {
    if constexpr (kMetered) {
      return {context.meter().operatorCycles(), context.meter().operatorLaps(),
              get_trait_value<loop_watch_tag>(options_).staleSoFar()};
    } else {
      return {};
    }
  }

  /// Writes down what a task took, if it was not outdated.
  void endTask([[maybe_unused]] Context& context, [[maybe_unused]] const T& task,
               [[maybe_unused]] const TaskStart& start) {
    if constexpr (kMetered) {
      CycleMeter& meter = context.meter();
      meter.lap(Spent::kOperator);
      const auto& asked = get_trait_value<loop_watch_tag>(options_);
      if (asked.staleSoFar() == start.stale) {
        const auto laps = static_cast<double>(meter.operatorLaps() - start.laps);
        const double net = static_cast<double>(meter.operatorCycles() - start.cycles) -
                           laps * CycleMeter::lapCost();
        nodes_.set(asked.nodeOf(task), static_cast<std::uint64_t>(std::max(net, 0.0)));
      }
      meter.lap(Spent::kMeter);
    }
  }

  void report(const char* name, const Timer& timer) {
    if constexpr (kLoopStats<Options>) {
      std::uint64_t iterations = 0, pushes = 0;
      for (unsigned t = 0; t < threads_; ++t) {
        iterations += counts_.getRemote(t)->iterations;
        pushes += counts_.getRemote(t)->pushes;
      }
      reportStat_Tsum(name, "Iterations", iterations);
      reportStat_Tsum(name, "Commits", iterations);
      reportStat_Tsum(name, "Pushes", pushes);
      reportStat_Tsum(name, "Conflicts", 0);
      reportStat_Tmax(name, "Time", timer.get());
    }
    if constexpr (has_trait<loop_report_tag, Options>()) {
      LoopReport& out = *get_trait_value<loop_report_tag>(options_).value;
      out = LoopReport();
      out.seconds = static_cast<double>(timer.get_nsec()) * 1e-9;
      out.threads = threads_;
      for (unsigned t = 0; t < threads_; ++t) {
        out.iterations.push_back(counts_.getRemote(t)->iterations);
        out.pushes.push_back(counts_.getRemote(t)->pushes);
      }
      if constexpr (kMetered) {
        CycleMeter all;
        for (unsigned t = 0; t < threads_; ++t) {
          all.add(counts_.getRemote(t)->meter);
        }
        out.breakdown = all.breakdown(nodes_.total());
      }
      if (watched()) {
        out.drift = watch_->drift();
      }
      addPolicysOwn(worklist_, startNs_, out);
    }
  }

  WL worklist_;
  Function& function_;
  const Options& options_;
  const unsigned threads_;
  substrate::Barrier* barrier_ = nullptr;                  // set by prepare()
  substrate::TerminationDetection* termination_ = nullptr; // set by prepare()
  substrate::PerThreadStorage<Counts> counts_;
  FirstException failure_;
  substrate::Atomic<bool> broke_{false};
  std::uint64_t startNs_ = 0; ///< when the loop began
  LoopWatch* const watch_ = watchOf(options_);
  [[no_unique_address]] std::conditional_t<kMetered, NodeCycles, NoNodes> nodes_;
};

namespace internal {

/// The policy as the loop uses it: over the range's values and, for policies that keep iterators,
/// over its iterators.
template <typename WL, typename Range, typename = void>
struct WorklistFor {
  using type = typename WL::template retype<typename Range::value_type>;
};
template <typename WL, typename Range>
struct WorklistFor<WL, Range,
                   std::void_t<typename WL::template with_iterator<typename Range::iterator>>> {
  using type = typename WL::template with_iterator<typename Range::iterator>::type::template retype<
      typename Range::value_type>;
};

} // namespace internal

/// Runs `function` over `range` and all it pushes, with the tuple `given` of loop options.
/// Throws the first exception that leaves the operator; what is left of the work is then dropped.
template <typename Range, typename Function, typename Given>
void for_each_gen(const Range& range, Function&& function, const Given& given) {
  const auto withOperator = mergeFunctionTraits<Function>(given);
  const auto options =
      std::tuple_cat(withOperator, get_default_trait_values(withOperator, std::make_tuple(wl_tag{}),
                                                            std::make_tuple(wl<defaultWL>())));
  using Options = std::decay_t<decltype(options)>;
  static_assert(has_trait<disable_conflict_detection_tag, Options>(),
                "this for_each has no conflict detection: promise with the option "
                "galois::disable_conflict_detection() that iterations need none");

  const auto& chosen = get_trait_value<wl_tag>(options);
  using Chosen = typename std::decay_t<decltype(chosen)>::type;
  using WL = typename internal::WorklistFor<Chosen, Range>::type;
  requireNoParallelLoop(loopName(options)); // before the policy is made
  std::apply(
      [&](const auto&... args) {
        ForEachExecutor<WL, std::remove_reference_t<Function>, Options> executor(function, options,
                                                                                 args...);
        executor.run(range);
      },
      chosen.args);
}

} // namespace galois::runtime

#endif
