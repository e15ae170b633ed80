/**
 * A sequential sort that ends early when the computation is cancelled.
 *
 * It is quicksort down to pieces of bounded size, which std::sort then sorts, so that it can look
 * for a request between two partitions and between two pieces. A partition takes one step per item
 * of its range. The comparisons are about as many as those of std::sort, and it needs no memory.
 */
#ifndef GALOIS_RUNTIME_CANCELLABLESORT_H
#define GALOIS_RUNTIME_CANCELLABLESORT_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>

#include "galois/substrate/Cancellation.h"

namespace galois::runtime {

/// The greatest number of items that sortOrThrow() passes to std::sort.
inline constexpr std::ptrdiff_t kSortedAtOnce = std::ptrdiff_t{1} << 16;

/// Returns the median of a sample of [first, last), which has at least as many items as the sample.
template <typename Iter, typename Compare>
auto medianOfSample(Iter first, Iter last, Compare comp) {
  constexpr std::ptrdiff_t kSample = 31;
  std::array<typename std::iterator_traits<Iter>::value_type, kSample> sample;
  const std::ptrdiff_t step = (last - first) / kSample;
  for (std::ptrdiff_t i = 0; i < kSample; ++i) {
    sample[static_cast<std::size_t>(i)] = first[i * step];
  }
  std::sort(sample.begin(), sample.end(), comp);
  return sample[kSample / 2];
}

namespace internal {

/// Moves the items that are less than `pivot` before those that are greater, and returns the border.
/// Items that equal the pivot come to both sides, so many equal items are split evenly. One item
/// must equal the pivot: the search from either side ends there at the latest and, after the first
/// swap, at the items that were swapped. So it needs no test for the end of the range.
template <typename Iter, typename Item, typename Compare>
Iter partitionAround(Iter first, Iter last, const Item pivot, Compare comp) {
  for (;; ++first) {
    while (comp(*first, pivot)) {
      ++first;
    }
    --last;
    while (comp(pivot, *last)) {
      --last;
    }
    if (!(first < last)) {
      return first;
    }
    std::iter_swap(first, last);
  }
}

/// @param bad  how many more partitions may leave one part with nearly all items
template <typename Iter, typename Compare, typename Look>
void sortOrThrow(Iter first, Iter last, Compare comp, const Look& look, unsigned bad) {
  while (last - first > kSortedAtOnce && bad > 0) {
    look();
    const std::ptrdiff_t few = (last - first) / 8;
    const Iter border = partitionAround(first, last, medianOfSample(first, last, comp), comp);
    if (border - first < few || last - border < few) {
      --bad;
    }
    sortOrThrow(first, border, comp, look, bad);
    first = border;
  }
  look();
  std::sort(first, last, comp);
}

} // namespace internal

/// Sorts like std::sort, on the calling thread. Calls look() between pieces of kSortedAtOnce items.
/// Items that cannot be copied are sorted without that.
/// @throws what look() throws. The range then has the same items in an unspecified order
template <typename Iter, typename Compare, typename Look>
void sortOrThrow(Iter first, Iter last, Compare comp, const Look& look) {
  using Item = typename std::iterator_traits<Iter>::value_type;
  if constexpr (std::is_default_constructible_v<Item> && std::is_copy_assignable_v<Item> &&
                std::is_copy_constructible_v<Item>) {
    constexpr unsigned kBad = 16; // then std::sort takes over, which bounds the time
    internal::sortOrThrow(first, last, comp, look, kBad);
  } else {
    std::sort(first, last, comp);
  }
}
/// Does the same, and looks whether the computation is cancelled.
/// @throws substrate::Cancelled  when it should end early
template <typename Iter, typename Compare>
void sortOrThrow(Iter first, Iter last, Compare comp) {
  sortOrThrow(first, last, comp, substrate::Cancellation::throwIfRequested);
}

} // namespace galois::runtime

#endif
