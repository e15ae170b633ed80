/**
 * Fork and join: tasks that wait for the tasks that they have started. The names are oneTBB's.
 *
 *     long fib(int n) {
 *       long a = n, b = 0;
 *       if (n > 1) {
 *         galois::parallel_invoke([&] { a = fib(n - 1); }, [&] { b = fib(n - 2); });
 *       }
 *       return a + b;
 *     }
 *
 * The outermost call opens a parallel region on the active threads. A fork that no other thread
 * takes costs some nanoseconds, so there is usually no grain size to choose. A callable may take its
 * context as `auto& context` first. Then `context.invoke(f, g)` and `context.parallelFor()` fork
 * without looking up the worker of the thread.
 *
 * Guarantees:
 *  - While a task waits at a join, its thread runs only descendants of the branch that it waits for.
 *    So a task may hold a lock across a join, and stacks stay as short as in a serial run.
 *  - A join throws what the serial program would have thrown first. What has not begun by then is
 *    dropped. What has begun is awaited, and forks, loops and reductions in it may throw
 *    substrate::Cancelled, as they do when the computation is cancelled.
 *    docs/exceptions-and-cancellation.md has all rules.
 *  - Inside operators of for_each, do_all and on_each, a fork is a call. Inside tasks, these loops
 *    throw std::logic_error, as nested loops do.
 *  - Threads without work sleep.
 *
 * docs/fork-and-join.md shows how to write such programs.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "galois/Traits.h"
#include "galois/runtime/forkjoin/LazyLoop.h"
#include "galois/runtime/forkjoin/TaskGroup.h"
#include "galois/runtime/forkjoin/TaskRegion.h"

namespace galois {

namespace internal {

template <typename Context, typename F, typename G, typename... More>
void invokeAll(Context& context, F& f, G& g, More&... more) {
  if constexpr (sizeof...(more) == 0) {
    context.invoke(f, g);
  } else {
    context.invoke(f, [&](Context& here) { invokeAll(here, g, more...); });
  }
}

/// Returns the least number of iterations of a piece.
template <typename Options>
std::uint64_t leastGrain([[maybe_unused]] const Options& options) {
  if constexpr (has_trait<chunk_size_tag, Options>()) {
    return get_trait_value<chunk_size_tag>(options).value;
  } else {
    return 1;
  }
}

template <typename Options>
const char* taskLoopName([[maybe_unused]] const Options& options, const char* otherwise) {
  if constexpr (has_trait<loopname_tag, Options>()) {
    return get_trait_value<loopname_tag>(options).value;
  } else {
    return otherwise;
  }
}

/// Reduces a range; `Eager` says whether the range is divided in the same way in every run.
template <bool Eager, typename I, typename T, typename Map, typename Combine>
T reduceRange(const char* name, std::uint64_t grain, I first, I last, const T& identity, Map& map,
              Combine& combine) {
  T result = identity;
  const std::uint64_t n = runtime::rangeLength(first, last);
  runtime::TaskRegion::enter(name, [&](auto& context) {
    using Context = std::remove_reference_t<decltype(context)>;
    using Body = runtime::internal::ReduceBody<Context, I, T, Map, Combine>;
    Body body{first, identity, map, combine};
    runtime::LazyLoop<Context, Body> loop(body, grain);
    if constexpr (Eager) {
      loop.runEagerly(context, n, result);
    } else if constexpr (std::is_same_v<Context, runtime::SerialContext>) {
      if (n > 0) {
        body.run(context, 0, n, result);
      }
    } else {
      loop.run(context, n, result);
    }
  });
  return result;
}

} // namespace internal

/// Runs two or more callables, maybe in parallel, and returns when all are done. Each is called once,
/// without arguments or with the context. Throws what calling them in turn would have thrown.
/// @throws std::logic_error  if another thread of the program runs a parallel loop
template <typename F, typename G, typename... More>
void parallel_invoke(F&& f, G&& g, More&&... more) {
  runtime::TaskRegion::enter("parallel_invoke",
                             [&](auto& context) { internal::invokeAll(context, f, g, more...); });
}

/**
 * Calls fn(i), or fn(context, i), for each i of [first, last), maybe in parallel: integers or
 * random-access iterators. All threads share `fn`. The range is divided while it runs, when another
 * thread needs work. Options: galois::chunk_size<N>() sets the least number of iterations that a
 * thread gets, which is 1 otherwise; galois::loopname() names the loop in messages. If `fn` throws,
 * the exception of the lowest i that throws is rethrown, as in a serial loop. How often threads look
 * for others that need work, and for an exception, is in forkjoin/LazyLoop.h. `fn`, and the iterators,
 * may fork and poll.
 */
