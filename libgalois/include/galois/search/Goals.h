/**
 * What a thread does with each node that it visits: the goals of a search. An Enumeration adds the
 * node to the thread's own monoid. An Optimisation compares it with the incumbent, which all threads
 * share, and cuts off what cannot be better. Goals know neither stacks nor tasks.
 */
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "galois/search/Generator.h"
#include "galois/search/Incumbent.h"
#include "galois/search/Progress.h"

namespace galois::search {

/// What a search does after it has visited a node.
enum class Visit {
  kExpand, ///< goes on to the node's children
  kPrune,  ///< drops the node and its subtree
  kFound   ///< ends: the node is what a decision was looking for
};

/// Adds every node to a monoid. Owned by one thread.
template <LazyNodeGenerator G, NodeMonoid<typename G::Node> Monoid>
class Enumeration {
public:
  using Node = typename G::Node;
  static constexpr bool kPruneLevel = false;
  /// Whether nodes are only counted, by count() and takeBack().
  static constexpr bool kCounts = CountsNodes<Monoid>;

  /// Adds a node, unless count() has.
  Visit visit(const Node& node, unsigned depth) {
    if constexpr (!kCounts) {
      value_.add(node, depth);
    }
    return Visit::kExpand;
  }
  /// Adds nodes that were not built yet.
  void count(unsigned depth, std::uint64_t nodes) {
    if constexpr (kCounts) {
      value_.addMany(depth, nodes);
    }
  }
  /// Undoes this for nodes that will not be visited.
  void takeBack(unsigned depth, std::uint64_t nodes) {
    if constexpr (kCounts) {
      value_.takeBack(depth, nodes);
    }
  }
  /// Whether a task is worth beginning: always.
  static bool promises(const Node& /*node*/) { return true; }
  /// Whether the rest of a level can be dropped: never.
  static bool endsLevel(const G& /*generator*/) { return false; }
  /// There is no best value to tell.
  static void tell(Progress& /*progress*/) {}
  /// Number of improvements: none.
  static std::uint64_t improvements() { return 0; }

  /// Returns the sum of this thread's nodes.
  Monoid& value() { return value_; }

private:
  Monoid value_{};
};

/// What the threads of an optimisation or a decision share.
template <LazyNodeGenerator G, Objective<G> Problem>
struct Contest {
  using Value = typename Problem::Value;
  const typename G::Space& space;
  const Problem& problem;
  std::optional<Value> expected; ///< of a decision: the value that ends the search
  Incumbent<Value> best;         ///< the value of the best node
  Value first;                   ///< that of the root, which may be no solution
};

/// Looks for the best node. Owned by one thread.
template <LazyNodeGenerator G, Objective<G> Problem>
class Optimisation {
public:
  using Node = typename G::Node;
  using Value = typename Problem::Value;
  static constexpr bool kPruneLevel = Problem::kPruneLevel;
  static constexpr bool kCounts = false;

  explicit Optimisation(Contest<G, Problem>& contest) : contest_(contest) {}

  /// Drops a node whose bound promises nothing, and otherwise compares its value with the best.
  Visit visit(const Node& node, unsigned /*depth*/) {
    if (!promises(node)) {
      return Visit::kPrune;
    }
    const Value value = contest_.problem.objective(contest_.space, node);
    const auto better = [this](Value a, Value b) { return contest_.problem.better(a, b); };
    if (contest_.best.improve(value, better)) {
      ++improvements_;
      own_.emplace(value, node);
      if (contest_.expected && !better(*contest_.expected, value)) {
        return Visit::kFound;
      }
    }
    return Visit::kExpand;
  }
  /// Optimisations visit every node. @{
  static void count(unsigned /*depth*/, std::uint64_t /*nodes*/) {}
  static void takeBack(unsigned /*depth*/, std::uint64_t /*nodes*/) {}
  /// @}
  /// Whether nodes with this bound are worth a visit. A decision needs nothing below its expected
  /// value, an optimisation nothing up to its best.
  bool suffices(Value bound) const {
    return contest_.expected ? !contest_.problem.better(*contest_.expected, bound)
                             : contest_.problem.better(bound, contest_.best.get());
  }
  /// Whether the subtree of a node may hold a better one than the best so far.
  bool promises(const Node& node) const {
    return suffices(contest_.problem.bound(contest_.space, node));
  }
  /// Whether the generator's next child, and so the rest of its level, promises nothing.
  bool endsLevel(const G& generator) const {
    if constexpr (kPruneLevel && KnowsNextBound<G>) {
      return !suffices(static_cast<Value>(generator.nextBound()));
    } else {
      return false;
    }
  }
  /// Goes on with the best node that a rank had found in an earlier part of this search.
  void resume(Value value, const Node& node) {
    const auto better = [this](Value a, Value b) { return contest_.problem.better(a, b); };
    contest_.best.improve(value, better);
    if (!own_ || better(value, own_->first)) {
      own_.emplace(value, node);
    }
  }
  /// Tells the best value, if it is better than the root's.
  void tell(Progress& progress) const {
    const Value best = contest_.best.get();
    if (contest_.problem.better(best, contest_.first)) {
      progress.noteBest(static_cast<double>(best));
    }
  }
  /// Number of improvements of the incumbent by this thread.
  std::uint64_t improvements() const { return improvements_; }

  /// Returns what all threads share.
  Contest<G, Problem>& contest() { return contest_; }
  /// Returns the thread's best node and its value, if it has ever improved the incumbent.
  const std::optional<std::pair<Value, Node>>& own() const { return own_; }

private:
  Contest<G, Problem>& contest_;
  std::uint64_t improvements_ = 0;
  std::optional<std::pair<Value, Node>> own_;
};

} // namespace galois::search
