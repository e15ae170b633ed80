/** The loops. */
#pragma once

#include <tuple>
#include <type_traits>

#include "galois/Threads.h"
#include "galois/Traits.h"
#include "galois/runtime/Executor_ForEach.h"
#include "galois/runtime/Range.h"

namespace galois {

template <typename RangeFunc, typename Function, typename... Args>
void for_each(const RangeFunc& makeRange, Function&& function, const Args&... args) {
  const auto range = makeRange(std::tuple<>());
  using Task = typename std::decay_t<decltype(range)>::value_type;
  constexpr unsigned kAt = internal::position<wl_tag, Args...>();
  const auto all = std::tuple<const Args&..., s_wl<worklists::PerSocketChunkFIFO<>>>(
      args..., s_wl<worklists::PerSocketChunkFIFO<>>());
  const auto& option = std::get<kAt>(all);
  using Policy = typename std::decay_t<decltype(option)>::type::template retype<Task>;
  runtime::ForEachExecutor<Policy, std::remove_reference_t<Function>>(function, option.args)
      .run(range);
}

template <typename RangeFunc, typename Function, typename... Args>
void do_all(const RangeFunc& makeRange, Function&& function, const Args&...) {
  const auto range = makeRange(std::tuple<>());
  substrate::getThreadPool().run(getActiveThreads(), [&] {
    const auto share = range.local_pair();
    for (auto at = share.first; at != share.second; ++at) {
      function(*at);
    }
  });
}

} // namespace galois
