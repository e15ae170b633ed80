// Threads that change lmf, or open a new window, at the same time, under the model checker. Each
// epoch is ended once, by the thread that records the change, and every thread finally uses the
// last epoch.
#include "galois/worklists/parts/bags/AdaptiveBins.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::explore;

namespace {

using Bins = galois::worklists::AdaptiveBins<int, false, CheckedAtomics>;

galois::worklists::MergeParams eager() {
  galois::worklists::MergeParams params;
  params.chunk = 2; // From the second task on, every search considers a merge.
  params.minQueues = 1;
  params.minDensity = 4;
  return params;
}

bool windowsWereOver = false;

/// @tparam Pops  the number of tasks that a thread takes per step; with 1 no window ever ends
template <unsigned Threads, unsigned Pops>
struct Decide : rl::test_suite<Decide<Threads, Pops>, Threads> {
  Bins bins{eager()};
  std::unique_ptr<Bins::Local> locals[Threads];

  void before() {
    for (auto& local : locals) {
      local = std::make_unique<Bins::Local>(bins);
    }
  }

  void thread(unsigned id) {
    Bins::Local& me = *locals[id];
    galois::worklists::WorklistCounters counters;
    const auto others = [this](auto&& visit) {
      for (const auto& local : locals) {
        visit(*local);
      }
    };
    for (int step = 0; step < 3; ++step) {
      const int priority = 100 * step;
      const auto key = bins.keyOf(me, priority);
      RL_ASSERT(key.group == priority >> key.lmf);
      bins.beganChunk(me, priority);
      counters.pushes = 1; // The worklist does not grow any more.
      bins.beforePop(me, counters, others);
      bins.beforeSearch(me, counters, others);
      counters.pops += Pops;
    }
    bins.beforePop(me, counters, others);
  }

  void after() {
    std::uint64_t changes = 0;
    std::uint64_t epochs = 0;
    std::vector<bool> seen;
    unsigned last = 0;
    for (const auto& local : locals) {
      changes += local->merges + local->unmerges;
      epochs = std::max(epochs, local->word >> 8);
      for (const auto& change : local->changes) {
        if (seen.size() <= change.epoch) {
          seen.resize(change.epoch + 1);
          last = change.lmf;
        }
        RL_ASSERT(!seen[change.epoch]);
        seen[change.epoch] = true;
      }
    }
    const auto once = std::count(seen.begin(), seen.end(), true);
    RL_ASSERT(bins.lmf() == last && changes == static_cast<std::uint64_t>(once));
    RL_ASSERT(changes <= epochs);
    if (Pops == 1) {
      RL_ASSERT(changes > 0 && changes == epochs); // The epochs are 1, 2, ... without a gap.
    }
    windowsWereOver = windowsWereOver || changes < epochs;
  }
};

} // namespace

int main() {
  const bool fine = explore<Decide<2, 1>>({0, 30000, 500}) &&
                    explore<Decide<3, 1>>({0, 30000, 500}) &&
                    explore<Decide<2, 30>>({0, 30000, 500});
  return fine && windowsWereOver ? 0 : 1;
}
