/**
 * The model checker as an atomics policy (galois/substrate/Atomics.h): atomic types made of
 * Relacy's, and explore(), which runs a test under it. README.md in this folder explains how to
 * write such a test.
 *
 * Relacy defines macros with names of the C and C++ library (new, free, assert,
 * memory_order_acquire, ...). This header undefines all of them, so that it can be included
 * together with any others. As a consequence, Relacy does not check heap accesses; AddressSanitizer
 * does. With GALOIS_EXPLORED the same tests run under the explorer instead (explorer/README.md).
 */
#pragma once

#ifdef GALOIS_EXPLORED
#include "explorer/ExploredAtomics.h"
#else

// Headers that Relacy's macros could break must be included before them.
#include <pthread.h>
#include <semaphore.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <new>
#include <queue>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/ParkingGate.h"
#include "support/LongTests.h"
#include "support/PlainOperators.h"

// Relacy remembers the last three values of a word and lets a load return any value that its order
// allows. Some faults need an older value: epochs, for example, lag two values behind by design.
// NOLINTNEXTLINE(readability-identifier-naming): Relacy's name
#define atomic_history_size relacys_atomic_history_size
#include <relacy/pch.hpp>

#include <relacy/defs.hpp>
#undef atomic_history_size
namespace rl {
inline constexpr size_t atomic_history_size = 8;
} // namespace rl
#include <relacy/relacy.hpp>

#undef new
#undef delete
#undef malloc
#undef calloc
#undef realloc
#undef free
#undef assert
#undef errno
#undef memory_order_relaxed
#undef memory_order_consume
#undef memory_order_acquire
#undef memory_order_release
#undef memory_order_acq_rel
#undef memory_order_seq_cst
#undef VAR
#undef VAR_T
#undef TLS_T
#undef EINVAL
#undef ETIMEDOUT
#undef EBUSY
#undef EINTR
#undef EAGAIN
#undef EWOULDBLOCK
#undef sched_yield
#undef futex
#undef Sleep
#undef INFINITE
#undef HANDLE

namespace galois::test {

inline rl::memory_order toRelacy(std::memory_order mo) {
  if (mo == substrate::order::relaxed) {
    return rl::mo_relaxed;
  }
  if (mo == substrate::order::acquire) {
    return rl::mo_acquire;
  }
  if (mo == substrate::order::release) {
    return rl::mo_release;
  }
  if (mo == substrate::order::acq_rel) {
    return rl::mo_acq_rel;
  }
  return rl::mo_seq_cst;
}

/// A scope in which Relacy may switch to another thread. All threads of a test are fibers of one
/// thread of the system, and C++ keeps the exceptions in flight per such thread. This object keeps
/// those of the fiber apart, so that threads may throw, and access shared words in handlers.
class MaySwitch {
public:
  MaySwitch() noexcept {
    std::memcpy(kept_.data(), abi::__cxa_get_globals(), kept_.size());
    std::memset(static_cast<void*>(abi::__cxa_get_globals()), 0, kept_.size());
  }
  ~MaySwitch() {
    std::memcpy(static_cast<void*>(abi::__cxa_get_globals()), kept_.data(), kept_.size());
  }
  MaySwitch(const MaySwitch&) = delete;
  MaySwitch& operator=(const MaySwitch&) = delete;

private:
  /// The C++ ABI defines two words: the caught exceptions and the number of uncaught ones.
  std::array<std::byte, 2 * sizeof(void*)> kept_;
};

/// The source location of an access, for the history that Relacy prints on failure.
#define GALOIS_CHECKED_PLACE                                                                       \
  const char *file = __builtin_FILE(), const char *function = __builtin_FUNCTION(),                \
             unsigned line = __builtin_LINE()
#define GALOIS_CHECKED_HERE rl::debug_info(function, file, line)

/// The interface of std::atomic over Relacy's atomic. Every access names its memory order.
template <typename T>
class CheckedAtomic {
public:
  CheckedAtomic() : word_(T()) {}
  CheckedAtomic(T value) : word_(value) {} // It is implicit, as std::atomic's constructor is.
  CheckedAtomic(const CheckedAtomic&) = delete;
  CheckedAtomic& operator=(const CheckedAtomic&) = delete;

  T load(std::memory_order mo, GALOIS_CHECKED_PLACE) const {
    const MaySwitch scope;
    return word_.load(toRelacy(mo), GALOIS_CHECKED_HERE);
  }
  void store(T value, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    const MaySwitch scope;
    word_.store(value, toRelacy(mo), GALOIS_CHECKED_HERE);
  }
  T exchange(T value, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    const MaySwitch scope;
    return word_.exchange(value, toRelacy(mo), GALOIS_CHECKED_HERE);
  }
  T fetch_add(T value, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    const MaySwitch scope;
    return word_.fetch_add(value, toRelacy(mo), GALOIS_CHECKED_HERE);
  }
  T fetch_sub(T value, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    const MaySwitch scope;
    return word_.fetch_sub(value, toRelacy(mo), GALOIS_CHECKED_HERE);
  }
  T fetch_or(T value, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    const MaySwitch scope;
    return word_.fetch_or(value, toRelacy(mo), GALOIS_CHECKED_HERE);
  }
  T fetch_and(T value, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    const MaySwitch scope;
    return word_.fetch_and(value, toRelacy(mo), GALOIS_CHECKED_HERE);
  }
  bool compare_exchange_strong(T& expected, T value, std::memory_order success,
                               std::memory_order failure, GALOIS_CHECKED_PLACE) {
    const MaySwitch scope;
    return word_.compare_exchange_strong(expected, value, successOrder(success, failure),
                                         GALOIS_CHECKED_HERE, toRelacy(failure),
                                         GALOIS_CHECKED_HERE);
  }
  bool compare_exchange_weak(T& expected, T value, std::memory_order success,
                             std::memory_order failure, GALOIS_CHECKED_PLACE) {
    const MaySwitch scope;
    return word_.compare_exchange_weak(expected, value, successOrder(success, failure),
                                       GALOIS_CHECKED_HERE, toRelacy(failure), GALOIS_CHECKED_HERE);
  }
  bool compare_exchange_strong(T& expected, T value, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    const MaySwitch scope;
    return word_.compare_exchange_strong(expected, value, toRelacy(mo), GALOIS_CHECKED_HERE);
  }
  bool compare_exchange_weak(T& expected, T value, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    const MaySwitch scope;
    return word_.compare_exchange_weak(expected, value, toRelacy(mo), GALOIS_CHECKED_HERE);
  }

