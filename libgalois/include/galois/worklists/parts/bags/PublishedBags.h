/**
 * The bags that threads share, and the hint where the first one is in which a thread has published
 * something: BucketMap, ChunkLists and FirstHint as OrderedBags uses them together.
 *
 * Invariant: that of FirstHint.h. A node that publish() has put into a bag is no more urgent than
 * the hint, unless its thread has yet to lower the hint, or a thread that raised the hint past it
 * has yet to look a second time.
 *
 * What the three rely on between them. A thread that publishes makes the bag or finds it in the
 * map's log, puts the node into the bag's list, and then reads the hint. A thread that raises the
 * hint changes it, and then reads the log and the lists of the bags in it. All of these accesses
 * are seq_cst. So either the publisher sees the raised hint and lowers it; or its look at the hint
 * comes before the change in the single order of all seq_cst accesses, and with it the entry in the
 * log and the node in the list, and the second look sees both. If the accesses of the log were
 * release and acquire, the second look could see an old end of the log, and pass over a bag that
 * was just made; x86 does not do that, other machines may.
 */
#ifndef GALOIS_WORKLISTS_PARTS_BAGS_PUBLISHEDBAGS_H
#define GALOIS_WORKLISTS_PARTS_BAGS_PUBLISHEDBAGS_H

#include "galois/substrate/Atomics.h"
#include "galois/worklists/parts/bags/BucketMap.h"
#include "galois/worklists/parts/bags/FirstHint.h"

namespace galois::worklists {

/// Thread-safe, as BucketMap and FirstHint are.
/// @tparam Binning  names bags by keys and orders them, see parts/bags/FixedBins.h
/// @tparam Bag      ChunkLists, or what has its push() and stillSeemsEmpty()
/// @tparam Entry    what a thread keeps for a bag, see BucketMap
template <typename Binning, typename Bag, typename Entry,
          typename Atomics = substrate::DefaultAtomics, unsigned FirstBits = 6>
class PublishedBags : public BucketMap<typename Binning::Key, Bag, Entry, typename Binning::Before,
                                       Atomics, FirstBits> {
  using Map =
      BucketMap<typename Binning::Key, Bag, Entry, typename Binning::Before, Atomics, FirstBits>;

public:
  using typename Map::Cache;
  using Index = typename Binning::Index;
  using Key = typename Binning::Key;

  PublishedBags() : hint_(Binning::kLeastUrgent) {}

  /// Where the first bag lies in which something was published. A search that begins there has to
  /// ask before it calls refresh(), and hand the answer to raiseHint() if it finds nothing there.
  Index hint() const noexcept { return hint_.get(); }

  /// Puts a node into a list of the entry's bag, which share() has made.
  template <typename Node>
  void publish(Entry& entry, unsigned list, Node* node) {
    entry.bag->push(list, node);
    hint_.lower(Binning::mostUrgentOf(entry.index));
  }

  /// Tells the others that there is nothing from `seen`, what hint() was before the thread looked,
  /// to `to`; takes it back if another thread publishes something there at this moment.
  void raiseHint(Cache& cache, const Index& seen, const Index& to) {
    hint_.raise(seen, to, [&] {
      Map::refresh(cache); // a bag that was made before the hint was raised is there
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

#endif
