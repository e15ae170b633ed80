/**
 * How to wait for another thread without harming it.
 *
 * A wait escalates: first it pauses the processor (the other thread runs on another core and will
 * be done in a moment), then it yields the core (there are more threads than cores, and the other
 * one may need this core), then it sleeps (the other one is far from done). So a wait is short
 * where cores are plenty, and sixteen threads on two cores neither hang nor burn minutes.
 */
#ifndef GALOIS_SUBSTRATE_BACKOFF_H
#define GALOIS_SUBSTRATE_BACKOFF_H

#include <chrono>
#include <thread>

#include "galois/substrate/Atomics.h"

namespace galois::substrate {

/// What a waiter may keep others from running on.
enum class WaitsOn {
  kSharedCore, ///< perhaps the core that the awaited thread needs: sleep soon
  kOwnCore     ///< a core that no other thread of this program needs: sleep late, and notice sooner
};

/**
 * Back-off under an atomics policy that is not the real one: every step is one pause of that
 * policy, which is where its scheduler moves to another thread. Same interface as Backoff.
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

/// The three kinds of waiting, on the machine.
struct RealWaits {
  static void pause(unsigned times) noexcept {
    for (unsigned i = 0; i < times; ++i) asmPause();
  }
  static void yield() noexcept { std::this_thread::yield(); }
  static void sleep(unsigned microseconds) noexcept {
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
  }
};

/**
 * Back-off of production code. One object serves one wait: call it once for each failed look at
 * the awaited condition, reset() it after progress. Not thread-safe (each waiter has its own),
 * never throws; one step takes at most about 100 microseconds unless the system is overloaded.
 */
template <class Waits>
class EscalatingBackoff {
public:
  explicit EscalatingBackoff(WaitsOn core = WaitsOn::kSharedCore) noexcept
      : patience_(kPauseSteps + (core == WaitsOn::kOwnCore ? kManyYieldSteps : kYieldSteps)) {}

  /// Waits one step: pauses (1, 2, 4, ... 64 of them), then yields, then sleeps 10 to 100 us.
  void operator()() noexcept {
    if (step_ < kPauseSteps) {
      Waits::pause(1u << step_);
      ++step_;
    } else if (step_ < patience_) {
      Waits::yield();
      ++step_;
    } else {
      Waits::sleep(sleepMicroseconds_);
      ++sleeps_;
      if (sleepMicroseconds_ < kMaxSleepMicroseconds) {
        sleepMicroseconds_ *= 2;
        if (sleepMicroseconds_ > kMaxSleepMicroseconds) sleepMicroseconds_ = kMaxSleepMicroseconds;
      }
    }
  }

  /// Starts over with short pauses: what was awaited has made progress.
  void reset() noexcept {
    step_ = 0;
    sleepMicroseconds_ = kFirstSleepMicroseconds;
    sleeps_ = 0;
  }

  /// True once pausing and yielding are used up and further steps sleep. A waiter that can block
  /// until it is woken does so from here on.
  bool spent() const noexcept { return step_ >= patience_; }

  /// True after some milliseconds: whoever is waited for was put aside, and a waiter that can do
  /// without it does so from here on.
  bool inVain() const noexcept { return sleeps_ >= kManySleeps; }

private:
  static constexpr unsigned kPauseSteps = 7;
  static constexpr unsigned kYieldSteps = 48;
  /// About as long as a sleep takes. Who sleeps before that is late when work comes, and keeps all
  /// others from learning that the loop is done.
  static constexpr unsigned kManyYieldSteps = 256;
  static constexpr unsigned kFirstSleepMicroseconds = 10;
  static constexpr unsigned kMaxSleepMicroseconds = 100;

  static constexpr unsigned kManySleeps = 32;

  unsigned patience_; ///< steps before it sleeps
  unsigned step_ = 0;
  unsigned sleeps_ = 0;
  unsigned sleepMicroseconds_ = kFirstSleepMicroseconds;
};

} // namespace detail

/// On the machine: pauses, yields, sleeps.
template <>
class BasicBackoff<RealAtomics> : public detail::EscalatingBackoff<detail::RealWaits> {
  using EscalatingBackoff::EscalatingBackoff;
};

#ifdef GALOIS_VIRTUAL
/// The same steps on the simulated machine.
template <>
class BasicBackoff<VirtualAtomics> : public detail::EscalatingBackoff<VirtualAtomics::Waits> {
  using EscalatingBackoff::EscalatingBackoff;
};

/// How production code waits.
using Waits = VirtualAtomics::Waits;
#else
using Waits = detail::RealWaits;
#endif

/// The back-off that every wait of production code uses.
using Backoff = BasicBackoff<DefaultAtomics>;

} // namespace galois::substrate

#endif
