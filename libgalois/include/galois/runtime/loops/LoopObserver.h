/**
 * Observes a for_each that has the option galois::loop_watch: it tells the option's LoopWatch which
 * task each thread runs. In builds that account for cycles, it also times operators and records the
 * loop on the option's timeline.
 *
 * In loops without the option, and for accounting in other builds, every function here is empty.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "galois/Traits.h"
#include "galois/runtime/LoopReport.h"
#include "galois/runtime/loops/CycleMeter.h"
#include "galois/runtime/loops/LoopWatch.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::runtime {

/// Observes one loop, whose options must outlive it. The functions of the first group are called by
/// the thread that starts the loop, while no other thread runs it; those of the second group by
/// every thread of the loop.
/// @tparam T        task
/// @tparam Options  the tuple of loop options
template <typename T, typename Options>
class LoopObserver {
public:
  static constexpr bool kWatched = has_trait<loop_watch_tag, Options>();
  static constexpr bool kMetered = kProfile && kWatched;
  /// A thread's account of its cycles.
  using Meter = std::conditional_t<kMetered, CycleMeter, NoMeter>;

  explicit LoopObserver(const Options& options) : options_(options), watch_(watchOf(options)) {}

  // --- for the thread that starts the loop -----------------------------------------------------

  /// Marks the beginning of the loop on the timeline, if there is one.
  void beginLoop([[maybe_unused]] const char* name) {
    if constexpr (kMetered) {
      if (timeline() != nullptr) {
        timeline()->beginLoop(name, substrate::nowTicks());
      }
    }
  }

  /// Marks its end.
  void endLoop() {
    if constexpr (kMetered) {
      if (timeline() != nullptr) {
        timeline()->endLoop(substrate::nowTicks());
      }
    }
  }

  /// Adds the breakdown of cycles and the priority drift to a report, as far as they were measured.
  /// @param meterOf  maps a thread number of the loop to its Meter
  template <typename MeterOf>
  void report(LoopReport& out, [[maybe_unused]] MeterOf&& meterOf) const {
    if constexpr (kMetered) {
      CycleMeter all;
      for (unsigned t = 0; t < out.threads; ++t) {
        all.add(meterOf(t));
      }
      out.breakdown = all.breakdown(nodes_.total());
    }
    if (watched()) {
      out.drift = watch_->drift();
    }
  }

  // --- for every thread of the loop ------------------------------------------------------------

  /// Whether the running tasks are to be shown to a LoopWatch.
  bool watched() const noexcept { return kWatched && watch_ != nullptr; }

  /// Starts the thread's meter.
  void start([[maybe_unused]] Meter& meter) {
    if constexpr (kMetered) {
      meter.start(timeline() == nullptr ? nullptr
                                        : &timeline()->track(substrate::ThreadPool::getTID()));
    }
  }

  /// Ends the interval in which the thread added its first tasks. The timeline shows it as work.
  void addedFirstTasks([[maybe_unused]] Meter& meter) {
    if constexpr (kMetered) {
      meter.lap(Spent::kOther, substrate::Phase::kWork);
    }
  }

  /// Shows that the thread runs `task` next. Only if watched(). Not inlined, so that loops without
  /// a LoopWatch stay small.
  GALOIS_ATTRIBUTE_NOINLINE void show([[maybe_unused]] const T& task) {
    if constexpr (kWatched) {
      const auto& priorityOf = get_trait_value<loop_watch_tag>(options_).priorityOf;
      watch_->works(substrate::ThreadPool::getTID(), static_cast<std::uint64_t>(priorityOf(task)));
    }
  }

  /// Shows that the thread has found no task. Only if watched().
  void showIdle() { watch_->waits(substrate::ThreadPool::getTID()); }

  /// The thread's counts at the beginning of a task.
  struct TaskStart {
    std::uint64_t cycles = 0; ///< inside operators
    std::uint64_t laps = 0;   ///< intervals that these cycles were measured in
    std::uint64_t stale = 0;  ///< tasks that were found stale
  };

  /// Notes the thread's counts before a task runs.
  TaskStart startTask([[maybe_unused]] Meter& meter) {
    if constexpr (kMetered) {
      return {meter.operatorCycles(), meter.operatorLaps(),
              get_trait_value<loop_watch_tag>(options_).staleSoFar()};
    } else {
      return {};
    }
  }

  /// Records the cycles of a task that has run, unless it was stale.
  /// @throws std::bad_alloc
  void endTask([[maybe_unused]] Meter& meter, [[maybe_unused]] const T& task,
               [[maybe_unused]] const TaskStart& start) {
    if constexpr (kMetered) {
      meter.lap(Spent::kOperator);
      const auto& option = get_trait_value<loop_watch_tag>(options_);
      if (option.staleSoFar() == start.stale) {
        const auto laps = static_cast<double>(meter.operatorLaps() - start.laps);
        const double net = static_cast<double>(meter.operatorCycles() - start.cycles) -
                           laps * CycleMeter::lapCost();
        nodes_.set(option.nodeOf(task), static_cast<std::uint64_t>(std::max(net, 0.0)));
      }
      meter.lap(Spent::kMeter);
    }
  }

private:
  struct NoNodes {};

  static LoopWatch* watchOf([[maybe_unused]] const Options& options) {
    if constexpr (kWatched) {
      return get_trait_value<loop_watch_tag>(options).watch;
    } else {
      return nullptr;
    }
  }

  /// The timeline on which threads record their phases; may be null.
  substrate::Timeline* timeline() const noexcept {
    return get_trait_value<loop_watch_tag>(options_).timeline;
  }

  const Options& options_;
  LoopWatch* const watch_;
  [[no_unique_address]] std::conditional_t<kMetered, NodeCycles, NoNodes> nodes_;
};

} // namespace galois::runtime
