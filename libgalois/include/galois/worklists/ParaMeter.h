/** Galois' selector of the measurement of parallelism, for the place of a worklist in galois::wl. */
#pragma once

namespace galois::worklists {

/// Makes for_each measure how many items could run in parallel:
/// `galois::wl<galois::worklists::ParaMeter<>>()`. It is no worklist: it selects an executor
/// (runtime/Executor_ParaMeter.h).
template <typename T = int>
class ParaMeter {
public:
  template <typename U>
  using retype = ParaMeter<U>; ///< the same for another type of task
  template <bool>
  using rethread = ParaMeter; ///< the same
  using value_type = T;       ///< the type of a task
};

} // namespace galois::worklists
