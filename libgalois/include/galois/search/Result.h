/** What a search returns: its answer, whether the answer is final, and what the search did. */
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

namespace galois::search {

class Progress;

/// Counts of one thread, or of all. The root has depth 1.
struct Statistics {
  std::uint64_t nodes = 0;      ///< number of nodes visited; those that the bound cut off are not
  std::uint64_t expansions = 0; ///< number of these whose children were generated and that have any
  std::uint64_t pruned = 0;     ///< number of children that the bound cut off, built or not
  std::uint64_t backtracks = 0; ///< number of levels that were left
  std::uint64_t spawned = 0;    ///< number of nodes that became tasks, without the root
  std::uint64_t tasks = 0;      ///< number of tasks that were begun
  std::uint64_t incumbents = 0; ///< number of improvements of the best value, without the root's
  unsigned maxDepth = 0;        ///< the largest depth of a visited node

  /// Adds another thread's counts.
  Statistics& operator+=(const Statistics& other) {
    nodes += other.nodes;
    expansions += other.expansions;
    pruned += other.pruned;
    backtracks += other.backtracks;
    spawned += other.spawned;
    tasks += other.tasks;
    incumbents += other.incumbents;
    maxDepth = std::max(maxDepth, other.maxDepth);
    return *this;
  }
};

/// What only a best-first search counts.
struct FrontierCounts {
  std::uint64_t dropped = 0; ///< number of tasks dropped when they began, by the incumbent
  std::uint64_t dives = 0;   ///< number of subtrees searched depth first: all of them under
                             ///< ShortDives, else those for which there was no memory
  std::uint64_t most = 0;    ///< the most nodes whose children were waiting at any time, nearly
  std::uint64_t bytes = 0;   ///< memory of these
};

/// When a search ends before the tree does.
struct Limits {
  static constexpr unsigned kAnyDepth = std::numeric_limits<unsigned>::max();

  double seconds = std::numeric_limits<double>::infinity(); ///< time; the result is the best so far
  unsigned maxDepth = kAnyDepth; ///< deeper nodes do not belong to the tree; at least 1
  Progress* progress = nullptr;  ///< where to tell another thread how far the search has come
};

/// What all searches report.
struct Outcome {
  bool complete = false; ///< false after the time limit or a cancellation
  Statistics statistics; ///< of all threads
  std::vector<Statistics> perThread;
  std::optional<FrontierCounts> frontier{}; ///< of a best-first search, of all threads
};

/// The result of an enumeration.
template <typename Monoid>
struct Enumerated : Outcome {
  Monoid value{}; ///< the sum over all nodes that were visited
};

/// The result of an optimisation or a decision.
template <typename Node, typename Value>
struct Optimised : Outcome {
  Node node;       ///< the best node found
  Value objective; ///< its value
  /// No node is better: `objective` if complete, otherwise the root's bound, or after a best-first
  /// search the best bound of what it has not visited.
  Value bound;
  bool found = false; ///< of a decision: whether `node` reaches the expected value
};

} // namespace galois::search
