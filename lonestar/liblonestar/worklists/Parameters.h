/** Parameters that several policies have, and the priority shift that `--delta` asks for. */
#ifndef GALOIS_LONESTAR_WORKLISTS_PARAMETERS_H
#define GALOIS_LONESTAR_WORKLISTS_PARAMETERS_H

#include <cstdint>
#include <type_traits>
#include <utility>

#include "liblonestar/WorklistParameter.h"

namespace lonestar::worklists {

inline NumberParameter chunkParameter("chunk", 64, 1, 4096, "tasks a chunk holds");

/// K of [SMQ, section 4]: a queue on another NUMA node is drawn with 1/K of the probability of one
/// on the own node; 1 is no preference. The paper's evaluation uses 8 throughout, its text lets K
/// grow with the number of threads, which is `auto`. Without effect on a machine with one node.
inline AutoNumberParameter
    numaWeightParameter("numa-weight", 1, 65536,
                        "how many times likelier a queue on the own NUMA node is drawn", 8);

/// An indexer whose priorities are those of another one, shifted right: tasks whose priorities
/// differ in the lost bits only are equally urgent.
template <typename Indexer>
class ShiftedIndexer {
public:
  explicit ShiftedIndexer(Indexer indexer = Indexer(), unsigned shift = 0)
      : indexer_(std::move(indexer)), shift_(shift) {}

  /// Takes what `Indexer` takes, no more: a policy may ask whether a type has priorities.
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
