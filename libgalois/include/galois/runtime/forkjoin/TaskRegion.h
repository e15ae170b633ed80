/**
 * Where the functions of galois/Tasks.h find their worker: the one executor behind them, and whether
 * the caller is inside its region, inside another parallel loop, or outside.
 */
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "galois/runtime/forkjoin/Executor_ForkJoin.h"
#include "galois/runtime/forkjoin/ForkJoinReceiver.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::runtime {

/// The context of tasks in operators of for_each, do_all and on_each, where a fork is two calls.
class SerialContext {
public:
  /// Calls f, then g.
  template <typename F, typename G>
  void invoke(F&& f, G&& g) {
    call(f);
    call(g);
  }
  /// Calls fn(context, first, last) unless the range is empty.
  template <typename I, typename F>
  void parallelFor(I first, I last, F&& fn, I /*leastGrain*/ = 1) {
    parallelForGrain(first, last, fn, 1);
  }
  /// The same for ranges of any type.
  template <typename I, typename F>
  void parallelForGrain(I first, I last, F&& fn, std::uint64_t /*leastGrain*/) {
    if (first < last) {
      fn(*this, first, last);
    }
  }
  /// Does nothing.
  void poll() noexcept {}
  /// Calls fn().
  template <typename F>
  decltype(auto) leaf(F&& fn) {
    return std::forward<F>(fn)();
  }
  /// Calls fn(*this), or fn() if it takes no argument.
  template <typename F>
  decltype(auto) call(F& fn) {
    if constexpr (std::is_invocable_v<F&, SerialContext&>) {
      return fn(*this);
    } else {
      return fn();
    }
  }
};

/// The region of galois/Tasks.h. All functions are static.
class TaskRegion {
public:
  /// The context of its tasks.
  using Context = TaskWorker<Receiver>;

  /// Returns the worker of the calling thread, or null if it is not inside the region.
  static Context* here() noexcept {
    return substrate::ThreadPool::isInside() && workers_ != nullptr
               ? &workers_[substrate::ThreadPool::getTID()]
               : nullptr;
  }

  /// Returns whether the calling thread is inside this region or a parallel loop.
  static bool insideAny() noexcept { return substrate::ThreadPool::isInside(); }

  /// Opens the region and calls root(context). Throws as ForkJoinExecutor::run() does.
  template <typename Root>
  static void open(const char* name, Root&& root) {
    executor().run(
        [&root](Context& context) {
          // The others read this in tasks, which they get from this worker in the end.
          struct Opened {
            explicit Opened(Context* workers) noexcept { workers_ = workers; }
            ~Opened() { workers_ = nullptr; }
          } const opened(&context);
          root(context);
        },
        name);
  }

  /// Calls fn(context), where the context is that of the calling task, of a new region, or serial.
  template <typename Fn>
  static void enter(const char* name, Fn&& fn) {
    if (Context* const worker = here()) {
      fn(*worker);
    } else if (insideAny()) {
      SerialContext serial;
      fn(serial);
    } else {
      open(name, fn);
    }
  }

  /// Returns what all workers did in the latest region. @throws std::bad_alloc
  static ForkJoinCounters counters() { return executor().counters(); }

private:
  static ForkJoinExecutor<Receiver>& executor() {
    // It is never destroyed, so that destructors of static objects may use it.
    static auto* const made = [] {
      ForkJoinSettings settings;
      settings.interrupts = Interrupts::kThief; // only in galois::leaf(), where programs ask for it
      return new ForkJoinExecutor<Receiver>(settings);
    }();
    return *made;
  }

  /// The workers, with that of thread 0 first, while the region is open.
  GALOIS_ATTRIBUTE_SHARED static inline Context* workers_ = nullptr;
};

} // namespace galois::runtime
