/**
 * The ordered map from priority to bag that OrderedByIntegerMetric shares between its threads
 * [PMOD, section 2.3 describes OBIM's global and local map].
 *
 * Invariant. Shared state is an append-only log of (index, bag) entries; an index enters once and
 * keeps its bag for the life of the map. Entry i is written before count_ becomes i + 1 and never
 * changes afterwards, so everything below a count that a thread has seen may be read without a
 * lock. Each thread keeps its own ordered copy and brings it up to date by replaying the log from
 * where it stopped, so that the common case, a known index, touches no shared word. Writers append
 * under a lock. (Published code reads a growing std::deque without a lock here, which is a data
 * race.)
 *
 * The log lives in segments of doubling size that never move.
 */
#ifndef GALOIS_WORKLISTS_PARTS_BUCKETMAP_H
#define GALOIS_WORKLISTS_PARTS_BUCKETMAP_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/SimpleLock.h"

namespace galois::worklists {

/// @tparam Index    integer priority, or what converts to std::size_t and compares for equality
/// @tparam Bag      what the map holds a priority; made by the map, lives as long as it
/// @tparam Local    what a thread keeps a priority; constructible from (Index, Bag*), with a member
///                  `index`
/// @tparam Compare  order of urgency, most urgent first
/// @tparam FirstBits  the first segment of the log holds 2^FirstBits entries
template <typename Index, typename Bag, typename Local, typename Compare = std::less<Index>,
          typename Atomics = substrate::DefaultAtomics, unsigned FirstBits = 6>
class BucketMap {
public:
  /// One thread's copy. Its `ordered` may be walked freely by that thread; references into it stay
  /// valid for the life of the copy.
  class Cache {
  public:
    explicit Cache(Compare compare = Compare()) : ordered(compare) {}
    std::map<Index, Local, Compare> ordered;

  private:
    friend class BucketMap;
    static constexpr unsigned kRecentBits = 9;
    std::array<Local*, std::size_t{1} << kRecentBits> recent_{}; ///< direct-mapped, see placeOf()
    std::size_t replayed_ = 0; ///< log entries already in `ordered`

    /// Neighbours fall apart, and so do multiples of any power of two.
    static std::size_t placeOf(const Index& index) noexcept {
      return static_cast<std::uint64_t>(static_cast<std::size_t>(index)) * 0x9E3779B97F4A7C15u >>
             (64 - kRecentBits);
    }
  };

  BucketMap() {
    for (auto& segment : segments_) {
      segment.store(nullptr, order::relaxed);
    }
    count_.store(0, order::relaxed);
  }
  BucketMap(const BucketMap&) = delete;
  BucketMap& operator=(const BucketMap&) = delete;
  ~BucketMap() {
    for (auto& segment : segments_) {
      delete[] segment.load(order::relaxed);
    }
  }

  /// The calling thread's entry for `index`, made if there is none. O(1) for a recent index, else
  /// O(log indices) and, for one that is new to all threads, a lock.
  /// @param make  called under the lock, returns std::unique_ptr<Bag>
  /// @throws std::bad_alloc
  template <typename Make>
  Local& find(Cache& cache, const Index& index, Make&& make) {
    Local* const recent = cache.recent_[Cache::placeOf(index)];
    return recent && recent->index == index ? *recent : findAnywhere(cache, index, make);
  }

  /// Replays what other threads have added. O(log n) an entry; one load when there is nothing new.
  void refresh(Cache& cache) {
    const std::size_t count = count_.load(order::acquire); // (2) acquire: pairs with (1)
    for (; cache.replayed_ < count; ++cache.replayed_) {
      Entry& entry = at(cache.replayed_);
      const Index index = entry.index;
      cache.ordered.try_emplace(index, index, static_cast<Bag*>(entry.bag));
    }
  }

  /// Number of indices that any thread has made so far.
  std::size_t size() const noexcept { return count_.load(order::relaxed); }

  /// Calls `visit(index, bag)` for every entry. Between loops only.
  template <typename Visit>
  void forEach(Visit&& visit) {
    const std::size_t count = count_.load(order::relaxed); // no thread is appending
    for (std::size_t i = 0; i < count; ++i) {
      visit(at(i).index, *at(i).owner);
    }
  }

private:
  struct Entry {
    typename Atomics::template Plain<Index> index{};
    typename Atomics::template Plain<Bag*> bag{};
    std::unique_ptr<Bag> owner;
  };

  // Segment s holds 2^(s + FirstBits) entries.
  static constexpr unsigned kSegments = 42 - FirstBits;
  static constexpr std::size_t kFirst = std::size_t{1} << FirstBits;

  static unsigned segmentOf(std::size_t position) noexcept {
    return 63 - FirstBits - static_cast<unsigned>(__builtin_clzll(position + kFirst));
  }

  Entry& at(std::size_t position) noexcept {
    const unsigned s = segmentOf(position);
    // relaxed: the segment was stored before the count (1) that admitted this position; (2) saw it.
    Entry* segment = segments_[s].load(order::relaxed);
    return segment[position + kFirst - (kFirst << s)];
  }

  /// find() of an index that was not asked for lately. Kept out of the way of the common case.
  template <typename Make>
  GALOIS_ATTRIBUTE_NOINLINE Local& findAnywhere(Cache& cache, const Index& index, Make& make) {
    auto found = cache.ordered.find(index);
    if (found == cache.ordered.end()) {
      refresh(cache);
      found = cache.ordered.find(index);
    }
    if (found == cache.ordered.end()) {
      append(cache, index, make);
      found = cache.ordered.find(index);
    }
    return *(cache.recent_[Cache::placeOf(index)] = &found->second);
  }

  template <typename Make>
  void append(Cache& cache, const Index& index, Make& make) {
    const std::lock_guard<Lock> guard(lock_);
    refresh(cache);
    if (cache.ordered.count(index)) {
      return;
    }                                                         // another thread was faster
    const std::size_t position = count_.load(order::relaxed); // written under this lock only
    const unsigned s = segmentOf(position);
    if (!segments_[s].load(order::relaxed)) {
      segments_[s].store(new Entry[kFirst << s], order::relaxed);
    }
    Entry& entry = at(position);
    entry.owner = make();
    entry.index = index;
    entry.bag = entry.owner.get();
    // (1) release: synchronizes with (2), so that a reader of the count finds the entry written.
    count_.store(position + 1, order::release);
    refresh(cache);
  }

  using Lock = substrate::BasicSimpleLock<Atomics>;

  std::array<typename Atomics::template Atomic<Entry*>, kSegments> segments_;
  typename Atomics::template Atomic<std::size_t> count_;
  Lock lock_;
};

} // namespace galois::worklists

#endif
