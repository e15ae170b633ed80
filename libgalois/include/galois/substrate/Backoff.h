/**
 * Waits for another thread without slowing it down.
 *
 * A wait escalates in three phases. First it pauses the processor, assuming that the other thread
 * runs on another core and is almost done. Then it yields the core, since with more threads than
 * cores the other thread may need it. Finally it sleeps, since the other thread needs long. So a
 * wait is short if there are enough cores, and more threads than cores neither hang nor waste much
 * time.
 *
 * If other programs need the cores, a yield gives the core away for a scheduler's time slice, which
 * is milliseconds, while a thread that has slept gets its core back at once. So the first yield that
 * takes so long ends that phase, and for a while the waits of the same thread have none.
 */
#pragma once

#include <chrono>
#include <thread>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::substrate {

/// Which other threads may need the core that the waiter occupies.
enum class WaitsOn {
  kSharedCore, ///< the awaited thread may need this core: sleep soon
  kOwnCore     ///< no other thread of this program needs this core: sleep late, react faster
};

/**
 * The back-off of an atomics policy other than the real one. Every step is one pause of that
 * policy, at which its scheduler switches to another thread. It has the interface of Backoff.
 */
template <class Atomics>
class BasicBackoff {
public:
  explicit BasicBackoff(WaitsOn = WaitsOn::kSharedCore) noexcept {}
  void operator()() { Atomics::pause(); }
  void reset() noexcept {}
  bool spent() const noexcept { return true; }
  bool inVain() const noexcept { return true; }
};

namespace detail {

/// The three ways to wait on a real machine.
struct RealWaits {
  static void pause(unsigned times) noexcept {
    for (unsigned i = 0; i < times; ++i) {
      asmPause();
    }
  }
  static void yield() noexcept { std::this_thread::yield(); }
  /// Yields, unless a yield of this thread has taken long lately. Returns whether it has: then the
  /// core is in demand.
  static bool yieldIfCheap() noexcept {
    constexpr std::chrono::milliseconds kLong{1};
    constexpr std::chrono::milliseconds kLately{100};
    const auto before = Clock::now();
    if (before < dearUntil) {
      return true;
    }
    yield();
    const auto after = Clock::now();
    if (after - before < kLong) {
      return false;
    }
    dearUntil = after + kLately;
    return true;
  }
  static void sleep(unsigned microseconds) noexcept {
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
  }

private:
  using Clock = std::chrono::steady_clock; // also in builds for the simulated machine
  GALOIS_ATTRIBUTE_SHARED static inline thread_local Clock::time_point dearUntil{};
};

/**
 * The back-off of production code. One object serves one wait: call it after each failed check of
 * the awaited condition, and reset() it after progress. Each waiter has its own object, which is
 * not thread-safe. It never throws. One step takes at most about 100 microseconds unless the system
 * is overloaded.
 */
template <class Waits>
class EscalatingBackoff {
public:
  explicit EscalatingBackoff(WaitsOn core = WaitsOn::kSharedCore) noexcept
      : patience_(kPauseSteps + (core == WaitsOn::kOwnCore ? kManyYieldSteps : kYieldSteps)) {}

  /// Waits one step. The first steps pause 1, 2, 4, ... 64 times, the next ones yield, while that
  /// does not take long, and the others sleep for 10 to 100 microseconds.
  void operator()() noexcept {
    if (step_ < kPauseSteps) {
      Waits::pause(1u << step_);
      ++step_;
    } else if (step_ < patience_) {
      step_ = Waits::yieldIfCheap() ? patience_ : step_ + 1;
    } else {
      Waits::sleep(sleepMicroseconds_);
      ++sleeps_;
      if (sleepMicroseconds_ < kMaxSleepMicroseconds) {
        sleepMicroseconds_ *= 2;
        if (sleepMicroseconds_ > kMaxSleepMicroseconds) {
          sleepMicroseconds_ = kMaxSleepMicroseconds;
        }
      }
    }
  }

  /// Starts over with short pauses, after the awaited thread has made progress.
  void reset() noexcept {
    step_ = 0;
    sleepMicroseconds_ = kFirstSleepMicroseconds;
    sleeps_ = 0;
  }

  /// Returns whether all further steps sleep. A waiter that can block until it is woken should then
  /// do so.
  bool spent() const noexcept { return step_ >= patience_; }

  /// Returns whether the wait has lasted some milliseconds, so that the awaited thread has probably
  /// been descheduled. A waiter that can proceed without that thread should then do so.
  bool inVain() const noexcept { return sleeps_ >= kManySleeps; }

private:
  static constexpr unsigned kPauseSteps = 7;
  static constexpr unsigned kYieldSteps = 48;
  /// This many yields take about as long as one sleep. A thread that sleeps earlier would react
  /// late to new work and would delay termination detection.
  static constexpr unsigned kManyYieldSteps = 256;
  static constexpr unsigned kFirstSleepMicroseconds = 10;
  static constexpr unsigned kMaxSleepMicroseconds = 100;

  static constexpr unsigned kManySleeps = 32;

  unsigned patience_; ///< number of steps before it sleeps
  unsigned step_ = 0;
  unsigned sleeps_ = 0;
  unsigned sleepMicroseconds_ = kFirstSleepMicroseconds;
};

} // namespace detail

/// The back-off on a real machine.
template <>
class BasicBackoff<RealAtomics> : public detail::EscalatingBackoff<detail::RealWaits> {
  using EscalatingBackoff::EscalatingBackoff;
};

#ifdef GALOIS_VIRTUAL
/// The back-off on the simulated machine.
template <>
class BasicBackoff<VirtualAtomics> : public detail::EscalatingBackoff<VirtualAtomics::Waits> {
  using EscalatingBackoff::EscalatingBackoff;
};

/// The ways to wait in this build.
using Waits = VirtualAtomics::Waits;
#else
using Waits = detail::RealWaits;
#endif

/// The back-off that all waits of production code use.
using Backoff = BasicBackoff<DefaultAtomics>;

} // namespace galois::substrate
