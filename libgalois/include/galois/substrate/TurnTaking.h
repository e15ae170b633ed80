/**
 * Threads that outnumber the cores take short turns.
 *
 * A system lets a thread run for milliseconds before another one gets its core. Under a priority
 * scheduler that is long: tasks that a waiting thread holds, or was sent, grow stale, while those
 * that run get ahead of it and do work that has to be done again. So where threads share cores,
 * each offers its core to the next after about a thousand tasks. Fewer would cost more than they
 * save (a switch costs as much as some tens of short tasks, and the caches); with more, work is
 * wasted again: docs/experiments/2026-11-20-short-turns.md.
 *
 * Where every thread has a core of its own nothing is given away, even if other programs want it.
 */
#ifndef GALOIS_SUBSTRATE_TURNTAKING_H
#define GALOIS_SUBSTRATE_TURNTAKING_H

#include <cstddef>

#include "galois/substrate/Backoff.h"

namespace galois::substrate {

/// One thread's part in it; not shared, never throws, constant time.
/// @tparam Waits  has yield(): gives the core to a thread that waits for one
template <class Waits>
class BasicTurnTaking {
public:
  /// Tasks of a turn.
  static constexpr std::size_t kTurn = 1024;

  /// @param threads  of the loop, at least 1
  /// @param cores    that they may use (processing units), at least 1
  BasicTurnTaking(unsigned threads, unsigned cores) noexcept : shares_(threads > cores) {}

  /// The thread has run `tasks` more tasks, and may lose its core here.
  void ran(std::size_t tasks) noexcept {
    if (shares_) [[unlikely]] {
      since_ += tasks;
      if (since_ >= kTurn) {
        since_ = 0;
        Waits::yield();
      }
    }
  }

private:
  bool shares_;
  std::size_t since_ = 0;
};

using TurnTaking = BasicTurnTaking<Waits>;

} // namespace galois::substrate

#endif
