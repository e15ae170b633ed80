// The split deque under the model checker: an owner pushes, pops and shares, and thieves steal.
// Each item has one receiver, which sees what the owner wrote before it shared the item. No slot is
// written while a thief reads it, although slots are reused.
#include "galois/worklists/parts/stealing/SplitDeque.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;
using galois::worklists::Steal;

namespace {

/// The owner follows `Script`: '+' is a push, '-' a pop, 's' shares, and 'w' shares if a thief asks
/// for it. Each thief steals `Steals` times.
template <unsigned Threads, unsigned Capacity, unsigned Steals, const char* Script>
struct Deque : rl::test_suite<Deque<Threads, Capacity, Steals, Script>, Threads> {
  static constexpr int kMost = 10;
  galois::worklists::SplitDeque<int, CheckedAtomics> deque{Capacity};
  CheckedPlain<int> payload[kMost];
  int received[kMost] = {};
  int pushed = 0;

  void receive(int item) {
    RL_ASSERT(item >= 0 && item < kMost);
    RL_ASSERT(payload[item].get() == item + 1);
    ++received[item];
  }

  void own() {
    int item = -1;
    for (const char* step = Script; *step; ++step) {
      if (*step == '+') {
        payload[pushed] = pushed + 1;
        if (deque.tryPush(pushed)) {
          ++pushed;
        }
      } else if (*step == '-') {
        if (deque.pop(item)) {
          receive(item);
        }
      } else if (*step == 's' || deque.wanted()) {
        const auto had = deque.privateSize();
        RL_ASSERT(deque.share() == (had + 1) / 2);
      }
    }
  }

  void thread(unsigned id) {
    if (id == 0) {
      own();
      return;
    }
    int item = -1;
    for (unsigned i = 0; i < Steals; ++i) {
      if (deque.steal(item) == Steal::kGot) {
        receive(item);
      }
    }
  }

  void after() {
    int item = -1;
    while (deque.pop(item)) {
      receive(item);
    }
    RL_ASSERT(deque.seemsEmpty() && deque.privateSize() == 0);
    for (int i = 0; i < kMost; ++i) {
      RL_ASSERT(received[i] == (i < pushed ? 1 : 0));
    }
  }
};

constexpr char kPopsBack[] = "++ss--+s-"; // the owner takes shared items back
constexpr char kReuses[] = "++s-+s+s-+s"; // 2 slots, reused while thieves may read them
constexpr char kOneSlot[] = "+s+s+s-+s";  // each push needs that the thief is done
constexpr char kRepeats[] = "+s-+s-+s-";  // the word of top and split repeats
constexpr char kAsked[] = "++w+w-w+w--";

} // namespace

int main() {
  const bool good = explore<Deque<2, 2, 3, kReuses>>({2, 10000, 1000}) &&
                    explore<Deque<2, 1, 3, kOneSlot>>({2, 10000, 1000}) &&
                    explore<Deque<3, 4, 2, kPopsBack>>({2, 20000, 1000}) &&
                    explore<Deque<3, 2, 1, kRepeats>>({2, 20000, 1000}) &&
                    explore<Deque<3, 2, 2, kReuses>>({0, 100000, 1000}) &&
                    explore<Deque<3, 1, 2, kOneSlot>>({0, 100000, 1000}) &&
                    explore<Deque<3, 4, 3, kAsked>>({0, 100000, 1000});
  return good ? 0 : 1;
}