  /// Relacy's own word, for its futex.
  rl::atomic<T>& relacy() { return word_; }

private:
  // Relacy does not support a failure order that is stronger than the success order, so the success
  // order is strengthened.
  static rl::memory_order successOrder(std::memory_order success, std::memory_order failure) {
    if (failure == substrate::order::seq_cst) {
      return rl::mo_seq_cst;
    }
    if (failure == substrate::order::acquire) {
      if (success == substrate::order::relaxed) {
        return rl::mo_acquire;
      }
      if (success == substrate::order::release) {
        return rl::mo_acq_rel;
      }
    }
    return toRelacy(success);
  }

  rl::atomic<T> word_;
};

/// Plain data that Relacy checks for races. T is a scalar, because Relacy prints it. It converts to
/// and from T: `plain = 3; int x = plain; ++plain;`.
template <typename T>
class CheckedPlain : public PlainOperators<CheckedPlain<T>, T> {
public:
  CheckedPlain() : data_(T()) {}
  CheckedPlain(T value) : data_(value) {} // It is implicit, so that a T can initialize it.
  CheckedPlain(const CheckedPlain& other) : data_(other.get()) {}
  CheckedPlain& operator=(const CheckedPlain& other) { return *this = other.get(); }
  CheckedPlain& operator=(T value) {
    data_($).store(value);
    return *this;
  }

  T get() const { return data_($).load(); }
  operator T() const { return get(); } // It is implicit, so that it can be used as a T.

private:
  rl::var<T> data_;
};

/// The policy for tests. Waiting threads pause, and a pause lets another thread run.
struct CheckedAtomics {
  template <typename T>
  using Atomic = CheckedAtomic<T>;
  template <typename T>
  using Plain = CheckedPlain<T>;
  static void pause() {
    const MaySwitch scope;
    rl::yield(1, $);
  }
};

/// The same policy, except that threads that wait at a ParkingGate really block, so that a lost
/// wake-up is found as a deadlock. Relacy's blocking orders memory by itself, so use CheckedAtomics
/// to check orders.
struct CheckedBlocking : CheckedAtomics {};

/// What explore() runs: all interleavings with at most `switches` preemptions (none if it is 0),
/// then `randomRuns` random ones, or without longTests() a quarter of them. An execution longer than
/// `depth` accesses counts as a livelock.
struct Search {
  unsigned switches = 2;
  unsigned randomRuns = 20000;
  unsigned depth = 2000;
};

/// Runs an rl::test_suite under a search. Prints a summary, and the failing history if there is
/// one. Returns true if no execution failed.
template <class Test>
bool explore(const Search& search = {}) {
  std::ostringstream progress;
  rl::test_params params;
  params.progress_stream = &progress;
  params.execution_depth_limit = search.depth;
  if (search.switches > 0) {
    params.search_type = rl::sched_bound;
    params.context_bound = search.switches;
    if (!rl::simulate<Test>(params)) {
      return false;
    }
  }
  if (search.randomRuns > 0) {
    rl::test_params random;
    random.progress_stream = &progress;
    random.execution_depth_limit = search.depth;
    random.search_type = rl::sched_random;
    random.iteration_count = longTests() ? search.randomRuns : (search.randomRuns + 3) / 4;
    if (!rl::simulate<Test>(random)) {
      return false;
    }
  }
  return true;
}

/// For wrong algorithms: returns whether random runs find the fault. The history that explore()
/// would print is suppressed, because the fault is expected.
template <class Test>
bool findsFault(unsigned randomRuns = 20000, unsigned depth = 2000) {
  std::ostream nowhere(
      nullptr); // A stream that allocates would disturb Relacy's bookkeeping of the heap.
  rl::test_params params;
  params.output_stream = &nowhere;
  params.progress_stream = &nowhere;
  params.search_type = rl::sched_random;
  params.iteration_count = randomRuns;
  params.execution_depth_limit = depth;
  return !rl::simulate<Test>(params);
}

} // namespace galois::test

namespace galois::substrate {

template <>
struct Parking<test::CheckedBlocking> {
  static void block(test::CheckedAtomic<int>& word, int old) {
    const test::MaySwitch scope;
    rl::rl_futex(&word.relacy(), rl::RL_FUTEX_WAIT, old, nullptr, nullptr, 0, $);
  }
  static void wake(test::CheckedAtomic<int>& word) {
    const test::MaySwitch scope;
    rl::rl_futex(&word.relacy(), rl::RL_FUTEX_WAKE, 1, nullptr, nullptr, 0, $);
  }
};

} // namespace galois::substrate

#endif // GALOIS_EXPLORED
