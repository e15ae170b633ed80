/** Galois' selector of deterministic execution, for the place of a worklist in galois::wl. */
#pragma once

namespace galois::worklists {

/// Makes for_each deterministic: `galois::wl<galois::worklists::Deterministic<>>()`. It is no
/// worklist: it selects an executor (runtime/Executor_Deterministic.h).
template <typename T = int>
class Deterministic {
public:
  template <typename U>
  using retype = Deterministic<U>; ///< the same for another type of task
  template <bool>
  using rethread = Deterministic; ///< the same
  using value_type = T;           ///< the type of a task
};

} // namespace galois::worklists
