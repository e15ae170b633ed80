/** Private deques whose threads hand over single tasks, and steps of their threads. For the tests of
 * these policies. */
#pragma once

#include <cstdint>

#include "galois/substrate/ActingAs.h"
#include "galois/worklists/PrivateDeques.h"

namespace galois::test {

/// Single tasks change hands, as often as possible.
template <template <typename> class Protocol, typename T, bool Concurrent = true,
          worklists::DealTargets Targets = worklists::DealTargets::kAll>
struct SingleTasks : worklists::PrivateDeques<Protocol, T, Concurrent> {
  template <typename U>
  using retype = SingleTasks<Protocol, U, Concurrent, Targets>;
  template <bool B>
  using rethread = SingleTasks<Protocol, T, B, Targets>;

  static worklists::PrivateDequesParams params(std::uint32_t chunkSize, bool half) {
    worklists::PrivateDequesParams params;
    params.chunkSize = chunkSize;
    params.steal = half ? worklists::StealChunks::kHalf : worklists::StealChunks::kOne;
    params.victims = worklists::Victims::kSticky;
    params.deltaUs = 0;
    params.dealTimes = worklists::DealTimes::kFixed;
    params.targets = Targets;
    return params;
  }
  explicit SingleTasks(std::uint32_t chunkSize = 1, bool half = false)
      : worklists::PrivateDeques<Protocol, T, Concurrent>(params(chunkSize, half)) {}
};

/// Pushes the numbers of [begin, end) in the role of the given thread.
template <typename WL>
void pushAs(WL& wl, unsigned thread, int begin, int end) {
  const substrate::ActingAs part(thread);
  for (int task = begin; task < end; ++task) {
    wl.push(task);
  }
}
/// Pops in the role of the given thread. @return the task, or -1
template <typename WL>
int popAs(WL& wl, unsigned thread) {
  const substrate::ActingAs part(thread);
  const auto task = wl.pop();
  return task ? *task : -1;
}

} // namespace galois::test
