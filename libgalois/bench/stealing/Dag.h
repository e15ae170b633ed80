/**
 * Computations as the private-deques paper models them [PD, appendix A]: directed acyclic graphs of
 * nodes that take one time step each, with at most two successors. A node with two successors is a
 * fork. Nodes in a row are stored as one chain, so a graph of millions of nodes takes little memory.
 *
 * PD: U. Acar, A. Charguéraud, M. Rainey, "Scheduling Parallel Programs by Work Stealing with
 * Private Deques", PPoPP 2013.
 */
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace galois::bench {

/// A fork-join computation of unit steps.
struct Dag {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  /// Nodes in a row. The chains after it become ready when its last node is done and all their
  /// other predecessors are, too.
  struct Chain {
    std::uint64_t length = 1;       ///< number of nodes, at least 1
    std::uint32_t left = kNone;     ///< the successor that the same processor goes on with
    std::uint32_t right = kNone;    ///< the successor that others may take
    std::uint32_t predecessors = 0; ///< number of chains before this one
  };

  std::string name;
  std::vector<Chain> chains;
  std::uint32_t root = 0;
  std::uint64_t work = 0;  ///< T_1, the number of nodes
  std::uint64_t depth = 0; ///< T_inf, the number of nodes on a longest path
  std::uint64_t forks = 0; ///< F, the greatest number of forks on a path
};

/// The call tree of the recursive Fibonacci function: a fork and a join per call with n >= 2, and a
/// chain of `leaf` nodes per other call. n is at most 30, and leaf at least 1.
Dag fibDag(unsigned n, std::uint64_t leaf);

/// A random series-parallel graph of about `work` nodes. Parts of more than `leaf` nodes are split
/// at a random place, one in three in series and the others in parallel.
Dag seriesParallelDag(std::uint64_t work, std::uint64_t leaf, std::uint64_t seed);

/// A spine of `forks` forks. The left branch of each is a chain of `left` nodes, and the right
/// branch is the rest of the spine. Parallelism spreads only by `forks` transfers in a row.
Dag rightSpineDag(std::uint64_t forks, std::uint64_t left);

/// `rounds` parallel loops one after the other. Each is a balanced tree of forks over `leaves`
/// chains of `length` nodes, and a tree of joins.
Dag flatDag(std::uint64_t rounds, std::uint64_t leaves, std::uint64_t length);

} // namespace galois::bench
