/**
 * Parallel versions of some standard algorithms. They start loops on all active threads, so they
 * must be called outside loops. They end early as docs/exceptions-and-cancellation.md says: an
 * exception that a passed function throws is rethrown to the caller, and substrate::Cancelled is
 * thrown if the computation was cancelled.
 */
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <numeric>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/AtomicHelpers.h"
#include "galois/LargeArray.h"
#include "galois/Reduction.h"
#include "galois/SharedMemSys.h"
#include "galois/Traits.h"
#include "galois/gstl.h"
#include "galois/runtime/Executor_DoAll.h"
#include "galois/runtime/Range.h"
#include "galois/runtime/loops/CancellableSort.h"
#include "galois/runtime/loops/CleanUp.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Charge.h"

namespace galois::ParallelSTL {

namespace internal {

template <typename RangeFunc, typename Fn, typename... Options>
void loop(const RangeFunc& rangeFunc, Fn&& fn, const Options&... options) {
  const auto tuple = std::make_tuple(options...);
  runtime::do_all_gen(rangeFunc(tuple), fn, tuple);
}

/// What a thread calls for each item of a long part of its own, so that the part ends early with the
/// call that it belongs to.
class Pace {
public:
  /// @param failed  whether another part has thrown
  explicit Pace(const substrate::Atomic<bool>& failed) : failed_(failed) {}

  /// Looks once per kItems calls. @throws substrate::Cancelled  if the part must end
  void step() {
    if (++steps_ % kItems == 0) {
      look();
    }
  }
  /// Looks at once. @throws as step()
  void look() const {
    // relaxed: the flag is only a hint to leave
    if (failed_.load(substrate::order::relaxed) || substrate::Cancellation::requested()) {
      throw substrate::Cancelled(); // the exception of the other part comes before it
    }
  }

private:
  static constexpr unsigned kItems = 64;
  const substrate::Atomic<bool>& failed_;
  unsigned steps_ = 0;
};

/// Returns `value` unless the computation was cancelled.
template <typename T>
T unlessCancelled(T&& value) {
  substrate::Cancellation::throwIfRequested();
  return std::forward<T>(value);
}

/// Calls fn(i, pace) for every i below `count`, in parallel. `pace` is a Pace, whose step() or look()
/// the calls call now and then.
template <typename Count, typename Fn>
void forEachPaced(Count count, Fn fn) {
  substrate::Atomic<bool> failed{false};
  loop(
      iterate(Count{0}, count),
      [&](Count i) {
        try {
          Pace pace(failed);
          fn(i, pace);
        } catch (...) {
          failed.store(true, substrate::order::relaxed); // only a hint to leave
          throw;
        }
      },
      steal(), chunk_size<1>());
}

/// A sequence that is split into blocks, by default one per active thread.
template <typename Iter>
class Blocks {
public:
  Blocks(Iter first, Iter last, unsigned count = substrate::getActiveThreads())
      : first_(first), last_(last), count_(count) {}

