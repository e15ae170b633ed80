/**
 * Galois' chunked worklists: unordered bags in which threads exchange whole chunks of tasks.
 *
 * A thread fills one chunk and empties another without synchronisation. Full chunks go to a list
 * that belongs to a home: all threads, the threads of one socket, or one thread. A thread whose
 * chunk is empty takes a full chunk from its home, then its own partly filled chunk, then a chunk
 * from another home. These worklists are the baseline without priorities (`chunk-fifo`,
 * `chunk-lifo`) and the default of for_each.
 *
 * The FIFO takes the oldest chunk first, and the oldest task of a chunk. The LIFO is a stack, as in
 * Galois: a thread takes the youngest task of the chunk that it fills, and the youngest chunk of its
 * home when that is empty. It explores depth first, so shortest paths on a road network take
 * impractically long. Hence `chunk-lifo` is the third order: the youngest chunk first, and in a chunk
 * the oldest task.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/chunks/ChunkList.h"
#include "galois/worklists/parts/chunks/ChunkScope.h"
#include "galois/worklists/parts/chunks/LocalChunks.h"
#include "galois/worklists/parts/chunks/LocalStack.h"
#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/common/SharedParameters.h"
#include "galois/worklists/parts/common/WorklistCounters.h"

namespace galois::worklists {

/// Run-time parameters of the chunked worklists.
struct ChunkParams {
  std::uint32_t chunkSize = 64; ///< tasks per chunk, 1 or more; used where the template says 0

  /// Calls `visit(parameter, field)` for each, see parts/common/Parameter.h.
  template <typename Self, typename Visit>
  static void visitParameters(Self& self, Visit&& visit) {
    visit(parameters::kChunk, self.chunkSize);
  }
};

/// All chunked worklists in one class. Use it by the names below.
/// @tparam ChunkSize   tasks per chunk; 0 means that ChunkParams gives it at run time
/// @tparam Lifo        whether the youngest chunk is taken first instead of the oldest
/// @tparam Stack       whether the youngest task of a chunk is taken first, too; only with Lifo
/// @tparam Scope       which threads share a list of full chunks
/// @tparam Concurrent  kept for Galois' interface, no effect; a single user pays one or two atomic
///                     exchanges per chunk
///
/// Thread-safe; push and pop are O(1). Meets the worklist concept, see worklists/Concept.h.
template <unsigned ChunkSize, typename T, bool Concurrent, bool Lifo, ChunkScope Scope,
          bool Stack = Lifo>
class ChunkMaster {
  static_assert(Lifo || !Stack, "a queue of chunks takes the oldest task of a chunk");

public:
  static constexpr unsigned kChunkSize = ChunkSize; ///< 0 means that it is given at run time
  static constexpr bool kLifo = Lifo;               ///< whether the youngest chunk is taken first
  static constexpr bool kSendsNoTasks = true;       ///< see Concept.h

  template <typename U> /// The policy for another type of task.
  using retype = ChunkMaster<ChunkSize, U, Concurrent, Lifo, Scope, Stack>;
  template <bool B> /// The policy for one thread or several.
  using rethread = ChunkMaster<ChunkSize, T, B, Lifo, Scope, Stack>;
  template <unsigned N> /// The policy with another chunk size, itself as in Galois.
  using with_chunk_size = ChunkMaster<N, T, Concurrent, Lifo, Scope, Stack>;
  using type = ChunkMaster; ///< for `with_chunk_size<N>::type`
  using value_type = T;     ///< the type of a task
  /// Makes an empty worklist.
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

  /// Adds a task. @throws std::bad_alloc, and what copying the task throws
  void push(const value_type& task) { add(*threads_.getLocal(), task); }

  /// Adds the tasks of [b, e). @throws as for one task; the tasks before the failing one were added
  template <typename Iter>
  void push(Iter b, Iter e) {
    Own& own = *threads_.getLocal();
    for (; b != e; ++b) {
      add(own, *b);
    }
  }

  /// Adds the calling thread's share of `range`. Every thread calls it with the same range.
  template <typename Range>
  void push_initial(const Range& range) {
    const auto share = range.local_pair();
    Own& own = *threads_.getLocal();
    own.chunks.pushAll(share.first, share.second, pool_, lists_, home(), own.counters.pushes);
  }

  /// Takes a task. Returns nothing if it found none.
  galois::optional<value_type> pop() {
    Own& own = *threads_.getLocal();
    if (!provide(own)) {
      return galois::optional<value_type>();
    }
    return takeOne(own);
  }

  /// Takes up to `max` tasks at once, all from one chunk; of a stack, one task.
  /// @return the number of tasks written to `out`, 0 if none was found
  std::size_t pop_batch(value_type* out, std::size_t max) {
    Own& own = *threads_.getLocal();
    if (!provide(own)) {
      return 0;
    }
    const std::size_t count = own.chunks.take(out, max);
    own.counters.pops += count;
    return count;
  }

  /// Passes each counter to `sink(thread, name, value)`. Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    for (unsigned t = 0; t < threads_.size(); ++t) {
      threads_.getRemote(t)->counters.report(t, sink);
    }
  }

private:
  struct Own {
    std::conditional_t<Stack, LocalStack<T>, LocalChunks<T, Lifo>> chunks;
    WorklistCounters counters;
  };

  /// Moves the task only once, directly into the result. A second move might throw and lose the
  /// task.
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

/// The worklists with one list of chunks for all threads.
template <unsigned ChunkSize = 64, typename T = int, bool Concurrent = true>
using ChunkFIFO = ChunkMaster<ChunkSize, T, Concurrent, false, ChunkScope::kGlobal>;
template <unsigned ChunkSize = 64, typename T = int, bool Concurrent = true> /// Newest first.
using ChunkLIFO = ChunkMaster<ChunkSize, T, Concurrent, true, ChunkScope::kGlobal>;

/// The worklists with one list of chunks per socket. A thread takes chunks of other sockets when
/// the list of its own socket is empty.
template <unsigned ChunkSize = 64, typename T = int, bool Concurrent = true>
using PerSocketChunkFIFO = ChunkMaster<ChunkSize, T, Concurrent, false, ChunkScope::kSocket>;
template <unsigned ChunkSize = 64, typename T = int, bool Concurrent = true> /// Newest first.
using PerSocketChunkLIFO = ChunkMaster<ChunkSize, T, Concurrent, true, ChunkScope::kSocket>;
/// Takes the youngest chunk first, and the oldest task of a chunk. It is not one of Galois'.
template <unsigned ChunkSize = 64, typename T = int, bool Concurrent = true>
using PerSocketYoungestChunk =
    ChunkMaster<ChunkSize, T, Concurrent, true, ChunkScope::kSocket, /*Stack=*/false>;
