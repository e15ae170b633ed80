/**
 * Brandes' algorithm (SourceSearch.h) on all active threads, for one source after the other, in
 * graphs without weights.
 *
 * The search goes on level by level. The thread that sets the distance of a node lists it for the next
 * level, and all add their numbers of paths to it. On the way back, a node reads what those of the
 * next level contribute and writes its own state and score, so threads share nothing there.
 *
 * All accesses are relaxed, as a loop ends between two levels. Numbers of paths up to 2^53 do not
 * depend on the order of additions.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "BetweennessProblem.h"
#include "SourceSearch.h"
#include "analytics/sssp/PathLength.h"
#include "galois/LargeArray.h"
#include "galois/Loops.h"
#include "galois/runtime/report/TaskProgress.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/PerThreadStorage.h"

namespace betweenness {

class LevelSearch {
public:
  using Rows = galois::graphs::PackedCSR<void>;

  /// Loops over this many nodes or fewer have one thread, because waking another one takes longer.
  static constexpr std::uint64_t kFew = 256;

  /// @param few  see kFew; tests choose less, so that their small graphs have parallel levels
  explicit LevelSearch(const Rows& rows, std::uint64_t few = kFew) : rows_(rows), few_(few) {
    states_.allocateInterleaved(rows.size());
    order_.allocateInterleaved(rows.size());
    forEach(0, rows.size(), [&](std::size_t node) { states_[node] = State{}; });
  }

  /// As SourceSearch::addFrom(). Call it outside parallel loops.
  std::size_t addFrom(Node source, bool endpoints, double* scores) {
    const std::size_t reached = search(source);
    const bool counted = !tooMany_.load(galois::order::relaxed);
    if (counted) {
      for (std::size_t level = begins_.size() - 1;
           --level > 0;) { // the source has no score of its own
        goBack(begins_[level], begins_[level + 1], endpoints, scores);
      }
      scores[source] += endpoints ? static_cast<double>(reached - 1) : 0;
    }
    tooMany_.store(false, galois::order::relaxed);
    forEach(0, reached, [&](std::size_t i) { states_[order_[i]] = State{}; });
    return counted ? reached : 0;
  }

private:
  using Level = DistanceFor<void>;
  static constexpr Level kNone = sssp::kInfinity<Level>;

  struct State {
    Level level = kNone;
    double paths = 0; ///< on the way back, (1 + dependency) / paths
  };

  template <typename Visit>
  void forEach(std::size_t first, std::size_t end, const Visit& visit) const {
    const galois::substrate::OneActiveThread few(end - first <= few_);
    galois::do_all(galois::iterate(first, end), visit, galois::steal(), galois::chunk_size<64>(),
                   galois::no_stats());
  }

  /// Fills in states_, order_ and begins_. Returns the number of nodes that it has reached.
  std::size_t search(Node source) {
    states_[source] = {0, 1};
    order_[0] = source;
    begins_.assign(1, 0);
    for (std::size_t end = 1; begins_.back() < end;) {
      const std::size_t first = begins_.back();
      galois::runtime::TaskProgress::countOrThrow(end - first);
      const Level next = static_cast<Level>(begins_.size());
      forEach(first, end, [&](std::size_t i) { expand(order_[i], next); });
      begins_.push_back(end);
      end = listFound(end);
    }
    return begins_.back();
  }

  void expand(Node node, Level next) {
    const double paths = states_[node].paths; // final, as those of its level are
    if (!(paths <= kMostPaths<double>)) {
      tooMany_.store(true, galois::order::relaxed);
    }
    std::vector<Node>& found = *found_.getLocal();
    for (const auto& edge : rows_.edges(node)) {
      State& there = states_[edge.dst];
      const galois::AtomicRef<Level> level(there.level);
      Level seen = level.load(galois::order::relaxed);
      if (seen == kNone && level.compare_exchange_strong(seen, next, galois::order::relaxed,
                                                         galois::order::relaxed)) {
        found.push_back(edge.dst);
        seen = next;
      }
      if (seen == next) {
        const galois::AtomicRef<double> sum(there.paths);
        double before = sum.load(galois::order::relaxed);
        while (!sum.compare_exchange_weak(before, before + paths, galois::order::relaxed,
                                          galois::order::relaxed)) {
        }
      }
    }
  }

  /// Moves what threads have found behind the first `end` nodes of order_. Returns the new end.
  std::size_t listFound(std::size_t end) {
    for (unsigned thread = 0; thread < found_.size(); ++thread) {
      std::vector<Node>& found = *found_.getRemote(thread);
      std::copy(found.begin(), found.end(), order_.data() + end);
      end += found.size();
      found.clear();
    }
    return end;
  }

  /// Visits the nodes of one level.
  void goBack(std::size_t first, std::size_t end, bool endpoints, double* scores) {
    galois::runtime::TaskProgress::countOrThrow(end - first);
    forEach(first, end, [&](std::size_t i) {
      State& here = states_[order_[i]];
      double sum = 0;
      for (const auto& edge : rows_.edges(order_[i])) {
        const State& there = states_[edge.dst];
        sum += there.level == here.level + 1 ? there.paths : 0;
      }
      const double dependency = here.paths * sum;
      scores[order_[i]] += dependency + (endpoints ? 1 : 0);
      here.paths = (1 + dependency) / here.paths;
    });
  }

  const Rows& rows_;
  const std::uint64_t few_;
  galois::LargeArray<State> states_;
  galois::LargeArray<Node> order_;  ///< the nodes that have been reached, level by level
  std::vector<std::size_t> begins_; ///< of levels in order_, and the end of the last one
  galois::substrate::PerThreadStorage<std::vector<Node>> found_; ///< for the next level
  galois::Atomic<bool> tooMany_{false}; ///< whether some node has more than kMostPaths
};

} // namespace betweenness
