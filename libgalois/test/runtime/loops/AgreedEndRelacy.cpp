// Threads that run in levels between barriers and end when they are asked to, under the model checker.
// The request comes from outside at any time. All threads leave after the same level. If each decides
// for itself, one waits at a barrier that the others have left.
#include "galois/runtime/loops/AgreedEnd.h"
#include "galois/substrate/BarrierCores.h"
#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;
using galois::test::findsFault;
namespace order = galois::substrate::order;

namespace {

/// Each decides by what it sees itself, as for_each once did.
struct OwnView {
  template <typename Meet>
  bool agree(bool known, Meet&& meet) {
    meet();
    return known;
  }
};

/// Threads 0 to Workers - 1 run Levels levels, and one more thread makes the request.
template <class End, unsigned Workers, unsigned Levels>
struct RunLevels : rl::test_suite<RunLevels<End, Workers, Levels>, Workers + 1> {
  galois::substrate::CountingBarrierCore<CheckedAtomics> barrier;
  CheckedAtomics::Atomic<bool> requested{false};
  End end;
  CheckedPlain<unsigned> left[Workers]; ///< the level after which each has left

  void before() { barrier.reinit(Workers); }

  void thread(unsigned id) {
    if (id == Workers) {
      requested.store(true, order::relaxed);
      return;
    }
    unsigned level = 0;
    const auto meet = [&] { barrier.wait(id); };
    while (!end.agree(requested.load(order::relaxed), meet) && ++level < Levels) {
      meet(); // all begin the next level
    }
    left[id] = level;
  }

  void after() {
    for (const auto& each : left) {
      RL_ASSERT(each.get() == left[0].get());
    }
  }
};

using Agreed = galois::runtime::AgreedEnd<CheckedAtomics>;

} // namespace

int main() {
  const bool good = explore<RunLevels<Agreed, 2, 3>>({2, 10000, 2000}) &&
                    explore<RunLevels<Agreed, 3, 2>>({1, 10000, 2000}) &&
                    findsFault<RunLevels<OwnView, 2, 3>>();
  return good ? 0 : 1;
}
