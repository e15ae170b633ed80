/**
 * The ordered map from priority to bag that OrderedByIntegerMetric shares between its threads
 * [PMOD, section 2.3 describes OBIM's global and local map].
 *
 * Each thread keeps an ordered copy of the map with an entry for every index that it uses. It may
 * remove entries without a bag from its copy. Threads share a bag only for an index for which one
 * of them called share().
 *
 * Invariant. The shared state is an append-only log of entries, each an index and its bag. An entry
 * is complete before it is appended. A thread appends it by a compare-exchange of the first empty
 * slot, after it has replayed all slots before and found its index in none. So an index is appended
 * only once and keeps its bag during the lifetime of the map, and slots fill without gaps. Each
 * thread updates its copy by replaying the log from where it stopped, and never removes entries
 * with a bag. So the common case, a known index, accesses no shared word. No thread waits for
 * another: an append is a single compare-exchange. (Published code reads a growing std::deque
 * without a lock here, which is a data race, and appends to it under a lock, which a descheduled
 * thread keeps.)
 *
 * The log is stored in segments of doubling size that never move.
 *
 * All accesses of the log are seq_cst, for callers that use another word beside it, such as a hint
 * (SharedBags.h). Suppose that a thread has a bag from the map, which it or another thread
 * appended, and then makes a seq_cst access of that word. If, later in the single order of seq_cst
 * accesses, another thread accesses the word and then calls refresh(), it finds the bag. This holds
 * for segments, too: a thread that does not see a segment sees no slot in it. Within the map,
 * release and acquire would be enough. The stronger order costs little: one load per search and one
 * exchange per bag.
 */
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// A map that all threads share, and of which each has a copy.
/// @tparam Index    integer priority, or a type that converts to std::size_t and has ==
/// @tparam Bag      what the map holds per priority; owned by the map, which never destroys a bag
///                  before itself
/// @tparam Local    what a thread holds per priority; constructible from (Index, Bag*), with
///                  members `index`, and `bag`, which only the map sets: nullptr while no bag is
///                  known
/// @tparam Compare  order of urgency, most urgent first
/// @tparam FirstBits  the first segment of the log holds 2^FirstBits entries
template <typename Index, typename Bag, typename Local, typename Compare = std::less<Index>,
          typename Atomics = substrate::DefaultAtomics, unsigned FirstBits = 6>
class BucketMap {
public:
  /// The copy of one thread, which may read `ordered` at any time. References into it stay valid
  /// until forget().
  class Cache {
  public:
    explicit Cache(Compare compare = Compare()) : ordered(compare) {}
    std::map<Index, Local, Compare> ordered;

  private:
    friend class BucketMap;
    static constexpr unsigned kRecentBits = 9;
    std::array<Local*, std::size_t{1} << kRecentBits> recent_{}; ///< direct-mapped, see placeOf()
    std::size_t replayed_ = 0; ///< number of log entries that are in `ordered`

    /// Returns the place of `index` in recent_. Neighbouring indices get different places, and so
    /// do multiples of any power of two.
    static std::size_t placeOf(const Index& index) noexcept {
      return static_cast<std::uint64_t>(static_cast<std::size_t>(index)) * 0x9E3779B97F4A7C15u >>
             (64 - kRecentBits);
    }
  };

  BucketMap() = default;
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

  /// Returns the calling thread's entry for `index`, and creates it if there is none. O(1) for a
  /// recently used index, else O(log indices). Accesses no shared data.
  /// @param made  called if the entry was created
  /// @throws std::bad_alloc
  template <typename Made>
  Local& find(Cache& cache, const Index& index, Made&& made) {
    Local* const recent = cache.recent_[Cache::placeOf(index)];
    return recent && recent->index == index ? *recent : findAnywhere(cache, index, made);
  }

  /// Returns the shared bag of the calling thread's entry, and creates it if there is none. All
  /// threads find it from then on. O(log indices), lock-free.
  /// @param make  returns std::unique_ptr<Bag>; its bag is destroyed if another thread is faster
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

  /// Removes an entry, which must have no bag, from the calling thread's copy. O(1) amortised.
  /// @return the next entry
  auto forget(Cache& cache, typename std::map<Index, Local, Compare>::iterator entry) {
    Local*& recent = cache.recent_[Cache::placeOf(entry->first)];
    if (recent == &entry->second) {
      recent = nullptr;
    }
    return cache.ordered.erase(entry);
  }

  /// Adds the bags that other threads have shared meanwhile to the calling thread's copy. O(log n)
  /// per new entry; two loads if there is none.
  void refresh(Cache& cache) {
    while (Entry* entry = at(cache.replayed_)) {
      const Index index = entry->index;
      Bag* const bag = entry->bag;
      cache.ordered.try_emplace(index, index, bag).first->second.bag = bag;
      ++cache.replayed_;
    }
  }

  /// Returns the number of shared bags. O(n).
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

  static constexpr std::size_t kFirst = std::size_t{1} << FirstBits; ///< slots of segment 0

  static unsigned segmentOf(std::size_t position) noexcept {
    return 63 - FirstBits - static_cast<unsigned>(__builtin_clzll(position + kFirst));
  }
  static std::size_t placeIn(unsigned segment, std::size_t position) noexcept {
    return position + kFirst - (kFirst << segment);
  }

  /// Returns segment `s`, or nullptr if no thread has needed it yet.
  Slot* segmentAt(unsigned s) const noexcept {
    // (4) seq_cst: synchronizes with (3), so that the slots are seen initialized.
    return segments_[s].load(order::seq_cst);
  }

  /// Returns the entry at `position` of the log, or nullptr if the log is shorter.
  Entry* at(std::size_t position) const noexcept {
    const unsigned s = segmentOf(position);
    const Slot* segment = segmentAt(s);
    // (2) seq_cst: synchronizes with (1), so that the entry is complete.
    return segment ? segment[placeIn(s, position)].load(order::seq_cst) : nullptr;
  }

  /// Returns the slot of a position, and creates its segment if necessary.
  Slot& slotFor(std::size_t position) {
    const unsigned s = segmentOf(position);
    if (!segmentAt(s)) {
      std::unique_ptr<Slot[]> mine(new Slot[kFirst << s]()); // null in C++17, too
      Slot* none = nullptr;
      // (3) seq_cst: synchronizes with (4). Another thread may be faster.
      if (segments_[s].compare_exchange_strong(none, mine.get(), order::seq_cst, order::relaxed)) {
        static_cast<void>(mine.release()); // now owned by the map
      }
    }
    return segmentAt(s)[placeIn(s, position)];
  }

  /// Does find() for an index that was not used recently. Not inlined, to keep the common case
  /// small.
  template <typename Made>
  GALOIS_ATTRIBUTE_NOINLINE Local& findAnywhere(Cache& cache, const Index& index, Made& made) {
    const auto [found, isNew] = cache.ordered.try_emplace(index, index, nullptr);
    cache.recent_[Cache::placeOf(index)] = &found->second;
    if (isNew) {
      made();
    }
    return found->second;
  }

  /// Appends a bag for an index whose entry has none to the log, and adds it to the cache.
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
        static_cast<void>(mine.release()); // now owned by the log
      }
      refresh(cache);
    } while (!local.bag);
  }

  /// Segment s holds 2^(s + FirstBits) slots, all null at first; it is null until it is needed.
  std::array<typename Atomics::template Atomic<Slot*>, 42 - FirstBits> segments_{};
};

} // namespace galois::worklists
