// A list of chunks under the model checker: nodes that two threads push are popped once each, with
// what their pusher wrote into them.
#include "galois/worklists/parts/ChunkList.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

struct Node {
  CheckedPlain<Node*> next;
  CheckedPlain<int> content;
};

template <unsigned Threads>
struct List : rl::test_suite<List<Threads>, Threads> {
  galois::worklists::ChunkList<Node, CheckedAtomics> list;
  Node nodes[Threads];
  int popped[Threads] = {};

  void take() {
    if (Node* node = list.popFront()) {
      RL_ASSERT(node->content.get() == node - nodes + 1);
      ++popped[node - nodes];
    }
  }

  void thread(unsigned id) {
    nodes[id].content = static_cast<int>(id) + 1;
    if (id % 2) {
      list.pushFront(&nodes[id]);
    } else {
      list.pushBack(&nodes[id]);
    }
    take();
  }

  void after() {
    for (unsigned i = 0; i < Threads; ++i) {
      take();
    }
    RL_ASSERT(list.seemsEmpty());
    for (const int count : popped) {
      RL_ASSERT(count == 1);
    }
  }
};

} // namespace

int main() {
  return explore<List<2>>({3, 20000, 1000}) && explore<List<3>>({2, 20000, 2000}) ? 0 : 1;
}
