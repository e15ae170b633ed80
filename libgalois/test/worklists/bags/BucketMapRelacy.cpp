// The bucket map under the model checker. Threads that request the same index get the same bag, and
// see it as its maker initialized it.
#include "galois/worklists/parts/bags/BucketMap.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

struct Bag {
  CheckedPlain<int> madeFor{-1};
};
struct Entry {
  Entry(int i, Bag* b) : index(i), bag(b) {}
  int index;
  Bag* bag;
};

/// Thread t requests the indices t and t + 1, so two threads request each index but the first and
/// the last.
template <unsigned Threads>
struct Agree : rl::test_suite<Agree<Threads>, Threads> {
  using Map = galois::worklists::BucketMap<int, Bag, Entry, std::less<int>, CheckedAtomics,
                                           0>; // The log grows after every one or two entries.
  Map map;
  Bag* got[Threads][2] = {};
  void thread(unsigned id) {
    typename Map::Cache cache;
    for (unsigned k = 0; k < 2; ++k) {
      const int index = static_cast<int>(id + k);
      const auto make = [index] {
        auto bag = std::make_unique<Bag>();
        bag->madeFor = index;
        return bag;
      };
      Entry& entry = map.find(cache, index, [] {});
      RL_ASSERT(entry.index == index);
      RL_ASSERT(&map.share(cache, entry, make) == entry.bag);
      RL_ASSERT(entry.bag->madeFor.get() == index);
      got[id][k] = entry.bag;
    }
    map.refresh(cache);
    for (const auto& [index, entry] : cache.ordered) {
      RL_ASSERT(entry.bag->madeFor.get() == index);
    }
  }

  void after() {
    for (unsigned t = 1; t < Threads; ++t) {
      RL_ASSERT(got[t - 1][1] == got[t][0]);
    }
    RL_ASSERT(map.size() == Threads + 1);
  }
};

} // namespace

int main() {
  // There are 64 million interleavings with a single preemption alone, so the search is random.
  return explore<Agree<2>>({0, 60000, 2000}) && explore<Agree<3>>({0, 30000, 4000}) ? 0 : 1;
}
