// The drift monitor under the model checker: threads end intervals at the same time. One thread at
// a time decides, on shown priorities, at most once per round, and no thread waits.
#include "galois/worklists/parts/drift/DriftMonitor.h"

#include <string>

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

template <unsigned Threads, unsigned Intervals>
struct Monitor : rl::test_suite<Monitor<Threads, Intervals>, Threads> {
  galois::worklists::DriftMonitor<unsigned, CheckedAtomics> monitor{{}, true};
  galois::worklists::ShownWork<unsigned, CheckedAtomics> shown[Threads];
  CheckedPlain<unsigned> deciding; // The monitor's lock must guard it.

  void thread(unsigned id) {
    for (unsigned i = 1; i <= Intervals; ++i) {
      shown[id].working(8 * i);
      monitor.endInterval(
          Threads, [this](unsigned thread) -> auto& {
            deciding += 1;
            return shown[thread];
          });
      const unsigned tdf = monitor.tdf();
      RL_ASSERT(tdf >= 10 && tdf <= 100);
      shown[id].idle();
    }
  }

  void after() {
    unsigned decisions = 0;
    const auto sink = [&](const std::string& name, std::uint64_t, double value) {
      if (name == "drift") {
        ++decisions;
        RL_ASSERT(value >= 0 && value <= 8.0 * Intervals);
      }
    };
    monitor.report(sink);
    RL_ASSERT(decisions <= Intervals);
    RL_ASSERT(deciding.get() == decisions * Threads);
  }
};

} // namespace

int main() {
  const bool good =
      explore<Monitor<2, 2>>({2, 10000, 1000}) && explore<Monitor<3, 2>>({0, 20000, 2000});
  return good ? 0 : 1;
}
