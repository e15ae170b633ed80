/**
 * The worklist concept: what for_each asks of a scheduling policy.
 *
 * Beyond the members, a policy promises, and test/worklists/PolicySuite.h checks:
 *  - no task is lost and none is delivered twice, with any number of threads;
 *  - a task can be popped by the thread that pushed it, or by a thread that is popping, until it is
 *    delivered, so that "every thread's pop came back empty since it last did work" means done;
 *  - coming back empty is an answer about now, never a reason to leave;
 *  - it can be constructed and destroyed with tasks left inside, and serves several loops;
 *  - it never waits unboundedly for another thread while it has work of its own.
 */
#ifndef GALOIS_WORKLISTS_CONCEPT_H
#define GALOIS_WORKLISTS_CONCEPT_H

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
struct HasThreadHandle : std::false_type {};
template <typename WL>
struct HasThreadHandle<WL, std::void_t<decltype(std::declval<WL&>().forThisThread())>>
    : std::true_type {};

template <typename WL, typename = void>
struct HasEmpty : std::false_type {};
template <typename WL>
struct HasEmpty<WL, std::void_t<decltype(static_cast<bool>(std::declval<WL&>().empty()))>>
    : std::true_type {};

/// Stands for any sink of histories when asking whether a policy reports some.
struct HistorySink {
  void operator()(const char*, std::uint64_t, double) const {}
};

template <typename WL, typename = void>
struct ReportsHistories : std::false_type {};
template <typename WL>
struct ReportsHistories<WL,
                        std::void_t<decltype(std::declval<WL&>().reportHistories(HistorySink{}))>>
    : std::true_type {};

/// Stands for any sink of counters when asking whether a policy reports some.
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

/// Offers `std::size_t pop_batch(T* out, std::size_t max)`: up to `max` tasks at once, 0 when none
/// was found. All tasks of a batch are about as urgent.
template <typename WL>
inline constexpr bool kHasPopBatch = internal::HasPopBatch<WL>::value;

/// Offers `const T* peek()`: the task that the calling thread will probably get next, nullptr if
/// there is no telling. Valid until the thread's next call; only good for prefetching.
template <typename WL>
inline constexpr bool kHasPeek = internal::HasPeek<WL>::value;

/// Offers `forThisThread()`: an object with the same push, pop, pop_batch and peek for the calling
/// thread alone, so that a loop looks up the thread's data once instead of with every call.
template <typename WL>
inline constexpr bool kHasThreadHandle = internal::HasThreadHandle<WL>::value;

/// What a thread that works on `wl` for a while should call: its handle, or `wl` itself.
template <typename WL>
decltype(auto) forThisThread(WL& wl) {
  if constexpr (kHasThreadHandle<WL>) {
    return wl.forThisThread();
  } else {
    return (wl);
  }
}

/// Offers `bool empty()`, which all threads call together once no thread finds work: it gives all
/// of them the same answer, and false means that there is more to do. It must not throw:
/// the threads would not agree any more.
template <typename WL>
inline constexpr bool kHasEmpty = internal::HasEmpty<WL>::value;

/// A counter's value that averages over the threads instead of adding up.
struct Average {
  double value;
  explicit operator double() const noexcept { return value; }
};

/// Offers `reportCounters(sink)`, which calls `sink(thread, name, value)` with a number, or an
/// Average. Called between loops only.
template <typename WL>
inline constexpr bool kReportsCounters = internal::ReportsCounters<WL>::value;

/// Offers `reportHistories(sink)`, which calls `sink(name, when, value)` for each change of a value
/// that the policy adapts, oldest first; `when` is a substrate::nowNs(). Called between loops only.
template <typename WL>
inline constexpr bool kReportsHistories = internal::ReportsHistories<WL>::value;

#if defined(__cpp_concepts) && __cpp_concepts >= 201907L

namespace internal {

/// What push_initial is called with, reduced to what a policy may use.
template <typename T>
struct AnyRange {
  using value_type = T;
  using iterator = const T*;
  std::pair<const T*, const T*> local_pair() const { return {nullptr, nullptr}; }
  const T* begin() const { return nullptr; }
  const T* end() const { return nullptr; }
};

} // namespace internal

/// A policy that for_each can run.
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

#endif
