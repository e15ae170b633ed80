/**
 * Decides whether the next level is worth a meeting of all threads, from how long the last one took.
 *
 * With a core per thread, a barrier takes a microsecond, and levels of a hundred nodes are worth it.
 * If other programs need the cores, a thread may wait for milliseconds until another one runs, and a
 * search on a road network, with a barrier for each of hundreds of levels, takes a thousand times as
 * long as on one thread. So after a long wait thread 0 expands on its own levels that take less
 * time than the wait did, for as long as the wait has lasted. What waits cost is then at most about
 * as much as the search itself.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace bfs {

/// The decision of one thread. Not thread-safe.
class MeetingCost {
public:
  /// @param least      the number of nodes of a level that is worth a meeting with a core per thread
  /// @param shortestNs  shorter waits count as this long
  explicit MeetingCost(std::size_t least, std::uint64_t shortestNs = 0)
      : least_(least), shortest_(shortestNs) {}

  /// Records how long the thread waited at the last barrier, in nanoseconds.
  void waited(std::uint64_t ns) {
    ns = std::max(ns, shortest_);
    wait_ = ns >= kLongNs ? ns : 0;
  }

  /// Returns the number of nodes from which on a level is worth a meeting.
  /// @param aloneNs  how long the thread has expanded levels alone since the last meeting
  std::size_t worth(std::uint64_t aloneNs) const {
    return aloneNs >= wait_ ? least_
                            : std::max(least_, static_cast<std::size_t>(wait_ / kNsPerNode));
  }

private:
  static constexpr std::uint64_t kLongNs = 50'000; ///< shorter waits are part of any level
  static constexpr std::uint64_t kNsPerNode = 64;  ///< about what a node takes

  std::size_t least_;
  std::uint64_t shortest_;
  std::uint64_t wait_ = 0;
};

} // namespace bfs
