/**
 * The fields of an Execution by the names that records and Python give them, for whoever writes an
 * Execution in another form. What is written is a visit of these tables.
 */
#pragma once

#include <tuple>

#include "galois/analytics/Execution.h"

namespace galois::analytics {

/// A field of a struct and its name in records.
template <typename Struct, typename Value>
struct NamedField {
  const char* name;      ///< such as "executed"
  Value Struct::*member; ///< where it is
};

/// Deduces the types from the member.
template <typename Struct, typename Value>
NamedField(const char*, Value Struct::*) -> NamedField<Struct, Value>;

/// `tasks` of a run, an entry of its `per_thread`, its `drift`, and its `breakdown`. @{
inline constexpr std::tuple kTaskFields{
    NamedField{"executed", &Execution::executed}, NamedField{"useful", &Execution::useful},
    NamedField{"pushed", &Execution::pushed}, NamedField{"stale", &Execution::stale}};
inline constexpr std::tuple kThreadFields{NamedField{"executed", &ThreadCounts::executed},
                                          NamedField{"pushed", &ThreadCounts::pushed},
                                          NamedField{"stale", &ThreadCounts::stale}};
inline constexpr std::tuple kDriftFields{
    NamedField{"mean", &runtime::LoopReport::Drift::mean},
    NamedField{"max", &runtime::LoopReport::Drift::max},
    NamedField{"samples", &runtime::LoopReport::Drift::samples}};
inline constexpr std::tuple kBreakdownFields{
    NamedField{"good_work", &runtime::LoopReport::Breakdown::goodWork},
    NamedField{"useless_work", &runtime::LoopReport::Breakdown::uselessWork},
    NamedField{"enqueue", &runtime::LoopReport::Breakdown::enqueue},
    NamedField{"dequeue", &runtime::LoopReport::Breakdown::dequeue},
    NamedField{"failed_dequeue", &runtime::LoopReport::Breakdown::failedDequeue},
    NamedField{"other", &runtime::LoopReport::Breakdown::other},
    NamedField{"cycles_per_enqueue", &runtime::LoopReport::Breakdown::cyclesPerEnqueue},
    NamedField{"cycles_per_dequeue", &runtime::LoopReport::Breakdown::cyclesPerDequeue},
    NamedField{"cycles", &runtime::LoopReport::Breakdown::cycles},
    NamedField{"overhead", &runtime::LoopReport::Breakdown::overhead},
    NamedField{"cycles_per_lap", &runtime::LoopReport::Breakdown::lapCost}};
/// @}

/// Calls `visit(name, value)` for each field of a table, in its order.
template <typename Fields, typename Struct, typename Visit>
constexpr void visitFields(const Fields& fields, const Struct& of, const Visit& visit) {
  std::apply([&](const auto&... field) { (visit(field.name, of.*field.member), ...); }, fields);
}

/// Returns what the threads' values of a counter are together: their sum, or their mean.
inline double totalOf(const Execution::Counter& counter) {
  double sum = 0;
  for (const double value : counter.perThread) {
    sum += value;
  }
  return counter.average && !counter.perThread.empty()
             ? sum / static_cast<double>(counter.perThread.size())
             : sum;
}

} // namespace galois::analytics
