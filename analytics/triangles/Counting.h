/**
 * Counts triangles in ordered rows. A triangle of the ranks u < v < w is found once: w is in the row
 * of u and in that of v, which is in the row of u.
 *
 * A thread that has a row of u adds what it finds for v and w to counters of this row, one per edge,
 * which nobody else has. Then it adds each to the totals of the node, which all threads share. So
 * there is an atomic addition per edge, and none per triangle. They are relaxed: sums do not depend
 * on the order, and the end of the loop publishes them.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "OrderedRows.h"
#include "TrianglesProblem.h"
#include "galois/LargeArray.h"
#include "galois/Threads.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/PerThreadStorage.h"

namespace triangles {

/// Finds common later neighbours by merging two rows.
class Merging {
public:
  explicit Merging(std::size_t /*nodes*/) {}

  /// Begins with a row, whose node all calls of intersect() are about.
  void begin(std::span<const Node> row) { row_ = row; }
  void end() {}

  /// Calls `found(i, j)` for each place i of the row that is after `place`, and each place j of
  /// `other`, with the same node. Returns the number of comparisons.
  template <typename Found>
  std::uint64_t intersect(std::size_t place, std::span<const Node> other, const Found& found) {
    std::size_t i = place + 1, j = 0, steps = 0;
    while (i < row_.size() && j < other.size()) {
      const Node a = row_[i], b = other[j];
      if (a == b) {
        found(i, j);
      }
      i += a <= b ? 1 : 0;
      j += b <= a ? 1 : 0;
      ++steps;
    }
    return steps;
  }

private:
  std::span<const Node> row_;
};

/// Finds common later neighbours by a mark for each node of the row.
class Marking {
public:
  explicit Marking(std::size_t nodes) : nodes_(nodes) {}

  void begin(std::span<const Node> row) {
    places_.resize(nodes_, kNone); // at the first call: not all threads take part
    row_ = row;
    for (std::size_t i = 0; i < row.size(); ++i) {
      places_[row[i]] = static_cast<Node>(i);
    }
  }
  void end() {
    for (const Node node : row_) {
      places_[node] = kNone;
    }
  }

  /// As Merging::intersect().
  template <typename Found>
  std::uint64_t intersect(std::size_t /*place*/, std::span<const Node> other, const Found& found) {
    for (std::size_t j = 0; j < other.size(); ++j) {
      const Node i = places_[other[j]];
      if (i != kNone) {
        found(std::size_t{i}, j);
      }
    }
    return other.size();
  }

private:
  static constexpr Node kNone = std::numeric_limits<Node>::max();

  std::size_t nodes_;
  std::vector<Node> places_; ///< per rank, its place in the row
  std::span<const Node> row_;
};

/// Counts per rank, and in total.
class Counts {
public:
  /// @param directions  null if every edge stands for both directions, or if arcs() is not needed
  Counts(const OrderedRows& rows, const Directions* directions)
      : rows_(rows), directions_(directions) {
    triangles_.allocateInterleaved(rows.size());
    if (directions != nullptr) {
      arcs_.allocateInterleaved(rows.size());
    }
    rows.forEachRank([&](Node rank) {
      triangles_[rank] = 0;
      if (directions != nullptr) {
        arcs_[rank] = 0;
      }
    });
  }

  /// Counts all triangles. Runs on all active threads.
  /// @tparam Method  Merging or Marking
  template <typename Method>
  void run() {
    if (directions_ != nullptr) {
      runWith<Method, true>();
    } else {
      runWith<Method, false>();
    }
  }

  /// The number of triangles.
  std::uint64_t total() const { return total_; }
  /// The number of comparisons.
  std::uint64_t steps() const { return steps_; }
  /// The triangles of the node of this rank.
  std::uint64_t triangles(Node rank) const { return triangles_[rank]; }
  /// The edges of the directed graph between neighbours of the node of this rank.
  std::uint64_t arcs(Node rank) const {
    return directions_ != nullptr ? arcs_[rank] : 2 * triangles_[rank];
  }

private:
  /// What a thread has for itself.
  template <typename Method>
  struct Local {
    explicit Local(std::size_t nodes) : method(nodes) {}

    Method method;
    std::vector<std::uint64_t> triangles, arcs; ///< per edge of the row at hand
    std::uint64_t steps = 0, total = 0;
  };

  template <typename Method, bool kArcs>
  void runWith() {
    galois::substrate::PerThreadStorage<Local<Method>> locals(rows_.size());
    rows_.forEachRank([&](Node rank) {
      if (rows_.row(rank).size() > 1) {
        countAt<Method, kArcs>(rank, *locals.getLocal());
      }
    });
    for (unsigned thread = 0; thread < galois::getActiveThreads(); ++thread) {
      steps_ += locals.getRemote(thread)->steps;
      total_ += locals.getRemote(thread)->total;
    }
  }

  /// Counts the triangles whose first node has this rank. Each of the three nodes of a triangle also
  /// gets the edges between the other two.
  template <typename Method, bool kArcs>
  void countAt(Node rank, Local<Method>& local) {
    const auto row = rows_.row(rank);
    const std::uint64_t first = rows_.offset(rank);
    local.triangles.assign(row.size(), 0);
    if constexpr (kArcs) {
      local.arcs.assign(row.size(), 0);
    }
    std::uint64_t here = 0, mine = 0;
    local.method.begin(row);
    for (std::size_t place = 0; place + 1 < row.size(); ++place) {
      const std::uint64_t otherFirst = rows_.offset(row[place]);
      std::uint64_t common = 0;
      local.steps += local.method.intersect(
          place, rows_.row(row[place]), [&](std::size_t other, [[maybe_unused]] std::size_t at) {
            ++local.triangles[other];
            ++common;
            if constexpr (kArcs) {
              mine += directions_->at(otherFirst + at);
              local.arcs[place] += directions_->at(first + other);
              local.arcs[other] += directions_->at(first + place);
            }
          });
      local.triangles[place] += common;
      here += common;
    }
    local.method.end();
    local.total += here;
    if (here == 0) {
      return;
    }
    add(triangles_[rank], here);
    addRow(row, local.triangles, triangles_);
    if constexpr (kArcs) {
      add(arcs_[rank], mine);
      addRow(row, local.arcs, arcs_);
    }
  }

  static void add(std::uint64_t& sum, std::uint64_t part) {
    galois::AtomicRef<std::uint64_t>(sum).fetch_add(part, galois::order::relaxed);
  }
  static void addRow(std::span<const Node> row, const std::vector<std::uint64_t>& parts,
                     galois::LargeArray<std::uint64_t>& sums) {
    for (std::size_t place = 0; place < row.size(); ++place) {
      if (parts[place] > 0) {
        add(sums[row[place]], parts[place]);
      }
    }
  }

  const OrderedRows& rows_;
  const Directions* const directions_;
  galois::LargeArray<std::uint64_t> triangles_, arcs_; ///< per rank
  std::uint64_t total_ = 0, steps_ = 0;
};

} // namespace triangles
