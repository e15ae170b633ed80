// A list of chunks under the model checker. Each pushed node is popped once, with the content that
// its pusher wrote. A thread that has pushed a node sees the list as non-empty until the node is
// popped. U13: in Galois, the test for emptiness reads the tail without synchronisation.
#include "galois/worklists/parts/chunks/ChunkList.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

struct Node {
  CheckedPlain<Node*> next;
  CheckedPlain<int> content;
};

/// Threads push nodes of their own and pop some. The first one pushes its nodes together. The second one
/// pushes back what it has popped.
template <unsigned Threads, bool Lifo, unsigned Each>
struct List : rl::test_suite<List<Threads, Lifo, Each>, Threads> {
  galois::worklists::ChunkList<Node, Lifo, CheckedAtomics> list;
  Node nodes[Threads * Each];
  int popped[Threads * Each] = {};

  Node* take() {
    Node* const node = list.pop();
    if (node) {
      RL_ASSERT(node->content.get() == node - nodes + 1);
      ++popped[node - nodes];
    }
    return node;
  }

  void fill(Node* node) {
    node->content = static_cast<int>(node - nodes) + 1;
    --popped[node - nodes];
  }

  void give(Node* node) {
    fill(node);
    list.push(node);
  }

  void giveTogether(Node* first, Node* last) {
    for (Node* node = first; node != last; ++node) {
      fill(node);
      node->next = node + 1;
    }
    fill(last);
    list.push(first, last);
  }

  void thread(unsigned id) {
    if (id == 0) {
      giveTogether(&nodes[0], &nodes[Each - 1]);
    }
    for (unsigned i = 0; id > 0 && i < Each; ++i) {
      give(&nodes[id * Each + i]);
    }
    Node* const node = take();
    if (node && id == 1) {
      give(node);
    }
    take();
  }

  void after() {
    while (!list.seemsEmpty()) {
      take();
    }
    for (const int count : popped) {
      RL_ASSERT(count == 0);
    }
  }
};

/// A thread takes nodes while a second thread adds as many and then asks whether the list is empty. One
/// more node is always in it, and the second thread has pushed the last one itself.
template <bool Hinted, unsigned Taken = 1>
struct NeverSeemsEmpty : rl::test_suite<NeverSeemsEmpty<Hinted, Taken>, 2> {
  galois::worklists::ChunkList<Node, false, CheckedAtomics, Hinted> list;
  Node nodes[Taken + 1];

  void before() { list.push(&nodes[0]); }
  void thread(unsigned id) {
    if (id == 0) {
      for (unsigned i = 0; i < Taken; ++i) {
        list.pop();
      }
    } else {
      for (unsigned i = 1; i <= Taken; ++i) {
        list.push(&nodes[i]);
      }
      bool empty;
      if constexpr (Hinted) {
        empty = list.stillSeemsEmpty();
      } else {
        empty = list.seemsEmpty();
      }
      RL_ASSERT(!empty);
    }
  }
};

} // namespace

int main() {
  const bool good =
      explore<List<2, false, 1>>({1, 5000, 1000}) && explore<List<2, true, 1>>({1, 5000, 1000}) &&
      explore<List<2, false, 2>>({2, 20000, 1000}) && explore<List<2, true, 2>>({2, 20000, 1000}) &&
      explore<List<3, false, 1>>({1, 40000, 2000}) && explore<List<3, true, 1>>({1, 40000, 2000}) &&
      explore<NeverSeemsEmpty<false>>({3, 10000, 1000}) &&
      explore<NeverSeemsEmpty<true>>({3, 10000, 1000}) &&
      explore<NeverSeemsEmpty<false, 2>>({1, 10000, 1000});
  return good ? 0 : 1;
}
