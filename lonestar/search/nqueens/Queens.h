/**
 * Placements of n queens on a board of n x n so that none attacks another: the smallest example of a
 * Lazy Node Generator. A node has queens in its first rows. Its children place one in the next row,
 * in each column that no queen attacks, from left to right.
 */
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace lonestar::search {

/// The largest board.
inline constexpr unsigned kMostQueens = 32;

/// A board whose first `rows` rows have a queen each. Bit i of a word stands for column i.
struct QueensNode {
  std::uint64_t columns = 0; ///< columns that have a queen
  std::uint64_t left = 0;    ///< columns of the next row that a queen attacks from the right
  std::uint64_t right = 0;   ///< columns that one attacks from the left
  unsigned rows = 0;
  std::array<std::uint8_t, kMostQueens> column{}; ///< of the queen in each row
};

/// The Lazy Node Generator.
class QueensChildren {
public:
  using Space = unsigned; ///< the size of the board, at most kMostQueens
  using Node = QueensNode;

  QueensChildren(const Space& size, const Node& parent) : parent_(parent) {
    const std::uint64_t all = (std::uint64_t{1} << size) - 1;
    free_ = parent.rows == size ? 0 : all & ~(parent.columns | parent.left | parent.right);
    count_ = static_cast<std::size_t>(std::popcount(free_));
  }

  std::size_t numChildren() const { return count_; }
  Node next() {
    const std::uint64_t bit = free_ & (~free_ + 1);
    free_ ^= bit;
    Node child = parent_;
    child.columns |= bit;
    child.left = (parent_.left | bit) >> 1;
    child.right = (parent_.right | bit) << 1;
    child.column[child.rows++] = static_cast<std::uint8_t>(std::countr_zero(bit));
    return child;
  }

private:
  const Node& parent_;
  std::uint64_t free_ = 0;
  std::size_t count_ = 0;
};

/// The number of queens, for decisions. A board may still be completed, whatever its queens.
struct MostQueens {
  using Value = std::int64_t;
  static constexpr bool kPruneLevel = false;
  Value objective(unsigned /*size*/, const QueensNode& board) const { return board.rows; }
  Value bound(unsigned size, const QueensNode& /*board*/) const { return size; }
  bool better(Value a, Value b) const { return a > b; }
};

} // namespace lonestar::search
