// The Chase-Lev deque under the model checker: an owner pushes and pops, and thieves steal. Each
// item has one receiver, which sees what the owner wrote before pushing it. No item is lost when
// the array grows or its slots are reused.
//
// Two orders can be weakened without a failure under Relacy: (1) and (6). The resulting faults need
// a load that sees a later store, or a load that overtakes the load before it. Relacy produces
// neither, and the explorer only the latter.
#include "galois/worklists/parts/stealing/ChaseLevDeque.h"

#include "support/CheckedAtomics.h"
#include "support/ScriptedDeque.h"

using galois::test::explore;

namespace {

struct Adapter {
  using Deque = galois::worklists::ChaseLevDeque<int, galois::test::CheckedAtomics>;
  static bool push(Deque& deque, int item) {
    deque.push(item);
    return true;
  }
  static void act(Deque&, char) {}
  static bool empty(const Deque& deque) { return deque.size() == 0; }
};

template <unsigned Threads, unsigned Capacity, unsigned Steals, const char* Script>
using Deque = galois::test::ScriptedDeque<Adapter, Threads, Capacity, Steals, Script>;

constexpr char kGrows[] = "++-+--";   // grows from 1 slot to 2 and 4
constexpr char kReuses[] = "++-+-+-"; // 2 slots are enough, and each is reused
constexpr char kLast[] = "+-+-";      // all threads always compete for the last item
constexpr char kTwo[] = "++--";       // grows while thieves read the old array

/// There are two items, of which the owner takes one at a time and puts it back. So the deque is
/// never empty, and no answer to a thief may say so.
struct NeverEmpty : rl::test_suite<NeverEmpty, 2> {
  Adapter::Deque deque{2};

  void before() {
    deque.push(0);
    deque.push(1);
  }
  void thread(unsigned id) {
    int item = -1;
    if (id == 0) {
      for (int i = 0; i < 2; ++i) {
        if (deque.pop(item)) {
          deque.push(item);
        }
      }
    } else {
      RL_ASSERT(deque.steal(item) != galois::worklists::Steal::kEmpty);
    }
  }
};

} // namespace

int main() {
  const bool good = explore<Deque<2, 1, 2, kGrows>>({2, 10000, 1000}) &&
                    explore<Deque<2, 2, 3, kReuses>>({2, 10000, 1000}) &&
                    explore<Deque<3, 2, 1, kLast>>({2, 20000, 1000}) &&
                    explore<Deque<3, 1, 1, kTwo>>({2, 20000, 2000}) &&
                    explore<Deque<3, 1, 2, kGrows>>({0, 100000, 2000}) &&
                    explore<NeverEmpty>({3, 10000, 1000});
  return good ? 0 : 1;
}
