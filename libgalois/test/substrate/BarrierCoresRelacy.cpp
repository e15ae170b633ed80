// The barrier algorithms under the model checker. In every round, each thread writes its own plain
// word before the barrier and reads all the others after it. A thread that leaves early, a missed
// round, or a missing acquire shows as a data race or a wrong value. U15: in Galois, the trees of the
// topological barrier have another degree for arrival than for wake-up; that is correct, and so are
// ours for the degrees below.
#include "galois/substrate/BarrierCores.h"
#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;
namespace substrate = galois::substrate;

namespace {

template <class Core, unsigned Threads, unsigned Rounds>
struct Meet : rl::test_suite<Meet<Core, Threads, Rounds>, Threads> {
  Core core;
  CheckedPlain<int> words[Threads];

  void before() { setUp(core); }

  void thread(unsigned id) {
    for (unsigned round = 1; round <= Rounds; ++round) {
      words[id] = static_cast<int>(round);
      core.wait(id);
      for (auto& word : words) {
        RL_ASSERT(word.get() == static_cast<int>(round));
      }
      core.wait(id); // No thread writes in the next round before all have read.
    }
  }

  template <class C>
  static void setUp(C& core) {
    core.reinit(Threads);
  }
  static void setUp(substrate::TopoBarrierCore<CheckedAtomics>& core) {
    // There are three sockets: socket 0 has all threads but the last, and socket 1 is empty.
    std::vector<unsigned> socketOf(Threads, 0);
    socketOf.back() = 2;
    core.reinit(socketOf);
  }
};

} // namespace

int main() {
  using Counting = substrate::CountingBarrierCore<CheckedAtomics>;
  using Topo = substrate::TopoBarrierCore<CheckedAtomics>;
  using Tree = substrate::TreeBarrierCore<CheckedAtomics>;
  using Dissemination = substrate::DisseminationBarrierCore<CheckedAtomics>;
  const bool good = explore<Meet<Counting, 3, 2>>({1, 10000, 2000}) &&
                    explore<Meet<Counting, 2, 2>>({3, 10000, 2000}) &&
                    explore<Meet<Topo, 3, 2>>({1, 10000, 2000}) &&
                    explore<Meet<Tree, 3, 2>>({1, 10000, 2000}) &&
                    explore<Meet<Tree, 6, 1>>({0, 10000, 4000}) &&
                    explore<Meet<Dissemination, 3, 2>>({1, 10000, 2000}) &&
                    explore<Meet<Dissemination, 2, 2>>({3, 10000, 2000});
  return good ? 0 : 1;
}
