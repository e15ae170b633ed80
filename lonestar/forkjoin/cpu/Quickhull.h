/**
 * The convex hull of points of the plane by quickhull, as the Problem Based Benchmark Suite has it:
 * C. B. Barber, D. P. Dobkin, H. Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", TOMS 1996.
 *
 * The line from the leftmost to the rightmost point divides the others. Of those on one side, the
 * furthest from the line is a corner. Those inside its triangle with the line are dropped, and the
 * rest, outside one of its two other sides, are treated in the same way, in parallel. Finding the
 * furthest point and dividing the points are loops over blocks.
 *
 * All decisions are exact (Orientation.h). So the answer has no point that is inside or on an edge.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "Orientation.h"
#include "galois/substrate/Charge.h"

namespace forkjoin {

/// Finds convex hulls. Corners are given by their places in the sequence of points.
class Quickhull {
public:
  using Index = std::uint32_t;

  /// @param points  at least 1, at most 2^32 - 1
  /// @param leaf    at most so many points are divided without forks
  Quickhull(std::span<const Point> points, std::size_t leaf)
      : points_(points), leaf_(leaf), indices_(points.size()), temporary_(points.size()) {}

  /// Returns the corners against the clock, from the leftmost, the lowest of those. Equal points
  /// give one corner, and points on one line give two.
  template <typename Context>
  std::vector<Index> run(Context& context) {
    context.parallelFor(
        std::size_t{0}, points_.size(),
        [&](auto&, std::size_t begin, std::size_t end) {
          for (std::size_t i = begin; i < end; ++i) {
            indices_[i] = static_cast<Index>(i);
          }
        },
        kBlock);
    const std::span<Index> all(indices_);
    const Index first =
        best(context, all, [&](Index a, Index b) { return isBefore(points_[a], points_[b]); });
    const Index last =
        best(context, all, [&](Index a, Index b) { return isBefore(points_[b], points_[a]); });
    if (points_[first] == points_[last]) {
      return {first};
    }
    const Parts parts = divide(context, all, std::span(temporary_), {first, last}, {last, first});
    std::vector<Index> upper, lower;
    context.invoke(
        [&](auto& branch) {
          upper = outside(branch, parts.one, temporaryOf(all, parts.one), first, last);
        },
        [&](auto& branch) {
          lower = outside(branch, parts.two, temporaryOf(all, parts.two), last, first);
        });
    // Quickhull goes with the clock.
    std::vector<Index> corners{first};
    corners.insert(corners.end(), lower.rbegin(), lower.rend());
    corners.push_back(last);
    corners.insert(corners.end(), upper.rbegin(), upper.rend());
    return corners;
  }

private:
  static constexpr std::size_t kBlock = 4096;

  struct Edge {
    Index from, to;
  };
  /// Two parts of a sequence, one behind the other.
  struct Parts {
    std::span<Index> one, two;
  };

  /// Charges for the orientations of so many points: on the simulated machine about 2 ns each.
  static void chargePoints(std::size_t points) {
    galois::substrate::charge(galois::substrate::Work::kUnit, 2 * points);
  }

  bool isOutside(const Edge& edge, Index index) const {
    return isLeft(points_[edge.from], points_[edge.to], points_[index]);
  }

  std::span<Index> temporaryOf(std::span<Index> all, std::span<Index> part) {
    return std::span(temporary_)
        .subspan(static_cast<std::size_t>(part.data() - all.data()), part.size());
  }

  static std::span<Index> blockOf(std::span<Index> all, std::size_t block) {
    return all.subspan(block * kBlock, std::min(kBlock, all.size() - block * kBlock));
  }

  /// Calls fn(context, block) for every block, in parallel if there are more than `leaf` elements.
  template <typename Context, typename F>
  void forBlocks(Context& context, std::size_t size, F&& fn) {
    const std::size_t blocks = (size + kBlock - 1) / kBlock;
    if (size <= leaf_) {
      for (std::size_t block = 0; block < blocks; ++block) {
        fn(block);
      }
      return;
    }
    context.parallelFor(std::size_t{0}, blocks, [&](auto&, std::size_t begin, std::size_t end) {
      for (std::size_t block = begin; block < end; ++block) {
        fn(block);
      }
    });
  }

  /// Returns the element that is better than all others. Elements that are equally good must have
  /// equal points, and the first of them is taken.
  template <typename Context, typename Better>
  Index best(Context& context, std::span<Index> elements, Better better) {
    std::vector<Index> found((elements.size() + kBlock - 1) / kBlock);
    auto bestOf = [&](std::span<const Index> some) {
      Index least = some[0];
      chargePoints(some.size());
      for (const Index each : some.subspan(1)) {
        least = better(each, least) ? each : least;
      }
      return least;
    };
    forBlocks(context, elements.size(),
              [&](std::size_t block) { found[block] = bestOf(blockOf(elements, block)); });
    return bestOf(found);
  }

  /// Moves the elements outside of each edge to the front of `elements`. No element is outside of
  /// both.
  template <typename Context>
  Parts divide(Context& context, std::span<Index> elements, std::span<Index> temporary, Edge one,
               Edge two) {
    const std::size_t blocks = (elements.size() + kBlock - 1) / kBlock;
    // First within each block: those of `one` from its begin, those of `two` from its end.
    std::vector<std::size_t> ones(blocks + 1), twos(blocks + 1);
    forBlocks(context, elements.size(), [&](std::size_t block) {
      const std::span<Index> from = blockOf(elements, block), to = blockOf(temporary, block);
      std::size_t front = 0, back = to.size();
      chargePoints(2 * from.size());
      for (const Index each : from) {
        if (isOutside(one, each)) {
          to[front++] = each;
        } else if (isOutside(two, each)) {
          to[--back] = each;
        }
      }
      ones[block + 1] = front;
      twos[block + 1] = to.size() - back;
    });
    for (std::size_t block = 0; block < blocks; ++block) {
      ones[block + 1] += ones[block];
      twos[block + 1] += twos[block];
    }
    forBlocks(context, elements.size(), [&](std::size_t block) {
      const std::span<Index> from = blockOf(temporary, block);
      const std::size_t front = ones[block + 1] - ones[block];
      const std::size_t back = twos[block + 1] - twos[block];
      chargePoints((front + back) / 2);
      std::copy_n(from.begin(), front, elements.data() + ones[block]);
      std::copy_n(from.rbegin(), back, elements.data() + ones[blocks] + twos[block]);
    });
    return {elements.first(ones[blocks]), elements.subspan(ones[blocks], twos[blocks])};
  }

  /// Returns the corners between two corners, with the clock. All elements are outside of the edge
  /// between these.
  template <typename Context>
  std::vector<Index> outside(Context& context, std::span<Index> elements,
                             std::span<Index> temporary, Index from, Index to) {
    if (elements.empty()) {
      return {};
    }
    // Of those that are equally far, the one that isBefore() all others is a corner, too.
    const Index furthest = best(context, elements, [&](Index a, Index b) {
      const int more = orientation(points_[from], points_[to], points_[b], points_[a]);
      return more > 0 || (more == 0 && isBefore(points_[a], points_[b]));
    });
    const Parts parts = divide(context, elements, temporary, {from, furthest}, {furthest, to});
    const std::size_t ones = parts.one.size(), twos = parts.two.size();
    std::vector<Index> corners, after;
    auto before = [&](auto& branch) {
      corners = outside(branch, parts.one, temporary.first(ones), from, furthest);
    };
    auto behind = [&](auto& branch) {
      after = outside(branch, parts.two, temporary.subspan(ones, twos), furthest, to);
    };
    if (elements.size() <= leaf_) {
      before(context);
      behind(context);
    } else {
      context.invoke(before, behind);
    }
    corners.push_back(furthest);
    corners.insert(corners.end(), after.begin(), after.end());
    return corners;
  }

  const std::span<const Point> points_;
  const std::size_t leaf_;
  std::vector<Index> indices_, temporary_;
};

} // namespace forkjoin
