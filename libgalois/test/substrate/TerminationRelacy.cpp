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
/// depth d - 1. If `Addressed` is true, it sends that to a fixed other thread, and only that thread
/// can take it: the thread's last look into its mailbox may come before the sender's last answer.
template <unsigned Threads, unsigned Depth, unsigned Starter, bool Addressed = false>
struct Loop : rl::test_suite<Loop<Threads, Depth, Starter, Addressed>, Threads> {
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
    // The thread before this one is sometimes a thread of another leaf.
    const unsigned to = Addressed ? (id + Threads - 1) % Threads : id;
    while (!tree.globalTermination()) {
      bool worked = false;
      while (const unsigned depth = pop(id)) {
        worked = true;
        result[depth] = 1;
        // The mailbox is empty: either pop has taken the thread's own task first, or there is only
        // this task.
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

  /// Probes the thread's own mailbox always, and another one sometimes. A real scheduler may probe
  /// the wrong victim, so an empty pop does not imply that other threads have no tasks.
  unsigned pop(unsigned id) {
    if constexpr (Addressed) {
      const unsigned depth = mailbox[id].load(order::relaxed);
      if (depth != 0) { // No other thread sends a task meanwhile.
        mailbox[id].store(0, order::relaxed);
      }
      return depth;
    } else {
      if (const unsigned depth = mailbox[id].exchange(0, order::relaxed)) {
        return depth;
      }
      const unsigned victim = rl::rand(Threads);
      return victim == id ? 0 : mailbox[victim].exchange(0, order::relaxed);
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
      explore<Loop<3, 3, 1>>({0, 100000, 8000}) && explore<Loop<2, 2, 1, true>>({0, 50000, 4000}) &&
      explore<Loop<3, 2, 2, true>>({0, 100000, 8000}) &&
      explore<Loop<3, 3, 0, true>>({0, 100000, 8000});
  return good ? 0 : 1;
}
