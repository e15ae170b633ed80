/**
 * for_each: runs an operator over a worklist until no work is left.
 *
 * Without conflict detection, no layer lies between the operator and the policy. An operator that
 * takes its context as `auto&` gets one whose push() goes straight to the worklist. Tasks come out
 * of the policy in batches where it offers them. An iteration takes no time stamp, makes no
 * indirect call, and copies no task through a buffer. An operator that names UserContext<T> gets
 * Galois' buffered pushes.
 *
 * With conflict detection, which is the default, an iteration that conflicts with another one is
 * undone and runs again (Context.h, Speculation.h). Its pushes reach the worklist when it is done.
 *
 * A thread that finds no task reports that to termination detection and tries again; it never
 * leaves while work may be left. With the option no_pushes, under policies that allow it, it leaves
 * at once, because all tasks have been taken then. An exception, breakLoop() or cancellation makes
 * all threads leave early. Where a policy makes the threads meet between its levels, they agree on
 * that (AgreedEnd.h).
 *
 * With the option short_tasks, the calling thread begins alone. It adds the first tasks and runs
 * tasks until more than kFewTasks are at hand, that is, added and not run yet, or its policy returns
 * none. If none is left then, the loop is done; otherwise all threads go on as above. The thread
 * counts what it adds and runs, so a policy that has sent tasks to other threads wakes these.
 *
 * PrefetchPipeline.h says when tasks get their prefetch hints, and LoopObserver.h what is measured.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "galois/Timer.h"
#include "galois/Traits.h"
#include "galois/UserContext.h"
#include "galois/gstl.h"
#include "galois/runtime/LoopReport.h"
#include "galois/runtime/Statistics.h"
#include "galois/runtime/UserContextAccess.h"
#include "galois/runtime/loops/AgreedEnd.h"
#include "galois/runtime/loops/CycleMeter.h"
#include "galois/runtime/loops/DirectContext.h"
#include "galois/runtime/loops/LoopObserver.h"
#include "galois/runtime/loops/LoopOptions.h"
#include "galois/runtime/loops/PolicyReport.h"
#include "galois/runtime/loops/PrefetchPipeline.h"
#include "galois/runtime/loops/Speculation.h"
#include "galois/runtime/report/TaskProgress.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Barrier.h"
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

namespace internal {

/// A range of which the calling thread's share is all of it, if the thread is alone.
template <typename Range>
struct FirstShare {
  using value_type = typename Range::value_type;
  using iterator = typename Range::iterator;
  using local_iterator = iterator;
  std::pair<iterator, iterator> local_pair() const {
    return alone ? std::pair(range.begin(), range.end()) : range.local_pair();
  }
  iterator local_begin() const { return local_pair().first; }
  iterator local_end() const { return local_pair().second; }
  iterator begin() const { return range.begin(); }
  iterator end() const { return range.end(); }
  const Range& range;
  bool alone;
};

} // namespace internal

/// One loop. It lives on the stack of the thread that starts it, on cache lines of its own, so that
/// what other threads access in it or in the policy shares none with that thread's variables.
/// @tparam WL        the policy, for the loop's task type
/// @tparam Function  the operator
/// @tparam Options   the tuple of loop options
template <typename WL, typename Function, typename Options>
class alignas(substrate::kCacheLineSize) ForEachExecutor {
public:
  using T = typename WL::value_type;

  /// Makes the policy from `args`. @throws what its constructor throws
  template <typename... WLArgs>
  ForEachExecutor(Function& function, const Options& options, WLArgs&&... args)
      : worklist_(std::forward<WLArgs>(args)...), function_(function), options_(options),
        threads_(substrate::getActiveThreads()) {}

  /// Runs the loop on all active threads. To be called once.
  /// @throws the first exception that leaves the operator or the policy, and as
  /// runOnActiveThreads()
  template <typename Range>
  void run(const Range& range) {
    const char* name = loopName(options_);
    Timer timer;
    startNs_ = substrate::nowNs();
    timer.start();
    const auto thread = [this, &range] { runThread(range); };
    if (beginsAlone(range)) {
      alone_ = true;
      runOnFirstThread(
          name, failure_, [this, name](unsigned) { observer_.beginLoop(name); }, thread);
      alone_ = false;
      begun_ = true;
    }
    if (!begun_ || !isDone()) {
      runOnActiveThreads(
          name, failure_, [this, name](unsigned) { prepare(name); }, thread);
    }
    timer.stop();
    observer_.endLoop();
    report(name, timer);
  }

private:
  static constexpr bool kBreaks = has_trait<parallel_break_tag, Options>();
  static constexpr bool kIterAlloc = has_trait<per_iter_alloc_tag, Options>();
  static constexpr bool kPushes = !has_trait<no_pushes_tag, Options>();
  static constexpr bool kDetects = !has_trait<disable_conflict_detection_tag, Options>();
  /// Whether the calling thread may begin alone. Simulated machines need no time to wake a thread.
  static constexpr bool kBeginsAlone =
#ifdef GALOIS_VIRTUAL
      false;
#else
      has_trait<short_tasks_tag, Options>() && !kDetects && !worklists::kHasEmpty<WL> &&
      !worklists::kHoldsTasksOfOthers<WL>;
#endif
  /// Whether a thread whose pop returns nothing is done: no task is pushed or tried again.
  static constexpr bool kEndsAlone = !kPushes && !kDetects && worklists::kSendsNoTasks<WL>;
  using Handle = std::remove_reference_t<decltype(worklists::forThisThread(std::declval<WL&>()))>;
  static constexpr bool kBatches =
      worklists::kHasPopBatch<Handle> && std::is_default_constructible_v<T>;

  /// Tasks taken from the policy at once.
  static constexpr std::size_t kBatch = worklists::TaskLimits<T>::kPerBatch;

  /// Whether it may for this range, whose shares are a part of it.
  template <typename Range>
  static constexpr bool kMayBeginAlone =
      kBeginsAlone&& std::is_same_v<typename Range::iterator, typename Range::local_iterator>&&
          galois::internal::isRandomAccess<typename Range::iterator>;

  /// Number of tasks at hand for which a thread that begins alone wakes no other.
  static constexpr std::uint64_t kFewTasks = 64;

  using Observer = LoopObserver<T, Options>;
  using TaskStart = typename Observer::TaskStart;
  using Prefetches = PrefetchPipeline<T, Options>;
  using Base = DirectContext<T, Handle, typename Observer::Meter>;
  using Speculates = std::conditional_t<kDetects, Speculation<T>, NoSpeculation>;

  /// A thread's context and its way to run tasks.
  struct Context : Base {
    Context(Handle& handle, typename Speculates::Turn& turn) : Base(handle), speculation(turn) {}
    substrate::Atomic<bool> broke{false}; ///< with conflict detection: whether to break the loop
    std::uint64_t added = 0;              ///< the range's items, if the thread began alone
    [[no_unique_address]] Speculates speculation;
  };

  /// What Speculation calls.
  struct Steps {
    void operate(T& task) { loop.function_(task, static_cast<UserContext<T>&>(context)); }
    void commit() { loop.commit(context); }
    void undo() { UserContextAccess<T>(context).undo(); }
    bool stopped() const { return loop.stopped(); }
    ForEachExecutor& loop;
    Context& context;
  };

  struct Counts {
    std::uint64_t iterations = 0;
    std::uint64_t pushes = 0;
    std::uint64_t conflicts = 0; ///< iterations that were undone
    std::uint64_t added = 0;     ///< see Context
    [[no_unique_address]] typename Observer::Meter meter;

    void add(const Counts& more) {
      iterations += more.iterations;
      pushes += more.pushes;
      conflicts += more.conflicts;
      added += more.added;
      meter.add(more.meter);
    }
  };

  /// Whether the calling thread begins alone: if the option says so and the range has few items.
  template <typename Range>
  bool beginsAlone([[maybe_unused]] const Range& range) const {
    if constexpr (kMayBeginAlone<Range>) {
      const auto items = static_cast<std::uint64_t>(range.end() - range.begin());
      return threads_ > 1 && items <= kFewTasks;
    } else {
      return false;
    }
  }

  /// Whether the thread that began alone has run all tasks, or has ended the loop early.
  bool isDone() {
    const Counts& first = *counts_.getLocal();
    return stopped() || first.iterations == first.added + first.pushes;
  }

  /// Prepares what all loops share. Called when no other loop can run, because a loop that is
  /// started beside another one is refused and must not disturb it.
  void prepare(const char* name) {
    barrier_ = &substrate::getBarrier(threads_);
    termination_ = &substrate::getSystemTermination(threads_);
    if (!begun_) {
      observer_.beginLoop(name);
    }
  }

  template <typename Range>
  void runThread(const Range& range) {
    try {
      auto&& handle = worklists::forThisThread(worklist_);
      Context context(handle, turn_);
      runThread(range, handle, context);
    } catch (...) {
      // There was no memory for the handle. The other threads wait at the barriers for this one.
      failure_.capture();
      if (alone_) {
        return;
      }
      arrive();
      if constexpr (worklists::kHasEmpty<WL>) {
        agreeToEnd();
      }
    }
  }

  template <typename Range>
  void runThread(const Range& range, Handle& handle, Context& context) {
    observer_.start(context.meter());
    UserContextAccess<T> access(context);
    if constexpr (kBreaks) {
      access.setBreakFlag(kDetects ? &context.broke : &broke_);
    }
    // Hands on the pushes through the base class when there are many in one iteration, unless they
    // may have to be undone.
    if constexpr (!kDetects) {
      access.setFastPushBack(
          [](void*, UserContext<T>& base) { static_cast<Context&>(base).flush(); }, nullptr);
    }

    // A thread that fails here must still reach the barrier, because the others wait there for it.
    try {
      if (!begun_) {
        addFirstTasks(range, context);
      }
    } catch (...) {
      failure_.capture();
    }
    observer_.addedFirstTasks(context.meter());
    std::uint64_t iterations = workTogether(handle, context);
    // A policy may hold work back until all threads call empty() together (OBIM with barriers).
    if constexpr (worklists::kHasEmpty<WL>) {
      while (!agreeToEnd() && !worklist_.empty()) {
        iterations += workTogether(handle, context);
      }
    }
    context.meter().lap(Spent::kOther);
    context.meter().stop();
    counts_.getLocal()->add({iterations, context.pushes(), context.speculation.conflicts(),
                             context.added, context.meter()});
  }

  /// Adds the thread's share of the range, which is all of it if the thread begins alone. That is one
  /// call in the program: where policies are called at more places, fewer calls are inlined, and
  /// operators take up to 8 % more instructions.
  template <typename Range>
  void addFirstTasks(const Range& range, Context& context) {
    if constexpr (kMayBeginAlone<Range>) {
      worklist_.push_initial(internal::FirstShare<Range>{range, alone_});
      if (alone_) {
        context.added = static_cast<std::uint64_t>(range.end() - range.begin());
      }
    } else {
      worklist_.push_initial(range);
    }
  }

  /// Waits for all threads, and runs tasks until none of them finds any more. A thread that begins
  /// alone runs tasks while there are few. An exception ends the loop. @return this thread's iterations
  std::uint64_t workTogether(Handle& handle, Context& context) {
    if (!alone_) {
      arrive();
    }
    try {
      return work(handle, context);
    } catch (...) {
      failure_.capture();
      return 0;
    }
  }

  /// Waits for the other threads, before any of them searches for work.
  void arrive() {
    termination_->initializeThread();
    barrier_->wait();
  }

  /// Waits for the other threads, after none of them finds work any more or the loop was stopped.
  /// @return whether the loop ends early, the same for all threads
  bool agreeToEnd() {
    return agreedEnd_.agree(stopped(), [this] { barrier_->wait(); });
  }

  /// Whether the loop ends early, by breakLoop(), an exception or cancellation. Other threads may
  /// see that earlier or later.
  /// @param tasks  how many this thread has run since it last called this; counted as progress
  bool stopped(std::uint64_t tasks = 0) const noexcept {
    // relaxed: see UserContext::breakLoop()
    if (kBreaks && broke_.load(substrate::order::relaxed)) {
      return true;
    }
    return failure_.raised() || TaskProgress::count(tasks);
  }

  /// Runs tasks until all threads are out of work or the loop is stopped. A thread that begins alone
  /// runs tasks until it finds none or has more than a few. @return iterations
  std::uint64_t work(Handle& handle, Context& context) {
    std::uint64_t iterations = 0;
    const unsigned cores = substrate::getThreadPool().getMaxUsableThreads();
    substrate::Backoff backoff(threads_ <= cores ? substrate::WaitsOn::kOwnCore
                                                 : substrate::WaitsOn::kSharedCore);
    substrate::TurnTaking turns(threads_, cores);
    const bool alone = kBeginsAlone && alone_;
    const std::uint64_t few = alone ? kFewTasks : ~std::uint64_t{0};
    while (!stopped() && (alone || !termination_->globalTermination())) {
      const std::uint64_t done = drain(handle, context, turns, few);
      iterations += done;
      if constexpr (!kBatches) {
        TaskProgress::count(done % kBatch); // what drain() has not counted
      }
      if (alone || kEndsAlone) {
        break;
      }
      const bool worked = worklists::hasMoved(handle) || done > 0;
      termination_->localTermination(worked);
      if (worked) {
        backoff.reset();
      }
      if (!termination_->isAwaited()) {
        backoff();
      }
    }
    return iterations;
  }

  /// Whether a thread that begins alone and has run `iterations` tasks has more than `few` at hand.
  static bool hasMany(const Context& context, std::uint64_t iterations,
                      std::uint64_t few) noexcept {
    if constexpr (kBeginsAlone) {
      return context.added + context.pushes() - iterations > few;
    } else {
      return false;
    }
  }

  /// Runs tasks until the policy returns none, hasMany(), or the loop is stopped. @return iterations
  std::uint64_t drain(Handle& handle, Context& context, substrate::TurnTaking& turns,
                      [[maybe_unused]] std::uint64_t few) {
    std::uint64_t iterations = 0;
    const bool watched = observer_.watched(); // read once, not for every task
    context.meter().lap(Spent::kOther);
    substrate::charge(substrate::Work::kSearch);
    bool retried = false;
    do { // NOLINT(bugprone-infinite-loop): without conflict detection it ends after one pass
      if constexpr (kBatches) {
        T batch[kBatch];
        while (const std::size_t count = handle.pop_batch(batch, kBatch)) {
          substrate::charge(substrate::Work::kPop, count);
          context.meter().lap(Spent::kDequeue);
          context.meter().dequeued(count);
          if (watched || Prefetches::wantsParts(options_, count)) [[unlikely]] {
            runInParts(context, batch, count, watched);
          } else {
            runPart(context, batch, 0, count, count);
          }
          iterations += count;
          turns.ran(count);
          substrate::charge(substrate::Work::kSearch);
          if (stopped(count) || hasMany(context, iterations, few)) {
            break;
          }
        }
      } else {
        while (galois::optional<T> task = handle.pop()) {
          substrate::charge(substrate::Work::kPop);
          context.meter().lap(Spent::kDequeue);
          context.meter().dequeued(1);
          if (watched) [[unlikely]] {
            observer_.show(*task);
          }
          Prefetches::peekNext(options_, handle);
          runOne(context, *task);
          substrate::charge(substrate::Work::kSearch);
          ++iterations;
          if (iterations % kBatch == 0) {
            turns.ran(kBatch);
            if (stopped(kBatch) || hasMany(context, iterations, few)) {
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
      if constexpr (kDetects) {
        // Then it looks for new tasks again: an undone task may wait for one of them, and termination
        // detection requires that a pop comes after all pushes.
        retried = context.speculation.waiting() && !stopped();
        if (retried) {
          Steps steps{*this, context};
          iterations += context.speculation.retry(steps);
        }
      }
    } while (retried);
    if (watched) [[unlikely]] {
      observer_.showIdle();
    }
    return iterations;
  }

  /// Runs a batch in parts: single tasks if the loop is watched, so that the task shown is the one
  /// that runs; otherwise small parts, between which the third prefetch hint is given. Not inlined,
  /// so that other loops do not pay for it.
  GALOIS_ATTRIBUTE_NOINLINE void runInParts(Context& context, T* batch, std::size_t count,
                                            bool watched) {
    const std::size_t part = watched ? 1 : Prefetches::kClose;
    if (part < count) {
      Prefetches::begin(options_, batch, count);
    }
    for (std::size_t begin = 0, hinted = 0; begin < count; begin += part) {
      hinted = Prefetches::giveClose(options_, batch, begin, count, hinted);
      if (watched) {
        observer_.show(batch[begin]);
      }
      runPart(context, batch, begin, std::min(begin + part, count), count);
    }
  }

  /// Runs the tasks [begin, end) of a batch, with prefetch hints for later ones. Not inlined: one
  /// call per batch costs nothing, and operator and push get the registers that the surrounding
  /// loop and the policy's pop would take. The operator is called only here, because the compiler
  /// does not inline a large function that is called twice.
  GALOIS_ATTRIBUTE_NOINLINE void runPart(Context& context, T* batch, std::size_t begin,
                                         std::size_t end, std::size_t count) {
    if (end - begin == count) { // otherwise runInParts() has done it
      Prefetches::begin(options_, batch, count);
    }
    for (std::size_t i = begin; i < end; ++i) {
      Prefetches::advance(options_, batch, i, count);
      runOne(context, batch[i]);
    }
  }

  void runOne(Context& context, T& task) {
    substrate::charge(substrate::Work::kTask);
    [[maybe_unused]] const TaskStart start = observer_.startTask(context.meter());
    if constexpr (kDetects) {
      Steps steps{*this, context};
      context.speculation.run(steps, task);
    } else {
      function_(task, context);
      if constexpr (kPushes) {
        context.flush();
      }
    }
    observer_.endTask(context.meter(), task, start);
    if constexpr (kIterAlloc && !kDetects) {
      UserContextAccess<T>(context).resetAlloc();
    }
  }

  /// Ends an iteration that meets no conflict any more, while it holds its locks.
  void commit(Context& context) {
    context.flush();
    if constexpr (kBreaks) {
      if (context.broke.load(substrate::order::relaxed)) { // as UserContext::breakLoop()
        broke_.store(true, substrate::order::relaxed);
      }
    }
    if constexpr (kIterAlloc) {
      UserContextAccess<T>(context).resetAlloc();
    }
  }

  /// Reports the loop's statistics, and fills the LoopReport, as its options ask for.
  void report(const char* name, const Timer& timer) {
    if constexpr (kLoopStats<Options>) {
      std::uint64_t iterations = 0, pushes = 0, conflicts = 0;
      for (unsigned t = 0; t < threads_; ++t) {
        iterations += counts_.getRemote(t)->iterations;
        pushes += counts_.getRemote(t)->pushes;
        conflicts += counts_.getRemote(t)->conflicts;
      }
      reportStat_Tsum(name, "Iterations", iterations);
      reportStat_Tsum(name, "Commits", iterations - conflicts);
      reportStat_Tsum(name, "Pushes", pushes);
      reportStat_Tsum(name, "Conflicts", conflicts);
      reportStat_Tmax(name, "Time", timer.get());
    }
    if constexpr (has_trait<loop_report_tag, Options>()) {
      LoopReport& out = *get_trait_value<loop_report_tag>(options_).value;
      out = LoopReport();
      out.seconds = static_cast<double>(timer.get_nsec()) * 1e-9;
      out.threads = threads_;
      for (unsigned t = 0; t < threads_; ++t) {
        out.iterations.push_back(counts_.getRemote(t)->iterations -
                                 counts_.getRemote(t)->conflicts);
        out.pushes.push_back(counts_.getRemote(t)->pushes);
      }
      observer_.report(
          out, [this](unsigned t) -> const auto& { return counts_.getRemote(t)->meter; });
      addPolicysOwn(worklist_, startNs_, out);
    }
  }

  WL worklist_;
  Function& function_;
  const Options& options_;
  const unsigned threads_;
  substrate::Barrier* barrier_ = nullptr;                  ///< set by prepare()
  substrate::TerminationDetection* termination_ = nullptr; ///< set by prepare()
  substrate::PerThreadStorage<Counts> counts_;
  FirstException failure_;
  substrate::Atomic<bool> broke_{false};
  bool alone_ = false;    ///< whether the calling thread runs alone; written outside regions
  bool begun_ = false;    ///< whether it has, and has added the first tasks
  AgreedEnd<> agreedEnd_; ///< used if the policy has empty()
  [[no_unique_address]] typename Speculates::Turn turn_; ///< see Speculation.h
  std::uint64_t startNs_ = 0;                            ///< substrate::nowNs() when the loop began
  Observer observer_{options_};
};

namespace internal {

/// The policy for a range: over the range's values or, for policies that keep iterators, over its
/// iterators.
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

/// Runs `function` over `range` and all that it pushes, with the tuple `given` of loop options.
/// @throws the first exception that leaves the operator; the rest of the work is then dropped
/// @throws std::logic_error if another thread of the program is running a loop
template <typename Range, typename Function, typename Given>
void for_each_gen(const Range& range, Function&& function, const Given& given) {
  const auto withOperator = mergeFunctionTraits<Function>(given);
  const auto options =
      std::tuple_cat(withOperator, get_default_trait_values(withOperator, std::make_tuple(wl_tag{}),
                                                            std::make_tuple(wl<defaultWL>())));
  using Options = std::decay_t<decltype(options)>;

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
