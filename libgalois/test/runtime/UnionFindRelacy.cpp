// Disjoint sets under the model checker: while threads join sets and shorten paths, no path gets a
// cycle, no union is lost, and none counts twice.
#include "galois/UnionFind.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::explore;

namespace {

struct Node : galois::UnionFindNode<Node, CheckedAtomics> {
  Node() : UnionFindNode(this) {}
};

/// Nodes in the order of their addresses.
template <unsigned Count>
struct Nodes {
  Node nodes[Count];

  /// Returns whether every node's path ends at the first node within as many steps as there are
  /// nodes.
  bool areOneSet() {
    for (Node& node : nodes) {
      Node* at = &node;
      for (unsigned step = 0; step < Count && !at->isRep(); ++step) {
        at = at->component();
      }
      if (at != &nodes[0]) {
        return false;
      }
    }
    return true;
  }
};

/// Thread 0 shortens a path. Meanwhile thread 1 shortens it too, and joins its upper end to lower
/// nodes one after the other. A thread that stores its result regardless of what others have stored
/// since creates a cycle here.
struct ShortenWhileJoined : rl::test_suite<ShortenWhileJoined, 2> {
  Nodes<4> all;

  void before() { all.nodes[3].merge(&all.nodes[2]); }
  void thread(unsigned id) {
    if (id == 0) {
      all.nodes[3].findAndCompress();
    } else {
      RL_ASSERT(all.nodes[2].merge(&all.nodes[1]) == &all.nodes[1]);
      all.nodes[3].compress();
      RL_ASSERT(all.nodes[1].merge(&all.nodes[0]) == &all.nodes[0]);
    }
  }
  void after() { RL_ASSERT(all.areOneSet()); }
};

/// Two threads join the same sets in different orders.
struct JoinTheSame : rl::test_suite<JoinTheSame, 2> {
  Nodes<4> all;
  unsigned joined[2] = {};

  void join(unsigned id, unsigned a, unsigned b) {
    joined[id] += all.nodes[a].merge(&all.nodes[b]) != nullptr ? 1 : 0;
  }
  void thread(unsigned id) {
    if (id == 0) {
      join(0, 3, 2);
      join(0, 1, 0);
      join(0, 3, 1);
    } else {
      join(1, 2, 0);
      join(1, 3, 1);
      all.nodes[3].compress();
    }
  }
  void after() {
    RL_ASSERT(joined[0] + joined[1] == 3);
    RL_ASSERT(all.areOneSet());
    // No thread joins sets any more, so after compression a node's parent is its representative.
    for (Node& node : all.nodes) {
      node.compress();
      RL_ASSERT(node.component() == &all.nodes[0]);
    }
  }
};

} // namespace

int main() {
  return explore<ShortenWhileJoined>({3, 20000}) && explore<JoinTheSame>({2, 20000}) ? 0 : 1;
}
