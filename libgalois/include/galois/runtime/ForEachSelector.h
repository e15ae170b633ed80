/** Finds the executor of a for_each: that of worklists, or the one that its option wl names. */
#ifndef GALOIS_RUNTIME_FOREACHSELECTOR_H
#define GALOIS_RUNTIME_FOREACHSELECTOR_H

#include <tuple>
#include <type_traits>
#include <utility>

#include "galois/Traits.h"
#include "galois/runtime/Executor_Deterministic.h"
#include "galois/runtime/Executor_ForEach.h"
#include "galois/runtime/LoopOptions.h"
#include "galois/worklists/Deterministic.h"

namespace galois::runtime {

namespace internal {

/// What the option wl names, or void.
template <typename Options, bool = has_trait<wl_tag, Options>()>
struct NamedPolicy {
  using type = void;
};
template <typename Options>
struct NamedPolicy<Options, true> {
  using type = typename get_trait_type<wl_tag, Options>::type::type;
};

template <typename Policy>
inline constexpr bool kIsDeterministic = false;
template <typename T>
inline constexpr bool kIsDeterministic<worklists::Deterministic<T>> = true;

} // namespace internal

/// Runs a for_each with the tuple `given` of options. @throws as its executor
template <typename Range, typename Function, typename Given>
void for_each_select(const Range& range, Function&& function, const Given& given) {
  using Options = std::decay_t<decltype(mergeFunctionTraits<Function>(given))>;
  using Policy = typename internal::NamedPolicy<Options>::type;
  if constexpr (internal::kIsDeterministic<Policy>) {
    const Options options = mergeFunctionTraits<Function>(given);
    requireNoParallelLoop(loopName(options));
    using T = typename Range::value_type;
    DeterministicExecutor<T, std::remove_reference_t<Function>, Options>(function, options)
        .run(range);
  } else {
    for_each_gen(range, std::forward<Function>(function), given);
  }
}

} // namespace galois::runtime

#endif
