/**
 * One thread of a tree search: depth-first search with an explicit stack, which a coordination can
 * interrupt to give parts of the stack away.
 *
 * explore() visits a subtree in heuristic order. It calls the hooks of the coordination at two
 * places: before each child, and after each level that it leaves. Hooks take children off the stack
 * by detach(). Every node is visited exactly once, by the thread that builds it: before it becomes a
 * task, and not again when the task begins.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "galois/search/Generator.h"
#include "galois/search/Goals.h"
#include "galois/search/Levels.h"
#include "galois/search/Result.h"
#include "galois/search/Stop.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::search {

/// A visited node whose subtree is still to be searched.
template <typename Node>
struct Task {
  Node node;
  unsigned depth;
};

/// The hooks of a search that nobody interrupts. Others are derived from it and set kFixed to false
/// for those hooks that they replace.
struct NoHooks {
  /// Is called before the next child of the top level.
  template <typename Explorer, typename Top>
  void beforeChild(Explorer& /*explorer*/, Top& /*top*/) {}
  /// Is called when a level was left, with the one that is now on top.
  template <typename Explorer, typename Top>
  void afterLevel(Explorer& /*explorer*/, Top& /*top*/) {}
  /// Returns whether nodes of this depth are handed to keep() instead of being searched.
  static constexpr bool keeps(unsigned /*depth*/) { return false; }
  /// Takes such a node.
  template <typename Top, typename Node>
  void keep(Top& /*parent*/, Node& /*node*/) {}
};

/// The state of one thread.
template <LazyNodeGenerator G, typename Goal>
class alignas(substrate::kCacheLineSize) Explorer {
public:
  using Space = typename G::Space;
  using Node = typename G::Node;
  using Top = Level<G>;
  static constexpr bool kStandsForSubtrees = StandsForSubtrees<G>;

  Explorer(const Space& space, Goal goal, Stop& stop, unsigned maxDepth)
      : space_(space), stop_(stop), maxDepth_(maxDepth), goal_(std::move(goal)) {}
  Explorer(const Explorer&) = delete;
  Explorer& operator=(const Explorer&) = delete;

  /// Visits the root of the tree.
  /// @return whether it is worth going on
  bool visitRoot(const Node& root) {
    const Visit visit = goal_.visit(root, 1);
    goal_.count(1, 1);
    counts_.maxDepth = 1;
    if (visit == Visit::kPrune) {
      ++counts_.pruned;
      return false;
    }
    ++counts_.nodes;
    if (visit == Visit::kFound) {
      stop_.request(Stop::kFound);
    }
    return visit == Visit::kExpand && maxDepth_ > 1;
  }

  /// Searches the subtree of a visited node.
  /// @return false if the search was stopped meanwhile
  template <typename Hooks>
  bool explore(Task<Node>&& task, Hooks& hooks);

  /// Visits the children of a visited node and calls give(task) for each that is to be searched.
  /// @return false if the search was stopped meanwhile
  template <typename Give>
  bool expand(Task<Node>&& task, Give&& give);

  /// For hooks: builds and visits the next child of an open level, and calls give(task) if it is to
  /// be searched.
  template <typename Give>
  void detach(Top& level, Give&& give);

  /// For hooks: detaches all children of an open level.
  template <typename Give>
  void detachAll(Top& level, Give&& give) {
    while (level.left > 0) {
      detach(level, give);
    }
  }

  /// For hooks: detaches all children of all open levels, so that the running task ends after them.
  template <typename Give>
  void detachEverything(Top& top, Give&& give) {
    for (Top* level = &levels_.bottom();; level = level->above) {
      detachAll(*level, give);
      if (level == &top) {
        return;
      }
    }
  }

  /// For hooks: the lowest level that has children left, and `top` if there is none below it. Takes
  /// constant time on average, because a level that is done stays so.
  Top& shallowest(Top& top) noexcept {
    while (unfinished_->depth < top.depth && unfinished_->left == 0) {
      unfinished_ = unfinished_->above;
    }
    return unfinished_->depth < top.depth ? *unfinished_ : top;
  }

