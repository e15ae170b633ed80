// The split deque under the model checker: an owner pushes, pops and shares, and thieves steal.
// Each item has one receiver, which sees what the owner wrote before it shared the item. No slot is
// written while a thief reads it, although slots are reused.
#include "galois/worklists/parts/stealing/SplitDeque.h"

#include "support/CheckedAtomics.h"
#include "support/ScriptedDeque.h"

using galois::test::explore;

namespace {

/// In the scripts, 's' shares, and 'w' shares if a thief asks for it.
struct Adapter {
  using Deque = galois::worklists::SplitDeque<int, galois::test::CheckedAtomics>;
  static bool push(Deque& deque, int item) { return deque.tryPush(item); }
  static void act(Deque& deque, char letter) {
    if (letter == 's' || deque.wanted()) {
      const auto had = deque.privateSize();
      RL_ASSERT(deque.share() == (had + 1) / 2);
    }
  }
  static bool empty(const Deque& deque) { return deque.privateSize() == 0; }
};

template <unsigned Threads, unsigned Capacity, unsigned Steals, const char* Script>
using Deque = galois::test::ScriptedDeque<Adapter, Threads, Capacity, Steals, Script>;

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
