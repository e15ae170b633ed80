// PtrLock under the model checker: a list head behind a lock, readers of the pointer, and CAS.
#include "galois/substrate/PtrLock.h"
#include "support/CheckedAtomics.h"

using galois::substrate::PtrLock;
using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;

namespace {

struct Node {
  CheckedPlain<int> value{0};
  CheckedPlain<Node*> next{nullptr};
};

/// Two threads prepend under the lock, and one prepends by CAS. At the end all nodes are in the
/// list, and every thread that reads the head sees an initialized node.
struct Prepend : rl::test_suite<Prepend, 3> {
  PtrLock<Node, CheckedAtomics> head;
  Node nodes[3];

  void thread(unsigned id) {
    Node& mine = nodes[id];
    mine.value = static_cast<int>(id) + 1;
    if (id < 2) {
      head.lock();
      mine.next = head.getValue();
      head.unlock_and_set(&mine);
    } else {
      for (;;) {
        Node* const old = head.getValue();
        mine.next = old;
        if (head.CAS(old, &mine)) {
          break;
        }
        CheckedAtomics::pause();
      }
    }
    const Node* const seen = head.getValue();
    RL_ASSERT(seen != nullptr && seen->value.get() != 0);
  }

  void after() {
    int sum = 0;
    for (Node* node = head.getValue(); node != nullptr; node = node->next.get()) {
      sum += node->value.get();
    }
    RL_ASSERT(sum == 1 + 2 + 3);
    RL_ASSERT(!head.is_locked());
  }
};

/// The holder replaces the pointer while it holds the lock. The other thread sees the old pointer
/// or the new, initialized one, and its CAS fails meanwhile.
struct Steal : rl::test_suite<Steal, 2> {
  Node first, second;
  PtrLock<Node, CheckedAtomics> owner{&first};
  CheckedPlain<int> guarded{0};

  void thread(unsigned id) {
    if (id == 0) {
      owner.lock();
      second.value = 7;
      RL_ASSERT(owner.stealing_CAS(&first, &second));
      RL_ASSERT(!owner.stealing_CAS(&first, &second));
      ++guarded;
      RL_ASSERT(owner.getValue() ==
                &second); // While the lock is held, the other thread's CAS cannot succeed.
      owner.unlock();
    } else {
      Node* const seen = owner.getValue();
      RL_ASSERT(seen == &first || second.value.get() == 7);
      if (owner.CAS(&second, &second)) {
        RL_ASSERT(guarded.get() == 1);
      }
      owner.lock();
      ++guarded;
      owner.unlock();
    }
  }

  void after() {
    RL_ASSERT(guarded.get() == 2);
    RL_ASSERT(owner.getValue() == &second);
  }
};

/// A node is initialized before setValue() publishes it, and a reader of the pointer sees it
/// initialized.
struct Publish : rl::test_suite<Publish, 2> {
  Node node;
  PtrLock<Node, CheckedAtomics> owner;

  void thread(unsigned id) {
    if (id == 0) {
      node.value = 7;
      owner.setValue(&node);
    } else if (const Node* const seen = owner.getValue()) {
      RL_ASSERT(seen->value.get() == 7);
    }
  }
};

} // namespace

int main() {
  return galois::test::explore<Prepend>() && galois::test::explore<Steal>({3, 20000, 2000}) &&
                 galois::test::explore<Publish>()
             ? 0
             : 1;
}
