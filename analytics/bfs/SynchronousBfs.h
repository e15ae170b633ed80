/**
 * Breadth-first search level by level on all threads, in the direction that visits fewer edges: S.
 * Beamer, K. Asanovic, D. Patterson, "Direction-Optimizing Breadth-First Search", SC 2012.
 *
 * Top-down, threads take pieces of the frontier and claim the unreached neighbours of its nodes by
 * compare-exchange. A thread first takes the nodes that it found itself, from the front, and then
 * those that other threads found, from the back. So each thread stays in its own region of the
 * graph (FrontierStreams.h).
 *
 * Bottom-up, threads take pieces of all nodes, and every unreached node searches its in-edges for a
 * neighbour in the frontier. It stops at the first one. When the frontier is a large part of the
 * graph, most edges are therefore never visited. The frontier is a bitmap then, because it is
 * tested for members rather than traversed. Another bitmap has the nodes that are reached or have no
 * in-edges, so that a step passes over 64 of them at once.
 *
 * The search switches to bottom-up when the edges out of the frontier outnumber those of unreached
 * nodes divided by alpha. It switches back when the frontier shrinks and holds fewer than nodes /
 * beta nodes [section 3.3 there]. Beyond the paper, the search never switches to bottom-up for
 * fewer edges than nodes / beta. Near the end of a long search few edges are left, and visiting all
 * nodes would cost more.
 *
 * With several sources, the first frontier holds each of them once. It lies in the stream of thread
 * 0, from which the other threads take pieces.
 *
 * The first levels of a few nodes are expanded before the other threads are woken, so that these
 * sleep during a short search. All other levels are one parallel region. There is one barrier
 * between two levels: each thread publishes what it found, and all of them compute the same next
 * step from that. What a thread published in step k is not overwritten before step k + 2. By then
 * every thread has passed the barrier after step k + 1 and so has read it. A level of a few nodes is
 * not worth a barrier: one thread continues alone until there is work for all (MeetingCost.h).
 * Nothing is allocated during a search.
 */
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "FrontierStreams.h"
#include "MeetingCost.h"
#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/graphs/PackedCSR.h"
#include "galois/runtime/report/TaskProgress.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Barrier.h"
#include "galois/substrate/CacheLineStorage.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/PerThreadStorage.h"

namespace bfs {

/// When to change direction, see above.
struct DirectionParams {
  unsigned alpha = 15; ///< 0: never go bottom-up
  unsigned beta = 18;  ///< at least 1
};

/// Counts of one search.
struct SynchronousCounts {
  std::uint64_t reached = 0; ///< number of reached nodes, sources included
  std::uint32_t topDownLevels = 0;
  std::uint32_t bottomUpLevels = 0;
};

/// Searches one graph any number of times. Its memory is 4 bytes and 3 bits per node.
class SynchronousBfs {
public:
  using Graph = galois::graphs::PackedCSR<void>;
  using Node = std::uint32_t;

  /// Prepares searches on as many threads as are active now.
  /// @param out  the graph
  /// @param in   the graph's in-edges: `out` itself when each edge has its reverse, otherwise its
  ///             transpose; unused when alpha is 0
  /// @param shortestWaitNs  shorter waits for other threads count as this long, see MeetingCost
  /// @throws std::bad_alloc
  SynchronousBfs(const Graph& out, const Graph& in, DirectionParams params,
                 std::uint64_t shortestWaitNs = 0);

  /// Writes the level of every node that a path from a source reaches into `levels`, which holds
  /// the greatest value of its type everywhere before. Runs on all active threads; call it outside
  /// parallel loops. Takes O(nodes + edges + sources) work.
  /// @param sources  one or more nodes, which may repeat
  /// @throws galois::substrate::Cancelled
  SynchronousCounts run(std::span<const Node> sources, std::uint32_t* levels);

private:
  static constexpr std::uint32_t kUnreached = std::numeric_limits<std::uint32_t>::max();
  /// One thread expands a frontier smaller than this alone, and a larger one after a long wait.
  static constexpr std::size_t kAlone = 2 * FrontierStreams::kPiece;
  static constexpr std::size_t kWordBits = 64;
  static constexpr std::size_t kPieceWords = 64; ///< words of the bitmap per piece

