/**
 * The types that a loop derives from a policy: the same policy for another type of task, for one
 * thread, or with another indexer (worklists/Concept.h). There is one base class per list of template
 * parameters that several policies have.
 */
#pragma once

#include "galois/worklists/parts/common/Indexer.h"

namespace galois::worklists {

/// For `Policy<Indexer, T, Concurrent, Rest...>`.
template <template <typename, typename, bool, typename...> class Policy, typename Indexer,
          typename T, bool Concurrent, typename... Rest>
struct PolicyTypes {
  template <typename U> /// The policy for another type of task.
  using retype = Policy<Indexer, U, Concurrent, Rest...>;
  template <bool B> /// The policy for one thread or several.
  using rethread = Policy<Indexer, T, B, Rest...>;
  template <typename I> /// The policy with another indexer.
  struct with_indexer {
    using type = Policy<I, T, Concurrent, Rest...>; ///< that policy
  };
};

/// For `Policy<Indexer, Container, T, Index, Concurrent, Rest...>`, a policy with bags of chunks.
/// @tparam Container  a chunked worklist
/// @tparam Index      the type of priorities, which follows from the indexer and the task
template <template <typename, typename, typename, typename, bool, typename...> class Policy,
          typename Indexer, typename Container, typename T, typename Index, bool Concurrent,
          typename... Rest>
struct BagPolicyTypes {
  template <typename U> /// The policy for another type of task.
  using retype = Policy<Indexer, Container, U, IndexOf<Indexer, U>, Concurrent, Rest...>;
  template <bool B> /// The policy for one thread or several.
  using rethread = Policy<Indexer, Container, T, Index, B, Rest...>;
  template <typename I> /// The policy with another indexer.
  struct with_indexer {
    using type = Policy<I, Container, T, Index, Concurrent, Rest...>; ///< that policy
  };
};

} // namespace galois::worklists
