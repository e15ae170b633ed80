// PointTree under the model checker: two threads insert points that go to the same link while a
// third one searches. No point may be lost, a search sees complete nodes only, and it finds what was
// inserted before.
#include "galois/graphs/PointTree.h"
#include "support/CheckedAtomics.h"

using galois::graphs::internal::PointTree;
using galois::test::CheckedAtomics;

namespace {

struct InsertsAndSearches : rl::test_suite<InsertsAndSearches, 3> {
  using Tree = PointTree<int, CheckedAtomics>;
  Tree tree;
  Tree::Node* nodes[3] = {};

  void before() {
    tree.reset(0, 0, 1, 1);
    nodes[0] = ::new Tree::Node(0.5, 0.5, 0);
    tree.insert(*nodes[0]);
  }
  void thread(unsigned id) {
    if (id < 2) {
      // All in the quarter on the upper right: the threads compete for one link.
      nodes[id + 1] = ::new Tree::Node(0.9 - 0.01 * id, 0.9, static_cast<int>(id));
      tree.insert(*nodes[id + 1]);
      RL_ASSERT(tree.findNearest(0.9 - 0.01 * id, 0.9) == nodes[id + 1]);
      return;
    }
    Tree::Node* found = tree.findNearest(1, 1);
    RL_ASSERT(found != nullptr && found->x.get() >= 0.5);
  }
  void after() {
    for (int i = 0; i < 3; ++i) {
      RL_ASSERT(tree.findNearest(nodes[i]->x, nodes[i]->y) == nodes[i]);
    }
    for (Tree::Node* node : nodes) {
      ::delete node;
    }
  }
};

/// Two threads insert the first point.
struct BothInsertTheRoot : rl::test_suite<BothInsertTheRoot, 2> {
  using Tree = PointTree<int, CheckedAtomics>;
  Tree tree;
  Tree::Node* nodes[2] = {};

  void before() {
    tree.reset(0, 0, 1, 1);
    nodes[0] = ::new Tree::Node(0, 0, 0);
    nodes[1] = ::new Tree::Node(0, 0, 1);
  }
  void thread(unsigned id) {
    nodes[id]->x = id;
    nodes[id]->y = id;
    tree.insert(*nodes[id]);
  }
  void after() {
    for (Tree::Node* node : nodes) {
      RL_ASSERT(tree.findNearest(node->x, node->y) == node);
    }
    for (Tree::Node* node : nodes) {
      ::delete node;
    }
  }
};

} // namespace

int main() {
  // A search loads so many links that only random runs of it are few enough.
  const galois::test::Search random{0, 200000, 2000};
  return galois::test::explore<InsertsAndSearches>(random) &&
                 galois::test::explore<BothInsertTheRoot>()
             ? 0
             : 1;
}
