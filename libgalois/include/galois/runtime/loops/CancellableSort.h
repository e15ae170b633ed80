/**
 * A sequential sort that ends early when the computation is cancelled.
 *
 * It is quicksort down to pieces of bounded size, so that it can look for a request between two
 * partitions and between two pieces. A partition takes one step per item of its range. The
 * comparisons are about as many as those of std::sort, and it needs no memory.
 *
 * std::sort sorts the pieces, and the processor mispredicts every second comparison of its
 * partitions. Small items that are trivially copyable are therefore partitioned without branches,
 * and down to a few items: each item is stored in two places, and the outcome of the comparison only
 * moves the border between them [after Lomuto]. std::sort takes over where partitions are bad.
 */
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include "galois/substrate/Cancellation.h"

namespace galois::runtime {

/// The greatest number of items that sortOrThrow() sorts without looking for a request.
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

/// Whether a copy of an item is a copy of its bytes. The library's pairs are not trivially copyable,
/// because their assignment is a function of their own.
template <typename Item>
inline constexpr bool kCopiedAsBytes = std::is_trivially_copyable_v<Item>;
template <typename First, typename Second>
inline constexpr bool kCopiedAsBytes<std::pair<First, Second>> =
    kCopiedAsBytes<First>&& kCopiedAsBytes<Second>;

/// Whether items are moved as cheaply as they are compared.
template <typename Iter>
inline constexpr bool
    kSmallItems = kCopiedAsBytes<typename std::iterator_traits<Iter>::value_type> &&
                  sizeof(typename std::iterator_traits<Iter>::value_type) <= 16 &&
                  std::is_lvalue_reference_v<typename std::iterator_traits<Iter>::reference>;

/// Moves the items for which below(item) holds to the front, and returns the border, without
/// branches that depend on items.
template <typename Iter, typename Below>
Iter partitionWithoutBranches(Iter first, Iter last, const Below& below) {
  Iter border = first;
  for (Iter at = first; at != last; ++at) {
    const auto item = *at;
    *at = *border;
    *border = item;
    border += below(item) ? 1 : 0;
  }
  return border;
}

/// Returns the median of the first, the middle and the last item.
template <typename Iter, typename Compare>
auto medianOfThree(Iter first, Iter last, Compare& comp) {
  auto least = *first, middle = *(first + (last - first) / 2), greatest = *(last - 1);
  if (comp(middle, least)) {
    std::swap(middle, least);
  }
  if (comp(greatest, middle)) {
    middle = comp(greatest, least) ? least : greatest;
  }
  return middle;
}

/// Divides [first, last) such that no item before the first of the two iterators is greater than one
/// behind it, and that those between the iterators are equal. Items that are not small must be as
/// many as a sample.
template <typename Iter, typename Compare>
std::pair<Iter, Iter> divide(Iter first, Iter last, Compare& comp) {
  if constexpr (kSmallItems<Iter>) {
    constexpr std::ptrdiff_t kMany = 512;
    const auto pivot =
        last - first < kMany ? medianOfThree(first, last, comp) : medianOfSample(first, last, comp);
    const Iter border = partitionWithoutBranches(
        first, last, [&comp, &pivot](const auto& item) { return comp(item, pivot); });
    if (border - first >= (last - first) / 16) {
      return {border, border};
    }
    // The pivot is one of the least items, perhaps because many equal it.
    return {border, partitionWithoutBranches(border, last, [&comp, &pivot](const auto& item) {
              return !comp(pivot, item);
            })};
  } else {
    const Iter border = partitionAround(first, last, medianOfSample(first, last, comp), comp);
    return {border, border};
  }
}

/// Quicksort of ranges with more items than `atOnce`, and `inner` for what is left.
/// @param inner  (first, last, bad): sorts what is left
/// @param look  is called before each partition, and before what is left is sorted
/// @param bad   how many more partitions may leave one part with nearly all items
template <typename Iter, typename Compare, typename Look, typename Inner>
void quicksort(Iter first, Iter last, Compare& comp, std::ptrdiff_t atOnce, unsigned bad,
               const Look& look, const Inner& inner) {
  while (last - first > atOnce && bad > 0) {
    look();
    const auto [border, next] = divide(first, last, comp);
    const std::ptrdiff_t most = std::max(border - first, last - next);
    if (most > (last - first) - (last - first) / 8) {
      --bad;
    }
    quicksort(first, border, comp, atOnce, bad, look, inner);
    first = next;
  }
  look();
  inner(first, last, bad);
}

/// Sorts a piece that is too short to look for requests in it.
/// @param bad  see quicksort()
template <typename Iter, typename Compare>
void sortPiece(Iter first, Iter last, Compare& comp, unsigned bad) {
  constexpr std::ptrdiff_t kFew = 16; // std::sort inserts them one after the other
  auto standard = [&comp](Iter begin, Iter end, unsigned) { std::sort(begin, end, comp); };
  if constexpr (kSmallItems<Iter>) {
    quicksort(
        first, last, comp, kFew, bad, [] {}, standard);
  } else {
    standard(first, last, bad);
  }
}

} // namespace internal

/// Returns the end of the run at the beginning of [first, last), and whether it descends. A run is as
/// long as possible: no item is less than the one before it, or each one is. O(run), and compares a
/// few items behind its end. @param look  is called once per kPiece items
template <typename Iter, typename Compare, typename Look>
std::pair<Iter, bool> firstRun(Iter first, Iter last, Compare& comp, const Look& look) {
  constexpr std::ptrdiff_t kPiece = 64; // without a branch per item, so that it becomes vectors
  if (last - first < 2) {
    return {last, false};
  }
  const auto end = [&](const auto& breaks) {
    Iter at = first + 1;
    while (last - at >= kPiece) {
      bool broken = false;
      for (std::ptrdiff_t i = 0; i < kPiece; ++i) {
        broken |= breaks(at + i);
      }
      if (broken) {
        break;
      }
      at += kPiece;
      look();
    }
    while (at != last && !breaks(at)) {
      ++at;
    }
    return at;
  };
  if (comp(*(first + 1), *first)) {
    return {end([&comp](Iter at) { return !comp(*at, *(at - 1)); }), true};
  }
  return {end([&comp](Iter at) { return bool(comp(*at, *(at - 1))); }), false};
}

/// Sorts like std::sort, on the calling thread. Calls look() between pieces of kSortedAtOnce items.
/// Items that cannot be copied are sorted without that.
/// @throws what look() throws. The range then has the same items in an unspecified order
template <typename Iter, typename Compare, typename Look>
void sortOrThrow(Iter first, Iter last, Compare comp, const Look& look) {
  using Item = typename std::iterator_traits<Iter>::value_type;
  if constexpr (std::is_default_constructible_v<Item> && std::is_copy_assignable_v<Item> &&
                std::is_copy_constructible_v<Item>) {
    constexpr unsigned kBad = 16; // then std::sort takes over, which bounds the time
    internal::quicksort(first, last, comp, kSortedAtOnce, kBad, look,
                        [&comp](Iter begin, Iter end, unsigned bad) {
                          internal::sortPiece(begin, end, comp, bad);
                        });
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
