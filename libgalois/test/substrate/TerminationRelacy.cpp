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

/// Who can take a task: any thread, the thread before the one that pushes, or only the latter.
enum class Taker { kAny, kPrevious, kOwn };

/// Thread `Starter` begins with one task of depth `Depth`. A task of depth d > 1 pushes one of
/// depth d - 1. If another thread than the pushing one has to take it, that thread's last look into
/// its mailbox may come before the sender's last answer.
template <unsigned Threads, unsigned Depth, unsigned Starter, Taker By = Taker::kAny>
struct Loop : rl::test_suite<Loop<Threads, Depth, Starter, By>, Threads> {
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
    const unsigned to = By == Taker::kPrevious ? (id + Threads - 1) % Threads : id;
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
    if constexpr (By != Taker::kAny) {
      // An exchange, because a store could come, in the order of writes, after the next task's.
      return mailbox[id].load(order::relaxed) != 0 ? mailbox[id].exchange(0, order::relaxed) : 0;
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
      explore<Loop<3, 3, 1>>({0, 100000, 8000}) &&
      explore<Loop<2, 2, 1, Taker::kPrevious>>({0, 50000, 4000}) &&
      explore<Loop<3, 2, 2, Taker::kPrevious>>({0, 100000, 8000}) &&
      explore<Loop<3, 3, 0, Taker::kPrevious>>({0, 100000, 8000}) &&
      explore<Loop<2, 3, 1, Taker::kPrevious>>({0, 20000, 4000}) &&
      explore<Loop<2, 2, 0, Taker::kOwn>>({0, 20000, 4000}) &&
      explore<Loop<3, 2, 1, Taker::kOwn>>({0, 20000, 8000});
  return good ? 0 : 1;
}
