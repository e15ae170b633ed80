// The table of queues under the model checker. Threads request the same queue at once, through at()
// and find(). All get the same queue, completely constructed, and the table's bound covers it.
#include "galois/worklists/parts/multiqueue/QueueTable.h"

#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

struct Queue {
  explicit Queue(int value) : content(value) {}
  CheckedPlain<int> content;
};

template <unsigned Threads>
struct Race : rl::test_suite<Race<Threads>, Threads> {
  galois::worklists::QueueTable<Queue, CheckedAtomics> table{2, 2};
  Queue* got[Threads] = {};

  void thread(unsigned id) {
    const int value = 7;
    if (id == 0) {
      if (Queue* const found = table.find(3)) {
        RL_ASSERT(found->content.get() == 7);
        RL_ASSERT(table.made() == 4);
      }
    }
    got[id] = &table.at(3, value);
    RL_ASSERT(got[id]->content.get() == 7);
    RL_ASSERT(table.made() == 4);
  }

  void after() {
    for (Queue* queue : got) {
      RL_ASSERT(queue == table.find(3));
    }
  }
};

} // namespace

int main() {
  return explore<Race<2>>({4, 20000, 1000}) && explore<Race<3>>({1, 30000, 1000}) ? 0 : 1;
}
