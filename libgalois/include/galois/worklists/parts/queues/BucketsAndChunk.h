/**
 * The tasks that one thread of Wasp keeps to itself: a bucket queue, and one chunk that came from
 * elsewhere and is emptied first, task by task.
 *
 * The chunk was stolen, or taken back from the thread's offers. It is used where it is, so a theft
 * costs nothing per task. If another chunk replaces it early, its tasks go to the buckets.
 *
 * Invariant: no task of the chunk is more urgent than chunkKey(), and an empty chunk is not kept.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/queues/BucketQueue.h"

namespace galois::worklists {

/// Not thread-safe: owned by one thread.
/// @tparam T        task, trivially copyable
/// @tparam Indexer  maps a task to an integer priority; smaller is more urgent
template <typename T, typename Indexer>
class BucketsAndChunk {
public:
  using Buckets = BucketQueue<T, Indexer>;
  using Key = std::uint64_t; ///< smaller is more urgent

  /// The key of no chunk.
  static constexpr Key kNothing = std::numeric_limits<Key>::max();

  /// @param pool  where all chunks come from and go to; must outlive this object
  /// @throws std::bad_alloc
  BucketsAndChunk(const Indexer& indexer, ChunkPool<T>& pool, const BucketQueueParams& params)
      : buckets_(indexer, pool, params) {}
  BucketsAndChunk(const BucketsAndChunk&) = delete;
  BucketsAndChunk& operator=(const BucketsAndChunk&) = delete;

  /// Drops the tasks that were never taken.
  ~BucketsAndChunk() {
    if (chunk_) {
      buckets_.recycle(chunk_);
    }
  }

  Buckets& buckets() noexcept { return buckets_; }
  const Buckets& buckets() const noexcept { return buckets_; }

  /// Returns the number of tasks pushed into buckets(), without those that came out of chunks.
  std::uint64_t pushes() const noexcept { return buckets_.pushes() - fromChunks_; }

  /// Whether there is a chunk.
  bool hasChunk() const noexcept { return chunk_ != nullptr; }

  /// Returns a lower bound of the keys of the chunk's tasks; kNothing if there is no chunk.
  Key chunkKey() const noexcept { return chunkKey_; }

  /// Makes `chunk`, which holds a task, the one that is emptied next. The tasks of the previous one
  /// go to the buckets.
  /// @param key  no key of its tasks is less
  /// @throws std::bad_alloc, see BucketQueue::push()
  void adopt(Chunk<T>* chunk, Key key) {
    if (Chunk<T>* const before = std::exchange(chunk_, chunk)) {
      pour(before);
    }
    chunkKey_ = key;
  }

  /// Takes up to `max` tasks out of the chunk, which must exist. O(max).
  /// @return the number of tasks written to `out`
  std::size_t popFromChunk(T* out, std::size_t max) {
    const std::size_t count = chunk_->popBack(out, max);
    if (chunk_->empty()) {
      buckets_.recycle(std::exchange(chunk_, nullptr));
      chunkKey_ = kNothing;
    }
    return count;
  }

  /// Moves all tasks of `chunk`, which belongs to the caller, to the buckets. O(tasks).
  /// @throws std::bad_alloc, see BucketQueue::push()
  void pour(Chunk<T>* chunk) {
    fromChunks_ += chunk->size();
    while (!chunk->empty()) {
      buckets_.push(chunk->popBack());
    }
    buckets_.recycle(chunk);
  }

private:
  Buckets buckets_;
  Chunk<T>* chunk_ = nullptr;
  Key chunkKey_ = kNothing;
  std::uint64_t fromChunks_ = 0; ///< tasks that pour() pushed
};

} // namespace galois::worklists
