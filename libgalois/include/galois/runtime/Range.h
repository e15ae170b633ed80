/**
 * Ranges: the items over which a parallel loop runs.
 *
 * A range is a type with
 *   - `iterator`, `local_iterator`, `block_iterator`, `value_type`;
 *   - `begin()`, `end()`: all items;
 *   - `local_pair()`, `local_begin()`, `local_end()`: the share of the calling thread. The shares
 *     of all active threads cover every item once, even if the number of active threads has changed
 *     since the range or its container was made or filled;
 *   - `block_pair()`, `block_begin()`, `block_end()`: the calling thread's block of [begin, end).
 * Ranges are cheap to copy and refer to data that must outlive them. They are read-only, so all
 * threads of a loop can share one.
 *
 * Loops take a *range function*, the result of galois::iterate(). The thread that starts a loop
 * calls it once per loop, as `rangeFunc(std::make_tuple(options...))`. It returns the range by
 * value.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

#include <boost/iterator/counting_iterator.hpp>

#include "galois/gstl.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/ThreadPool.h"

namespace galois {

namespace runtime {

/// Returns the block of [b, e) that belongs to the calling thread among the active ones.
template <typename Iter>
std::pair<Iter, Iter> blockOfThisThread(Iter b, Iter e) {
  return block_range(b, e, substrate::ThreadPool::getTID(), substrate::getActiveThreads());
}

/// A pair of iterators whose items are divided into blocks of equal length. Computing a share takes
/// constant time for random-access iterators and linear time for others.
template <typename IterTy>
class StandardRange {
public:
  using iterator = IterTy;
  using local_iterator = IterTy;
  using block_iterator = IterTy;
  using value_type = typename std::iterator_traits<IterTy>::value_type;

  StandardRange(IterTy b, IterTy e) : begin_(std::move(b)), end_(std::move(e)) {}

  iterator begin() const { return begin_; }
  iterator end() const { return end_; }

  std::pair<block_iterator, block_iterator> block_pair() const {
    return blockOfThisThread(begin_, end_);
  }
  block_iterator block_begin() const { return block_pair().first; }
  block_iterator block_end() const { return block_pair().second; }

  std::pair<local_iterator, local_iterator> local_pair() const { return block_pair(); }
  local_iterator local_begin() const { return block_begin(); }
  local_iterator local_end() const { return block_end(); }

private:
  IterTy begin_;
  IterTy end_;
};

/// A container that computes the share of each thread itself, by local_begin() and local_end(). The
/// shares must cover every item once for any number of active threads.
template <typename C>
class LocalRange {
public:
  using container = C;
  using iterator = std::decay_t<decltype(std::declval<C&>().begin())>;
  using local_iterator = std::decay_t<decltype(std::declval<C&>().local_begin())>;
  using block_iterator = iterator;
  using value_type = typename std::iterator_traits<iterator>::value_type;

  explicit LocalRange(C& c) : container_(&c) {}

  iterator begin() const { return container_->begin(); }
  iterator end() const { return container_->end(); }

  std::pair<block_iterator, block_iterator> block_pair() const {
    return blockOfThisThread(begin(), end());
  }
  block_iterator block_begin() const { return block_pair().first; }
  block_iterator block_end() const { return block_pair().second; }

  std::pair<local_iterator, local_iterator> local_pair() const {
    return {local_begin(), local_end()};
  }
  local_iterator local_begin() const { return container_->local_begin(); }
  local_iterator local_end() const { return container_->local_end(); }

private:
  C* container_;
};

/**
 * A range of numbers with given shares: thread t gets the numbers in [thread_ranges[t],
 * thread_ranges[t + 1]) that are also in [*b, *e). The array has one entry more than there are
 * active threads when the range is made. It must outlive the range and cover [*b, *e). If the
 * number of active threads is different later, a thread gets several of these shares, or none.
 */
template <typename IterTy>
class SpecificRange : public StandardRange<IterTy> {
public:
  using local_iterator = IterTy;

