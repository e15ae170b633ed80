/**
 * Merge sort with a parallel merge, as the example `cilksort` of Cilk has it: M. Frigo,
 * C. E. Leiserson, K. H. Randall, "The Implementation of the Cilk-5 Multithreaded Language", PLDI
 * 1998.
 *
 * The four quarters are sorted in parallel. The first two are merged into one half of a temporary
 * array while the last two are merged into the other half, and the halves are merged back. A merge
 * splits the longer sequence in the middle and the shorter one where that element belongs.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "SortCosts.h"

namespace forkjoin {

/// The least value of `leaf` below, with which every part is shorter than the whole.
inline constexpr std::size_t kLeastSortLeaf = 4;

/// Merges two sorted sequences into `out`, which overlaps neither. At most `leaf` elements are
/// merged without forks.
template <typename Context, typename T>
void mergeParallel(Context& context, std::span<const T> one, std::span<const T> two, T* out,
                   std::size_t leaf) {
  if (one.size() + two.size() <= leaf) {
    context.leaf([&] {
      chargeMerge(one.size() + two.size());
      std::merge(one.begin(), one.end(), two.begin(), two.end(), out);
    });
    return;
  }
  if (one.size() < two.size()) {
    std::swap(one, two);
  }
  const std::size_t middle = one.size() / 2;
  const auto place =
      static_cast<std::size_t>(std::lower_bound(two.begin(), two.end(), one[middle]) - two.begin());
  out[middle + place] = one[middle];
  context.invoke(
      [&](auto& branch) { mergeParallel(branch, one.first(middle), two.first(place), out, leaf); },
      [&](auto& branch) {
        mergeParallel(branch, one.subspan(middle + 1), two.subspan(place), out + middle + place + 1,
                      leaf);
      });
}

/// Sorts `data`. At most `leaf` elements are sorted without forks.
/// @param temporary  has the size of `data` and does not overlap it; its content is lost
/// @param leaf       at least kLeastSortLeaf
template <typename Context, typename T>
void cilksort(Context& context, std::span<T> data, std::span<T> temporary, std::size_t leaf) {
  if (data.size() <= leaf) {
    context.leaf([&] {
      chargeSort(data.size());
      std::sort(data.begin(), data.end());
    });
    return;
  }
  const std::size_t quarter = data.size() / 4, half = 2 * quarter;
  auto sortPart = [&, leaf](std::size_t begin, std::size_t count) {
    return [&, leaf, begin, count](auto& branch) {
      cilksort(branch, data.subspan(begin, count), temporary.subspan(begin, count), leaf);
    };
  };
  context.invoke(
      [&](auto& branch) { branch.invoke(sortPart(0, quarter), sortPart(quarter, quarter)); },
      [&](auto& branch) {
        branch.invoke(sortPart(half, quarter),
                      sortPart(half + quarter, data.size() - half - quarter));
      });
  auto mergePart = [&, leaf](std::size_t begin, std::size_t end) {
    return [&, leaf, begin, end](auto& branch) {
      const std::span<const T> sorted = data;
      mergeParallel(branch, sorted.subspan(begin, quarter),
                    sorted.subspan(begin + quarter, end - begin - quarter),
                    temporary.data() + begin, leaf);
    };
  };
  context.invoke(mergePart(0, half), mergePart(half, data.size()));
  const std::span<const T> merged = temporary;
  mergeParallel(context, merged.first(half), merged.subspan(half), data.data(), leaf);
}

} // namespace forkjoin
