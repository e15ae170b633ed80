/** Finds the executor of a for_each: that of worklists, or the one that its option wl names. */
#pragma once

#include <type_traits>
#include <utility>

#include "galois/Traits.h"
#include "galois/runtime/Executor_Deterministic.h"
#include "galois/runtime/Executor_ForEach.h"
#include "galois/runtime/Executor_ParaMeter.h"
#include "galois/runtime/loops/LoopOptions.h"
#include "galois/worklists/Deterministic.h"
#include "galois/worklists/ParaMeter.h"

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

template <typename Policy>
inline constexpr bool kIsParaMeter = false;
template <typename T>
inline constexpr bool kIsParaMeter<worklists::ParaMeter<T>> = true;

} // namespace internal

/// Runs a for_each with the tuple `given` of options. @throws as its executor
template <typename Range, typename Function, typename Given>
void for_each_select(const Range& range, Function&& function, const Given& given) {
  using Options = std::decay_t<decltype(mergeFunctionTraits<Function>(given))>;
  using Policy = typename internal::NamedPolicy<Options>::type;
  if constexpr (internal::kIsDeterministic<Policy> || internal::kIsParaMeter<Policy>) {
    using T = typename Range::value_type;
    using Operator = std::remove_reference_t<Function>;
    using Executor = std::conditional_t<internal::kIsDeterministic<Policy>,
                                        DeterministicExecutor<T, Operator, Options>,
                                        ParaMeterExecutor<T, Operator, Options>>;
    const Options options = mergeFunctionTraits<Function>(given);
    requireNoParallelLoop(loopName(options));
    Executor(function, options).run(range);
  } else {
    for_each_gen(range, std::forward<Function>(function), given);
  }
}

} // namespace galois::runtime
