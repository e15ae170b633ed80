// The inbox under the model checker: each node reaches one taker, with the content that the giver
// wrote.
#include "galois/worklists/parts/messages/Inbox.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

struct Node {
  CheckedPlain<int> value{0};
};

/// Thread 0 gives nodes. The other threads take them, and so does the giver at the end.
template <unsigned Threads>
struct HandOver : rl::test_suite<HandOver<Threads>, Threads> {
  static constexpr int kNodes = 3;
  galois::worklists::Inbox<Node, 2, CheckedAtomics> inbox;
  Node nodes[kNodes];
  int taken[Threads] = {};

  void take(unsigned id) {
    if (Node* node = inbox.take()) {
      RL_ASSERT(node->value.get() == 7);
      node->value = 8; // No other thread holds the node.
      ++taken[id];
    }
  }

  void thread(unsigned id) {
    if (id > 0) {
      take(id);
      take(id);
      return;
    }
    int given = 0;
    for (Node& node : nodes) {
      if (inbox.hasRoom()) {
        node.value = 7;
        inbox.put(&node);
        ++given;
      }
    }
    taken[0] = -given;
  }

  void after() {
    int left = 0;
    while (inbox.take()) {
      ++left;
    }
    for (const int count : taken) {
      left += count;
    }
    RL_ASSERT(left == 0);
  }
};

} // namespace

int main() {
  return explore<HandOver<2>>({2, 10000, 500}) && explore<HandOver<3>>({1, 10000, 500}) ? 0 : 1;
}