  /// For hooks: detaches the next child of the shallowest unfinished level, or all its children, but
  /// leaves `top` its last one. Levels whose children are all cut off do not count.
  template <typename Give>
  void detachShallowest(Top& top, bool all, Give&& give) {
    bool given = false;
    const auto note = [&](Task<Node>&& child) {
      given = true;
      give(std::move(child));
    };
    for (Top* level = &shallowest(top);; level = level->above) {
      const std::size_t kept = level == &top ? 1 : 0;
      while (level->left > kept && (!given || all)) {
        detach(*level, note);
      }
      if (given || level == &top) {
        return;
      }
    }
  }

  /// For hooks of a tree whose nodes stand for subtrees: returns how many levels of subtrees the
  /// running task has left since the last call.
  std::uint64_t takeSkippedLevels() noexcept { return std::exchange(skippedLevels_, 0); }

  /// For hooks: the lowest level of the running task.
  Top& bottom() noexcept { return levels_.bottom(); }

  /// Counts nodes that were given to other threads.
  void countSpawned(std::uint64_t count) { counts_.spawned += count; }

  Goal& goal() noexcept { return goal_; } ///< what this thread does with nodes
  Stop& stop() noexcept { return stop_; } ///< the request to leave the search

  /// Adds the counts of an earlier part of this search, which another process may have searched.
  void resume(const Statistics& before) { before_ += before; }

  /// Returns the counts of this thread.
  Statistics statistics() const {
    Statistics sum = counts_;
    sum.nodes += granted_ - credit_;
    sum.expansions += sum.backtracks;
    sum.incumbents = goal_.improvements();
    return sum += before_;
  }

private:
  /// Closes the levels from `top` down, after an interruption.
  void abandon(Top* top) noexcept {
    for (Top* const bottom = &levels_.bottom();; top = top->below) {
      ++counts_.expansions;
      goal_.takeBack(top->depth + 1, top->left);
      top->close();
      if (top == bottom) {
        return;
      }
    }
  }

  /// Remembers the depth of a node that has no children, or whose children are not built.
  void noteLeaf(unsigned depth) { counts_.maxDepth = std::max(counts_.maxDepth, depth); }

  /// Nodes between two looks at the clock: microseconds for small nodes, milliseconds for large ones.
  static constexpr std::uint64_t kNodesPerPoll = 256;

  /// Counts a node. @return whether to stop
  bool countNode() { return --credit_ == 0 && renewCredit(); }
  [[gnu::noinline]] bool renewCredit() {
    granted_ += kNodesPerPoll;
    credit_ += kNodesPerPoll;
    if (Progress* const shown = stop_.progress()) {
      shown->count(kNodesPerPoll);
      goal_.tell(*shown);
    }
    return stop_.poll();
  }

  /// Begins a task: makes its node the lowest level. @return whether there is anything to search
  bool begin(Task<Node>&& task);

  /// Counts what a bound has cut off.
  void prune(Top& level, std::uint64_t children) {
    counts_.pruned += children;
    if constexpr (Goal::kPruneLevel) {
      counts_.pruned += level.left;
      level.left = 0;
    }
  }

  /// Makes the generator of a level whose node was visited. A node without children is dropped, and
  /// children of the last level are counted if that is all that is needed.
  /// @return whether the level is open now
  bool open(Top& level, unsigned depth);
  /// Counts the subtree for which a node stands.
  void skipSubtree(const Node& node) {
    const SubtreeCounts below = G::subtree(space_, node);
    counts_.nodes += below.nodes;
    counts_.expansions += below.expansions - below.backtracks; // statistics() adds the backtracks
    counts_.backtracks += below.backtracks;
    skippedLevels_ += below.backtracks;
  }

  const Space& space_;
  Stop& stop_;
  const unsigned maxDepth_;
  std::uint64_t credit_ = kNodesPerPoll;  ///< nodes until the next poll
  std::uint64_t granted_ = kNodesPerPoll; ///< all credit so far
  Levels<G> levels_;
  Top* unfinished_ = nullptr;       ///< see shallowest()
  std::uint64_t skippedLevels_ = 0; ///< see takeSkippedLevels()
  Goal goal_;
  Statistics counts_;
  Statistics before_; ///< of resume()
};

