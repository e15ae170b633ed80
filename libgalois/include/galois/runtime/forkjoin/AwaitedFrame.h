/**
 * The frame for which a worker waits at a join, and the worker that has taken that frame. A thief
 * that waits for a task of this worker learns here which worker to ask instead.
 *
 * Invariant: the word is 0, or it names a frame whose join the worker is in, and a worker that has
 * taken that frame.
 *
 * A thief that waits for frame F wants to know for which frame the taker of F waits while it runs
 * F. So look() must not return a frame for which the taker waited earlier or later. The taker
 * clears the word before it begins F, and a thread that sees that F has begun also sees the cleared
 * word. If the word was written after the end of F, a thread that reads it sees that F is done.
 */
#pragma once

#include <cstdint>

#include "galois/runtime/forkjoin/TaskFrame.h"
#include "galois/substrate/Atomics.h"

namespace galois::runtime {

/// The word of one worker, over an atomics policy.
template <typename Atomics = substrate::DefaultAtomics>
class AwaitedFrame {
public:
  // --- for the worker itself ---------------------------------------------------------------------

  /// Says that the worker waits for a frame.
  /// @param taker  the worker that has the frame, below 1024 @param id  the frame's identity
  void set(unsigned taker, std::uint64_t id) noexcept {
    // (1) release: synchronizes with (2), so that who reads this sees that what this worker ran
    // before is done.
    word_.store((id >> 2) << 12 | taker, substrate::order::release);
  }

  /// Says that the worker does not wait.
  void clear() noexcept {
    // relaxed: begun() and (1) order it.
    word_.store(0, substrate::order::relaxed);
  }

  // --- for a thief -------------------------------------------------------------------------------

  /// For a thief that waits for `frame`, which this worker has taken. If this worker runs it and waits
  /// at a join meanwhile, sets the worker that the thief may ask, and the identity of the frame that
  /// this one runs, which is a descendant of `frame`.
  bool look(const BasicTaskFrame<Atomics>& frame, unsigned& taker,
            std::uint64_t& id) const noexcept {
    // What it waited for before it began `frame` was cleared by then.
    if (!frame.begun()) {
      return false;
    }
    // (2) acquire: synchronizes with (1), so done() is true if the word is of a time after `frame`.
    const std::uint64_t word = word_.load(substrate::order::acquire);
    if (word == 0 || frame.done()) {
      return false;
    }
    taker = static_cast<unsigned>(word & 4095);
    id = (word >> 12) << 2;
    return true;
  }

private:
  typename Atomics::template Atomic<std::uint64_t> word_{0};
};

} // namespace galois::runtime
