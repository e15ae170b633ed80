// CountedCall under the model checker: the thread that waits never sees what an earlier call has
// counted.
#include "analytics/scheduler/CountedCall.h"

#include <cstdint>

#include "support/CheckedAtomics.h"

using galois::analytics::CountedCall;
using galois::test::CheckedAtomics;
namespace order = galois::substrate::order;

namespace {

/// What TaskProgress is, with one counter.
struct Counters {
  CheckedAtomics::Atomic<std::uint64_t>* counter;

  void begin() { counter->store(0, order::relaxed); }
  void end() {}
  std::uint64_t tasks() { return counter->load(order::relaxed); }
};

/// Thread 0 runs a call of two tasks. Thread 1 waits for it.
struct Watched : rl::test_suite<Watched, 2> {
  static constexpr std::uint64_t kEarlier = 5; ///< what an earlier call has counted
  CheckedAtomics::Atomic<std::uint64_t> counter{kEarlier};
  CountedCall<Counters, CheckedAtomics> call{Counters{&counter}};

  void thread(unsigned id) {
    if (id == 0) {
      call.run([this] {
        for (std::uint64_t task = 1; task <= 2; ++task) {
          counter.store(task, order::relaxed);
        }
      });
      return;
    }
    std::uint64_t last = 0;
    for (int look = 0; look < 3; ++look) {
      const std::uint64_t now = call.soFar();
      RL_ASSERT(now >= last && now <= 2);
      last = now;
    }
  }
};

} // namespace

int main() { return galois::test::explore<Watched>() ? 0 : 1; }
