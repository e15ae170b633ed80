// Free lists under the model checker. Threads take nodes from their own list or from what others
// have left, use them, and give them back. No node is held by two threads, none is lost, and a user
// sees all changes of earlier users. There are so few slots that chains are linked to one another.
#include "galois/worklists/parts/memory/SpareNodes.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

struct Node {
  CheckedPlain<Node*> next{nullptr};
  CheckedPlain<int> uses{0};
};

struct Next {
  static Node* get(Node* node) { return node->next.get(); }
  static void set(Node* node, Node* next) { node->next = next; }
};

template <unsigned Threads, std::size_t Slots, std::uint32_t Batch, unsigned Each>
struct Spare : rl::test_suite<Spare<Threads, Slots, Batch, Each>, Threads> {
  using Nodes = galois::worklists::SpareNodes<Node, Next, 0, CheckedAtomics, Batch, 1, Slots>;
  Nodes all;
  Node nodes[Threads * Each];
  typename Nodes::Own own[Threads];
  int uses[Threads] = {};

  void thread(unsigned id) {
    for (unsigned i = 0; i < Each; ++i) {
      use(id, nodes[id * Each + i]);
      own[id].add(&nodes[id * Each + i], all);
    }
    if (own[id].empty() && !own[id].fetch(all)) {
      return;
    }
    Node* const node = own[id].take();
    use(id, *node);
    own[id].add(node, all);
  }

  void use(unsigned id, Node& node) {
    node.uses = node.uses.get() + 1;
    ++uses[id];
  }

  void after() {
    unsigned found = 0;
    int counted = 0, made = 0;
    for (unsigned id = 0; id < Threads; ++id) {
      made += uses[id];
      while (!own[id].empty() || own[id].fetch(all)) {
        counted += own[id].take()->uses.get();
        ++found;
      }
    }
    RL_ASSERT(found == Threads * Each);
    RL_ASSERT(counted == made);
  }
};

} // namespace

int main() {
  const bool good = explore<Spare<2, 1, 1, 2>>({3, 20000, 1000}) &&
                    explore<Spare<2, 1, 2, 4>>({2, 20000, 1000}) &&
                    explore<Spare<3, 1, 1, 2>>({0, 30000, 1000}) &&
                    explore<Spare<3, 2, 1, 2>>({0, 30000, 1000});
  return good ? 0 : 1;
}
