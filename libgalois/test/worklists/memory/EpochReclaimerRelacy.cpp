// Epoch-based reclamation under the model checker. Writers replace the item behind a shared pointer
// and retire the old one, which is overwritten as soon as it is freed. Readers enter, load the
// pointer and read the item. An item that is freed while a thread reads it shows as a race.
#include "galois/worklists/parts/memory/EpochReclaimer.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomic;
using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;
namespace order = galois::order;

namespace {

struct Item {
  CheckedPlain<int> value{0};
};
using Reclaimer = galois::worklists::EpochReclaimer<Item*, CheckedAtomics>;

/// The first `Writers` threads replace the item `Rounds` times each; the others read it twice. Each
/// thread registers only when it begins.
template <unsigned Threads, unsigned Writers, unsigned Rounds>
struct Replace : rl::test_suite<Replace<Threads, Writers, Rounds>, Threads> {
  static constexpr unsigned kItems = Writers * Rounds + 1;
  Reclaimer reclaimer;
  std::unique_ptr<Reclaimer::Thread> threads[Threads];
  CheckedAtomic<Item*> shared;
  Item items[kItems];

  void before() {
    items[0].value = 1;
    shared.store(&items[0], order::relaxed);
  }

  void thread(unsigned id) {
    threads[id] = std::make_unique<Reclaimer::Thread>(reclaimer, /*advanceEvery=*/1);
    Reclaimer::Thread& me = *threads[id];
    if (id < Writers) {
      for (unsigned round = 0; round < Rounds; ++round) {
        Item* mine = &items[1 + id * Rounds + round];
        me.enter();
        mine->value = 1;
        // acq_rel: readers need this order of any shared structure.
        Item* old = shared.exchange(mine, order::acq_rel);
        RL_ASSERT(old->value.get() == 1);
        me.retire(old, [](Item* item) { item->value = -1; });
        me.leave();
      }
    } else {
      for (unsigned round = 0; round < 2; ++round) {
        me.enter();
        Item* item = shared.load(order::acquire);
        RL_ASSERT(item->value.get() == 1);
        RL_ASSERT(item->value.get() == 1);
        me.leave();
      }
    }
  }
};

/// A thread that returns after the epoch has advanced three times must not enter with the epoch
/// that it remembers. Otherwise the items that it then retires would be free at once.
struct Late : rl::test_suite<Late, 3> {
  Reclaimer reclaimer;
  std::unique_ptr<Reclaimer::Thread> threads[3];
  CheckedAtomic<Item*> shared;
  CheckedAtomic<int> moved{0};
  Item items[8];

  void before() {
    for (auto& thread : threads) {
      thread = std::make_unique<Reclaimer::Thread>(reclaimer, 1);
    }
    items[0].value = 1;
    shared.store(&items[0], order::relaxed);
  }
  void retire(Reclaimer::Thread& me, Item* item) {
    me.retire(item, [](Item* old) { old->value = -1; });
  }
  void thread(unsigned id) {
    Reclaimer::Thread& me = *threads[id];
    if (id == 0) { // advances the epoch
      for (int i = 2; i < 6; ++i) {
        me.enter();
        retire(me, &items[i]);
        me.leave();
      }
      moved.store(1, order::relaxed);
    } else if (id == 1) { // reads
      while (moved.load(order::relaxed) == 0) {
        CheckedAtomics::pause();
      }
      me.enter();
      Item* item = shared.load(order::acquire);
      RL_ASSERT(item->value.get() == 1);
      RL_ASSERT(item->value.get() == 1);
      me.leave();
    } else { // returns
      while (moved.load(order::relaxed) == 0) {
        CheckedAtomics::pause();
      }
      me.enter();
      items[1].value = 1;
      Item* old = shared.exchange(&items[1], order::acq_rel);
      retire(me, old);
      me.leave();
      me.enter();
      retire(me, &items[6]);
      me.leave();
    }
  }
};

} // namespace

int main() {
  const bool good = explore<Replace<2, 1, 4>>({1, 30000, 2000}) &&
                    explore<Replace<2, 2, 3>>({0, 40000, 2000}) &&
                    explore<Replace<3, 2, 3>>({0, 40000, 3000}) && explore<Late>({0, 20000, 3000});
  return good ? 0 : 1;
}
