/**
 * Where a parallel loop has failed, which the pieces of a loop ask before they begin. A loop throws what
 * the serial loop would have thrown first. So pieces above the lowest one that has thrown must not
 * begin, and pieces below it run on, since they may throw, too.
 *
 * Invariant: the word is kNever, or the beginning of the lowest piece that has thrown, or 0 because the
 * loop was stopped. It only becomes smaller. So a thread that has once seen that a piece must not begin
 * never sees anything else afterwards.
 *
 * All orders are relaxed. A thread may see a failure late, and begins a piece meanwhile whose result and
 * exception are dropped. The joins order those (TaskFrame.h), and whoever has joined all pieces sees
 * the final values here.
 */
#pragma once

#include <cstdint>
#include <exception>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::runtime {

/// The failure of one loop, over an atomics policy. All functions are thread-safe and O(1).
template <typename Atomics = substrate::DefaultAtomics>
class LoopFailure {
public:
  /// The type of the word that lowest() returns.
  using Word = typename Atomics::template Atomic<std::uint64_t>;

  /// Notes that a piece which begins there has thrown.
  void note(std::uint64_t begin) noexcept {
    std::uint64_t before = lowest_.load(substrate::order::relaxed);
    while (begin < before &&
           !lowest_.compare_exchange_weak(before, begin, substrate::order::relaxed,
                                          substrate::order::relaxed)) {
    }
  }
  /// Stops all pieces, although none may have thrown.
  void stop() noexcept {
    stopped_.store(true, substrate::order::relaxed);
    note(0);
  }

  /// Returns whether a piece has thrown, or the loop was stopped.
  bool any() const noexcept { return lowest_.load(substrate::order::relaxed) != kNever; }
  /// Returns whether the serial loop would not have come to a piece that begins there.
  bool below(std::uint64_t begin) const noexcept {
    return lowest_.load(substrate::order::relaxed) <= begin;
  }
  /// Returns whether stop() was called. For the owner of the loop, after all pieces.
  bool stopped() const noexcept { return stopped_.load(substrate::order::relaxed); }

  /// The beginning of the lowest piece that has thrown. A piece that begins there or above must not
  /// begin.
  const Word& lowest() const noexcept { return lowest_; }

private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};

  /// On a cache line of its own, since all workers read it while the owner writes to its stack.
  alignas(substrate::kCacheLineSize) Word lowest_{kNever};
  typename Atomics::template Atomic<bool> stopped_{false};
};

/// Returns whether a loop throws `thrown` although a lower piece has thrown `lower`: Cancelled, which
/// only says that a thread has ended early, and `thrown` is an exception of the program. Neither is
/// null.
[[gnu::noinline]] inline bool comesBefore(const std::exception_ptr& thrown,
                                          const std::exception_ptr& lower) noexcept {
  const auto isCancelled = [](const std::exception_ptr& one) {
    try {
      std::rethrow_exception(one);
    } catch (const substrate::Cancelled&) {
      return true;
    } catch (...) {
      return false;
    }
  };
  return isCancelled(lower) && !isCancelled(thrown);
}

} // namespace galois::runtime
