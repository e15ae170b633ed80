/**
 * The workers of a parallel region that sleep because there is no work, and how they are woken.
 *
 * A worker that is about to sleep sets its bit in a shared word, checks once more whether there is
 * a reason to stay awake, and then blocks at its gate. Who wakes it clears the bit first, and only
 * the thread that has cleared it signals the gate.
 *
 * Invariant: a bit is set from sleep() of its worker until one thread clears it: a waker, which then
 * signals the gate exactly once, or the worker itself, and then no signal comes. So a signal never
 * stays behind for the next sleep.
 *
 * No wake-up is lost. Setting the bit and clearing it are read-modify-writes of one word, so they
 * are ordered. A waker calls wakeOne() after it has made the reason visible. If its read-modify-write
 * comes after that of the sleeper, it sees the bit. Otherwise the sleeper's synchronizes with it, and
 * the check that follows sees the reason.
 */
#pragma once

#include <cstdint>
#include <memory>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/ParkingGate.h"

namespace galois::runtime {

/// The set, over an atomics policy. All functions are thread-safe.
template <typename Atomics = substrate::DefaultAtomics>
class ParkedWorkers {
public:
  /// @param workers  number of workers, 1 or more @throws std::bad_alloc
  explicit ParkedWorkers(unsigned workers)
      : words_((workers + kBits - 1) / kBits), bits_(new Word[words_]), gates_(new Gate[workers]) {
    for (unsigned i = 0; i < words_; ++i) {
      bits_[i].word.store(0, substrate::order::relaxed); // no other thread can access it yet
    }
  }
  ParkedWorkers(const ParkedWorkers&) = delete;
  ParkedWorkers& operator=(const ParkedWorkers&) = delete;

  /// Sleeps, as worker `self`, until another thread wakes it; returns at once if `stayAwake()`,
  /// which is called after the worker counts as asleep, returns true.
  template <typename StayAwake>
  void sleep(unsigned self, StayAwake&& stayAwake) {
    // (1) seq_cst: synchronizes with (2), (3) and (5), so that stayAwake() sees what a waker that did not see
    // the bit wrote before. One order with (4): see seemsAsleep().
    bits_[self / kBits].word.fetch_or(bitOf(self), substrate::order::seq_cst);
    if (stayAwake() && clear(self)) {
      return;
    }
    gates_[self].gate.wait();
  }

  /// Returns whether any worker sleeps or is about to. Cheap, but only sound for a caller whose
  /// reason is a seq_cst store before this call, which stayAwake() reads by a seq_cst load.
  bool seemsAsleep() const noexcept {
    for (unsigned i = 0; i < words_; ++i) {
      // (4) seq_cst: in one order with (1).
      if (bits_[i].word.load(substrate::order::seq_cst) != 0) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether any worker sleeps or is about to, from relaxed loads: a hint.
  bool maybeAsleep() const noexcept {
    for (unsigned i = 0; i < words_; ++i) {
      if (bits_[i].word.load(substrate::order::relaxed) != 0) {
        return true;
      }
    }
    return false;
  }

  /// Returns whether worker `other` sleeps or is about to: a hint.
  bool sleeps(unsigned other) const noexcept {
    return (bits_[other / kBits].word.load(substrate::order::relaxed) & bitOf(other)) != 0;
  }

  /// Wakes worker `other` if it sleeps.
  void wake(unsigned other) {
    if (clear(other)) {
      gates_[other].gate.signal();
    }
  }

  /// Wakes one worker if any sleeps.
  void wakeOne() {
    for (unsigned i = 0; i < words_; ++i) {
      // (2) release: synchronizes with (1). It changes nothing, and reads the latest value.
      std::uint64_t seen = bits_[i].word.fetch_or(0, substrate::order::release);
      while (seen != 0) {
        const auto worker = i * kBits + static_cast<unsigned>(__builtin_ctzll(seen));
        if (clear(worker)) {
          gates_[worker].gate.signal();
          return;
        }
        seen &= seen - 1;
      }
    }
  }

  /// Wakes all that sleep.
  void wakeAll() {
    for (unsigned i = 0; i < words_; ++i) {
      // (3) acq_rel: synchronizes with (1). It acquires for the reason that clear() names.
      std::uint64_t seen = bits_[i].word.exchange(0, substrate::order::acq_rel);
      for (; seen != 0; seen &= seen - 1) {
        gates_[i * kBits + static_cast<unsigned>(__builtin_ctzll(seen))].gate.signal();
      }
    }
  }

private:
  static constexpr unsigned kBits = 64;
  static constexpr std::uint64_t bitOf(unsigned worker) noexcept {
    return std::uint64_t{1} << (worker % kBits);
  }

  /// Clears a worker's bit and returns whether it was set.
  bool clear(unsigned worker) noexcept {
    // (5) acq_rel: synchronizes with (1): releases what the caller wrote, and acquires that the worker
    // has taken the signal of its last sleep. Otherwise the caller's signal could come before that.
    return (bits_[worker / kBits].word.fetch_and(~bitOf(worker), substrate::order::acq_rel) &
            bitOf(worker)) != 0;
  }

  struct alignas(substrate::kCacheLineSize) Word {
    typename Atomics::template Atomic<std::uint64_t> word;
  };
  struct alignas(substrate::kCacheLineSize) Gate {
    substrate::ParkingGate<Atomics> gate;
  };

  unsigned words_;
  std::unique_ptr<Word[]> bits_;
  std::unique_ptr<Gate[]> gates_;
};

} // namespace galois::runtime
