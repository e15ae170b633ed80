/**
 * Parallel loops: for_each, do_all, on_each, for_each_ordered.
 *
 *     galois::do_all(galois::iterate(graph), [&](Node n) { ... },
 *                    galois::steal(), galois::loopname("Init"));
 *
 * A loop takes a range function (galois::iterate(), see runtime/Range.h), an operator that all
 * threads share, and options in any order (Traits.h). It returns when all work is done;
 * docs/exceptions-and-cancellation.md says what happens if it ends early. Loops do not nest: a
 * loop that is started inside another one throws std::logic_error. The main thread starts the loops,
 * while a SharedMemSys exists. If a loop is started while another thread of the program is running
 * one, it throws std::logic_error and does not affect the other loop.
 */
#pragma once

#include <iostream> // programs written for Galois expect it
#include <tuple>
#include <utility>

#include "galois/SharedMemSys.h"
#include "galois/Traits.h"
#include "galois/runtime/Executor_DoAll.h"
#include "galois/runtime/Executor_ForEach.h"
#include "galois/runtime/Executor_OnEach.h"
#include "galois/runtime/Executor_Ordered.h"
#include "galois/runtime/PagePool.h"
#include "galois/runtime/Range.h"
#include "galois/runtime/Statistics.h"
#include "galois/runtime/loops/ForEachSelector.h"

namespace galois {

/**
 * Runs `fn(item, context)` for every item of the range and for every item that operators push into
 * the context (UserContext.h). The worklist policy (option wl) decides the order. In its place,
 * worklists::Deterministic<> and worklists::ParaMeter<> select other executors.
 */
template <typename RangeFunc, typename FunctionTy, typename... Args>
void for_each(const RangeFunc& rangeMaker, FunctionTy&& fn, const Args&... args) {
  internal::checkLoopArguments<Args...>();
  auto options = std::make_tuple(args...);
  runtime::for_each_select(rangeMaker(options), std::forward<FunctionTy>(fn), options);
}

/// Runs `fn(item)` for every item of the range, in no particular order. If the operator throws, the
/// loop ends early and the first exception is rethrown to the caller.
template <typename RangeFunc, typename FunctionTy, typename... Args>
void do_all(const RangeFunc& rangeMaker, FunctionTy&& fn, const Args&... args) {
  internal::checkLoopArguments<Args...>();
  auto options = mergeFunctionTraits<FunctionTy>(std::make_tuple(args...));
  runtime::do_all_gen(rangeMaker(options), fn, options);
}

/// Runs `fn(thread id, number of threads)` once on every active thread. An exception that `fn`
/// throws is rethrown to the caller. Threads that wait for the failed thread at a barrier wait
/// forever.
template <typename FunctionTy, typename... Args>
void on_each(FunctionTy&& fn, const Args&... args) {
  internal::checkLoopArguments<Args...>();
  auto options = mergeFunctionTraits<FunctionTy>(std::make_tuple(args...));
  runtime::on_each_gen(fn, options);
}

/**
 * Runs `opFunc(item, context)` for every item of [b, e) and for every item that operators push into
 * the context, as if one after the other in the order of `cmp`. An item that is pushed must not be
 * earlier than the one that pushes it. Items that compare equal run in the order in which they came.
 *
 * `nhFunc(item, context)` takes the abstract locks of all that the operator will use, and writes
 * nothing. It may take no context. It is called again if the item has to wait. The neighbourhood of
 * an item that is pushed must lie within that of the item that pushes it; for other algorithms there
 * is the form with a stability test.
 *
 * With a name, the loop reports statistics. The functions are called by several threads at once.
 * @throws what the functions throw, and std::logic_error if an item is pushed that is too early
 */
template <typename Iter, typename Cmp, typename NhFunc, typename OpFunc>
void for_each_ordered(Iter b, Iter e, const Cmp& cmp, const NhFunc& nhFunc, const OpFunc& opFunc,
                      const char* loopname = nullptr) {
  runtime::for_each_ordered_gen(b, e, cmp, nhFunc, opFunc, runtime::NoStabilityTest(), loopname);
}

/// Does the same for algorithms whose items may push into other neighbourhoods. `stabilityTest(item)`
/// returns whether no item can still be pushed that is earlier and conflicts with this one. It is
/// asked for items that wait for no other one, and writes nothing. Items that compare equal to the
/// earliest one run in any case, so a test that always fails is right, too.
template <typename Iter, typename Cmp, typename NhFunc, typename OpFunc, typename StableTest>
void for_each_ordered(Iter b, Iter e, const Cmp& cmp, const NhFunc& nhFunc, const OpFunc& opFunc,
                      const StableTest& stabilityTest, const char* loopname = nullptr) {
  runtime::for_each_ordered_gen(b, e, cmp, nhFunc, opFunc, stabilityTest, loopname);
}

/// Takes at least `num` pages in total from the operating system into the page pool. Each active
/// thread takes the same number, rounded up. Call it outside parallel loops.
static inline void preAlloc(int num) {
  const int threads = static_cast<int>(substrate::getActiveThreads());
  const int each = num / threads + (num % threads > 0 ? 1 : 0);
  on_each([each](unsigned, unsigned) {
    if (each > 0) {
      runtime::pagePoolPreAlloc(static_cast<unsigned>(each));
    }
  });
}

/// Reports as a statistic, under this label, how many pages each thread has taken from the system.
/// Call it outside parallel loops.
static inline void reportPageAlloc(const char* label) { runtime::reportPageAlloc(label); }

/// A function object that calls do_all, to be passed to templates.
struct DoAll { /// Calls do_all.
  template <typename RangeFunc, typename FunctionTy, typename... Args>
  void operator()(const RangeFunc& range, FunctionTy&& fn, const Args&... args) const {
    galois::do_all(range, std::forward<FunctionTy>(fn), args...);
  }
};

/// A sequential loop with the interface of do_all. It ignores the options.
struct StdForEach { /// Runs the loop.
  template <typename RangeFunc, typename FunctionTy, typename... Args>
  void operator()(const RangeFunc& rangeMaker, FunctionTy&& fn, const Args&... args) const {
    auto range = rangeMaker(std::make_tuple(args...));
    for (auto it = range.begin(), last = range.end(); it != last; ++it) {
      fn(*it);
    }
  }
};

/// A function object that calls for_each.
struct ForEach { /// Calls for_each.
  template <typename RangeFunc, typename FunctionTy, typename... Args>
  void operator()(const RangeFunc& range, FunctionTy&& fn, const Args&... args) const {
    galois::for_each(range, std::forward<FunctionTy>(fn), args...);
  }
};

/// A sequential loop with the interface of for_each, over the queue Q. Q has push, pop and empty,
/// for instance SerFIFO. It calls `fn(item, queue)` until the queue is empty and ignores the
/// options.
template <typename Q>
struct WhileQ { /// The queue.
  Q queue;
  /// Takes over a queue.
  explicit WhileQ(Q&& q = Q()) : queue(std::move(q)) {}
  /// Runs the loop.
  template <typename RangeFunc, typename FunctionTy, typename... Args>
  void operator()(const RangeFunc& rangeMaker, FunctionTy&& fn, const Args&... args) {
    auto range = rangeMaker(std::make_tuple(args...));
    for (auto it = range.begin(), last = range.end(); it != last; ++it) {
      queue.push(*it);
    }
    while (!queue.empty()) {
      auto item = queue.pop();
      fn(item, queue);
    }
  }
};

} // namespace galois
