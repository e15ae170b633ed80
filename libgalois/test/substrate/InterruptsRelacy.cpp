// InterruptFlag under the model checker: a request is seen by the owner after raise(), or by a handler
// whose signal has come or is on its way, although nobody sends a second signal meanwhile. Who has to
// send one sees what the owner prepared.
#include "galois/substrate/Interrupts.h"
#include "support/CheckedAtomics.h"

namespace order = galois::substrate::order;
using galois::substrate::InterruptFlag;
using galois::test::CheckedAtomics;

namespace {

/// Thread 0 is the owner, which is inside a scope twice. The others request something once each.
struct Requests : rl::test_suite<Requests, 3> {
  InterruptFlag<CheckedAtomics> flag;
  CheckedAtomics::Plain<int> prepared{0};
  CheckedAtomics::Atomic<int> requests[2];
  CheckedAtomics::Atomic<int> signals{0}; ///< those that were sent and have not come
  bool seen[2] = {};

  void before() {
    for (auto& request : requests) {
      request.store(0, order::relaxed);
    }
  }

  void look() {
    for (unsigned i = 0; i < 2; ++i) {
      seen[i] = seen[i] || requests[i].load(order::relaxed) != 0;
    }
  }

  /// A signal that was sent may come here. Relaxed: delivery orders nothing in this model.
  void maybeHandle(bool inside) {
    if (signals.exchange(0, order::relaxed) != 0 && inside) {
      flag.endSignal();
      look();
    }
  }

  void thread(unsigned id) {
    if (id == 0) {
      prepared = 1;
      for (unsigned scope = 0; scope < 2; ++scope) {
        flag.raise();
        look();
        maybeHandle(true);
        flag.lower();
        maybeHandle(false); // one that comes late does nothing
      }
      flag.raise();
      look();
      maybeHandle(true);
    } else {
      requests[id - 1].store(1, order::relaxed);
      if (flag.claimSignal()) {
        RL_ASSERT(prepared.get() == 1);
        signals.fetch_add(1, order::relaxed);
      }
    }
  }

  void after() {
    maybeHandle(true);
    RL_ASSERT(seen[0] && seen[1]);
    // One signal at a time, and one after it has come.
    flag.endSignal();
    RL_ASSERT(flag.claimSignal());
    RL_ASSERT(!flag.claimSignal());
    flag.endSignal();
    RL_ASSERT(flag.claimSignal());
    flag.lower();
    RL_ASSERT(!flag.claimSignal());
  }
};

} // namespace

int main() { return galois::test::explore<Requests>() ? 0 : 1; }