  unsigned count() const { return count_; }
  std::pair<Iter, Iter> operator[](unsigned i) const {
    return block_range(first_, last_, i, count_);
  }
  /// Calls fn(i, pace) for every block, as forEachPaced() does.
  template <typename Fn>
  void forEach(Fn fn) const {
    forEachPaced(count_, std::move(fn));
  }

private:
  Iter first_;
  Iter last_;
  unsigned count_;
};

/// Merges map(item) for the `count` items from `first` on into `sum`. Numbers are merged in several
/// independent sums, which the compiler turns into vectors; so it may also do that with sums of
/// floating-point numbers, whose order it must not change by itself.
template <typename Iter, typename T, typename Map, typename Reduce>
void reducePiece(Iter first, std::ptrdiff_t count, T& sum, const T& identity, Map& map,
                 Reduce& reduce) {
  std::ptrdiff_t i = 0;
  if constexpr (std::is_arithmetic_v<T>) {
    constexpr std::ptrdiff_t kLanes = 16;
    if (count >= 2 * kLanes) {
      std::array<T, kLanes> lanes;
      lanes.fill(identity);
      for (; i + kLanes <= count; i += kLanes) {
        for (std::ptrdiff_t lane = 0; lane < kLanes; ++lane) {
          T& own = lanes[static_cast<std::size_t>(lane)];
          own = static_cast<T>(reduce(own, T(map(*(first + (i + lane))))));
        }
      }
      for (const T& own : lanes) {
        sum = static_cast<T>(reduce(sum, own));
      }
    }
  }
  for (; i < count; ++i) {
    sum = static_cast<T>(reduce(sum, T(map(*(first + i)))));
  }
}

/// Merges map(item) for every item, in any order. Needs random access. A thread merges a block of
/// items in a variable of its own before it touches memory that belongs to the loop.
template <typename Iter, typename T, typename Map, typename Reduce>
T reduceInBlocks(Iter first, Iter last, Map& map, Reduce& reduce, const T& identity) {
  constexpr std::ptrdiff_t kLeast = 32, kMost = 4096, kPiece = 256, kBlocksPerThread = 32;
  const std::ptrdiff_t length = last - first;
  const std::ptrdiff_t wanted =
      length / (kBlocksPerThread * static_cast<std::ptrdiff_t>(substrate::getActiveThreads()));
  const std::ptrdiff_t block = std::clamp(wanted, kLeast, kMost);
  auto merge = [&reduce](T& a, const T& b) { return static_cast<T>(reduce(a, b)); };
  auto sum = make_reducible(merge, [identity] { return identity; });
  forEachPaced((length + block - 1) / block, [&](std::ptrdiff_t number, Pace& pace) {
    std::ptrdiff_t at = number * block;
    const std::ptrdiff_t end = std::min(length, at + block);
    T own = identity;
    while (at < end) {
      const std::ptrdiff_t count = std::min(kPiece, end - at);
      substrate::charge(substrate::Work::kIteration, static_cast<std::size_t>(count));
      reducePiece(first + at, count, own, identity, map, reduce);
      at += count;
      if (at < end) {
        pace.look();
      }
    }
    sum.update(std::move(own));
  });
  return sum.reduce();
}

} // namespace internal

template <typename Iter, typename MapFn, typename ReduceFn, typename T>
T map_reduce(Iter first, Iter last, MapFn map, ReduceFn reduce, const T& identity);

/// Returns the number of items that satisfy the predicate.
template <typename Iter, typename Predicate>
std::size_t count_if(Iter first, Iter last, Predicate pred) {
  auto one = [&pred](auto&& item) { return std::size_t{pred(item) ? 1U : 0U}; };
  return ParallelSTL::map_reduce(first, last, one, std::plus<std::size_t>(), std::size_t{0});
}

namespace internal {

/// find_if() for iterators without random access: each thread searches a block of the sequence.
template <typename Iter, typename Predicate>
Iter findInBlocks(Iter first, Iter last, Predicate& pred) {
  const Blocks<Iter> blocks(first, last);
  std::vector<Iter> found(blocks.count(), last);
  substrate::Atomic<unsigned> firstBlock{blocks.count()};
  blocks.forEach([&](unsigned i, Pace& pace) {
    const auto [begin, end] = blocks[i];
    // relaxed: the value only lets threads stop behind a block in which an item was found.
    for (Iter at = begin; at != end && i < firstBlock.load(substrate::order::relaxed); ++at) {
      pace.step();
      if (pred(*at)) {
        found[i] = at;
        atomicMin(firstBlock, i);
      }
    }
  });
  const unsigned block = firstBlock.load(substrate::order::relaxed);
  return block == blocks.count() ? last : found[block];
}

} // namespace internal

/// Returns the first item that satisfies the predicate, like std::find_if, or `last` if there is
/// none. Needs forward iterators; those with random access also balance the work.
template <typename Iter, typename Predicate>
Iter find_if(Iter first, Iter last, Predicate pred) {
  if constexpr (!galois::internal::isRandomAccess<Iter>) {
    return internal::findInBlocks(first, last, pred);
  } else {
    const auto length = static_cast<std::size_t>(std::distance(first, last));
    substrate::Atomic<std::size_t> found{length};
    internal::loop(
        iterate(std::size_t{0}, length),
        [&](std::size_t i) {
          // relaxed: the value only lets threads skip items behind one that was already found.
          if (i < found.load(substrate::order::relaxed) &&
              pred(first[static_cast<std::ptrdiff_t>(i)])) {
            atomicMin(found, i);
          }
        },
        steal());
    return first + static_cast<std::ptrdiff_t>(found.load(substrate::order::relaxed));
  }
}

namespace internal {

/// Whether sort() may keep two copies of items and forget one.
template <typename Iter>
inline constexpr bool kPlainItems =
    runtime::internal::kCopiedAsBytes<typename std::iterator_traits<Iter>::value_type>&&
        std::is_default_constructible_v<typename std::iterator_traits<Iter>::value_type>&&
            std::is_lvalue_reference_v<typename std::iterator_traits<Iter>::reference>;

/// Returns how many of the first `rank` items of the merged ranges come from the left one. Items of
/// the left range come before equal ones of the right range. O(log rank).
/// @param rank  at most the length of both ranges together
template <typename Iter, typename Compare>
std::ptrdiff_t leftOfRank(Iter left, std::ptrdiff_t leftSize, Iter right, std::ptrdiff_t rightSize,
                          std::ptrdiff_t rank, Compare& comp) {
  std::ptrdiff_t low = std::max(std::ptrdiff_t{0}, rank - rightSize);
  std::ptrdiff_t high = std::min(rank, leftSize);
  while (low < high) {
    const std::ptrdiff_t taken = low + (high - low) / 2;
    if (comp(*(right + (rank - taken - 1)), *(left + taken))) {
      high = taken;
    } else {
      low = taken + 1;
    }
  }
  return low;
}

/// Merges neighbouring runs of `from` into `to`, pairwise. Each merge is divided into parts of
/// equal length, so that all threads take part in the last merge, too [Odeh, Green, Mwassi, Shmueli,
/// Birk, "Merge path", IPDPSW 2012].
/// @param ends   where the runs end; afterwards where those of `to` end
/// @param piece  the length of a part, at least 1
template <typename From, typename To, typename Compare>
void mergeRuns(From from, To to, std::vector<std::ptrdiff_t>& ends, std::ptrdiff_t piece,
               Compare& comp) {
  struct Part {
    std::ptrdiff_t begin, middle, end; // of the two runs
    std::ptrdiff_t rank;               // of its first item among those of the two runs
  };
  std::vector<Part> parts;
  std::vector<std::ptrdiff_t> merged;
  std::ptrdiff_t begin = 0;
  for (std::size_t run = 0; run < ends.size(); run += 2) {
    const std::ptrdiff_t end = ends[std::min(run + 1, ends.size() - 1)];
    for (std::ptrdiff_t rank = 0; rank < end - begin; rank += piece) {
      parts.push_back({begin, ends[run], end, rank});
    }
    merged.push_back(end);
    begin = end;
  }
  loop(
      iterate(std::size_t{0}, parts.size()),
      [&](std::size_t number) {
        const Part& part = parts[number];
        const From left = from + part.begin;
        const From right = from + part.middle;
        const std::ptrdiff_t leftSize = part.middle - part.begin;
        const std::ptrdiff_t rightSize = part.end - part.middle;
        const std::ptrdiff_t last = std::min(part.rank + piece, leftSize + rightSize);
        const std::ptrdiff_t a = leftOfRank(left, leftSize, right, rightSize, part.rank, comp);
        const std::ptrdiff_t b = leftOfRank(left, leftSize, right, rightSize, last, comp);
        std::merge(left + a, left + b, right + (part.rank - a), right + (last - b),
                   to + (part.begin + part.rank), comp);
      },
      steal(), chunk_size<1>());
  ends = std::move(merged);
}

/// Merges sorted runs through a copy, all threads at once. If that ends early, the sequence has the
/// same items in an unspecified order.
/// @param ends  where the runs end; the last one is the end of the sequence
template <typename Iter, typename Compare>
void mergeSorted(Iter first, std::vector<std::ptrdiff_t> ends, Compare& comp) {
  using Item = typename std::iterator_traits<Iter>::value_type;
  const std::ptrdiff_t length = ends.back();
  const Blocks<Iter> blocks(first, first + length);
  constexpr std::ptrdiff_t kPartsPerThread = 4, kLeast = 4096;
  const std::ptrdiff_t piece = std::max(
      kLeast, length / (kPartsPerThread * static_cast<std::ptrdiff_t>(blocks.count())) + 1);
  LargeArray<Item> memory;
  memory.allocateInterleaved(static_cast<std::size_t>(length));
  Item* const copy = memory.data();
  while (ends.size() > 1) {
    mergeRuns(first, copy, ends, piece, comp);
    try {
      if (ends.size() > 1) {
        mergeRuns(copy, first, ends, piece, comp);
      } else {
        blocks.forEach([&](unsigned i, const Pace&) {
          const auto [begin, end] = blocks[i];
          std::copy(copy + (begin - first), copy + (end - first), begin);
        });
      }
    } catch (...) {
      std::copy(copy, copy + length, first); // some items are there only
      throw;
    }
  }
}

/// Merges sorted runs in place: neighbours at the same time, but each pair on one thread.
/// @param ends  see mergeSorted()
template <typename Iter, typename Compare>
void mergeSortedInPlace(Iter first, const std::vector<std::ptrdiff_t>& ends, Compare& comp) {
  const std::size_t runs = ends.size();
  for (std::size_t width = 1; width < runs; width *= 2) {
    const std::size_t merges = (runs + 2 * width - 1) / (2 * width);
    loop(
        iterate(std::size_t{0}, merges),
        [&](std::size_t m) {
          const std::size_t left = m * 2 * width;
          const std::size_t right = left + width;
          if (right >= runs) {
            return;
          }
          std::inplace_merge(first + (left == 0 ? 0 : ends[left - 1]), first + ends[right - 1],
                             first + ends[std::min(right + width, runs) - 1], comp);
        },
        steal(), chunk_size<1>());
  }
}

/// A part of a sequence that is in order. It begins where the previous one ends.
struct Run {
  std::ptrdiff_t end; ///< from the beginning of the sequence
  bool descends;      ///< each item is less than the one before it
};

/// Makes few runs of [begin, end): finds those that it begins with, and sorts what they leave, or all
/// if that is most of it.
/// @return the runs, in order
template <typename Iter, typename Compare>
std::vector<Run> runsOf(Iter first, std::ptrdiff_t begin, std::ptrdiff_t end, Compare& comp,
                        const Pace& pace) {
  constexpr std::size_t kMostRuns = 8; // more are sorted faster than they are merged
  constexpr std::ptrdiff_t kFew = 1 << 11;
  const std::size_t most = end - begin < kFew ? 1 : kMostRuns;
  const auto look = [&pace] { pace.look(); };
  std::vector<Run> runs;
  std::ptrdiff_t at = begin;
  while (at < end && runs.size() < most) {
    const auto [border, descends] = runtime::firstRun(first + at, first + end, comp, look);
    at = border - first;
    runs.push_back({at, descends});
  }
  if (at < end) {
    if (most == 1 || at - begin < (end - begin) / 2) {
      runs.clear();
      at = begin;
    }
    runtime::sortOrThrow(first + at, first + end, comp, look);
    runs.push_back({end, false});
  }
  return runs;
}

/// Joins neighbouring runs that are one, and reverses those that descend.
/// @return where the sorted runs end
template <typename Iter, typename Compare>
std::vector<std::ptrdiff_t> joinRuns(Iter first, const std::vector<std::vector<Run>>& runsOfBlocks,
                                     Compare& comp) {
  std::vector<Run> joined;
  for (const std::vector<Run>& runs : runsOfBlocks) {
    for (const Run& run : runs) {
      if (!joined.empty() && joined.back().descends == run.descends) {
        const Iter border = first + joined.back().end;
        if (comp(*border, *(border - 1)) == run.descends) {
          joined.back().end = run.end;
          continue;
        }
      }
      joined.push_back(run);
    }
  }
  std::vector<std::ptrdiff_t> ends;
  for (const Run& run : joined) {
    const std::ptrdiff_t begin = ends.empty() ? 0 : ends.back();
    if (run.descends) {
      const Blocks<Iter> halves(first + begin, first + (begin + (run.end - begin) / 2));
      halves.forEach([&](unsigned i, Pace& pace) {
        for (Iter at = halves[i].first; at != halves[i].second; ++at) {
          pace.step();
          std::iter_swap(at, first + (run.end - 1 - (at - (first + begin))));
        }
      });
    }
    ends.push_back(run.end);
  }
  return ends;
}

} // namespace internal

/// Sorts like std::sort. Each thread sorts one block, of which it leaves long ascending and
/// descending runs as they are. Then the runs are merged, by all threads at once if items are
/// default-constructible and trivially copyable, or pairs of what is. A sequence that is sorted, or
/// the reverse of one, takes O(n). Needs random-access iterators and as much memory as the sequence
/// takes. Threads may leave early while they sort a block (CancellableSort.h) or merge a part of it.
/// After a cancellation the sequence has the same items in an unspecified order.
template <typename Iter, typename Compare>
void sort(Iter first, Iter last, Compare comp) {
  constexpr std::ptrdiff_t kFew = 1 << 12; // fewer items are not worth a second thread
  const internal::Blocks<Iter> blocks(first, last,
                                      last - first < kFew ? 1 : substrate::getActiveThreads());
  std::vector<std::vector<internal::Run>> runs(blocks.count());
  blocks.forEach([&](unsigned i, const internal::Pace& pace) {
    runs[i] =
        internal::runsOf(first, blocks[i].first - first, blocks[i].second - first, comp, pace);
  });
  const auto ends = internal::unlessCancelled(internal::joinRuns(first, runs, comp));
  if (ends.size() < 2) {
    return;
  }
  if constexpr (internal::kPlainItems<Iter>) {
    internal::mergeSorted(first, ends, comp);
  } else {
    internal::mergeSortedInPlace(first, ends, comp);
  }
}
/// Does the same by std::less.
template <typename Iter>
void sort(Iter first, Iter last) {
  ParallelSTL::sort(first, last, std::less<>());
}

/// Moves the items that satisfy the predicate to the front, like std::partition, and returns the
/// end of these items. The order of items is not preserved. Needs random-access iterators.
template <typename Iter, typename Predicate>
Iter partition(Iter first, Iter last, Predicate pred) {
  const internal::Blocks<Iter> blocks(first, last);
  std::vector<Iter> middle(blocks.count(), first);
  blocks.forEach([&](unsigned i, internal::Pace& pace) {
    middle[i] = std::partition(blocks[i].first, blocks[i].second, [&](auto&& item) {
      pace.step();
      return pred(std::forward<decltype(item)>(item));
    });
  });
  Iter border = first;
  for (unsigned i = 0; i < blocks.count(); ++i) {
    border += middle[i] - blocks[i].first;
  }

  // The number of failing items before the border equals the number of passing items behind it.
  // Swap them pairwise.
  const substrate::Atomic<bool> never{false};
  internal::Pace pace(never);
  unsigned passing = 0;
  Iter from = first;
  Iter fromEnd = first;
  for (unsigned i = 0; i < blocks.count() && middle[i] < border; ++i) {
    const Iter end = std::min(blocks[i].second, border);
    for (Iter failing = middle[i]; failing < end; ++failing, ++from) {
      for (; from >= fromEnd; ++passing) {
        from = std::max(blocks[passing].first, border);
        fromEnd = middle[passing];
      }
      std::iter_swap(failing, from);
      pace.step();
    }
  }
  return internal::unlessCancelled(border);
}

/// Combines `identity` and all items with `op`, in any order. `op` must be associative and
/// commutative, and `identity` its neutral element.
template <typename Iter, typename T, typename BinaryOp>
T accumulate(Iter first, Iter last, const T& identity, const BinaryOp& op) {
  auto item = [](auto&& each) -> decltype(auto) { return std::forward<decltype(each)>(each); };
  return ParallelSTL::map_reduce(first, last, item, std::cref(op), identity);
}

/// Returns the sum of `init` and all items.
template <typename Iter, typename T>
T accumulate(Iter first, Iter last, const T& init) {
  return init + ParallelSTL::accumulate(first, last, T{}, std::plus<T>());
}

/// Returns accumulate() over map(item) for every item.
template <typename Iter, typename MapFn, typename ReduceFn, typename T>
T map_reduce(Iter first, Iter last, MapFn map, ReduceFn reduce, const T& identity) {
  if constexpr (galois::internal::isRandomAccess<Iter>) {
    return internal::unlessCancelled(internal::reduceInBlocks(first, last, map, reduce, identity));
  } else {
    auto merge = [&reduce](T& a, const T& b) { return static_cast<T>(reduce(a, b)); };
    auto sum = make_reducible(merge, [identity] { return identity; });
    internal::loop(
        iterate(first, last), [&](auto&& item) { sum.update(T(map(item))); }, steal());
    return internal::unlessCancelled(sum.reduce());
  }
}

/// Computes prefix sums like std::partial_sum; the addition must be associative. `out` may equal
/// `first`. Needs random-access iterators. Returns the end of the output.
template <typename InIter, typename OutIter>
OutIter partial_sum(InIter first, InIter last, OutIter out) {
  using T = typename std::iterator_traits<OutIter>::value_type;
  const internal::Blocks<InIter> blocks(first, last);
  // First compute the prefix sums within each block. Then add the sum of all earlier blocks to each
  // block but the first.
  blocks.forEach([&](unsigned i, internal::Pace& pace) {
    std::partial_sum(blocks[i].first, blocks[i].second, out + (blocks[i].first - first),
                     [&](auto&& a, auto&& b) {
                       pace.step();
                       return std::forward<decltype(a)>(a) + std::forward<decltype(b)>(b);
                     });
  });
  std::vector<T> before(blocks.count(), T{});
  for (unsigned i = 1; i < blocks.count(); ++i) {
    const auto [b, e] = blocks[i - 1];
    before[i] = b == e ? before[i - 1] : static_cast<T>(before[i - 1] + out[e - first - 1]);
  }
  blocks.forEach([&](unsigned i, internal::Pace& pace) {
    const auto [b, e] = blocks[i];
    for (auto at = b - first; i > 0 && at < e - first; ++at) {
      pace.step();
      out[at] = before[i] + out[at];
    }
  });
  return out + (last - first);
}

/// Destroys the objects in [first, last). Needs forward iterators. Does not look for cancellation.
template <typename Iter>
void destroy(Iter first, Iter last) {
  using T = typename std::iterator_traits<Iter>::value_type;
  if constexpr (!std::is_trivially_destructible_v<T>) {
    runtime::cleanUp<T>([&](unsigned part, unsigned parts) {
      const auto [begin, end] = block_range(first, last, part, parts);
      std::destroy(begin, end);
    });
  }
}

} // namespace galois::ParallelSTL
