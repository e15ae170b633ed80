/**
 * The ordered map from priority to bag that OrderedByIntegerMetric shares between its threads
 * [PMOD, section 2.3 describes OBIM's global and local map].
 *
 * A thread keeps an entry for every index that it uses, in an ordered copy of its own, and may
 * forget it. Threads share a bag only for an index that one of them asked share() for.
 *
 * Invariant. Shared state is an append-only log of entries, an index and its bag each. An entry is
 * complete before it enters, and enters by an exchange of the first empty slot, made by a thread
 * that has replayed all slots before it and found its index in none: so an index enters once and
 * keeps its bag for the life of the map, and slots fill without gaps. Each thread brings its copy
 * up to date by replaying the log from where it stopped, and does not forget entries with a bag; so
 * the common case, a known index, touches no shared word. Nobody waits for anybody: a thread that
 * stops in the middle of an append has appended, or it has not. (Published code reads a growing
 * std::deque without a lock here, which is a data race, and appends to it under a lock, which a
 * stopped thread keeps.)
 *
 * The log lives in segments of doubling size that never move.
 *
 * All accesses of the log are seq_cst, for those who use another word beside it, such as a hint
 * (PublishedBags.h). Suppose a thread has a bag from the map, its own or another's, and then makes
 * a seq_cst access of that word, and later in the single order of such accesses another thread
 * makes one and calls refresh(): it finds the bag. That holds for the segments, too: who does not
 * see a segment sees no slot in it. Within the map, release and acquire would be enough; where the
 * difference costs anything, a load is one in a search, and an exchange one in the life of a bag.
 */
#ifndef GALOIS_WORKLISTS_PARTS_BAGS_BUCKETMAP_H
#define GALOIS_WORKLISTS_PARTS_BAGS_BUCKETMAP_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// @tparam Index    integer priority, or what converts to std::size_t and compares for equality
/// @tparam Bag      what the map holds a priority; made by the map, lives as long as it
/// @tparam Local    what a thread keeps a priority; constructible from (Index, Bag*), with members
///                  `index`, and `bag`, which is the map's to set: nullptr until it knows of one
/// @tparam Compare  order of urgency, most urgent first
/// @tparam FirstBits  the first segment of the log holds 2^FirstBits entries
template <typename Index, typename Bag, typename Local, typename Compare = std::less<Index>,
          typename Atomics = substrate::DefaultAtomics, unsigned FirstBits = 6>
class BucketMap {
public:
  /// One thread's copy. Its `ordered` may be walked freely by that thread; references into it stay
  /// valid until forget().
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
      segment.store(nullptr, order::relaxed); // before any thread can know of this object
    }
  }
  BucketMap(const BucketMap&) = delete;
  BucketMap& operator=(const BucketMap&) = delete;
  ~BucketMap() {
    for (std::size_t i = 0; const Entry* entry = at(i); ++i) {
      delete entry;
    }
    for (auto& segment : segments_) {
      delete[] segment.load(order::relaxed);
    }
  }

  /// The calling thread's entry for `index`, made if there is none. O(1) for a recent index, else
  /// O(log indices). Touches nothing that is shared.
  /// @param made  called when it was made
  /// @throws std::bad_alloc
  template <typename Made>
  Local& find(Cache& cache, const Index& index, Made&& made) {
    Local* const recent = cache.recent_[Cache::placeOf(index)];
    return recent && recent->index == index ? *recent : findAnywhere(cache, index, made);
  }

  /// The bag of the calling thread's entry, which all threads will find, made if there is none.
  /// O(log indices). Lock-free.
  /// @param make  returns std::unique_ptr<Bag>; its bag dies if another thread is faster
  /// @throws std::bad_alloc
  template <typename Make>
  GALOIS_ATTRIBUTE_NOINLINE Bag& share(Cache& cache, Local& local, Make&& make) {
    if (!local.bag) {
      refresh(cache);
    }
    if (!local.bag) {
      append(cache, local, make);
    }
    return *local.bag;
  }

  /// Drops the calling thread's entry, which has no bag. O(1) amortised. @return the next one
  auto forget(Cache& cache, typename std::map<Index, Local, Compare>::iterator entry) {
    Local*& recent = cache.recent_[Cache::placeOf(entry->first)];
    if (recent == &entry->second) {
      recent = nullptr;
    }
    return cache.ordered.erase(entry);
  }

  /// Replays what other threads have added, see above. O(log n) an entry; two loads when there is
  /// nothing new.
  void refresh(Cache& cache) {
    while (Entry* entry = at(cache.replayed_)) {
      const Index index = entry->index;
      Bag* const bag = entry->bag;
      cache.ordered.try_emplace(index, index, bag).first->second.bag = bag;
      ++cache.replayed_;
    }
  }

  /// Number of bags that threads share so far. O(n).
  std::size_t size() const noexcept {
    std::size_t count = 0;
    while (at(count)) {
      ++count;
    }
    return count;
  }

  /// Calls `visit(index, bag)` for every bag. Between loops only.
  template <typename Visit>
  void forEach(Visit&& visit) {
    for (std::size_t i = 0; Entry* entry = at(i); ++i) {
      visit(entry->index, *entry->owner);
    }
  }

