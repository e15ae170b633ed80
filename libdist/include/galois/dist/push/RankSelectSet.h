/**
 * A set of numbers below a bound that knows how many of its members are less than a given number.
 * That number of members is a "rank" in the sense of succinct data structures, not an MPI rank. The
 * set takes 12 bytes per 64 numbers below the bound. While the ranks of MPI read a graph, they use
 * it to number the nodes that their edges lead to.
 */
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace galois::dist {

/// First insert() the members, then call freeze(), then call the functions that return something.
/// Not thread-safe before freeze().
class RankSelectSet {
public:
  /// An empty set of numbers below `bound`.
  explicit RankSelectSet(std::uint64_t bound) : words_(bound / kBits + 1, 0) {}

  /// Adds a number, which may be a member already.
  void insert(std::uint64_t number) { words_[number / kBits] |= bit(number); }

  /// Ends the insertions, and returns the number of members.
  /// @pre  there are fewer than 2^32 members
  std::uint64_t freeze() {
    std::uint64_t count = 0;
    before_.resize(words_.size());
    for (std::size_t i = 0; i < words_.size(); ++i) {
      before_[i] = static_cast<std::uint32_t>(count);
      count += static_cast<std::uint64_t>(std::popcount(words_[i]));
    }
    return count;
  }

  /// Returns whether the number is a member.
  bool contains(std::uint64_t number) const { return (words_[number / kBits] & bit(number)) != 0; }

  /// Returns the number of members that are less than `number`. O(1) time, after freeze().
  std::uint32_t below(std::uint64_t number) const {
    const std::uint64_t lower = words_[number / kBits] & (bit(number) - 1);
    return before_[number / kBits] + static_cast<std::uint32_t>(std::popcount(lower));
  }

  /// Calls `visit(number)` for all members in ascending order.
  template <typename Visit>
  void forEach(Visit&& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(i * kBits + static_cast<std::uint64_t>(std::countr_zero(rest)));
      }
    }
  }

private:
  static constexpr std::uint64_t kBits = 64;

  static std::uint64_t bit(std::uint64_t number) { return std::uint64_t{1} << number % kBits; }

  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> before_; ///< per word: the members in all words before it
};

} // namespace galois::dist
