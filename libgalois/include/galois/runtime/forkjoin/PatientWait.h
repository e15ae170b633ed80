/**
 * The wait of a fork-join worker: as Backoff, but it pauses for 100 microseconds before it yields, if
 * no other worker needs its core.
 *
 * What workers wait for mostly comes within microseconds: the answer of a victim that polls, or the
 * end of a part of a loop. A yield on a busy machine gives the core to another program for a
 * scheduler's time slice, which is a thousand times as long.
 */
#pragma once

#include <algorithm>
#include <cstdint>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Clock.h"

namespace galois::runtime {

/// A wait, with the interface of Backoff, over an atomics policy. Each waiter has its own.
template <typename Atomics = substrate::DefaultAtomics>
class BasicPatientWait {
public:
  /// @param ownCore  whether no other worker needs this core
  BasicPatientWait(bool ownCore, std::uint64_t ticksPerMicrosecond) noexcept
      : patience_(ownCore ? kPatienceMicroseconds * ticksPerMicrosecond : 0),
        backoff_(ownCore ? substrate::WaitsOn::kOwnCore : substrate::WaitsOn::kSharedCore) {}

  /// Waits one step.
  void operator()() {
    if (!patient_) {
      backoff_();
      return;
    }
    const std::uint64_t now = substrate::nowTicks();
    if (pauses_ == 1) {
      began_ = now;
    }
    substrate::Waits::pause(pauses_);
    pauses_ = std::min(2 * pauses_, kMostPauses);
    patient_ = now - began_ < patience_;
  }
  /// Starts over, after progress.
  void reset() noexcept {
    pauses_ = 1;
    patient_ = patience_ > 0;
    backoff_.reset();
  }
  /// Returns whether all further steps sleep.
  bool spent() const noexcept { return !patient_ && backoff_.spent(); }

private:
  static constexpr std::uint64_t kPatienceMicroseconds = 100;
  static constexpr unsigned kMostPauses = 64;

  const std::uint64_t patience_; ///< in ticks
  std::uint64_t began_ = 0;
  unsigned pauses_ = 1; ///< of the next step
  bool patient_ = patience_ > 0;
  substrate::BasicBackoff<Atomics> backoff_;
};

/// The wait of this build's policy.
using PatientWait = BasicPatientWait<>;

} // namespace galois::runtime