  /// The counts of one step, of one thread or of all threads together.
  struct Found {
    std::uint64_t nodes = 0; ///< number of nodes in the next frontier
    std::uint64_t edges = 0; ///< edges out of these; counted top-down only
    /// Totals of the levels that one thread expanded alone before the next frontier.
    std::uint64_t passedNodes = 0, passedEdges = 0;
    std::uint32_t passedLevels = 0;
    /// Published by thread 0, so that all threads decide alike: whether the search is to end, and
    /// the nodes from which on the next frontier is for all threads. @{
    bool cancelled = false;
    std::size_t forAll = 0; ///< before it is published, 0: as the last wait says @}
  };
  using FoundInStep = std::array<Found, 2>;

  /// The state of the search. Every thread has a copy, and all update theirs in the same way.
  struct Position {
    std::uint32_t level = 0;        ///< level of the frontier
    std::uint64_t nodes = 0;        ///< number of nodes in the frontier
    std::uint64_t edges = 0;        ///< edges out of it; counted top-down only
    std::uint64_t unexplored = 0;   ///< edges out of nodes not found top-down
    std::uint64_t reached = 0;      ///< nodes so far; kept up to date before the region only
    std::uint64_t* front = nullptr; ///< the frontier as a bitmap, bottom-up
    std::uint64_t* next = nullptr;
    std::uint64_t* done = nullptr; ///< nodes that need no search of their in-edges, bottom-up
    std::size_t forAll = kAlone;   ///< nodes from which on the frontier is for all threads
    unsigned step = 0;
  };

  Position begin(std::span<const Node> sources);
  void beginAlone(Position& at);
  void search(unsigned tid, unsigned threads, Position at);
  bool upIsCheaper(std::uint64_t edges, std::uint64_t unexplored) const;
  Found topDown(const Position& at, unsigned tid, unsigned threads);
  Found topDownAlone(const Position& at, unsigned threads);
  template <typename Claim>
  void expand(const Node* nodes, std::size_t count, const Claim& claim);
  Found bottomUp(const Position& at);
  void toBitmap(const Position& at, unsigned tid, unsigned threads);
  Found toStreams(const Position& at, unsigned tid, unsigned threads);
  Found exchange(Position& at, unsigned tid, unsigned threads, const Found& mine);

