/**
 * The bags that threads share, and the hint that tells which is the first one with a node
 * on offer: BucketMap, ChunkLists and FirstHint as OrderedBags uses them together.
 *
 * Invariant, that of FirstHint.h: a node that offer() has put into a bag is no more urgent than
 * the hint, with two exceptions. Its thread may not have lowered the hint yet. Or a thread that
 * raised the hint past the node may not have checked the bags a second time yet.
 *
 * How the three parts work together. A thread that offers a node creates the bag or finds it in the
 * map's log, puts the node into the bag's list, and then reads the hint. A thread that raises the
 * hint changes it, and then reads the log and the lists of the bags in it. All of these accesses
 * are seq_cst, so they have a single order. Either the former reads the raised hint and lowers
 * it. Or its read of the hint comes before the change in that order; then so do the entry in the
 * log and the node in the list, and the second check sees both. If the accesses of the log were
 * release and acquire, the second check could see an old end of the log and miss a bag that was
 * just created. x86 does not do that, but other machines may.
 */
#pragma once

#include "galois/substrate/Atomics.h"
#include "galois/worklists/parts/bags/BucketMap.h"
#include "galois/worklists/parts/bags/FirstHint.h"

namespace galois::worklists {

/// The shared bags and their hint. Thread-safe, as BucketMap and FirstHint are.
/// @tparam Binning  names bags by keys and orders them, see parts/bags/FixedBins.h
/// @tparam Bag      ChunkLists, or a class with its push() and stillSeemsEmpty()
/// @tparam Entry    what a thread stores per bag, see BucketMap
template <typename Binning, typename Bag, typename Entry,
          typename Atomics = substrate::DefaultAtomics, unsigned FirstBits = 6>
class SharedBags : public BucketMap<typename Binning::Key, Bag, Entry, typename Binning::Before,
                                    Atomics, FirstBits> {
  using Map =
      BucketMap<typename Binning::Key, Bag, Entry, typename Binning::Before, Atomics, FirstBits>;

public:
  using typename Map::Cache;
  using Index = typename Binning::Index;
  using Key = typename Binning::Key;

  SharedBags() : hint_(Binning::kLeastUrgent) {}

  /// Returns the priority from which on bags may hold nodes on offer. A thread that begins a
  /// search there must call hint() before refresh(), and pass the result to raiseHint() if it finds
  /// nothing there.
  Index hint() const noexcept { return hint_.get(); }

  /// Puts a node into a list of the entry's bag, which share() has created.
  template <typename Node>
  void offer(Entry& entry, unsigned list, Node* node) {
    entry.bag->push(list, node);
    hint_.lower(Binning::mostUrgentOf(entry.index));
  }

  /// Raises the hint from `seen` to `to` after the thread has found nothing in between; `seen` is
  /// what hint() returned before the search. Lowers the hint again if another thread has offered
  /// a node there meanwhile.
  void raiseHint(Cache& cache, const Index& seen, const Index& to) {
    hint_.raise(seen, to, [&] {
      Map::refresh(cache); // finds every bag that was created before the hint was raised
      const auto& ordered = cache.ordered;
      const Key end = Binning::firstWith(to);
      const typename Binning::Before before;
      for (auto at = ordered.lower_bound(Binning::firstWith(seen));
           at != ordered.end() && before(at->first, end); ++at) {
        if (at->second.bag && !at->second.bag->stillSeemsEmpty()) {
          hint_.lower(Binning::mostUrgentOf(at->first));
          return;
        }
      }
    });
  }

private:
  FirstHint<Index, typename Binning::MoreUrgent, Atomics> hint_;
};

} // namespace galois::worklists
