// Threads that change lmf at the same time, under the model checker: each epoch is ended once, by
// the thread that keeps the record of it, and every thread comes to believe in the last one.
#include "galois/worklists/parts/AdaptiveBins.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::explore;

namespace {

using Bins = galois::worklists::AdaptiveBins<int, false, CheckedAtomics>;

galois::worklists::MergeParams eager() {
  galois::worklists::MergeParams params;
  params.chunk = 2; // from the second task on, every search considers a merge
  params.minQueues = 1;
  params.minDensity = 4;
  return params;
}

template <unsigned Threads>
struct Decide : rl::test_suite<Decide<Threads>, Threads> {
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
      ++counters.pushes;
      bins.beforePop(me, counters, others);
      bins.beforeSearch(me, counters, others);
      ++counters.pops;
    }
    bins.beforePop(me, counters, others);
  }

  void after() {
    std::size_t merges = 0;
    std::vector<bool> seen;
    unsigned last = 0;
    for (const auto& local : locals) {
      merges += local->merges;
      for (const auto& change : local->changes) {
        if (seen.size() <= change.epoch) {
          seen.resize(change.epoch + 1);
          last = change.lmf;
        }
        RL_ASSERT(!seen[change.epoch]);
        seen[change.epoch] = true;
      }
    }
    RL_ASSERT(merges > 0 && seen.size() == merges + 1); // epochs 1, 2, ... without a gap
    RL_ASSERT(bins.lmf() == last);
  }
};

} // namespace

int main() {
  return explore<Decide<2>>({0, 30000, 500}) && explore<Decide<3>>({0, 30000, 500}) ? 0 : 1;
}