  const Graph& out_;
  const Graph& in_;
  const DirectionParams params_;
  const std::size_t words_;
  FrontierStreams streams_;                ///< the frontier, top-down
  galois::LargeArray<std::uint64_t> bits_; ///< three bitmaps
  std::uint32_t* levels_ = nullptr;
  galois::substrate::Barrier* barrier_ = nullptr;
  galois::substrate::PerThreadStorage<FoundInStep> found_;
  /// The number of pieces taken in even and in odd steps, bottom-up. Relaxed: only distributes
  /// indices; barriers order everything else.
  std::array<galois::substrate::CacheLineStorage<galois::Atomic<std::size_t>>, 2> taken_;
  SynchronousCounts counts_; ///< written by thread 0
  MeetingCost meetings_;     ///< of thread 0
};

inline SynchronousBfs::SynchronousBfs(const Graph& out, const Graph& in, DirectionParams params,
                                      std::uint64_t shortestWaitNs)
    : out_(out), in_(in), params_(params), words_((out.size() + kWordBits - 1) / kWordBits),
      streams_(out.size()), meetings_(kAlone, shortestWaitNs) {
  bits_.allocateInterleaved(3 * words_);
}

inline SynchronousCounts SynchronousBfs::run(std::span<const Node> sources, std::uint32_t* levels) {
  levels_ = levels;
  Position first = begin(sources);
  beginAlone(first);
  if (first.nodes == 0) {
    counts_ = {.reached = first.reached, .topDownLevels = first.level, .bottomUpLevels = 0};
    return counts_;
  }
  taken_[0].get().store(0, galois::order::relaxed);
  barrier_ = &galois::substrate::getBarrier(galois::getActiveThreads());
  galois::on_each([&](unsigned tid, unsigned threads) { search(tid, threads, first); },
                  galois::loopname("BFS"));
  return counts_;
}

/// Makes the distinct sources the frontier of step 0.
inline SynchronousBfs::Position SynchronousBfs::begin(std::span<const Node> sources) {
  Position at;
  streams_.reset();
  for (const Node source : sources) {
    if (levels_[source] == kUnreached) { // otherwise it is a repetition
      levels_[source] = 0;
      streams_.append(0, source);
      ++at.nodes;
      at.edges += out_.getDegree(source);
    }
  }
  streams_.begin();
  at.reached = at.nodes;
  at.unexplored = out_.sizeEdges() - at.edges;
  at.front = bits_.data();
  at.next = bits_.data() + words_;
  at.done = bits_.data() + 2 * words_;
  return at;
}

/// Expands levels of a few nodes while the other threads sleep. The frontier that it leaves is that
/// of step 0.
inline void SynchronousBfs::beginAlone(Position& at) {
  const unsigned threads = galois::getActiveThreads();
  if (threads == 1 || at.nodes == 0 || at.nodes >= kAlone || upIsCheaper(at.edges, at.unexplored)) {
    return;
  }
  const Found found = topDownAlone(at, threads);
  galois::runtime::TaskProgress::countOrThrow(found.nodes + found.passedNodes);
  streams_.begin();
  at.level += 1 + found.passedLevels;
  at.nodes = found.nodes;
  at.edges = found.edges;
  at.unexplored -= found.edges + found.passedEdges;
  at.reached += found.nodes + found.passedNodes;
}

inline void SynchronousBfs::search(unsigned tid, unsigned threads, Position at) {
  std::uint32_t upLevels = 0;
  std::uint64_t reached = at.reached;
  while (at.nodes > 0) {
    if (!upIsCheaper(at.edges, at.unexplored)) {
      Found mine;
      if (at.nodes >= at.forAll && threads > 1) {
        mine = topDown(at, tid, threads);
      } else if (tid == 0) {
        mine = topDownAlone(at, threads);
      }
      const Found all = exchange(at, tid, threads, mine);
      if (all.cancelled) {
        return;
      }
      at.level += 1 + all.passedLevels;
      at.nodes = all.nodes;
      at.edges = all.edges;
      at.unexplored -= all.edges + all.passedEdges;
      reached += all.nodes + all.passedNodes;
      continue;
    }
    toBitmap(at, tid, threads);
    for (bool stay = true; stay; ++at.level, ++upLevels) {
      const Found all = exchange(at, tid, threads, bottomUp(at));
      if (all.cancelled) {
        return;
      }
      std::swap(at.front, at.next);
      stay = all.nodes > 0 && (all.nodes >= at.nodes || all.nodes >= out_.size() / params_.beta);
      at.nodes = all.nodes;
      reached += all.nodes;
    }
    const Found front = exchange(at, tid, threads, toStreams(at, tid, threads));
    if (front.cancelled) {
      return;
    }
    at.edges = front.edges;
    at.unexplored -= at.edges; // of levels found bottom-up, only the last is subtracted
  }
  if (tid == 0) {
    counts_ = {
        .reached = reached, .topDownLevels = at.level - upLevels, .bottomUpLevels = upLevels};
  }
}

inline bool SynchronousBfs::upIsCheaper(std::uint64_t edges, std::uint64_t unexplored) const {
  return params_.alpha > 0 && edges > unexplored / params_.alpha &&
         edges > out_.size() / params_.beta;
}

/// Ends a step: publishes what the thread found, waits for the others, and returns the totals of
/// all threads.
inline SynchronousBfs::Found SynchronousBfs::exchange(Position& at, unsigned tid, unsigned threads,
                                                      const Found& mine) {
  Found& published = (*found_.getLocal())[at.step % 2];
  published = mine;
  const bool cancelled = galois::runtime::TaskProgress::count(mine.nodes + mine.passedNodes);
  published.cancelled = cancelled && tid == 0;
  if (tid == 0 && mine.forAll == 0) {
    published.forAll = meetings_.worth(0);
  }
  streams_.endStep(tid, at.step);
  if (tid == 0) {
    // No thread takes pieces from this counter now: the last step's were taken before its barrier.
    taken_[(at.step + 1) % 2].get().store(0, galois::order::relaxed);
  }
  const bool waits = tid == 0 && threads > 1;
  const std::uint64_t since = waits ? galois::substrate::nowNs() : 0;
  barrier_->wait();
  if (waits) {
    meetings_.waited(galois::substrate::nowNs() - since);
  }
  Found all;
  for (unsigned thread = 0; thread < threads; ++thread) {
    const Found& theirs = (*found_.getRemote(thread))[at.step % 2];
    all.nodes += theirs.nodes;
    all.edges += theirs.edges;
    all.passedNodes += theirs.passedNodes;
    all.passedEdges += theirs.passedEdges;
    all.passedLevels += theirs.passedLevels;
    all.cancelled |= theirs.cancelled;
  }
  at.forAll = (*found_.getRemote(0))[at.step % 2].forAll;
  ++at.step;
  return all;
}

/// Claims the unreached neighbours of some nodes of the frontier.
template <typename Claim>
void SynchronousBfs::expand(const Node* nodes, std::size_t count, const Claim& claim) {
  constexpr std::size_t kAhead = 4;
  for (std::size_t i = 0; i < count; ++i) {
    // The row's offsets were prefetched when the node was found.
    out_.prefetchEdges(nodes[std::min(i + kAhead, count - 1)]);
    for (const auto& edge : out_.edges(nodes[i])) {
      // Relaxed: a level is one word, and the barrier publishes all of them.
      galois::AtomicRef<std::uint32_t> level(levels_[edge.dst]);
      if (level.load(galois::order::relaxed) == kUnreached) {
        claim(edge.dst, level);
      }
    }
  }
}

inline SynchronousBfs::Found SynchronousBfs::topDown(const Position& at, unsigned tid,
                                                     unsigned threads) {
  Found found;
  auto claim = [&](Node node, auto level) {
    std::uint32_t unreached = kUnreached;
    if (level.compare_exchange_strong(unreached, at.level + 1, galois::order::relaxed)) {
      streams_.append(tid, node);
      ++found.nodes;
      found.edges += out_.getDegree(node);
    }
  };
  auto visit = [&](const Node* nodes, std::size_t count) { expand(nodes, count, claim); };
  for (unsigned i = 0; i < threads; ++i) {
    const unsigned owner = (tid + i) % threads;
    while (streams_.takePiece(owner, at.step, owner == tid, visit)) {
    }
  }
  return found;
}

/// Expands levels on thread 0 while the others wait, so it needs no atomic read-modify-writes.
inline SynchronousBfs::Found SynchronousBfs::topDownAlone(const Position& at, unsigned threads) {
  Found found;
  std::uint32_t level = at.level + 1;
  auto visit = [&](const Node* nodes, std::size_t count) {
    expand(nodes, count, [&](Node node, auto known) {
      known.store(level, galois::order::relaxed);
      streams_.append(0, node);
      found.edges += out_.getDegree(node);
    });
  };
  const std::uint64_t since = threads > 1 ? galois::substrate::nowNs() : 0;
  std::size_t begin = streams_.end(0);
  for (unsigned owner = 0; owner < threads; ++owner) {
    streams_.visitPart(owner, at.step, visit);
  }
  for (std::uint64_t unexplored = at.unexplored;;) {
    const std::size_t end = streams_.end(0);
    found.nodes = end - begin;
    unexplored -= found.edges;
    if (threads == 1 || found.nodes == 0 ||
        (found.nodes >= kAlone &&
         found.nodes >= meetings_.worth(galois::substrate::nowNs() - since)) ||
        upIsCheaper(found.edges, unexplored) || galois::substrate::Cancellation::requested()) {
      streams_.skip(0, begin);
      found.forAll = kAlone; // if there are as many, they are worth a meeting now
      return found;
    }
    found.passedNodes += found.nodes;
    found.passedEdges += std::exchange(found.edges, 0);
    ++found.passedLevels;
    ++level;
    streams_.visitRange(0, std::exchange(begin, end), end, visit);
  }
}

inline SynchronousBfs::Found SynchronousBfs::bottomUp(const Position& at) {
  Found found;
  galois::Atomic<std::size_t>& taken = taken_[at.step % 2].get();
  const std::uint64_t* const front = at.front;
  std::uint32_t* const levels = levels_;
  for (;;) {
    const std::size_t first = taken.fetch_add(kPieceWords, galois::order::relaxed);
    if (first >= words_) {
      return found;
    }
    for (std::size_t word = first; word < std::min(first + kPieceWords, words_); ++word) {
      std::uint64_t joined = 0, without = 0;
      for (std::uint64_t rest = ~at.done[word]; rest != 0; rest &= rest - 1) {
        const std::size_t node = word * kWordBits + static_cast<unsigned>(std::countr_zero(rest));
        const std::uint64_t bit = rest & (~rest + 1);
        const auto row = in_.edges(static_cast<Node>(node));
        without |= row.empty() ? bit : 0;
        for (const auto& edge : row) {
          if ((front[edge.dst / kWordBits] >> (edge.dst % kWordBits) & 1) != 0) {
            levels[node] = at.level + 1;
            joined |= bit;
            break;
          }
        }
      }
      at.next[word] = joined;
      at.done[word] |= joined | without;
      found.nodes += static_cast<unsigned>(std::popcount(joined));
    }
  }
}

/// Copies the frontier from the streams to the bitmap at.front, and the reached nodes to at.done. All
/// threads have finished when it returns.
inline void SynchronousBfs::toBitmap(const Position& at, unsigned tid, unsigned threads) {
  const auto [first, last] = galois::block_range(std::size_t{0}, words_, tid, threads);
  std::fill(at.front + first, at.front + last, 0);
  for (std::size_t word = first; word < last; ++word) {
    const std::size_t base = word * kWordBits;
    const std::size_t here = std::min(kWordBits, out_.size() - base);
    std::uint64_t unreached = 0;
    for (std::size_t i = 0; i < here; ++i) {
      unreached |= std::uint64_t{levels_[base + i] == kUnreached} << i;
    }
    at.done[word] = ~unreached;
  }
  barrier_->wait();
  streams_.visitPart(tid, at.step, [&](const Node* nodes, std::size_t count) {
    for (const Node* node = nodes; node != nodes + count; ++node) {
      // Relaxed: only the bits matter, and the barrier publishes them.
      galois::AtomicRef<std::uint64_t>(at.front[*node / kWordBits])
          .fetch_or(std::uint64_t{1} << (*node % kWordBits), galois::order::relaxed);
    }
  });
  barrier_->wait();
}

/// Copies the frontier from the bitmap at.front to the streams.
inline SynchronousBfs::Found SynchronousBfs::toStreams(const Position& at, unsigned tid,
                                                       unsigned threads) {
  Found found;
  const auto [first, last] = galois::block_range(std::size_t{0}, words_, tid, threads);
  for (std::size_t word = first; word < last; ++word) {
    for (std::uint64_t rest = at.front[word]; rest != 0; rest &= rest - 1) {
      const auto node =
          static_cast<Node>(word * kWordBits + static_cast<unsigned>(std::countr_zero(rest)));
      streams_.append(tid, node);
      ++found.nodes;
      found.edges += out_.getDegree(node);
    }
  }
  return found;
}

} // namespace bfs