/// Galois' bag promises no order, so the FIFO can serve as the bag.
template <unsigned ChunkSize = 64, typename T = int, bool Concurrent = true>
using PerSocketChunkBag = PerSocketChunkFIFO<ChunkSize, T, Concurrent>;

/// The worklists with one list of chunks per thread. A thread steals chunks of other threads when
/// its own list is empty.
template <unsigned ChunkSize = 64, typename T = int, bool Concurrent = true>
using PerThreadChunkFIFO = ChunkMaster<ChunkSize, T, Concurrent, false, ChunkScope::kThread>;
template <unsigned ChunkSize = 64, typename T = int, bool Concurrent = true> /// Newest first.
using PerThreadChunkLIFO = ChunkMaster<ChunkSize, T, Concurrent, true, ChunkScope::kThread>;

GALOIS_WLCOMPILECHECK(ChunkFIFO)
GALOIS_WLCOMPILECHECK(ChunkLIFO)
GALOIS_WLCOMPILECHECK(PerSocketChunkFIFO)
GALOIS_WLCOMPILECHECK(PerSocketChunkLIFO)
GALOIS_WLCOMPILECHECK(PerSocketYoungestChunk)
GALOIS_WLCOMPILECHECK(PerSocketChunkBag)
GALOIS_WLCOMPILECHECK(PerThreadChunkFIFO)
GALOIS_WLCOMPILECHECK(PerThreadChunkLIFO)

} // namespace galois::worklists
