/**
 * Simulates in time steps how a traversal of a tree that groups nodes into tasks ("coalescing")
 * spreads over processors [PD, section 5]. Visiting a node takes one step and finds its children.
 *
 * The rules:
 * - none: each node is a task.
 * - constant: a batch of S nodes becomes a task.
 * - cong: a batch that is about to exceed min(2^Q, S) nodes becomes a task, where Q is the size of
 *   the processor's deque (G. Cong et al., ICPP 2008).
 * - split: a processor has one batch of any size. After every S nodes, it gives every second node of
 *   it to an idle processor, if one requests.
 * - split-older: the same, but it gives the older half. On a tree the oldest nodes have the largest
 *   subtrees, so nearly all work goes away with them.
 *
 * Under the first three rules an idle processor draws one victim per step and takes the oldest task
 * of its deque, as from a concurrent deque. Under the last two, requests are fresh in every step, as in
 * Model.h. Creating, taking and splitting tasks take no time, so the simulation shows what the rules
 * allow at best.
 */
#pragma once

#include <cstdint>

#include "galois/substrate/Random.h"

namespace galois::bench {

/// How nodes are grouped into tasks.
enum class Coalescing { kNone, kConstant, kCong, kSplit, kSplitOlder };

/// The trees. All leaves are equally deep.
enum class TreeShape {
  kBinary, ///< every inner node has two children, so that a stack of nodes stays small
  kWide,   ///< every inner node has 16 children
};

/// What a traversal did.
struct Traversal {
  std::uint64_t time = 0;    ///< steps
  std::uint64_t visited = 0; ///< nodes
  std::uint64_t tasks = 0;   ///< tasks created, with the first one
  std::uint64_t moved = 0;   ///< nodes that went to another processor, each time they did
};

/// Traverses the largest complete tree of at most `nodes` nodes, nodes >= 1.
/// @param batch  S, at least 1
Traversal traverse(TreeShape shape, std::uint64_t nodes, Coalescing rule, std::uint64_t batch,
                   unsigned processors, substrate::Random random);

} // namespace galois::bench
