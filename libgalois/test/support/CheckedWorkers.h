/**
 * Workers of fork-join regions under the model checker: what a task reads and writes, and stand-ins
 * for those functions of the library that the workers refer to. Model checks are not linked with the
 * library. For one file per program.
 */
#pragma once

#include <concepts>
#include <cstdint>
#include <cstdlib>

#include "galois/runtime/forkjoin/ForkJoinCounters.h"
#include "galois/runtime/forkjoin/TaskFrame.h"
#include "galois/substrate/Interrupts.h"
#include "galois/substrate/ThreadPool.h"
#include "support/CheckedAtomics.h"
#include "support/ProtocolTeam.h"

namespace galois::substrate {

// Only thieves that draw victims by distance look for the place of a thread, and only leaves are
// interrupted.
ThreadPool& getThreadPool() { std::abort(); }
unsigned ThreadPool::getNumaNode(unsigned /*tid*/) const noexcept { std::abort(); }
unsigned ThreadPool::getSocket(unsigned /*tid*/) const noexcept { std::abort(); }
void Interruptible::interrupt() noexcept { std::abort(); }

} // namespace galois::substrate

namespace galois::test {

/// A generator whose state is seen by the model checker, so that a loop that draws is no loop that
/// repeats itself.
class CheckedRandom : public substrate::Random {
public:
  using Random::Random;
  std::uint32_t below(std::uint32_t n) {
    drawn_ = drawn_ + 1;
    return Random::below(n);
  }

private:
  CheckedPlain<unsigned> drawn_{0};
};
template <std::derived_from<CheckedAtomics> Policy>
struct GeneratorOf<Policy> {
  using Type = CheckedRandom;
};

/// Settings under which a sender gives at each opportunity, so that no time decides anything.
inline runtime::ForkJoinSettings checkedSettings() {
  runtime::ForkJoinSettings settings;
  settings.deltaNs = 0;
  settings.deal = worklists::DealTimes::kFixed;
  return settings;
}

/// A frame that carries a number to the worker that runs it and another one back. The model checker
/// reports a race if the protocol does not order the accesses.
template <typename Atomics>
struct CheckedFrame : runtime::BasicTaskFrame<Atomics> {
  using Base = runtime::BasicTaskFrame<Atomics>;
  CheckedFrame() : Base(&runHere) {}

  CheckedPlain<int> input;
  CheckedPlain<int> result;
  bool ran = false;

private:
  static void runHere(Base& frame, void* /*worker*/) {
    auto& self = static_cast<CheckedFrame&>(frame);
    RL_ASSERT(!self.ran);
    self.ran = true;
    self.result = self.input.get() + 1;
    self.finish();
  }
};

} // namespace galois::test
