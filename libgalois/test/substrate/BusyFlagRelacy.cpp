// BusyFlag under the model checker. At most one thread is inside, and the next one sees what it
// wrote, as does a thread that finds no thread inside. Brief holders make nobody fail.
#include "galois/substrate/BusyFlag.h"
#include "support/CheckedAtomics.h"

using galois::substrate::BasicBusyFlag;
using galois::test::CheckedAtomics;

namespace {

struct Entries : rl::test_suite<Entries, 3> {
  BasicBusyFlag<CheckedAtomics> flag;
  CheckedAtomics::Plain<unsigned> entries{0};
  unsigned entered = 0; // It is not part of the model; it counts the executions of thread().

  void thread(unsigned) {
    if (flag.tryEnter()) {
      ++entries;
      ++entered;
      flag.leave();
    }
  }

  void after() {
    RL_ASSERT(entered >= 1);
    RL_ASSERT(entries.get() == entered);
    RL_ASSERT(!flag.busy());
  }
};

/// Thread 0 is inside from the start. The other thread reads its results after the flag is cleared.
struct Results : rl::test_suite<Results, 2> {
  BasicBusyFlag<CheckedAtomics> flag;
  CheckedAtomics::Plain<int> result{0};

  void before() { RL_ASSERT(flag.tryEnter()); }

  void thread(unsigned id) {
    if (id == 0) {
      result = 1;
      RL_ASSERT(flag.busy());
      flag.leave();
    } else if (!flag.busy()) {
      RL_ASSERT(result.get() == 1);
    }
  }
};

/// Threads 1 and 2 enter briefly, if they can. Thread 0 enters beside them in any case, and one of
/// them does if it comes first.
struct BriefEntries : rl::test_suite<BriefEntries, 3> {
  BasicBusyFlag<CheckedAtomics> flag;
  CheckedAtomics::Plain<unsigned> entries{0};
  unsigned entered = 0; // as above

  void thread(unsigned id) {
    if (id == 0) {
      RL_ASSERT(flag.tryEnter());
      RL_ASSERT(flag.busy());
    } else {
      if (!flag.tryEnterBriefly()) {
        return;
      }
      RL_ASSERT(!flag.busy()); // others need not fail
    }
    ++entries;
    ++entered;
    flag.leave();
  }

  void after() {
    RL_ASSERT(entered >= 1);
    RL_ASSERT(entries.get() == entered);
    RL_ASSERT(flag.tryEnterBriefly());
  }
};

} // namespace

int main() {
  return galois::test::explore<Entries>() && galois::test::explore<Results>() &&
                 galois::test::explore<BriefEntries>()
             ? 0
             : 1;
}
