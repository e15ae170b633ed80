/** Parameters that several policies have, and indexers that shift priorities. */
#ifndef GALOIS_LONESTAR_SCHEDULER_WORKLISTS_PARAMETERS_H
#define GALOIS_LONESTAR_SCHEDULER_WORKLISTS_PARAMETERS_H

#include <cstdint>
#include <type_traits>
#include <utility>

#include "analytics/scheduler/Parameter.h"

namespace lonestar::worklists {

inline constexpr Parameter kChunk{.name = "chunk",
                                  .kind = ParameterKind::kNumber,
                                  .preset = "64",
                                  .low = 1,
                                  .high = 4096,
                                  .help = "tasks that a chunk holds"};

/// K of [SMQ, section 4]: a queue on another NUMA node is drawn with 1/K of the probability of one
/// on the own node; 1 is no preference. The paper's evaluation uses 8 throughout, its text lets K
/// grow with the number of threads, which is `auto`. It has no effect on a machine with one node.
inline constexpr Parameter kNumaWeight{
    .name = "numa-weight",
    .kind = ParameterKind::kAutoNumber,
    .preset = "8",
    .low = 1,
    .high = 65536,
    .help = "how many times likelier a queue on the own NUMA node is drawn"};

/// An indexer that shifts the priorities of another one to the right: tasks whose priorities
/// differ in the lost bits only are equally urgent.
template <typename Indexer>
class ShiftedIndexer {
public:
  explicit ShiftedIndexer(Indexer indexer = Indexer(), unsigned shift = 0)
      : indexer_(std::move(indexer)), shift_(shift) {}

  /// Accepts the types that `Indexer` accepts: a policy may test whether a type has priorities.
  template <typename T>
  auto operator()(const T& task) const
      -> std::decay_t<std::invoke_result_t<const Indexer&, const T&>> {
    const auto priority = indexer_(task);
    using Priority = std::remove_const_t<decltype(priority)>;
    static_assert(std::is_unsigned_v<Priority>, "shifting needs unsigned priorities");
    // Through 64 bits, so that a shift by more than a priority's own width gives 0.
    return static_cast<Priority>(std::uint64_t{priority} >> shift_);
  }

private:
  Indexer indexer_;
  unsigned shift_;
};

} // namespace lonestar::worklists

#endif
