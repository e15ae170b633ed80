/**
 * The explorer as an atomics policy (galois/substrate/Atomics.h), and the names of Relacy that tests
 * use. A program that is compiled with GALOIS_EXPLORED runs model checks that were written for
 * Relacy under the explorer, without change: support/CheckedAtomics.h includes this header then.
 *
 * Other than under Relacy, explore() tries all executions, or as many as
 * GALOIS_EXPLORED_EXECUTIONS says, and prints how many these were.
 */
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <vector>

#include "explorer/Explorer.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/ParkingGate.h"
#include "support/LongTests.h"
#include "support/PlainOperators.h"

#define GALOIS_CHECKED_PLACE const char *file = __builtin_FILE(), unsigned line = __builtin_LINE()

#define RL_ASSERT(condition)                                                                       \
  ((condition) ? void()                                                                            \
               : ::galois::test::explorer::fail("failed: " #condition, {__FILE__, __LINE__}))

namespace rl {

/// A test, with Relacy's name.
template <typename Test, unsigned Threads>
struct test_suite {
  static constexpr unsigned kThreads = Threads;
  void before() {}
  void after() {}
};

inline unsigned rand(unsigned n, const char* file = __builtin_FILE(),
                     unsigned line = __builtin_LINE()) {
  return galois::test::explorer::choose(n, {file, line});
}
inline unsigned thread_index() { return galois::test::explorer::threadIndex(); }

} // namespace rl

namespace galois::test {

/// Under Relacy a scope in which another thread may run. Here fibers keep their exceptions anyway.
struct MaySwitch {
  MaySwitch() noexcept {}
};

/// The interface of std::atomic over the explorer's words.
template <typename T>
class CheckedAtomic {
  static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(explorer::Value));

public:
  CheckedAtomic() : word_(pack(T())) {}
  CheckedAtomic(T value) : word_(pack(value)) {} // It is implicit, as std::atomic's constructor is.
  CheckedAtomic(const CheckedAtomic&) = delete;
  CheckedAtomic& operator=(const CheckedAtomic&) = delete;

  T load(std::memory_order mo, GALOIS_CHECKED_PLACE) const {
    return unpack(word_.load(mo, {file, line}));
  }
  void store(T value, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    word_.store(pack(value), mo, {file, line});
  }
  T exchange(T value, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    return update([value](T) { return value; }, mo, {file, line});
  }
  T fetch_add(T by, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    return update([by](T old) { return static_cast<T>(old + by); }, mo, {file, line});
  }
  T fetch_sub(T by, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    return update([by](T old) { return static_cast<T>(old - by); }, mo, {file, line});
  }
  T fetch_or(T by, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    return update([by](T old) { return static_cast<T>(old | by); }, mo, {file, line});
  }
  T fetch_and(T by, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    return update([by](T old) { return static_cast<T>(old & by); }, mo, {file, line});
  }
  bool compare_exchange_strong(T& expected, T value, std::memory_order success,
                               std::memory_order failure, GALOIS_CHECKED_PLACE) {
    explorer::Value seen = pack(expected);
    const bool done = word_.compareExchange(seen, pack(value), success, failure, {file, line});
    if (!done) {
      expected = unpack(seen);
    }
    return done;
  }
  /// It does not fail without a reason, as if it was strong.
  bool compare_exchange_weak(T& expected, T value, std::memory_order success,
                             std::memory_order failure, GALOIS_CHECKED_PLACE) {
    return compare_exchange_strong(expected, value, success, failure, file, line);
  }
  bool compare_exchange_strong(T& expected, T value, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    return compare_exchange_strong(expected, value, mo, failureOrder(mo), file, line);
  }
  bool compare_exchange_weak(T& expected, T value, std::memory_order mo, GALOIS_CHECKED_PLACE) {
    return compare_exchange_strong(expected, value, mo, failureOrder(mo), file, line);
  }

private:
  static explorer::Value pack(const T& value) {
    explorer::Value bytes{};
    std::memcpy(&bytes, &value, sizeof(T));
    return bytes;
  }
  static T unpack(const explorer::Value& bytes) {
    T value;
    std::memcpy(static_cast<void*>(&value), &bytes, sizeof(T));
    return value;
  }
  static std::memory_order failureOrder(std::memory_order mo) {
    return mo == substrate::order::acq_rel   ? substrate::order::acquire
           : mo == substrate::order::release ? substrate::order::relaxed
                                             : mo;
  }
  template <typename F>
  T update(F&& f, std::memory_order mo, explorer::Place place) {
    return unpack(
        word_.update([&f](explorer::Value old) { return pack(f(unpack(old))); }, mo, place));
  }

  explorer::Word word_;
};

/// Plain data that the explorer checks for races. It converts to and from T.
template <typename T>
class CheckedPlain : public PlainOperators<CheckedPlain<T>, T> {
public:
  CheckedPlain() : data_() {}
  CheckedPlain(T value) : data_(value) {} // It is implicit, so that a T can initialize it.
  CheckedPlain(const CheckedPlain& other) : data_(other.get()) {}
  CheckedPlain& operator=(const CheckedPlain& other) { return *this = other.get(); }
  CheckedPlain& operator=(T value) {
    cell_.write({"plain data", 0});
    data_ = value;
    return *this;
  }

  T get(GALOIS_CHECKED_PLACE) const {
    cell_.read({file, line});
    return data_;
  }
  operator T() const { return get("plain data", 0); } // It is implicit, to be used as a T.

private:
  T data_;
  explorer::Cell cell_;
};

/// The policy for tests.
struct CheckedAtomics {
  template <typename T>
  using Atomic = CheckedAtomic<T>;
  template <typename T>
  using Plain = CheckedPlain<T>;
  static void pause() { explorer::pause(); }
};

/// Threads that block at a ParkingGate wait in a loop until they are woken.
struct CheckedBlocking : CheckedAtomics {};

/// Relacy's search, and what the explorer has instead.
struct Search {
  unsigned switches = 2;
  unsigned randomRuns = 20000;
  unsigned depth = 2000;
  explorer::Limits limits = {};
};

/// The name of a test without the namespaces that all tests share.
template <class Test>
std::string nameOf() {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> mangled(
      abi::__cxa_demangle(typeid(Test).name(), nullptr, nullptr, &status), &std::free);
  std::string name = mangled ? mangled.get() : typeid(Test).name();
  for (const std::string common :
       {"(anonymous namespace)::", "galois::test::", "galois::worklists::", "galois::runtime::",
        "galois::substrate::"}) {
    for (auto at = name.find(common); at != std::string::npos; at = name.find(common, at)) {
      name.erase(at, common.size());
    }
  }
  return name;
}

/// GALOIS_EXPLORED_ONLY names tests, each followed by ';'.
inline bool isAsked(const std::string& name) {
  const char* only = std::getenv("GALOIS_EXPLORED_ONLY");
  return !only || std::string(only).find(name + ';') != std::string::npos;
}

template <class Test>
explorer::Outcome outcomeOf(explorer::Limits limits = {}) {
  explorer::Program program;
  program.name = nameOf<Test>();
  if (!isAsked(program.name)) {
    return {};
  }
  program.threads = Test::kThreads;
  program.make = [] { return static_cast<void*>(new Test); };
  program.before = [](void* test) { static_cast<Test*>(test)->before(); };
  program.thread = [](void* test, unsigned id) { static_cast<Test*>(test)->thread(id); };
  program.after = [](void* test) { static_cast<Test*>(test)->after(); };
  program.destroy = [](void* test) { delete static_cast<Test*>(test); };
  if (const char* most = std::getenv("GALOIS_EXPLORED_EXECUTIONS")) {
    limits.executions = std::strtoull(most, nullptr, 10);
  }
  if (std::getenv("GALOIS_EXPLORED_PURE_WAITS")) {
    limits.pureWaits = true;
  }
  const explorer::Outcome outcome = explorer::explore(program, limits);
  std::printf(
      "%s: %u threads, %llu executions, %llu blocked, %llu cut, at most %u events, %.2f s, %s\n",
      program.name.c_str(), program.threads, static_cast<unsigned long long>(outcome.executions),
      static_cast<unsigned long long>(outcome.blocked),
      static_cast<unsigned long long>(outcome.cut), outcome.most, outcome.seconds,
      outcome.complete        ? "complete"
      : outcome.fault.empty() ? "incomplete"
                              : "a fault");
  std::fflush(stdout);
  return outcome;
}

template <class Test>
bool explore(const Search& search = {}) {
  const explorer::Outcome outcome = outcomeOf<Test>(search.limits);
  if (!outcome.fault.empty()) {
    std::printf("%s\n", outcome.fault.c_str());
  }
  return outcome.fault.empty();
}

template <class Test>
bool findsFault(unsigned /*randomRuns*/ = 0, unsigned /*depth*/ = 0) {
  return !outcomeOf<Test>().fault.empty();
}

} // namespace galois::test

namespace galois::substrate {

/// A wait begins where its back-off is made.
template <>
class BasicBackoff<test::CheckedAtomics> {
public:
  explicit BasicBackoff(WaitsOn = WaitsOn::kSharedCore) noexcept { test::explorer::waitBegins(); }
  void operator()() { test::explorer::pause(); }
  void reset() noexcept {}
  bool spent() const noexcept { return true; }
  bool inVain() const noexcept { return true; }
};

/// Time stands still: an execution is run again and again.
template <std::derived_from<test::CheckedAtomics> Atomics>
struct ClockOf<Atomics> {
  static std::uint64_t ticks() noexcept { return 0; }
};

template <>
struct Parking<test::CheckedBlocking> {
  static void block(test::CheckedAtomic<int>& word, int old) {
    test::explorer::waitBegins();
    while (word.load(order::acquire) == old) {
      test::explorer::pause();
    }
  }
  static void wake(test::CheckedAtomic<int>& /*word*/) {}
};

} // namespace galois::substrate
