/** Random trees of tasks, whose results under a fork-join scheduler are compared with serial ones. */
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "galois/substrate/Backoff.h"
#include "galois/substrate/Random.h"

namespace galois::test {

/// A binary tree in which a node forks for its children, and some nodes run their children as a
/// loop. Deep and flat parts mix.
class TaskTree {
public:
  /// The node that stands for none.
  static constexpr unsigned kNone = ~0u;

  /// Makes a tree of `nodes` nodes, at least 1. Equal seeds give equal trees.
  TaskTree(std::uint64_t seed, unsigned nodes) : nodes_(nodes) {
    substrate::Random random(seed, nodes);
    std::vector<unsigned> open{0};
    for (unsigned node = 1; node < nodes; ++node) {
      // Often a child of the latest open node, so that there are long paths.
      const std::size_t at = random.below(3) == 0
                                 ? random.below(static_cast<std::uint32_t>(open.size()))
                                 : open.size() - 1;
      Node& parent = nodes_[open[at]];
      const bool left = parent.left == kNone && (parent.right != kNone || random.below(2) == 0);
      (left ? parent.left : parent.right) = node;
      nodes_[node].parent = open[at];
      if (parent.left != kNone && parent.right != kNone) {
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(at));
      }
      open.push_back(node);
    }
  }

  /// Returns the number of nodes.
  std::size_t size() const { return nodes_.size(); }

  /// Returns what visit() returns for the root.
  std::uint64_t serialSum() const {
    const std::uint64_t last = nodes_.size();
    return last * (last + 1) / 2;
  }

  /// Returns whether `node` is `ancestor` or below it.
  bool isBelow(unsigned node, unsigned ancestor) const {
    while (node != ancestor && node != kNone) {
      node = nodes_[node].parent;
    }
    return node == ancestor;
  }

  /// Visits the subtree of `node` in tasks, and returns how many nodes began on a worker that was at
  /// a join of a node that is no ancestor. `stacks` has the nodes that each worker is visiting.
  template <typename Context>
  unsigned visitWatched(Context& context, unsigned node,
                        std::vector<std::vector<unsigned>>& stacks) const {
    if (node == kNone) {
      return 0;
    }
    std::vector<unsigned>& stack = stacks[context.index()];
    unsigned strangers[3] = {0, 0, !stack.empty() && !isBelow(node, stack.back()) ? 1u : 0u};
    stack.push_back(node);
    giveWay(node);
    const unsigned children[2] = {nodes_[node].left, nodes_[node].right};
    if (node % 5 == 0) {
      context.parallelFor(0, 2, [&](auto& here, int begin, int end) {
        for (; begin < end; ++begin) {
          strangers[begin] = visitWatched(here, children[begin], stacks);
        }
      });
    } else {
      context.invoke([&](auto& here) { strangers[0] = visitWatched(here, children[0], stacks); },
                     [&](auto& here) { strangers[1] = visitWatched(here, children[1], stacks); });
    }
    stack.pop_back();
    return strangers[0] + strangers[1] + strangers[2];
  }

  /// Visits the subtree of `node` in tasks, counts the visits, and returns the sum of its numbers,
  /// where node i counts i + 1.
  template <typename Context>
  std::uint64_t visit(Context& context, unsigned node,
                      std::vector<std::atomic<int>>& visits) const {
    if (node == kNone) {
      return 0;
    }
    ++visits[node];
    giveWay(node);
    std::uint64_t sums[2] = {0, 0};
    const unsigned children[2] = {nodes_[node].left, nodes_[node].right};
    if (node % 5 == 0) {
      context.parallelFor(0, 2, [&](auto& here, int begin, int end) {
        for (; begin < end; ++begin) {
          sums[begin] = visit(here, children[begin], visits);
        }
      });
    } else {
      context.invoke([&](auto& here) { sums[0] = visit(here, children[0], visits); },
                     [&](auto& here) { sums[1] = visit(here, children[1], visits); });
    }
    return sums[0] + sums[1] + node + 1;
  }

  /// Visits the subtree, calls act(node) between the two branches' forks and joins, and counts in
  /// `running` the visits that have begun and not ended.
  template <typename Context, typename Act>
  void visitOrThrow(Context& context, unsigned node, std::vector<std::atomic<int>>& visits,
                    std::atomic<int>& running, const Act& act) const {
    if (node == kNone) {
      return;
    }
    struct Running {
      std::atomic<int>& count;
      explicit Running(std::atomic<int>& n) : count(n) { ++count; }
      ~Running() { --count; }
    } const scope(running);
    ++visits[node];
    giveWay(node);
    context.invoke([&](auto& here) { visitOrThrow(here, nodes_[node].left, visits, running, act); },
                   [&](auto& here) {
                     act(node);
                     visitOrThrow(here, nodes_[node].right, visits, running, act);
                   });
  }

  /// Returns the first node in the order of visitOrThrow() without tasks for which `test` holds.
  template <typename Test>
  unsigned firstInSerialOrder(const Test& test, unsigned node = 0) const {
    if (node == kNone) {
      return kNone;
    }
    const unsigned left = firstInSerialOrder(test, nodes_[node].left);
    if (left != kNone) {
      return left;
    }
    return test(node) ? node : firstInSerialOrder(test, nodes_[node].right);
  }

private:
  /// Lets other threads run now and then, so that tasks move also on few processors.
  static void giveWay(unsigned node) {
    if (node % 8 == 1) {
      substrate::Waits::yield();
    }
  }

  struct Node {
    unsigned left = kNone;
    unsigned right = kNone;
    unsigned parent = kNone;
  };
  std::vector<Node> nodes_;
};

} // namespace galois::test