private:
  struct Entry {
    typename Atomics::template Plain<Index> index{};
    typename Atomics::template Plain<Bag*> bag{};
    std::unique_ptr<Bag> owner;
  };
  using Slot = typename Atomics::template Atomic<Entry*>;

  // Segment s holds 2^(s + FirstBits) slots.
  static constexpr unsigned kSegments = 42 - FirstBits;
  static constexpr std::size_t kFirst = std::size_t{1} << FirstBits;

  static unsigned segmentOf(std::size_t position) noexcept {
    return 63 - FirstBits - static_cast<unsigned>(__builtin_clzll(position + kFirst));
  }
  static std::size_t placeIn(unsigned segment, std::size_t position) noexcept {
    return position + kFirst - (kFirst << segment);
  }

  /// nullptr as long as nobody has needed it.
  Slot* segmentAt(unsigned s) const noexcept {
    // (4) seq_cst: synchronizes with (3), so that slots are empty and not arbitrary.
    return segments_[s].load(order::seq_cst);
  }

  /// The log's entry, nullptr if it is not that long.
  Entry* at(std::size_t position) const noexcept {
    const unsigned s = segmentOf(position);
    const Slot* segment = segmentAt(s);
    // (2) seq_cst: synchronizes with (1), so that the entry is complete.
    return segment ? segment[placeIn(s, position)].load(order::seq_cst) : nullptr;
  }

  /// The slot of a position, in a segment that is made if need be.
  Slot& slotFor(std::size_t position) {
    const unsigned s = segmentOf(position);
    if (!segmentAt(s)) {
      std::unique_ptr<Slot[]> mine(new Slot[kFirst << s]);
      for (std::size_t i = 0; i < kFirst << s; ++i) {
        mine[i].store(nullptr, order::relaxed);
      }
      Slot* none = nullptr;
      // (3) seq_cst: synchronizes with (4). Another thread may be faster.
      if (segments_[s].compare_exchange_strong(none, mine.get(), order::seq_cst, order::relaxed)) {
        static_cast<void>(mine.release()); // the map's now
      }
    }
    return segmentAt(s)[placeIn(s, position)];
  }

  /// find() of an index that was not asked for lately. Kept out of the way of the common case.
  template <typename Made>
  GALOIS_ATTRIBUTE_NOINLINE Local& findAnywhere(Cache& cache, const Index& index, Made& made) {
    const auto [found, isNew] = cache.ordered.try_emplace(index, index, nullptr);
    cache.recent_[Cache::placeOf(index)] = &found->second;
    if (isNew) {
      made();
    }
    return found->second;
  }

  /// Brings a bag for an index whose entry has none into the log and the cache.
  template <typename Make>
  void append(Cache& cache, Local& local, Make& make) {
    auto mine = std::make_unique<Entry>();
    mine->owner = make();
    mine->index = local.index;
    mine->bag = mine->owner.get();
    do {
      Entry* none = nullptr;
      // (1) seq_cst: synchronizes with (2). The slot is the first that this thread saw empty.
      if (slotFor(cache.replayed_)
              .compare_exchange_strong(none, mine.get(), order::seq_cst, order::relaxed)) {
        static_cast<void>(mine.release()); // the log's now
      }
      refresh(cache);
    } while (!local.bag);
  }

  std::array<typename Atomics::template Atomic<Slot*>, kSegments> segments_;
};

} // namespace galois::worklists

#endif
