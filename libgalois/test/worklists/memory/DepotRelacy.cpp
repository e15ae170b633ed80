// The depot under the model checker. Threads give items away, take others, and change the items
// that they hold. No item is held by two threads at a time, and a taker sees all changes of the
// giver.
#include "galois/worklists/parts/memory/Depot.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

struct Item {
  CheckedPlain<int> uses{0};
};

/// Each thread begins with one item. There are more items than slots.
template <unsigned Threads, std::uint32_t Lines, std::size_t PerLine, unsigned Rounds>
struct Exchange : rl::test_suite<Exchange<Threads, Lines, PerLine, Rounds>, Threads> {
  galois::worklists::Depot<Item, CheckedAtomics, Lines, PerLine> depot;
  Item items[Threads];
  Item* last[Threads] = {};
  int uses[Threads] = {};

  static void use(Item& item, int& count) {
    item.uses = item.uses.get() + 1;
    ++count;
  }

  void thread(unsigned id) {
    Item* mine = &items[id];
    for (unsigned round = 0; round < Rounds; ++round) {
      if (mine) {
        use(*mine, uses[id]);
        if (depot.give(id + round, mine)) {
          mine = nullptr;
        }
      }
      if (!mine) {
        mine = depot.take(id);
      }
    }
    last[id] = mine;
  }

  void after() {
    int found = 0, all = 0;
    const auto count = [&](Item* item) {
      ++found;
      all -= item->uses.get();
    };
    for (unsigned id = 0; id < Threads; ++id) {
      all += uses[id];
      if (last[id]) {
        count(last[id]);
      }
    }
    while (Item* item = depot.take(0)) {
      count(item);
    }
    RL_ASSERT(found == static_cast<int>(Threads));
    RL_ASSERT(all == 0);
  }
};

} // namespace

int main() {
  const bool good = explore<Exchange<2, 1, 1, 3>>({3, 20000, 1000}) &&
                    explore<Exchange<3, 1, 2, 2>>({2, 20000, 1000}) &&
                    explore<Exchange<3, 2, 1, 3>>({0, 30000, 1000});
  return good ? 0 : 1;
}
