/** The mixes of MixRuns.h, compiled once per policy. */
#pragma once

#include <tuple>
#include <type_traits>

#include "MixRuns.h"

namespace bench {

template <typename Policy>
gb::MixResult runMix(const gb::Mix& mix, const lonestar::WorklistSettings& settings) {
  gb::MixResult result;
  Policy::visit(gb::PriorityOfMixTask(), settings, [&](const auto& option) {
    using WL = typename std::decay_t<decltype(option)>::type::template retype<gb::MixTask>;
    result = std::apply([&](const auto&... args) { return gb::runMixOn<WL>(mix, args...); },
                        option.args);
  });
  return result;
}

template <typename Policy>
gb::MixResult recordMix(const gb::Mix& mix, const lonestar::WorklistSettings& settings,
                        gb::TraceLog& log) {
  gb::MixResult result;
  Policy::visit(gb::PriorityOfMixTask(), settings, [&](const auto& option) {
    using Bare = typename std::decay_t<decltype(option)>::type::template retype<gb::MixTask>;
    using WL = gb::Recorded<Bare, gb::PriorityOfMixTask>;
    result = std::apply(
        [&](const auto&... args) {
          return gb::runMixOn<WL>(mix, &log, gb::PriorityOfMixTask(), args...);
        },
        option.args);
  });
  return result;
}

} // namespace bench

#define LONESTAR_INSTANTIATE(Policy)                                                               \
  template galois::bench::MixResult bench::runMix<lonestar::worklists::Policy>(                    \
      const galois::bench::Mix&, const lonestar::WorklistSettings&);                               \
  template galois::bench::MixResult bench::recordMix<lonestar::worklists::Policy>(                 \
      const galois::bench::Mix&, const lonestar::WorklistSettings&, galois::bench::TraceLog&);
