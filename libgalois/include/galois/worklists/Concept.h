/**
 * The worklist concept: what for_each requires of a scheduling policy.
 *
 * Besides having the members below, a policy makes these promises, which
 * test/worklists/PolicySuite.h checks:
 *  - No task is lost and none is delivered twice, with any number of threads.
 *  - Until a task is delivered, the thread that pushed it, or a thread that is inside pop(), can
 *    return it. So the loop is done when every thread's pop() has returned nothing since that
 *    thread last ran a task.
 *  - A pop() that returns nothing says only that no task was found at that time. The thread stays
 *    in the loop and may find a task later.
 *  - A worklist may be destroyed while it holds tasks, and it can serve several loops.
 *  - A thread never waits for another thread without bound while it has tasks of its own.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "galois/optional.h"

namespace galois::worklists {

namespace internal {

template <typename WL, typename = void>
struct HasPopBatch : std::false_type {};
template <typename WL>
struct HasPopBatch<WL, std::void_t<decltype(std::declval<WL&>().pop_batch(
                           std::declval<typename WL::value_type*>(), std::size_t{}))>>
    : std::true_type {};

template <typename WL, typename = void>
struct HasPeek : std::false_type {};
template <typename WL>
struct HasPeek<WL, std::void_t<decltype(static_cast<const typename WL::value_type*>(
                       std::declval<WL&>().peek()))>> : std::true_type {};

template <typename WL, typename = void>
struct HasMoved : std::false_type {};
template <typename WL>
struct HasMoved<WL, std::void_t<decltype(static_cast<bool>(std::declval<WL&>().moved()))>>
    : std::true_type {};

template <typename WL, typename = void>
struct HasThreadHandle : std::false_type {};
template <typename WL>
struct HasThreadHandle<WL, std::void_t<decltype(std::declval<WL&>().forThisThread())>>
    : std::true_type {};

template <typename WL, typename = void>
struct HoldsTasksOfOthers : std::false_type {};
template <typename WL>
struct HoldsTasksOfOthers<WL, std::enable_if_t<WL::kTasksOfOthers>> : std::true_type {};

template <typename WL, typename = void>
struct SendsNoTasks : std::false_type {};
template <typename WL>
struct SendsNoTasks<WL, std::enable_if_t<WL::kSendsNoTasks>> : std::true_type {};

template <typename WL, typename = void>
struct HasEmpty : std::false_type {};
template <typename WL>
struct HasEmpty<WL, std::void_t<decltype(static_cast<bool>(std::declval<WL&>().empty()))>>
    : std::true_type {};

/// A sample sink of histories, used to test whether a policy has reportHistories().
struct HistorySink {
  void operator()(const char*, std::uint64_t, double) const {}
};

template <typename WL, typename = void>
struct ReportsHistories : std::false_type {};
template <typename WL>
struct ReportsHistories<WL,
                        std::void_t<decltype(std::declval<WL&>().reportHistories(HistorySink{}))>>
    : std::true_type {};

/// A sample sink of counters, used to test whether a policy has reportCounters().
struct CounterSink {
  template <typename Value>
  void operator()(unsigned, const char*, Value) const {}
};

template <typename WL, typename = void>
struct ReportsCounters : std::false_type {};
template <typename WL>
struct ReportsCounters<WL, std::void_t<decltype(std::declval<WL&>().reportCounters(CounterSink{}))>>
    : std::true_type {};

} // namespace internal

/// What a task must be so that loops can run it under any policy. Loops check it when they are
/// compiled. A policy that needs more says so in its own header: skip lists align tasks to 16 bytes at
/// most, and many policies move tasks as bytes.
template <typename T>
struct TaskLimits {
  /// Policies pass tasks by value, so threads have a few on their stacks.
  static constexpr std::size_t kMostBytes = std::size_t{128} << 10;
  // NOLINTNEXTLINE(bugprone-sizeof-expression): a task may be a pointer
  static_assert(sizeof(T) <= kMostBytes,
                "a task of a parallel loop has at most 128 KiB, because threads pass tasks over "
                "their stacks; keep the data elsewhere and push a pointer or a number");
  /// A page.
  static constexpr std::size_t kMostAlignment = 4096;
  static_assert(alignof(T) <= kMostAlignment,
                "a task of a parallel loop is aligned to at most 4096 bytes; keep the data "
                "elsewhere and push a pointer or a number");

  /// How many tasks a loop takes from a policy at once: as many as fit 32 KiB of the stack, from 1 to
  /// 64.
  static constexpr std::size_t kPerBatch = // NOLINTNEXTLINE(bugprone-sizeof-expression): see above
      std::clamp((std::size_t{32} << 10) / sizeof(T), std::size_t{1}, std::size_t{64});
};

/// Whether a policy has `std::size_t pop_batch(T* out, std::size_t max)`. It takes up to `max`
/// tasks of about equal urgency, writes them to `out`, and returns their number, 0 if it found
/// none.
template <typename WL>
inline constexpr bool kHasPopBatch = internal::HasPopBatch<WL>::value;

/// Whether a policy has `const T* peek()`. It returns the task that the calling thread will
/// probably get next, or nullptr if that is not known. The pointer is valid until the thread's next
/// call. It is a hint for prefetching and nothing else.
template <typename WL>
inline constexpr bool kHasPeek = internal::HasPeek<WL>::value;

/// Returns whether the calling thread has moved tasks since the last call, in pops that returned none.
/// Policies in which that may happen have `bool moved()`. A loop counts such a thread as one that has
/// worked (Termination.h, requirement b).
/// @param wl  a policy, or a thread's handle
template <typename WL>
bool hasMoved(WL& wl) {
  if constexpr (internal::HasMoved<WL>::value) {
    return wl.moved();
  } else {
    return false;
  }
}

/// Whether a policy has `forThisThread()`. It returns an object with the same push, pop, pop_batch
/// and peek, for the calling thread alone. A loop that uses it looks up the thread's data once
/// instead of once per call.
template <typename WL>
inline constexpr bool kHasThreadHandle = internal::HasThreadHandle<WL>::value;

/// Returns the object through which the calling thread should use `wl` in a loop: its handle if the
/// policy has handles, `wl` itself otherwise.
template <typename WL>
decltype(auto) forThisThread(WL& wl) {
  if constexpr (kHasThreadHandle<WL>) {
    return wl.forThisThread();
  } else {
    return (wl);
  }
}

/// Whether a policy has `bool empty()`. All threads call it together, after a barrier behind which no
/// thread pushes or pops any more, and only if no thread has found work and the loop does not end
/// early. It returns the same answer to all of them; false means that there are more tasks. It must
/// not throw, because then the threads would no longer agree.
template <typename WL>
inline constexpr bool kHasEmpty = internal::HasEmpty<WL>::value;

/// Whether a policy says, by a constant kTasksOfOthers that is true, that it may hold tasks which the
/// loop has not added to it. The number of tasks at hand is not known then.
template <typename WL>
inline constexpr bool kHoldsTasksOfOthers = internal::HoldsTasksOfOthers<WL>::value;

/// Whether a policy says, by a constant kSendsNoTasks that is true, that a pop which returns nothing
/// has found each task that its thread added taken by some thread. A loop whose operator pushes
/// nothing then needs no termination detection.
template <typename WL>
inline constexpr bool kSendsNoTasks = internal::SendsNoTasks<WL>::value;

/// The value of a counter that is averaged over the threads instead of added up.
struct Average {
  double value;                                               ///< the value of one thread
  explicit operator double() const noexcept { return value; } ///< returns the value
};

/// Whether a policy has `reportCounters(sink)`. It calls `sink(thread, name, value)` for each
/// counter of each thread; the value is a number or an Average. It is called between loops only.
template <typename WL>
inline constexpr bool kReportsCounters = internal::ReportsCounters<WL>::value;

/// Whether a policy has `reportHistories(sink)`. It calls `sink(name, when, value)` for each change
/// of a value that the policy adapts, oldest first; `when` is a time of substrate::nowNs(). It is
/// called between loops only.
template <typename WL>
inline constexpr bool kReportsHistories = internal::ReportsHistories<WL>::value;

#if defined(__cpp_concepts) && __cpp_concepts >= 201907L

namespace internal {

/// A range as push_initial() takes it, with only the members that a policy may use.
template <typename T>
struct AnyRange {
  using value_type = T;
  using iterator = const T*;
  std::pair<const T*, const T*> local_pair() const { return {nullptr, nullptr}; }
  const T* begin() const { return nullptr; }
  const T* end() const { return nullptr; }
};

} // namespace internal

/// The requirements on a policy that for_each can run.
template <typename WL>
concept Worklist = requires(WL& wl, const typename WL::value_type& task,
                            const typename WL::value_type* tasks,
                            const internal::AnyRange<typename WL::value_type>& range) {
  typename WL::template retype<typename WL::value_type>;
  typename WL::template rethread<true>;
  wl.push(task);
  wl.push(tasks, tasks);
  wl.push_initial(range);
  { wl.pop() } -> std::same_as<galois::optional<typename WL::value_type>>;
}
&&!std::is_copy_constructible_v<WL>;

#endif

} // namespace galois::worklists
