/**
 * Decides, after each batch that a thread of Wasp takes, which of its other tasks it offers.
 *
 *  - While no thread is starving, it keeps a few chunks of its current bucket on offer, and one
 *    chunk of the next bucket when the current one has nothing left. So no thread goes on to less
 *    urgent tasks for want of an offer.
 *  - While threads are starving, it keeps one chunk per starving thread on offer, up to kMaxOffers.
 *    If its bucket does not hold that many, it splits the batch at hand.
 *
 * All chunks on offer are of one bucket, or of neighbouring ones right after the bucket width has
 * changed. When a thread comes to more urgent tasks than those on offer, as happens under A* or
 * PageRank, the offer stands at its own priority. The thread takes it back when it has kept a few
 * batches of more urgent tasks from being offered.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/queues/BucketsAndChunk.h"
#include "galois/worklists/parts/stealing/ChunkOffers.h"

namespace galois::worklists {

/// One thread's decisions. Owned by that thread.
/// @tparam T        task, trivially copyable
/// @tparam Indexer  maps a task to an integer priority; smaller is more urgent
template <typename T, typename Indexer>
class ChunkSharer {
public:
  using Tasks = BucketsAndChunk<T, Indexer>;
  using Offers = ChunkOffers<T>;
  using Key = typename Offers::Key;

  /// Chunks on offer while no thread is starving.
  static constexpr std::size_t kOffers = 4;
  /// Chunks on offer at most, however many threads are starving.
  static constexpr std::size_t kMaxOffers = 8;
  /// Batches after which a less urgent offer is taken back.
  static constexpr unsigned kMaxBlocked = 4;

  /// @param pool        where all chunks come from; must outlive this object
  /// @param leastPiece  tasks in the smallest chunk that is offered, 1 or more
  ChunkSharer(ChunkPool<T>& pool, std::uint32_t leastPiece)
      : pool_(pool), least_(std::min<std::size_t>(leastPiece, pool.capacity())) {}

  /// Offers chunks of the bucket from which a batch was taken and, while threads are starving, a
  /// part of the batch. O(1) per chunk, O(tasks) for what is split off the batch.
  /// @param tasks     the thread's tasks
  /// @param offers    the thread's offers
  /// @param level     the key at which the batch was taken
  /// @param starving  the number of other threads that have no work
  /// @return the number of tasks left at the beginning of the batch, at least 1 if there was one
  /// @throws std::bad_alloc
  std::size_t share(Tasks& tasks, Offers& offers, Key level, std::size_t starving, const T* batch,
                    std::size_t count) {
    typename Tasks::Buckets& buckets = tasks.buckets();
    const std::size_t wanted = std::min(starving, kMaxOffers);
    const auto holds = [&](std::size_t number) {
      return buckets.topKey() <= level && buckets.firstHolds(number);
    };
    if (!takeOutdatedBack(tasks, offers, level, holds(least_))) {
      return count;
    }
    std::size_t held = offers.size();
    while (held < std::max(kOffers, wanted) && holds(least_)) {
      offerFirst(buckets, offers);
      ++held;
    }
    if (held == 0 && wanted == 0 && buckets.firstHolds(least_)) {
      offerFirst(buckets, offers); // of the next bucket
    }
    for (; held < wanted && count >= 2 * least_; ++held) {
      const std::size_t piece =
          std::min<std::size_t>(std::max(least_, count / (wanted - held + 1)), pool_.capacity());
      Chunk<T>* const chunk = pool_.allocate();
      Key key = Offers::kNothing;
      for (std::size_t i = 0; i < piece; ++i) {
        key = std::min(key, buckets.keyOf(batch[--count]));
        chunk->pushBack(batch[count]);
      }
      offer(offers, chunk, key);
    }
    return count;
  }

  std::uint64_t chunksOffered() const noexcept { return chunksOffered_; } ///< so far
  std::uint64_t takenBack() const noexcept { return takenBack_; } ///< times an outdated offer was

private:
  /// Offers a chunk of the first bucket.
  void offerFirst(typename Tasks::Buckets& buckets, Offers& offers) {
    const Key key = buckets.topKey();
    offer(offers, buckets.popChunk(), key);
  }

  void offer(Offers& offers, Chunk<T>* chunk, Key key) {
    offers.offer(chunk, key);
    ++chunksOffered_;
  }

  /// Whether chunks of the current level may be offered, because nothing less urgent is on offer.
  /// @param blocks  whether there are such chunks, which a less urgent offer keeps back
  bool takeOutdatedBack(Tasks& tasks, Offers& offers, Key level, bool blocks) {
    const Key offered = offers.key();
    if (offers.size() == 0 || offered <= level ||
        ((offered - level) >> tasks.buckets().shift()) == 0) {
      blocked_ = 0;
      return true;
    }
    blocked_ += blocks;
    if (blocked_ < kMaxBlocked) {
      return false;
    }
    while (Chunk<T>* chunk = offers.takeBack()) {
      tasks.pour(chunk);
    }
    blocked_ = 0;
    ++takenBack_;
    return true;
  }

  ChunkPool<T>& pool_;
  const std::size_t least_; ///< tasks in the smallest chunk that is offered
  unsigned blocked_ = 0;    ///< batches that a less urgent offer has kept from being offered
  std::uint64_t chunksOffered_ = 0;
  std::uint64_t takenBack_ = 0;
};

} // namespace galois::worklists