  SpecificRange(IterTy b, IterTy e, const std::uint32_t* thread_ranges)
      : StandardRange<IterTy>(std::move(b), std::move(e)), threadRanges_(thread_ranges),
        shares_(substrate::getActiveThreads()) {}

  std::pair<local_iterator, local_iterator> local_pair() const {
    const auto [first, last] = blockOfThisThread(0U, shares_);
    return {at(threadRanges_[first]), at(threadRanges_[last])};
  }
  local_iterator local_begin() const { return local_pair().first; }
  local_iterator local_end() const { return local_pair().second; }

private:
  /// Returns the iterator at a number. If the number is outside the range, returns the nearer end.
  IterTy at(std::uint32_t number) const {
    const IterTy first = this->begin(), last = this->end();
    const auto length = static_cast<std::int64_t>(std::distance(first, last));
    if (length <= 0) {
      return last;
    }
    const auto offset = static_cast<std::int64_t>(number) - static_cast<std::int64_t>(*first);
    return std::next(first, std::clamp<std::int64_t>(offset, 0, length));
  }

  const std::uint32_t* threadRanges_;
  unsigned shares_; ///< number of entries of threadRanges_ minus one
};

template <typename IterTy>
StandardRange<IterTy> makeStandardRange(IterTy b, IterTy e) {
  return StandardRange<IterTy>(std::move(b), std::move(e));
}

template <typename C>
LocalRange<C> makeLocalRange(C& c) {
  return LocalRange<C>(c);
}

template <typename IterTy>
SpecificRange<IterTy> makeSpecificRange(IterTy b, IterTy e, const std::uint32_t* thread_ranges) {
  return SpecificRange<IterTy>(std::move(b), std::move(e), thread_ranges);
}

/// A range function that returns a fixed range, whatever the options of the loop are.
template <typename Range>
class RangeFunction {
public:
  explicit RangeFunction(Range range) : range_(std::move(range)) {}

  template <typename... Options>
  Range operator()(const std::tuple<Options...>&) const {
    return range_;
  }

private:
  Range range_;
};

namespace internal {

template <typename C, typename = void>
inline constexpr bool hasLocalBegin = false;
template <typename C>
inline constexpr bool hasLocalBegin<C, std::void_t<decltype(std::declval<C&>().local_begin())>> =
    true;

} // namespace internal

} // namespace runtime

/**
 * Returns a range function for a loop: `iterate(container)`, `iterate({1, 2, 3})`, `iterate(first,
 * last)`.
 *
 * A container that has local_begin() computes the shares itself. The container must outlive the
 * loop, and the operator may change it only in ways that keep its iterators valid.
 */
template <typename C>
auto iterate(C& cont) {
  if constexpr (runtime::internal::hasLocalBegin<C>) {
    return runtime::RangeFunction(runtime::LocalRange<C>(cont));
  } else {
    return runtime::RangeFunction(runtime::makeStandardRange(cont.begin(), cont.end()));
  }
}

/// Iterates over a list in the call, whose items exist until the full expression ends.
template <typename T>
auto iterate(std::initializer_list<T> items) {
  return runtime::RangeFunction(runtime::makeStandardRange(items.begin(), items.end()));
}

/// Iterates over the iterators or integers from `beg` up to but not including `end`.
template <typename I>
auto iterate(const I& beg, const I& end) {
  if constexpr (std::is_integral_v<I>) {
    return runtime::RangeFunction(runtime::makeStandardRange(boost::counting_iterator<I>(beg),
                                                             boost::counting_iterator<I>(end)));
  } else {
    return runtime::RangeFunction(runtime::makeStandardRange(beg, end));
  }
}

/// Iterates over an existing range, for example from runtime::makeSpecificRange().
template <typename IterTy>
auto iterate(const runtime::SpecificRange<IterTy>& range) {
  return runtime::RangeFunction<runtime::SpecificRange<IterTy>>(range);
}

} // namespace galois
