/**
 * Decides how often a thread that has work probes another thread, and how large its batches are.
 * StealingBucketQueue.h says what a probe is.
 *
 * Both follow from one number, the pace: the tasks in a batch, and between two probes. A probe that
 * finds the two threads apart halves the pace, down to a quarter of its maximum. A probe that finds
 * them level doubles it again. So threads that work at similar priorities share almost nothing, and
 * threads with few tasks or very different priorities share small batches often. The pace needs no
 * shared counter of idle threads, whose cache line would travel to every thread whenever one of
 * them finds or loses work.
 *
 * A probe is also due, whatever the pace, when the thread has advanced by half a stride since the
 * last one. (A stride is the distance from a task to its nearest child, BucketQueue::stride().) A
 * thread with few tasks per bucket runs ahead of the others, and should take work from them. That
 * does not hold while the others are known to be idle: they have nothing to take. On a path, where
 * each task is a stride ahead of the last one, three of four tasks would be preceded by a probe.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace galois::worklists {

/// The pace of one thread. A plain value, not thread-safe; each operation O(1).
class ProbePace {
public:
  using Key = std::uint64_t; ///< a priority; smaller is more urgent

  /// The pace is at least the maximum divided by two to this power.
  static constexpr unsigned kMaxHalvings = 2;
  /// Two threads are apart when this many strides lie between them. Closer together, no task of one
  /// thread makes tasks of the other redundant.
  static constexpr Key kStridesApart = 2;

  /// @param max  the greatest pace, 1 or more
  explicit ProbePace(std::size_t max) noexcept : max_(max) {}

  /// Returns the number of tasks in a batch, and between two probes. At least 1.
  std::size_t tasks() const noexcept { return std::max<std::size_t>(max_ >> halvings_, 1); }

  /// Whether the pace is at its maximum: recent probes found the threads level.
  bool isMax() const noexcept { return halvings_ == 0; }

  /// Whether the thread should probe another one now.
  /// @param top     the key of the thread's most urgent task
  /// @param stride  the distance from a task to its nearest child
  bool isProbeDue(Key top, Key stride) const noexcept {
    return untilProbe_ == 0 ||
           (!othersIdle_ && top > keyAtProbe_ && top - keyAtProbe_ > stride / 2);
  }

  /// Notes whether the last probe has shown that all other threads are idle.
  void noteOthers(bool idle) noexcept { othersIdle_ = idle; }

  /// Notes where the thread works, before it probes another one.
  void beginProbe(Key top) noexcept { keyAtProbe_ = top; }

  /// Starts the interval to the next probe. Called after the pace has been adjusted.
  void endProbe() noexcept { untilProbe_ = tasks(); }

  /// Counts `count` tasks that the thread runs.
  void ran(std::size_t count) noexcept { untilProbe_ -= std::min(untilProbe_, count); }

  /// Halves the pace if a probe found threads apart, and doubles it if not.
  void adjust(bool apart) noexcept {
    halvings_ = apart ? std::min(halvings_ + 1, kMaxHalvings) : halvings_ - (halvings_ > 0);
  }

  /// Halves the pace if it is at its maximum: another thread has requested tasks.
  void leaveMax() noexcept { halvings_ = std::max(halvings_, 1u); }

  /// Reduces the pace to its minimum: the thread has no work.
  void setMin() noexcept { halvings_ = kMaxHalvings; }

private:
  const std::size_t max_;
  bool othersIdle_ = false;
  unsigned halvings_ = 0;
  std::size_t untilProbe_ = 0; ///< tasks until the next probe
  Key keyAtProbe_ = 0;         ///< where the thread worked when it probed last
};

} // namespace galois::worklists
