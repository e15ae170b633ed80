/**
 * The least priorities of a set of ranks: enough for every rank to know the least priority of the
 * others, in constant size.
 *
 * An entry is a priority and its *owner*, the rank that has it, or nobody if all ranks may take it
 * for that of another one. The least entry and the least entry of another owner are kept. So for
 * every rank, the least priority that is not its own is known: it is the least one, or the second
 * one if the rank owns the least. The sets of two groups of ranks are combined by adding the two
 * entries of one to those of the other, and nothing is lost by that.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "galois/dist/transport/Transport.h"

namespace galois::dist {

/// The two least priorities of different owners.
class LeastPriorities {
public:
  /// The priority of a rank without tasks.
  static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  /// The owner that is no rank.
  static constexpr Rank kNobody = std::numeric_limits<Rank>::max();

  /// Adds an entry. One with the priority kNone has no effect.
  void add(std::uint64_t priority, Rank owner) {
    if (owner == leastOwner_) {
      least_ = std::min(least_, priority);
    } else if (priority < least_) {
      second_ = least_;
      secondOwner_ = leastOwner_;
      least_ = priority;
      leastOwner_ = owner;
    } else if (priority < second_) {
      second_ = priority;
      secondOwner_ = owner;
    }
  }
  /// Adds the entries of another set. An entry whose owner is not `kept(owner)` becomes nobody's.
  template <typename Kept>
  void add(const LeastPriorities& other, const Kept& kept) {
    const auto owner = [&](Rank rank) { return rank != kNobody && kept(rank) ? rank : kNobody; };
    add(other.least_, owner(other.leastOwner_));
    add(other.second_, owner(other.secondOwner_));
  }
  /// Adds the entries of another set.
  void add(const LeastPriorities& other) {
    add(other, [](Rank) { return true; });
  }

  /// Returns the least priority that another owner than this rank has, or kNone.
  std::uint64_t without(Rank rank) const {
    return rank == leastOwner_ && rank != kNobody ? second_ : least_;
  }
  /// Returns whether the least entry is this rank's.
  bool names(Rank rank) const { return least_ != kNone && leastOwner_ == rank; }

  /// Returns by how much without() differs at most between two sets, over all ranks.
  friend std::uint64_t difference(const LeastPriorities& a, const LeastPriorities& b) {
    std::uint64_t most = 0;
    for (const Rank rank : {kNobody, a.leastOwner_, b.leastOwner_}) {
      const std::uint64_t inA = a.without(rank), inB = b.without(rank);
      most = std::max(most, inA < inB ? inB - inA : inA - inB);
    }
    return most;
  }

private:
  std::uint64_t least_ = kNone;
  std::uint64_t second_ = kNone;
  Rank leastOwner_ = kNobody;
  Rank secondOwner_ = kNobody;
};

} // namespace galois::dist
