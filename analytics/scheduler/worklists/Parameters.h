/**
 * What policies share: the names of parameters, indexers that shift priorities to the right, the
 * width of buckets, and the loop option.
 */
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "analytics/scheduler/WorklistInfo.h"
#include "galois/Traits.h"
#include "galois/worklists/parts/common/SharedParameters.h"

namespace lonestar::worklists {

using namespace galois::worklists::parameters; // NOLINT(google-build-using-namespace)

/// An indexer that shifts the priorities of another one to the right. Tasks whose priorities differ
/// only in the bits that are shifted out become equally urgent.
template <typename Indexer>
class ShiftedIndexer {
public:
  /// Shifts the priorities of a default indexer by 0 bits.
  template <typename Own = Indexer,
            typename = std::enable_if_t<std::is_default_constructible_v<Own>>>
  ShiftedIndexer() : indexer_(), shift_(0) {}
  /// @param shift  the number of bits
  ShiftedIndexer(Indexer indexer, unsigned shift) : indexer_(std::move(indexer)), shift_(shift) {}

  /// Accepts exactly the types that `Indexer` accepts, because a policy may test whether a type has
  /// priorities.
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

/// Calls `body` with the indexer for a policy on heaps: `indexer` itself without a shift, otherwise
/// a ShiftedIndexer. A heap compares priorities all the time, so an unshifted one must not pay for
/// a shift by 0.
template <typename Indexer, typename Body>
void withIndexer(const Indexer& indexer, const WorklistSettings& settings, const Body& body) {
  if (settings.shift.value_or(0) == 0) {
    body(indexer);
  } else {
    body(ShiftedIndexer<Indexer>(indexer, *settings.shift));
  }
}

/// Sets the width of buckets, if the settings have one. Otherwise the policy finds it.
template <typename Buckets>
void setWidth(Buckets& buckets, const WorklistSettings& settings) {
  if (settings.shift) {
    buckets.shift = *settings.shift;
  }
}

/// Returns the loop option that runs `Policy`, constructed from copies of `args`. Galois' own option
/// would refer to arguments that have a name.
template <typename Policy, typename... Args>
auto optionOf(Args... args) {
  return galois::wl<Policy>(std::move(args)...);
}

} // namespace lonestar::worklists
