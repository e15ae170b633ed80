// The tree under the model checker, over a little scheduler that keeps its promise and no
// more: a mailbox a thread, tasks that push tasks, thieves that may miss, everything relaxed.
// Termination must not be announced while a task is left, and whoever sees it sees all results.
#include "galois/substrate/Termination.h"
#include "support/CheckedAtomics.h"

using galois::substrate::TerminationTree;
using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;
namespace order = galois::substrate::order;

namespace {

/// Thread `Starter` begins with one task of depth `Depth`; a task pushes one of a depth less.
template <unsigned Threads, unsigned Depth, unsigned Starter>
struct Loop : rl::test_suite<Loop<Threads, Depth, Starter>, Threads> {
  TerminationTree<CheckedAtomics, 2> tree;           // three threads make two levels
  CheckedAtomics::Atomic<unsigned> mailbox[Threads]; // depth of the task in it, 0: empty
  CheckedPlain<int> result[Depth + 1];

  void before() {
    tree.reinit(Threads);
    for (unsigned id = 0; id < Threads; ++id) tree.initializeThread(id);
    mailbox[Starter].store(Depth, order::relaxed);
  }

  void thread(unsigned id) {
    while (!tree.globalTermination()) {
      bool worked = false;
      while (const unsigned depth = pop(id)) {
        worked = true;
        result[depth] = 1;
        // The mailbox is empty: pop takes one's own task first.
        if (depth > 1) mailbox[id].store(depth - 1, order::relaxed);
      }
      tree.localTermination(id, worked);
      CheckedAtomics::pause();
    }
    for (unsigned depth = 1; depth <= Depth; ++depth) RL_ASSERT(result[depth].get() == 1);
  }

  /// Its own mailbox always, another one at times: a real scheduler may look in the wrong place,
  /// and an empty pop promises nothing about the tasks of others.
  unsigned pop(unsigned id) {
    if (const unsigned depth = mailbox[id].exchange(0, order::relaxed)) return depth;
    const unsigned victim = rl::rand(Threads);
    return victim == id ? 0 : mailbox[victim].exchange(0, order::relaxed);
  }
};

/// Tasks are addressed: a task sends the next one to another thread, and only that thread can take
/// it. Its last look into the mailbox may lie before the sender's last answer.
template <unsigned Threads, unsigned Depth, unsigned Starter>
struct Addressed : rl::test_suite<Addressed<Threads, Depth, Starter>, Threads> {
  TerminationTree<CheckedAtomics, 2> tree;           // three threads make two levels
  CheckedAtomics::Atomic<unsigned> mailbox[Threads]; // depth of the task in it, 0: empty
  CheckedPlain<int> result[Depth + 1];

  void before() {
    tree.reinit(Threads);
    for (unsigned id = 0; id < Threads; ++id) tree.initializeThread(id);
    mailbox[Starter].store(Depth, order::relaxed);
  }

  void thread(unsigned id) {
    while (!tree.globalTermination()) {
      bool worked = false;
      while (const unsigned depth = mailbox[id].load(order::relaxed)) {
        mailbox[id].store(0, order::relaxed); // one task in all: nobody sends another meanwhile
        worked = true;
        result[depth] = 1;
        const unsigned to = (id + Threads - 1) % Threads; // a thread of another leaf, at times
        if (depth > 1) mailbox[to].store(depth - 1, order::relaxed);
      }
      tree.localTermination(id, worked);
      CheckedAtomics::pause();
    }
    for (unsigned depth = 1; depth <= Depth; ++depth) RL_ASSERT(result[depth].get() == 1);
  }
};

} // namespace

int main() {
  // Random searches: where threads may look in the wrong place for ever, there is no end to the
  // executions that an exhaustive one would try.
  const bool good =
      explore<Loop<1, 2, 0>>({0, 10, 2000}) && explore<Loop<2, 2, 0>>({0, 50000, 4000}) &&
      explore<Loop<2, 2, 1>>({0, 50000, 4000}) && explore<Loop<3, 2, 2>>({0, 100000, 8000}) &&
      explore<Loop<3, 3, 1>>({0, 100000, 8000}) && explore<Addressed<2, 2, 1>>({0, 50000, 4000}) &&
      explore<Addressed<3, 2, 2>>({0, 100000, 8000}) &&
      explore<Addressed<3, 3, 0>>({0, 100000, 8000});
  return good ? 0 : 1;
}
