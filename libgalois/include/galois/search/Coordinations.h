/**
 * How the threads of a search share its tree. Pass one of these to enumerate(), optimise() or
 * decide(); docs/search.md says when to use which. The root has depth 1.
 */
#pragma once

#include <cstdint>

namespace galois::search {

/// One thread searches the whole tree, in heuristic order.
struct Sequential {};

/// A task at a depth of at most `spawnDepth` makes a task of each child that the bound does not cut
/// off. Deeper tasks are searched to their end.
struct DepthBounded {
  unsigned spawnDepth = 2; ///< 0: the whole tree is one task
};

/// Which levels a task of Budget gives away.
enum class SpawnLevels {
  kAll,       ///< all above the current one; the current one if there is nothing above it
  kShallowest ///< the shallowest one that has children left
};

/// What counts as a backtrack of Budget. A level is left when its last node was searched, so nodes
/// without children that are searched count under kNodes only.
enum class BudgetUnit {
  kLevels, ///< a level that the search has left
  kNodes   ///< a node that it has visited, since it goes back from each
};

/// When a task has made `backtracks` backtracks, it makes tasks of nodes that it has not searched
/// yet, and begins to count again. It looks at the number of nodes at every 64th level or sooner.
struct Budget {
  std::uint64_t backtracks = 100'000; ///< 1 or more
  SpawnLevels levels = SpawnLevels::kAll;
  BudgetUnit unit = BudgetUnit::kLevels;
};

/// There is no pool of tasks. A thread without work asks another thread, which answers at its next
/// node with a child of its shallowest unfinished level.
struct StackStealing {
  bool chunked = false; ///< gives all children of that level, instead of the next one
};

/// In which order threads begin the tasks of Ordered.
enum class TaskOrder {
  kSequential, ///< as a search by one thread reaches them
  kDiscrepancy ///< first the tasks on whose path the fewest nodes are not a first child
};

/// The nodes of depth `spawnDepth` are tasks. The first thread takes the tasks in the order of a
/// sequential search. The other threads take the first task of their TaskOrder that nobody has
/// begun. With TaskOrder::kSequential, all tasks begin in the order in which a sequential search
/// reaches them.
struct Ordered {
  unsigned spawnDepth = 2; ///< 1 or more
  TaskOrder order = TaskOrder::kSequential;
};

} // namespace galois::search
