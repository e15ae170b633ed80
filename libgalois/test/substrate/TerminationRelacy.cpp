// The termination tree under the model checker, with a small scheduler that gives only the
// guarantees that the tree needs. There is one mailbox per thread, tasks push tasks, thieves may
// miss tasks, and all accesses to mailboxes are relaxed. Termination must not be announced while a
// task is left, and a thread that sees the announcement sees all results. U12: in Galois, the tree
// synchronises by volatile variables.
#include "galois/substrate/Termination.h"
#include "support/CheckedAtomics.h"

using galois::substrate::TerminationTree;
using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;
namespace order = galois::substrate::order;

namespace {

/// Thread `Starter` begins with one task of depth `Depth`. A task of depth d > 1 pushes one of
/// depth d - 1.
template <unsigned Threads, unsigned Depth, unsigned Starter>
struct Loop : rl::test_suite<Loop<Threads, Depth, Starter>, Threads> {
  TerminationTree<CheckedAtomics, 2> tree; // Three threads make two levels.
  CheckedAtomics::Atomic<unsigned>
      mailbox[Threads]; // the depth of the task in it, or 0 if it is empty
  CheckedPlain<int> result[Depth + 1];

  void before() {
    tree.reinit(Threads);
    for (unsigned id = 0; id < Threads; ++id) {
      tree.initializeThread(id);
    }
    mailbox[Starter].store(Depth, order::relaxed);
  }

  void thread(unsigned id) {
    while (!tree.globalTermination()) {
      bool worked = false;
      while (const unsigned depth = pop(id)) {
        worked = true;
        result[depth] = 1;
        // The mailbox is empty, because pop takes the thread's own task first.
        if (depth > 1) {
          mailbox[id].store(depth - 1, order::relaxed);
        }
      }
      tree.localTermination(id, worked);
      CheckedAtomics::pause();
    }
    for (unsigned depth = 1; depth <= Depth; ++depth) {
      RL_ASSERT(result[depth].get() == 1);
    }
  }

  /// Probes the thread's own mailbox always, and another one sometimes. A real scheduler may probe
  /// the wrong victim, so an empty pop does not imply that other threads have no tasks.
  unsigned pop(unsigned id) {
    if (const unsigned depth = mailbox[id].exchange(0, order::relaxed)) {
      return depth;
    }
    const unsigned victim = rl::rand(Threads);
    return victim == id ? 0 : mailbox[victim].exchange(0, order::relaxed);
  }
};

/// A task sends the next one to a fixed other thread, and only that thread can take it. That
/// thread's last look into its mailbox may come before the sender's last answer.
template <unsigned Threads, unsigned Depth, unsigned Starter>
struct Addressed : rl::test_suite<Addressed<Threads, Depth, Starter>, Threads> {
  TerminationTree<CheckedAtomics, 2> tree; // Three threads make two levels.
  CheckedAtomics::Atomic<unsigned>
      mailbox[Threads]; // the depth of the task in it, or 0 if it is empty
  CheckedPlain<int> result[Depth + 1];

  void before() {
    tree.reinit(Threads);
    for (unsigned id = 0; id < Threads; ++id) {
      tree.initializeThread(id);
    }
    mailbox[Starter].store(Depth, order::relaxed);
  }

  void thread(unsigned id) {
    while (!tree.globalTermination()) {
      bool worked = false;
      while (const unsigned depth = mailbox[id].load(order::relaxed)) {
        mailbox[id].store(
            0, order::relaxed); // There is only one task, so no other thread sends one meanwhile.
        worked = true;
        result[depth] = 1;
        const unsigned to =
            (id + Threads - 1) % Threads; // Sometimes this is a thread of another leaf.
        if (depth > 1) {
          mailbox[to].store(depth - 1, order::relaxed);
        }
      }
      tree.localTermination(id, worked);
      CheckedAtomics::pause();
    }
    for (unsigned depth = 1; depth <= Depth; ++depth) {
      RL_ASSERT(result[depth].get() == 1);
    }
  }
};

} // namespace

int main() {
  // The searches are random. An exhaustive search would not end, because threads may probe empty
  // mailboxes for ever.
  const bool good =
      explore<Loop<1, 2, 0>>({0, 10, 2000}) && explore<Loop<2, 2, 0>>({0, 50000, 4000}) &&
      explore<Loop<2, 2, 1>>({0, 50000, 4000}) && explore<Loop<3, 2, 2>>({0, 100000, 8000}) &&
      explore<Loop<3, 3, 1>>({0, 100000, 8000}) && explore<Addressed<2, 2, 1>>({0, 50000, 4000}) &&
      explore<Addressed<3, 2, 2>>({0, 100000, 8000}) &&
      explore<Addressed<3, 3, 0>>({0, 100000, 8000});
  return good ? 0 : 1;
}
