/**
 * Parallel loops: for_each, do_all, on_each.
 *
 *     galois::do_all(galois::iterate(graph), [&](Node n) { ... },
 *                    galois::steal(), galois::loopname("Init"));
 *
 * A loop takes what it runs over (galois::iterate(), see runtime/Range.h), an operator that all
 * threads share, and options in any order (Traits.h). It returns when all work is done. Loops do
 * not nest: starting one inside another ends the program with a message. Loops start on the main
 * thread, while a SharedMemSys lives. A loop that is started while another thread of the program
 * runs one throws std::logic_error and leaves the other loop alone.
 */
#ifndef GALOIS_LOOPS_H
#define GALOIS_LOOPS_H

#include <tuple>
#include <utility>

#include "galois/Traits.h"
#include "galois/runtime/Executor_DoAll.h"
#include "galois/runtime/Executor_ForEach.h"
#include "galois/runtime/Executor_OnEach.h"
#include "galois/runtime/PagePool.h"
#include "galois/runtime/Range.h"
#include "galois/runtime/Statistics.h"

namespace galois {

/**
 * Runs `fn(item, context)` for every item of the range and for every item that operators push into
 * the context (UserContext.h), in the order that the worklist (option wl) gives.
 */
template <typename RangeFunc, typename FunctionTy, typename... Args>
void for_each(const RangeFunc& rangeMaker, FunctionTy&& fn, const Args&... args) {
  internal::checkLoopArguments<Args...>();
  auto options = std::make_tuple(args...);
  runtime::for_each_gen(rangeMaker(options), std::forward<FunctionTy>(fn), options);
}

/// Runs `fn(item)` for every item of the range, in no particular order. An exception that leaves
/// the operator ends the loop early and is thrown to the caller.
template <typename RangeFunc, typename FunctionTy, typename... Args>
void do_all(const RangeFunc& rangeMaker, FunctionTy&& fn, const Args&... args) {
  internal::checkLoopArguments<Args...>();
  auto options = mergeFunctionTraits<FunctionTy>(std::make_tuple(args...));
  runtime::do_all_gen(rangeMaker(options), fn, options);
}

/// Runs `fn(thread id, number of threads)` once on every active thread. An exception that leaves
/// it is thrown to the caller; others that wait for the failed thread at a barrier wait forever.
template <typename FunctionTy, typename... Args>
void on_each(FunctionTy&& fn, const Args&... args) {
  internal::checkLoopArguments<Args...>();
  auto options = mergeFunctionTraits<FunctionTy>(std::make_tuple(args...));
  runtime::on_each_gen(fn, options);
}

/// Takes `num` pages in total from the system into the page pool ahead of time, in equal parts
/// (rounded up) on each active thread. Call outside parallel loops.
static inline void preAlloc(int num) {
  const int threads = static_cast<int>(substrate::getActiveThreads());
  const int each = num / threads + (num % threads > 0 ? 1 : 0);
  on_each([each](unsigned, unsigned) {
    if (each > 0) {
      runtime::pagePoolPreAlloc(static_cast<unsigned>(each));
    }
  });
}

/// Reports the pages in use as a statistic under this label. Call outside parallel loops.
static inline void reportPageAlloc(const char* label) { runtime::reportPageAlloc(label); }

/// do_all as an object, to be passed to templates.
struct DoAll {
  template <typename RangeFunc, typename FunctionTy, typename... Args>
  void operator()(const RangeFunc& range, FunctionTy&& fn, const Args&... args) const {
    galois::do_all(range, std::forward<FunctionTy>(fn), args...);
  }
};

/// std::for_each behind the interface of do_all: sequential, ignores the options.
struct StdForEach {
  template <typename RangeFunc, typename FunctionTy, typename... Args>
  void operator()(const RangeFunc& rangeMaker, FunctionTy&& fn, const Args&... args) const {
    auto range = rangeMaker(std::make_tuple(args...));
    for (auto it = range.begin(), last = range.end(); it != last; ++it) {
      fn(*it);
    }
  }
};

/// for_each as an object.
struct ForEach {
  template <typename RangeFunc, typename FunctionTy, typename... Args>
  void operator()(const RangeFunc& range, FunctionTy&& fn, const Args&... args) const {
    galois::for_each(range, std::forward<FunctionTy>(fn), args...);
  }
};

/// A sequential for_each over the queue Q (push, pop, empty; SerFIFO or a priority queue wrapper):
/// calls `fn(item, queue)` until the queue is empty, ignores the options.
template <typename Q>
struct WhileQ {
  Q queue;

  explicit WhileQ(Q&& q = Q()) : queue(std::move(q)) {}

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

#endif
