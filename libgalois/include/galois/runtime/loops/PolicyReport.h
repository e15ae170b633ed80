/** Adds a policy's counters and parameter changes to a LoopReport. */
#pragma once

#include <cstdint>
#include <type_traits>

#include "galois/runtime/LoopReport.h"
#include "galois/worklists/Concept.h"

namespace galois::runtime {

/// Adds the policy's counters and histories, if it has any, to the report of a loop. Must be called
/// outside loops.
/// @param startNs  substrate::nowNs() at the start of the loop
template <typename WL>
void addPolicysOwn([[maybe_unused]] WL& worklist, [[maybe_unused]] std::uint64_t startNs,
                   [[maybe_unused]] LoopReport& out) {
  if constexpr (worklists::kReportsCounters<WL>) {
    worklist.reportCounters([&out](unsigned thread, const char* counter, auto value) {
      if (thread < out.threads) {
        constexpr bool kAverage = std::is_same_v<decltype(value), worklists::Average>;
        out.setCounter(thread, counter, static_cast<double>(value), kAverage);
      }
    });
  }
  if constexpr (worklists::kReportsHistories<WL>) {
    worklist.reportHistories([&](const char* history, std::uint64_t when, double value) {
      const double since = when > startNs ? static_cast<double>(when - startNs) : 0.0;
      out.addToHistory(history, since * 1e-9, value);
    });
  }
}

} // namespace galois::runtime
