/**
 * Lets threads take short turns on the cores if there are more threads than cores.
 *
 * An operating system lets a thread run for milliseconds before another thread gets its core. That
 * is long for a priority scheduler. Tasks that a descheduled thread holds or was sent become stale,
 * while the running threads advance to worse priorities and do redundant work. So if threads share
 * cores, each yields its core after about a thousand tasks. Shorter turns cost more than they save,
 * since a switch costs as much as some tens of short tasks and pollutes the caches. Longer turns
 * waste work: docs/experiments/2026-11-20-short-turns.md.
 *
 * A thread that has a core of its own never yields it, even if other programs need it.
 */
#pragma once

#include <cstddef>

#include "galois/substrate/Backoff.h"

namespace galois::substrate {

/// Counts the tasks of one thread and yields. Not thread-safe; never throws; all calls take
/// constant time.
/// @tparam Waits  has yield(), which gives the core to a waiting thread
template <class Waits>
class BasicTurnTaking {
public:
  /// Number of tasks per turn.
  static constexpr std::size_t kTurn = 1024;

  /// @param threads  number of threads of the loop, at least 1
  /// @param cores    number of processing units that they may use, at least 1
  BasicTurnTaking(unsigned threads, unsigned cores) noexcept : shares_(threads > cores) {}

  /// Records that the thread has run `tasks` more tasks. It may yield its core here.
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
