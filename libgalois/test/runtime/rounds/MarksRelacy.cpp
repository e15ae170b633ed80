// Marks on abstract locks under the model checker. Each thread has one task per round, and the
// barriers between the parts of a round are those of the loops. Which tasks run is the same in every
// execution; a task that runs is alone with what it writes, and shares what it reads with readers
// only; no mark is left behind.
#include "galois/MethodFlags.h"
#include "galois/runtime/rounds/Marks.h"
#include "galois/substrate/BarrierCores.h"
#include "support/CheckedAtomics.h"

using galois::MethodFlag;
using galois::test::CheckedAtomics;
using Lock = galois::runtime::BasicLockable<CheckedAtomics>;
using Marks = galois::runtime::BasicMarks<CheckedAtomics>;

namespace {

constexpr MethodFlag kNone = MethodFlag::UNPROTECTED;
constexpr MethodFlag kRead = MethodFlag::READ;
constexpr MethodFlag kWrite = MethodFlag::WRITE;

/// What the task of thread t does with two objects, and whether it must run. The task of thread 0
/// has the lowest rank in the first round and the highest in the second one.
struct Plan {
  MethodFlag uses[3][2];
  bool runs[2][3];
};

// A path: the first and the last task have one object each, and the one between has both.
constexpr Plan kPath{{{kWrite, kNone}, {kWrite, kWrite}, {kNone, kWrite}},
                     {{false, false, true}, {true, false, false}}};
// The last two tasks only read the object that the first one writes.
constexpr Plan kReaders{{{kWrite, kNone}, {kRead, kNone}, {kRead, kWrite}},
                        {{false, true, true}, {true, false, false}}};
// A reader of low rank, a writer between, and a reader of high rank; both read the second object.
constexpr Plan kBetween{{{kRead, kRead}, {kWrite, kNone}, {kRead, kRead}},
                        {{false, false, true}, {true, false, false}}};

template <const Plan& What, unsigned Threads>
struct Round : rl::test_suite<Round<What, Threads>, Threads> {
  Lock locks[2];
  CheckedAtomics::Plain<int> data[2];
  galois::substrate::CountingBarrierCore<CheckedAtomics> barrier;

  void before() {
    barrier.reinit(Threads);
    data[0] = data[1] = 0;
  }

  void thread(unsigned id) {
    Marks marks(true);
    for (unsigned round = 0; round < 2; ++round) {
      const unsigned rank = round == 0 ? id + 1 : Threads - id;
      marks.beginMarking(rank);
      for (unsigned i = 0; i < 2; ++i) {
        if (What.uses[id][i] != kNone) {
          marks.mark(locks[i], What.uses[id][i]);
        }
      }
      const bool lost = marks.lost();
      barrier.wait(id);
      bool all = true;
      for (const auto& mark : marks.marks()) {
        all = all && Marks::holds(mark, rank);
      }
      RL_ASSERT(!(lost && all)); // what is lost in the first part stays lost
      if (Threads == 3) {
        RL_ASSERT(all == What.runs[round][id]);
      }
      if (all) {
        run(marks, id, rank);
      }
      barrier.wait(id);
      marks.clear();
      barrier.wait(id);
    }
  }

  void run(Marks& marks, unsigned id, unsigned rank) {
    marks.beginRunning(rank);
    for (unsigned i = 0; i < 2; ++i) {
      if (What.uses[id][i] == kWrite) {
        marks.mark(locks[i], kWrite); // it has marked it
        data[i] = data[i].get() + 1;
      } else if (What.uses[id][i] == kRead) {
        RL_ASSERT(data[i].get() >= 0);
      }
    }
  }

  void after() {
    galois::runtime::BasicSimpleRuntimeContext<CheckedAtomics> iteration;
    for (Lock& lock : locks) {
      RL_ASSERT(iteration.tryAcquire(lock)); // nobody has left a mark behind
    }
    iteration.release();
  }
};

} // namespace

int main() {
  using galois::test::explore;
  // Three threads and three barriers have too many interleavings for an exhaustive search.
  const galois::test::Search random{0, 20000, 4000};
  return explore<Round<kPath, 2>>({1, 20000, 4000}) && explore<Round<kPath, 3>>(random) &&
                 explore<Round<kReaders, 3>>(random) && explore<Round<kBetween, 3>>(random)
             ? 0
             : 1;
}
