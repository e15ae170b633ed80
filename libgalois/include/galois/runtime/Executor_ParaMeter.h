/**
 * for_each that measures the parallelism of an algorithm, after the ParaMeter tool of Kulkarni and
 * others, "How much parallelism is there in irregular applications?" (PPoPP 2009).
 *
 * The loop runs in steps, on one thread. A step goes through the worklist and runs each item that
 * conflicts with none of those that ran before it in the same step: an item keeps its abstract locks
 * until the step ends. So the items that run are a maximal set of items that could run at once. The
 * others stay for the next step, before what was pushed meanwhile. The profile of the steps is
 * written to a file (ParallelismProfile.h).
 *
 * An operator must take all its locks before its first write, as in every loop with conflict
 * detection.
 */
#pragma once

#include <cstdint>
#include <deque>
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
#include "galois/runtime/rounds/ParallelismProfile.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/ParaMeter.h"

namespace galois::runtime {

/// One loop.
/// @tparam T         the type of an item
/// @tparam Function  the operator
/// @tparam Options   the tuple of loop options
template <typename T, typename Function, typename Options>
class ParaMeterExecutor {
public:
  ParaMeterExecutor(Function& function, const Options& options)
      : function_(function), options_(options), access_(context_) {
    if constexpr (has_trait<parallel_break_tag, Options>()) {
      access_.setBreakFlag(&broke_);
    }
  }

  /// Runs the loop on one thread, and writes the profile. To be called once.
  /// @throws what the operator throws, after writing the profile
  template <typename Range>
  void run(const Range& range) {
    const char* name = loopName(options_);
    Timer timer;
    timer.start();
    for (auto item = range.begin(), end = range.end(); item != end; ++item) {
      items_.emplace_back(*item);
    }
    FirstException failure;
    substrate::getThreadPool().run(1, [&] {
      try {
        while (!items_.empty() && !ended_) {
          step();
        }
      } catch (...) {
        failure.capture();
      }
    });
    timer.stop();
    try {
      writeParallelismProfile(name, steps_);
    } catch (...) { // there is no memory
      failure.capture();
    }
    failure.rethrow();
    substrate::Cancellation::throwIfRequested();
    report(name, timer);
  }

private:
  static constexpr bool kDetects = !has_trait<disable_conflict_detection_tag, Options>();

  /// Runs a maximal set of items that do not conflict. What has happened is in the profile even if an
  /// item throws.
  void step() {
    std::deque<T> later;
    std::deque<T> pushed;
    std::deque<SimpleRuntimeContext> ran; // hold their locks until the end of this function
    steps_.push_back({0, items_.size(), 0});
    ParallelismStep& profile = steps_.back();
    for (auto item = items_.begin(); item != items_.end() && !ended_; ++item) {
      substrate::charge(substrate::Work::kTask);
      if (runOne(*item, ran.emplace_back())) {
        ++profile.parallelism;
        for (auto&& next : access_.getPushBuffer()) {
          pushed.push_back(std::move(next));
        }
        pushes_ += access_.getPushBuffer().size();
        ended_ = broke_.load(substrate::order::relaxed); // as UserContext::breakLoop()
      } else {
        ran.pop_back(); // releases its locks
        later.push_back(std::move(*item));
        ++conflicts_;
        access_.undo();
      }
      access_.resetPushBuffer();
      access_.resetAlloc();
      ended_ = TaskProgress::count(1) || ended_;
    }
    for (SimpleRuntimeContext& iteration : ran) {
      profile.neighbourhood += iteration.release();
    }
    iterations_ += profile.parallelism;
    items_ = std::move(later);
    for (T& item : pushed) {
      items_.push_back(std::move(item));
    }
  }

  /// Runs the operator. @return whether it met no conflict
  bool runOne(T& item, SimpleRuntimeContext& iteration) {
    if constexpr (kDetects) {
      return runIteration(iteration, [&] { function_(item, context_); });
    } else {
      function_(item, context_);
      return true;
    }
  }

  /// Reports the loop's statistics, and fills the LoopReport, as its options ask for.
  void report(const char* name, const Timer& timer) {
    if constexpr (kLoopStats<Options>) {
      reportStat_Tsum(name, "Iterations", iterations_ + conflicts_);
      reportStat_Tsum(name, "Commits", iterations_);
      reportStat_Tsum(name, "Pushes", pushes_);
      reportStat_Tsum(name, "Conflicts", conflicts_);
      reportStat_Single(name, "Steps", std::uint64_t{steps_.size()});
      reportStat_Tmax(name, "Time", timer.get());
    }
    if constexpr (has_trait<loop_report_tag, Options>()) {
      LoopReport& out = *get_trait_value<loop_report_tag>(options_).value;
      out = LoopReport();
      out.seconds = static_cast<double>(timer.get_nsec()) * 1e-9;
      out.threads = 1;
      out.iterations.push_back(iterations_);
      out.pushes.push_back(pushes_);
    }
  }

  Function& function_;
  const Options& options_;
  UserContext<T> context_;
  UserContextAccess<T> access_;
  std::deque<T> items_; ///< the worklist
  std::vector<ParallelismStep> steps_;
  substrate::Atomic<bool> broke_{false};
  bool ended_ = false; ///< by breakLoop() or cancellation
  std::uint64_t iterations_ = 0;
  std::uint64_t pushes_ = 0;
  std::uint64_t conflicts_ = 0;
};

} // namespace galois::runtime