template <LazyNodeGenerator G, typename Goal>
GALOIS_ATTRIBUTE_ALWAYS_INLINE bool Explorer<G, Goal>::open(Top& level, unsigned depth) {
  try {
    level.open(space_, depth);
  } catch (...) {
    level.dropNode();
    throw;
  }
  if (level.left == 0) {
    if constexpr (kStandsForSubtrees) {
      skipSubtree(level.node());
    }
    level.close();
    noteLeaf(depth);
    return false;
  }
  if constexpr (Goal::kCounts) {
    const std::uint64_t children = level.left;
    goal_.count(depth + 1, children);
    if (depth + 1 == maxDepth_) {
      level.close();
      counts_.nodes += children;
      ++counts_.expansions;
      counts_.maxDepth = maxDepth_;
      return false;
    }
  }
  return true;
}

template <LazyNodeGenerator G, typename Goal>
bool Explorer<G, Goal>::begin(Task<Node>&& task) {
  ++counts_.tasks;
  skippedLevels_ = 0;
  if (!goal_.promises(task.node)) { // the incumbent may have improved since the visit
    ++counts_.pruned;
    return false;
  }
  Top& level = levels_.bottom();
  unfinished_ = &level;
  level.makeNode([&task]() -> Node { return std::move(task.node); });
  return open(level, task.depth);
}

template <LazyNodeGenerator G, typename Goal>
template <typename Hooks>
bool Explorer<G, Goal>::explore(Task<Node>&& task, Hooks& hooks) {
  if (!begin(std::move(task))) {
    return true;
  }
  Top* const bottom = &levels_.bottom();
  Top* top = bottom;
  try {
    for (;;) {
      hooks.beforeChild(*this, *top);
      if (top->left == 0) {
        ++counts_.backtracks;
        top->close();
        if (top == bottom) {
          return true;
        }
        top = top->below;
        hooks.afterLevel(*this, *top);
        continue;
      }
      if (goal_.endsLevel(top->generator())) {
        prune(*top, 0);
        continue;
      }
      Top* const next = &levels_.above(*top);
      --top->left;
      next->makeNode([top]() -> Node { return top->generator().next(); });
      const unsigned depth = top->depth + 1;
      Visit visit;
      try {
        visit = goal_.visit(next->node(), depth);
        if (visit == Visit::kExpand && depth < maxDepth_ && hooks.keeps(depth)) {
          hooks.keep(*top, next->node());
        }
      } catch (...) {
        next->dropNode();
        throw;
      }
      if (visit == Visit::kPrune) {
        next->dropNode();
        prune(*top, 1);
        continue;
      }
      const bool stop = countNode();
      if (visit == Visit::kFound) {
        stop_.request(Stop::kFound);
      }
      if (stop || visit == Visit::kFound) [[unlikely]] {
        noteLeaf(depth);
        next->dropNode();
        abandon(top);
        return false;
      }
      if (depth == maxDepth_ || hooks.keeps(depth)) {
        noteLeaf(depth);
        next->dropNode();
        continue;
      }
      if (open(*next, depth)) {
        top = next;
      }
    }
  } catch (...) {
    abandon(top);
    throw;
  }
}

template <LazyNodeGenerator G, typename Goal>
template <typename Give>
void Explorer<G, Goal>::detach(Top& level, Give&& give) {
  if (goal_.endsLevel(level.generator())) {
    prune(level, 0);
    return;
  }
  --level.left;
  Task<Node> task{level.generator().next(), level.depth + 1};
  const Visit visit = goal_.visit(task.node, task.depth);
  if (visit == Visit::kPrune) {
    prune(level, 1);
    return;
  }
  noteLeaf(task.depth); // its children may be searched by another thread
  countNode();
  if (visit == Visit::kFound) {
    stop_.request(Stop::kFound);
  } else if (task.depth < maxDepth_) {
    give(std::move(task));
  }
}

template <LazyNodeGenerator G, typename Goal>
template <typename Give>
bool Explorer<G, Goal>::expand(Task<Node>&& task, Give&& give) {
  if (!begin(std::move(task))) {
    return true;
  }
  Top& level = levels_.bottom();
  try {
    while (level.left > 0 && stop_.reason() == Stop::kNone) {
      detach(level, give);
    }
  } catch (...) {
    abandon(&level);
    throw;
  }
  if (level.left > 0) {
    abandon(&level);
    return false;
  }
  ++counts_.backtracks;
  level.close();
  return stop_.reason() == Stop::kNone;
}

} // namespace galois::search
