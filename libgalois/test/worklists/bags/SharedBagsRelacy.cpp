// The hint, the map and the lists of chunks together under the model checker, as OrderedBags uses
// them. If a thread raises the hint past a bag that another thread is creating or filling, one of
// the two corrects the hint. Each of the parts has a model check of its own; this one is about the
// memory orders by which they depend on each other.
//
// This composition had the following fault. The map's log was written with release and read with
// acquire, which take no part in the single order of seq_cst accesses. A thread that had raised the
// hint could then see an old end of the log, and so miss a bag that was created before.
//
// There is a limit to what Relacy shows. In Relacy a seq_cst load sees the last store if that was
// seq_cst, and possibly an older one otherwise, whatever the order of the load. So it does not tell
// whether a thread that offers must load the log with seq_cst or with acquire. In C++ these loads
// have to be seq_cst. Otherwise an entry (or a segment of the log) that this thread did not write
// itself need not come before its load of the hint.
#include "galois/worklists/parts/bags/SharedBags.h"

#include <memory>

#include "galois/worklists/parts/bags/FixedBins.h"
#include "galois/worklists/parts/chunks/ChunkList.h"
#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace galois::worklists {
namespace {

struct Node {
  CheckedPlain<Node*> next{nullptr};
};

/// Bag 0 is known and empty, and the hint points to it. Each thread but the last one offers one
/// node in a new bag of its own. The last thread finds no node and raises the hint. The log's
/// segments hold 1, 2 and 4 entries, so the first of the new bags needs a new segment.
template <unsigned Threads, bool Lifo>
struct NewBags : rl::test_suite<NewBags<Threads, Lifo>, Threads> {
  using Bag = ChunkLists<Node, Lifo, CheckedAtomics, /*Hinted=*/true>;
  struct Entry {
    Entry(int i, Bag* b) : index(i), bag(b) {}
    int index;
    Bag* bag;
  };
  using Bins = FixedBins<int, false>;
  using Bags = SharedBags<Bins, Bag, Entry, CheckedAtomics, 0>;

  Bags bags;
  Node old, nodes[Threads];
  typename Bags::Cache caches[Threads];

  void offer(typename Bags::Cache& cache, int key, Node* node) {
    Entry& entry = bags.find(cache, key, [] {});
    bags.share(cache, entry, [] { return std::make_unique<Bag>(1); });
    bags.offer(entry, 0, node);
  }

  void before() {
    offer(caches[0], 0, &old);
    while (!caches[0].ordered.begin()->second.bag->popAny(0)) { // Its lock may fail spuriously.
    }
  }

  void thread(unsigned id) {
    typename Bags::Cache& cache = caches[id];
    if (id + 1 < Threads) {
      offer(cache, static_cast<int>(id) + 1, &nodes[id]);
      return;
    }
    const int seen = bags.hint();
    bags.refresh(cache);
    for (const auto& [key, entry] : cache.ordered) {
      if (key >= seen && entry.bag->popAny(0)) {
        bags.raiseHint(cache, seen, key);
        return;
      }
    }
    bags.raiseHint(cache, seen, Bins::kLeastUrgent);
  }

  void after() {
    bags.forEach([this](int key, Bag& bag) {
      if (!bag.seemsEmpty(0)) {
        RL_ASSERT(bags.hint() <= key);
      }
    });
  }
};

} // namespace
} // namespace galois::worklists

int main() {
  using namespace galois::worklists;
  const bool good =
      explore<NewBags<2, false>>({0, 30000, 2000}) && explore<NewBags<2, true>>({0, 30000, 2000}) &&
      explore<NewBags<3, false>>({0, 30000, 3000}) && explore<NewBags<3, true>>({0, 30000, 3000});
  return good ? 0 : 1;
}
