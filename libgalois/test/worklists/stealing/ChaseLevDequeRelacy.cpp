// The Chase-Lev deque under the model checker: an owner pushes and pops, and thieves steal. Each
// item has one receiver, which sees what the owner wrote before pushing it. No item is lost when
// the array grows or its slots are reused.
//
// Three orders can be weakened without a failure here: (1), (5) and (6). The resulting faults need
// a load that sees a later store, or a load that overtakes the load before it. Relacy produces
// neither.
#include "galois/worklists/parts/stealing/ChaseLevDeque.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;
using galois::worklists::Steal;

namespace {

/// The owner follows `Script`, where '+' is a push and '-' is a pop. Each thief steals `Steals`
/// times.
template <unsigned Threads, unsigned Capacity, unsigned Steals, const char* Script>
struct Deque : rl::test_suite<Deque<Threads, Capacity, Steals, Script>, Threads> {
  static constexpr int kMost = 8;
  galois::worklists::ChaseLevDeque<int, CheckedAtomics> deque{Capacity};
  CheckedPlain<int> payload[kMost];
  int received[kMost] = {};
  int pushed = 0;

  void receive(int item) {
    RL_ASSERT(item >= 0 && item < kMost);
    RL_ASSERT(payload[item].get() == item + 1);
    ++received[item];
  }

  void thread(unsigned id) {
    int item = -1;
    if (id == 0) {
      for (const char* step = Script; *step; ++step) {
        if (*step == '+') {
          payload[pushed] = pushed + 1;
          deque.push(pushed++);
        } else if (deque.pop(item)) {
          receive(item);
        }
      }
    } else {
      for (unsigned i = 0; i < Steals; ++i) {
        if (deque.steal(item) == Steal::kGot) {
          receive(item);
        }
      }
    }
  }

  void after() {
    int item = -1;
    while (deque.pop(item)) {
      receive(item);
    }
    RL_ASSERT(deque.seemsEmpty() && deque.size() == 0);
    for (int i = 0; i < kMost; ++i) {
      RL_ASSERT(received[i] == (i < pushed ? 1 : 0));
    }
  }
};

constexpr char kGrows[] = "++-+--";   // grows from 1 slot to 2 and 4
constexpr char kReuses[] = "++-+-+-"; // 2 slots are enough, and each is reused
constexpr char kLast[] = "+-+-";      // all threads always compete for the last item
constexpr char kTwo[] = "++--";       // grows while thieves read the old array

} // namespace

int main() {
  const bool good = explore<Deque<2, 1, 2, kGrows>>({2, 10000, 1000}) &&
                    explore<Deque<2, 2, 3, kReuses>>({2, 10000, 1000}) &&
                    explore<Deque<3, 2, 1, kLast>>({2, 20000, 1000}) &&
                    explore<Deque<3, 1, 1, kTwo>>({2, 20000, 2000}) &&
                    explore<Deque<3, 1, 2, kGrows>>({0, 100000, 2000});
  return good ? 0 : 1;
}
