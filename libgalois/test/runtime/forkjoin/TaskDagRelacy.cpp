// Tasks with two predecessors under the model checker. Whoever runs such a task sees what both
// predecessors wrote, and each task runs once.
#include "galois/runtime/forkjoin/TaskDag.h"

#include <functional>

#include "support/CheckedAtomics.h"

using galois::substrate::order::acquire;
using galois::substrate::order::release;
using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

/// Thread 0 runs the graph. Thread 1 runs the second branch of the only fork.
struct Diamond : rl::test_suite<Diamond, 2> {
  /// Where the threads meet.
  struct Context {
    template <typename F, typename G>
    void invoke(F&& f, G&& g) {
      if (forked) { // what is below the fork
        f(*this);
        g(*this);
        return;
      }
      forked = true;
      std::function<void()> second = [&] { g(*this); };
      handed.store(&second, release);
      f(*this);
      while (!done.load(acquire)) {
        CheckedAtomics::pause();
      }
    }
    bool forked = false;
    CheckedAtomics::Atomic<std::function<void()>*> handed{nullptr};
    CheckedAtomics::Atomic<bool> done{false};
  };

  galois::runtime::BasicTaskDag<CheckedAtomics> dag;
  Context context;
  CheckedPlain<int> left, right, sum;

  void before() {
    const auto l = dag.add([this] { left = 3; });
    const auto r = dag.add([this] { right = 4; });
    const auto both = dag.add([this] { sum += left.get() + right.get(); });
    dag.precede(l, both);
    dag.precede(r, both);
  }

  void thread(unsigned id) {
    if (id == 0) {
      dag.run(context);
      RL_ASSERT(sum.get() == 7);
      return;
    }
    std::function<void()>* second = nullptr;
    while ((second = context.handed.load(acquire)) == nullptr) {
      CheckedAtomics::pause();
    }
    (*second)();
    context.done.store(true, release);
  }
};

} // namespace

int main() { return explore<Diamond>({3, 20000, 2000}) ? 0 : 1; }