template <typename I, typename F, typename... Args>
void parallel_for(I first, I last, F&& fn, const Args&... args) {
  internal::checkLoopArguments<Args...>();
  const auto options = std::make_tuple(args...);
  runtime::TaskRegion::enter(internal::taskLoopName(options, "parallel_for"), [&](auto& context) {
    using Context = std::remove_reference_t<decltype(context)>;
    using Body = runtime::internal::IndexBody<Context, I, std::remove_reference_t<F>>;
    Body body{first, fn};
    typename Body::Result none;
    const std::uint64_t n = runtime::rangeLength(first, last);
    if constexpr (std::is_same_v<Context, runtime::SerialContext>) {
      if (n > 0) {
        body.run(context, 0, n, none);
      }
    } else {
      runtime::LazyLoop<Context, Body>(body, internal::leastGrain(options)).run(context, n, none);
    }
  });
}

/**
 * Combines map(i) of all i in [first, last), in their order, beginning with `identity`. `combine`
 * must be associative, and `identity` neutral: they are applied to neighbouring ranges, in groups
 * that differ from run to run. So sums of floating-point numbers may differ in the last digits.
 * Options and exceptions as for parallel_for(). Each thread copies `identity` for itself, at the same
 * time as others. Copies, moves and destructors of T may fork and poll, and a copy may throw.
 */
template <typename I, typename T, typename Map, typename Combine, typename... Args>
T parallel_reduce(I first, I last, const T& identity, Map&& map, Combine&& combine,
                  const Args&... args) {
  internal::checkLoopArguments<Args...>();
  const auto options = std::make_tuple(args...);
  return internal::reduceRange<false>(internal::taskLoopName(options, "parallel_reduce"),
                                      internal::leastGrain(options), first, last, identity, map,
                                      combine);
}

/// Does the same, but groups the values in the same way in every run, with any number of threads. It
/// halves the range down to pieces whose size depends on its length and on chunk_size alone.
template <typename I, typename T, typename Map, typename Combine, typename... Args>
T parallel_deterministic_reduce(I first, I last, const T& identity, Map&& map, Combine&& combine,
                                const Args&... args) {
  internal::checkLoopArguments<Args...>();
  const auto options = std::make_tuple(args...);
  constexpr std::uint64_t kPieces = 2048;
  const std::uint64_t grain =
      std::max(internal::leastGrain(options), runtime::rangeLength(first, last) / kPieces + 1);
  return internal::reduceRange<true>(
      internal::taskLoopName(options, "parallel_deterministic_reduce"), grain, first, last,
      identity, map, combine);
}

/// A group of tasks that are awaited together; see runtime/forkjoin/TaskGroup.h.
using task_group = runtime::TaskGroup;

/// Lets other threads get work from the calling task. Call it from time to time in code that runs
/// long without forks. Outside tasks it does nothing.
inline void poll() {
  if (auto* const worker = runtime::TaskRegion::here()) {
    worker->poll();
  }
}

/**
 * Calls fn() and returns its result: code that runs long and cannot poll, such as a call of a
 * library. While it runs, a thread without work may interrupt the calling thread by a signal, whose
 * handler gives work away. So `fn` must not fork. Of its system calls, most go on after the signal,
 * but poll, nanosleep and some others end with EINTR (substrate/Interrupts.h lists them, and says
 * which signal it is). Entering and leaving take some tens of nanoseconds. Outside tasks this is a
 * call.
 */
template <typename F>
decltype(auto) leaf(F&& fn) {
  if (auto* const worker = runtime::TaskRegion::here()) {
    return worker->leaf(std::forward<F>(fn));
  }
  return std::forward<F>(fn)();
}

} // namespace galois
