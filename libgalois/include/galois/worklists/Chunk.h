/**
 * Galois' chunked worklists: unordered bags in which threads exchange work a chunk at a time.
 *
 * A thread fills one chunk and empties another without synchronisation; full chunks go to a list
 * that all threads of the same home share (all threads, a socket, or one thread), and a thread that
 * runs dry takes a chunk from its home, then its own half-filled one, then from other homes. They
 * are the no-priority reference of the priority policies (`chunk-fifo`, `chunk-lifo`) and the
 * default of for_each.
 *
 * FIFO and LIFO say which of the full chunks comes first, the oldest or the youngest; the tasks in
 * a chunk are taken oldest first in both. A stack of single tasks would be useless for relaxations:
 * it explores depth first, and shortest paths on a road network then do not end in useful time.
 */
#ifndef GALOIS_WORKLISTS_CHUNK_H
#define GALOIS_WORKLISTS_CHUNK_H

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/chunks/ChunkList.h"
#include "galois/worklists/parts/chunks/ChunkScope.h"
#include "galois/worklists/parts/chunks/LocalChunks.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// Run-time parameters of the chunked worklists.
struct ChunkParams {
  std::uint32_t chunkSize = 64; ///< tasks a chunk, 1 or more; used where the template says 0
};

/// The chunked worklists in one class; use it by the names below.
/// @tparam ChunkSize   tasks a chunk; 0: given at run time by ChunkParams
/// @tparam Lifo        youngest chunk first instead of oldest first
/// @tparam Scope       who shares a list of full chunks
/// @tparam Concurrent  kept for Galois' interface; a single user pays an exchange or two a chunk
///
/// Thread-safe; push and pop O(1). Meets the worklist concept, see worklists/Concept.h.
template <unsigned ChunkSize, typename T, bool Concurrent, bool Lifo, ChunkScope Scope>
class ChunkMaster {
public:
  static constexpr unsigned kChunkSize = ChunkSize; ///< as given, 0 means at run time
  static constexpr bool kLifo = Lifo;

  template <typename U>
  using retype = ChunkMaster<ChunkSize, U, Concurrent, Lifo, Scope>;
  template <bool B>
  using rethread = ChunkMaster<ChunkSize, T, B, Lifo, Scope>;
  template <unsigned N>
  struct with_chunk_size {
    using type = ChunkMaster<N, T, Concurrent, Lifo, Scope>;
  };
  using value_type = T;

  explicit ChunkMaster(ChunkParams params = ChunkParams())
      : pool_(ChunkSize ? ChunkSize : params.chunkSize), lists_(chunkListsFor(Scope)) {}
  ChunkMaster(const ChunkMaster&) = delete;
  ChunkMaster& operator=(const ChunkMaster&) = delete;

  /// Destroys the tasks that were never taken.
  ~ChunkMaster() {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      threads_.getRemote(t)->chunks.release(pool_);
    }
    lists_.clear([this](Chunk<T>* chunk) { pool_.free(chunk); });
  }

  void push(const value_type& task) { add(*threads_.getLocal(), task); }

  template <typename Iter>
  void push(Iter b, Iter e) {
    Own& own = *threads_.getLocal();
    for (; b != e; ++b) {
      add(own, *b);
    }
  }

  /// Called by every thread with the same range: each adds its share.
  template <typename Range>
  void push_initial(const Range& range) {
    const auto share = range.local_pair();
    push(share.first, share.second);
  }

  galois::optional<value_type> pop() {
    Own& own = *threads_.getLocal();
    if (!provide(own)) {
      return galois::optional<value_type>();
    }
    return takeOne(own);
  }

  /// Takes up to `max` tasks at once, all from one chunk.
  /// @return number of tasks written to `out`, 0 when none was found
  std::size_t pop_batch(value_type* out, std::size_t max) {
    Own& own = *threads_.getLocal();
    if (!provide(own)) {
      return 0;
    }
    const std::size_t count = own.chunks.take(out, max);
    own.counters.pops += count;
    return count;
  }

  /// Gives each counter to `sink(thread, name, value)`. Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      threads_.getRemote(t)->counters.report(t, sink);
    }
  }

private:
  struct Own {
    LocalChunks<T, Lifo> chunks;
    WorklistCounters counters;
  };

  /// The task is moved once, into what the caller gets: a second move might throw and lose it.
  static galois::optional<value_type> takeOne(Own& own) {
    auto task = own.chunks.template take<galois::optional<value_type>>();
    ++own.counters.pops;
    return task;
  }

  unsigned home() const { return chunkHome(Scope, lists_.count()); }

  void add(Own& own, const value_type& task) {
    own.chunks.push(task, pool_, lists_, [this] { return home(); });
    ++own.counters.pushes;
  }

  bool provide(Own& own) {
    if (own.chunks.provide(pool_, lists_, home(), own.counters)) {
      return true;
    }
    ++own.counters.emptyPops;
    return false;
  }

  ChunkPool<T> pool_;
  ChunkLists<Chunk<T>, Lifo> lists_;
  substrate::PerThreadStorage<Own> threads_;
};

/// One list of chunks for all threads.
template <unsigned ChunkSize = 64, typename T = int, bool Concurrent = true>
using ChunkFIFO = ChunkMaster<ChunkSize, T, Concurrent, false, ChunkScope::global>;
template <unsigned ChunkSize = 64, typename T = int, bool Concurrent = true>
using ChunkLIFO = ChunkMaster<ChunkSize, T, Concurrent, true, ChunkScope::global>;

/// A list of chunks a socket; other sockets' are taken from when one's own is empty.
template <unsigned ChunkSize = 64, typename T = int, bool Concurrent = true>
using PerSocketChunkFIFO = ChunkMaster<ChunkSize, T, Concurrent, false, ChunkScope::socket>;
template <unsigned ChunkSize = 64, typename T = int, bool Concurrent = true>
using PerSocketChunkLIFO = ChunkMaster<ChunkSize, T, Concurrent, true, ChunkScope::socket>;
/// Galois' bag promises no order; the FIFO keeps that promise.
template <unsigned ChunkSize = 64, typename T = int, bool Concurrent = true>
using PerSocketChunkBag = PerSocketChunkFIFO<ChunkSize, T, Concurrent>;

/// A list of chunks a thread; others' are stolen from when one's own is empty.
template <unsigned ChunkSize = 64, typename T = int, bool Concurrent = true>
using PerThreadChunkFIFO = ChunkMaster<ChunkSize, T, Concurrent, false, ChunkScope::thread>;
template <unsigned ChunkSize = 64, typename T = int, bool Concurrent = true>
using PerThreadChunkLIFO = ChunkMaster<ChunkSize, T, Concurrent, true, ChunkScope::thread>;

GALOIS_WLCOMPILECHECK(ChunkFIFO)
GALOIS_WLCOMPILECHECK(ChunkLIFO)
GALOIS_WLCOMPILECHECK(PerSocketChunkFIFO)
GALOIS_WLCOMPILECHECK(PerSocketChunkLIFO)
GALOIS_WLCOMPILECHECK(PerSocketChunkBag)
GALOIS_WLCOMPILECHECK(PerThreadChunkFIFO)
GALOIS_WLCOMPILECHECK(PerThreadChunkLIFO)

} // namespace galois::worklists

#endif
