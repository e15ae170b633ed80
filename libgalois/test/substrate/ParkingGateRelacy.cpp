// ParkingGate under the model checker: no signal is lost, and what was written before a signal is
// seen after the wait. One run uses real blocking, to find lost wake-ups. The other uses pausing,
// to check the memory orders without the ordering that blocking adds.
#include "galois/substrate/ParkingGate.h"
#include "support/CheckedAtomics.h"

using galois::substrate::ParkingGate;
using galois::test::CheckedAtomics;
using galois::test::CheckedBlocking;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

/// Two threads pass a plain word back and forth.
template <class Atomics>
struct PingPong : rl::test_suite<PingPong<Atomics>, 2> {
  static constexpr int kRounds = 2;
  ParkingGate<Atomics> there, back;
  CheckedPlain<int> ball{0};

  void thread(unsigned id) {
    for (int round = 0; round < kRounds; ++round) {
      if (id == 0) {
        ball = 2 * round + 1;
        there.signal();
        back.wait();
        RL_ASSERT(ball.get() == 2 * round + 2);
      } else {
        there.wait();
        RL_ASSERT(ball.get() == 2 * round + 1);
        ball = 2 * round + 2;
        back.signal();
      }
    }
  }
};

} // namespace

int main() {
  return explore<PingPong<CheckedBlocking>>({2, 50000, 2000}) &&
                 explore<PingPong<CheckedAtomics>>({3, 50000, 2000})
             ? 0
             : 1;
}
