/**
 * Deterministic for_each: the answer, and which tasks run in which round, depend on the input alone,
 * and not on the number of threads or their speed.
 *
 * The loop runs in rounds, after Nguyen, Lenharth and Pingali, "Deterministic Galois: on-demand,
 * portable and parameterless" (ASPLOS 2014). A round takes the first tasks of the generation that
 * are not done (Generation.h), as many as RoundWindow says. In the *first pass* the operator runs to
 * its cautious point, and the locks that it takes are marked (Marks.h). In the *second pass* the
 * tasks that hold all their marks run to the end; no two of them conflict. The others stay for the
 * next round. What is pushed waits for the next generation. What differs from the paper: ids are
 * places in the generation, so that they need no computation, and marks are compared after a barrier
 * instead of being flagged when they are lost.
 *
 * What an operator must do: in the first pass it must not write anything that other tasks or its own
 * second pass may see. For that, it calls cautiousPoint() before its first write on every path that
 * writes, having taken all its locks; or it asks isFirstPass(), and returns before its first write
 * if that is true. Instead, the loop may have a neighborhood_visitor that takes the locks.
 *
 * An operator that does none of these is run one task at a time, in order, because the loop cannot
 * know where its writes begin. So each loop begins in this way, and continues in rounds when a task
 * shows that the operator knows of the two passes.
 *
 * An exception ends the loop when its round is over: the caller gets that of the first task in the
 * round that held its marks. breakLoop() ends it likewise.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/Timer.h"
#include "galois/Traits.h"
#include "galois/UserContext.h"
#include "galois/runtime/Context.h"
#include "galois/runtime/LoopReport.h"
#include "galois/runtime/Statistics.h"
#include "galois/runtime/UserContextAccess.h"
#include "galois/runtime/loops/LoopOptions.h"
#include "galois/runtime/report/TaskProgress.h"
#include "galois/runtime/rounds/Generation.h"
#include "galois/runtime/rounds/Marks.h"
#include "galois/runtime/rounds/RoundLoop.h"
#include "galois/runtime/rounds/Rounds.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Deterministic.h"

namespace galois::runtime {

/// One loop.
/// @tparam T         the type of an item
/// @tparam Function  the operator
/// @tparam Options   the tuple of loop options
template <typename T, typename Function, typename Options>
class DeterministicExecutor : private RoundLoop<DeterministicExecutor<T, Function, Options>> {
public:
  DeterministicExecutor(Function& function, const Options& options)
      : Rounds(substrate::getActiveThreads()), function_(function), options_(options) {}

  /// Runs the loop on all active threads. To be called once.
  /// @throws what operator, visitor, ids or break condition throw, and as runOnActiveThreads()
  template <typename Range>
  void run(const Range& range) {
    const char* name = loopName(options_);
    Timer timer;
    timer.start();
    withIds([&](auto& ids) { generation_.start(range.begin(), range.end(), ids); });
    for (unsigned thread = 0; thread < team_.threads(); ++thread) {
      parts_.push_back(std::make_unique<Part>(thread));
    }
    runOnActiveThreads(
        name, failure_, [this](unsigned) { team_.prepare(); }, [this] { runThread(); });
    timer.stop();
    report(name, timer);
  }

private:
  using Rounds = RoundLoop<DeterministicExecutor>;
  friend Rounds;
  using Rounds::rankOf;
  using Rounds::rounds_;
  using Rounds::team_;

  template <typename Tag>
  static constexpr bool has() {
    return has_trait<Tag, Options>();
  }
  static constexpr bool kDetects = !has<disable_conflict_detection_tag>();
  static constexpr bool kInspects = kDetects;
  static constexpr bool kFixed = has<fixed_neighborhood_tag>();
  static constexpr bool kVisits = has<neighborhood_visitor_tag>();
  /// Whether the options say that the operator knows of the two passes.
  static constexpr bool kTwoPasses = kVisits || has<local_state_tag>();

  using Access = UserContextAccess<T>;
  using Task = RoundTask<T>;
  using Outcome = typename Task::Outcome;

  /// What belongs to one thread. Others may read its marks after a barrier.
  struct alignas(substrate::kCacheLineSize) Part {
    explicit Part(unsigned t)
        : thread(t), marks(has<intent_to_read_tag>()), iteration(marks), access(context) {
      if constexpr (has<parallel_break_tag>()) {
        access.setBreakFlag(&broke);
      }
    }
    const unsigned thread;
    Marks marks;
    SimpleRuntimeContext iteration;
    UserContext<T> context;
    Access access;
    PushedItems<T> pushed;
    RoundFailure failure;
    substrate::Atomic<bool> broke{false}; ///< whether the running task has called breakLoop()
    std::uint64_t ran = 0;
    std::uint64_t pushes = 0;
    std::uint64_t conflicts = 0;
  };

  /// Calls use(ids) with the option det_id, or with NoIds.
  template <typename Use>
  void withIds(const Use& use) {
    if constexpr (has<det_id_tag>()) {
      auto& ids = get_trait_value<det_id_tag>(options_).value;
      use(ids);
    } else {
      NoIds none;
      use(none);
    }
  }

  void runThread() {
    Part& part = *parts_[substrate::ThreadPool::getTID()];
    Rounds::runRounds(part);
    assert(part.marks.none());
  }

  std::size_t roundSize() const { return window_.size(); }
  bool mustGoAlone() const { return roundInTurn_; }

  Task& taskAt(std::size_t position) { return generation_[window_[position]]; }

  /// The first pass of a task: marks its neighbourhood.
  void inspect(Part& part, std::size_t position) {
    Task& task = taskAt(position);
    task.thread = part.thread;
    task.firstMark = part.marks.marks().size();
    part.marks.beginMarking(rankOf(position));
    try {
      if (kFixed && task.replays) {
        for (const Mark& mark : task.known) {
          part.marks.set(mark);
        }
      } else {
        firstPass(part, task);
      }
    } catch (const FirstPassEnd&) {
    } catch (const ConflictSignal&) {
      task.outcome = Outcome::kAborted;
    } catch (...) {
      task.error = std::current_exception();
    }
    part.access.resetPushBuffer();
    task.state = part.access.takeLocalState();
    task.marks = part.marks.marks().size() - task.firstMark;
    task.lost = part.marks.lost();
  }

  void firstPass(Part& part, Task& task) {
    substrate::charge(substrate::Work::kTask);
    part.access.beginPass(true);
    if constexpr (kVisits) {
      call(get_trait_value<neighborhood_visitor_tag>(options_).value, task, part);
    } else {
      call(function_, task, part);
    }
  }

  /// Calls fn(item, context), which takes locks if the loop detects conflicts.
  template <typename Fn>
  static void call(Fn& fn, Task& task, Part& part) {
    if constexpr (kDetects) {
      const IterationScope scope(part.iteration);
      fn(task.item, part.context);
    } else {
      fn(task.item, part.context);
    }
  }

  /// The second pass of a task, if it holds its marks.
  void commit(Part& part, std::size_t position) {
    Task& task = taskAt(position);
    const bool replayable = kFixed && !task.error && task.state.object == nullptr;
    part.access.lendLocalState(std::exchange(task.state, {}));
    if (kDetects && task.outcome != Outcome::kAborted && !holds(task, rankOf(position))) {
      ++part.conflicts;
      task.error = nullptr;
      if (replayable && !task.replays) {
        keepNeighbourhood(part, position);
      }
    } else if (task.error) {
      part.failure.keep(position, std::exchange(task.error, nullptr));
      task.outcome = Outcome::kDone;
    } else if (task.outcome != Outcome::kAborted) {
      part.marks.beginRunning(rankOf(position));
      finish(part, position, [&] {
        part.access.beginPass(false);
        call(function_, task, part);
      });
    }
    part.access.lendLocalState({});
  }

  /// Keeps the marks of a task, so that its first pass need not be repeated.
  void keepNeighbourhood(Part& part, std::size_t position) noexcept {
    Task& task = taskAt(position);
    try {
      const Mark* first = marksOf(task);
      task.known.assign(first, first + task.marks);
      task.replays = true;
    } catch (...) { // there is no memory
      part.failure.capture(position);
    }
  }
  const Mark* marksOf(const Task& task) const {
    return parts_[task.thread]->marks.marks().data() + task.firstMark;
  }
  /// Returns whether a task holds all its marks.
  bool holds(const Task& task, Marks::Rank rank) const {
    const Mark* first = marksOf(task);
    return !task.lost && std::all_of(first, first + task.marks,
                                     [rank](const Mark& mark) { return Marks::holds(mark, rank); });
  }

  /// Runs `pass`, and keeps what it pushes. Its exceptions decide the outcome of the task.
  template <typename Pass>
  void finish(Part& part, std::size_t position, const Pass& pass) {
    Task& task = taskAt(position);
    substrate::charge(substrate::Work::kTask);
    part.broke.store(false, substrate::order::relaxed); // as UserContext::breakLoop()
    task.outcome = Outcome::kDone;
    try {
      pass();
      auto& buffer = part.access.getPushBuffer();
      if (!buffer.empty()) {
        part.pushes += buffer.size();
        part.pushed.take(window_[position], buffer);
      }
      ++part.ran;
      if (part.broke.load(substrate::order::relaxed)) { // as UserContext::breakLoop()
        broke_.store(true, substrate::order::relaxed);  // meet() orders it
      }
    } catch (const ConflictSignal&) {
      task.outcome = Outcome::kAborted;
    } catch (...) {
      part.failure.capture(position);
    }
    part.access.resetPushBuffer();
  }

  /// Runs the tasks of the window one after the other, until one shows that the operator knows of
  /// the two passes, or ends the loop.
  void runAlone(Part& part) {
    part.marks.beginAlone();
    for (std::size_t i = 0; i < window_.size() && inTurn_; ++i) {
      finish(part, i, [&] {
        try {
          part.access.beginPass(true);
          call(function_, taskAt(i), part);
          inTurn_ = !part.access.knowsPasses();
        } catch (const FirstPassEnd&) {
          inTurn_ = false;
        }
        if (!inTurn_) {
          part.access.resetPushBuffer();
          part.access.beginPass(false);
          call(function_, taskAt(i), part);
        }
      });
      part.access.resetAlloc();
      if (part.failure || broke_.load(substrate::order::relaxed) || TaskProgress::count(0)) {
        return;
      }
    }
  }

  /// Closes the last round and opens the next one. @return whether there is one
  bool plan() noexcept {
    try {
      return (rounds_ == 0 || closeRound()) && openRound();
    } catch (...) {
      failure_.capture();
      return false;
    }
  }

  /// @return whether the loop goes on
  bool closeRound() {
    RoundFailure failure;
    for (const auto& part : parts_) {
      failure.merge(part->failure);
    }
    if (failure) {
      failure.raise(failure_);
      return false;
    }
    const std::size_t tried = window_.size();
    std::size_t kept = 0, aborted = 0;
    for (const std::size_t task : window_) {
      switch (std::exchange(generation_[task].outcome, Outcome::kWaiting)) {
      case Outcome::kWaiting:
        window_[kept++] = task;
        break;
      case Outcome::kAborted:
        aborted_.push_back(task);
        ++aborted;
        break;
      case Outcome::kDone:
        break;
      }
    }
    window_.resize(kept);
    if (!roundInTurn_) {
      size_.adapt(tried, tried - kept);
    }
    if (TaskProgress::count(tried - kept - aborted) || broke_.load(substrate::order::relaxed)) {
      return false;
    }
    if constexpr (has<det_parallel_break_tag>()) {
      return !get_trait_value<det_parallel_break_tag>(options_).value();
    } else {
      return true;
    }
  }

  /// @return whether there is a task
  bool openRound() {
    fillWindow();
    if (window_.empty()) {
      std::vector<PushedItems<T>*> pushed;
      for (const auto& part : parts_) {
        pushed.push_back(&part->pushed);
      }
      std::sort(aborted_.begin(), aborted_.end());
      withIds([&](auto& ids) { generation_.advance(aborted_, pushed, ids); });
      next_ = 0;
      ++generations_;
      fillWindow();
    }
    roundInTurn_ = inTurn_;
    return !window_.empty();
  }

  void fillWindow() {
    while (window_.size() < size_.size() && next_ < generation_.size()) {
      window_.push_back(next_++);
    }
  }

  /// Reports the loop's statistics, and fills the LoopReport, as its options ask for.
  void report(const char* name, const Timer& timer) {
    if constexpr (kLoopStats<Options>) {
      std::uint64_t ran = 0, pushes = 0, conflicts = 0;
      for (const auto& part : parts_) {
        ran += part->ran;
        pushes += part->pushes;
        conflicts += part->conflicts;
      }
      reportStat_Tsum(name, "Iterations", ran + conflicts);
      reportStat_Tsum(name, "Commits", ran);
      reportStat_Tsum(name, "Pushes", pushes);
      reportStat_Tsum(name, "Conflicts", conflicts);
      reportStat_Single(name, "Rounds", rounds_);
      reportStat_Single(name, "Generations", generations_);
      reportStat_Tmax(name, "Time", timer.get());
    }
    if constexpr (has<loop_report_tag>()) {
      LoopReport& out = *get_trait_value<loop_report_tag>(options_).value;
      out = LoopReport();
      out.seconds = static_cast<double>(timer.get_nsec()) * 1e-9;
      out.threads = team_.threads();
      for (const auto& part : parts_) {
        out.iterations.push_back(part->ran);
        out.pushes.push_back(part->pushes);
      }
    }
  }

  Function& function_;
  Options options_; ///< a copy, because its functions may change themselves
  std::vector<std::unique_ptr<Part>> parts_; ///< one per thread
  FirstException failure_;
  substrate::Atomic<bool> broke_{false}; ///< whether a task that is done has called breakLoop()

  // What plan() changes; the other threads read it until the next round.
  Generation<T> generation_;
  std::vector<std::size_t> window_;  ///< the tasks of the round, ascending
  std::vector<std::size_t> aborted_; ///< tasks for the next generation
  std::size_t next_ = 0;             ///< the first task that was in no window
  RoundWindow size_;
  bool inTurn_ = kDetects && !kTwoPasses; ///< whether nothing shows that there are two passes
  bool roundInTurn_ = false;              ///< whether this round is run one task at a time
  std::uint64_t generations_ = 0;
};

} // namespace galois::runtime
