/**
 * Breadth-first search level by level on all threads, in the direction that looks at fewer edges:
 * S. Beamer, K. Asanovic, D. Patterson, "Direction-Optimizing Breadth-First Search", SC 2012.
 *
 * Top-down, threads take pieces of the frontier and claim the unreached neighbours of its nodes, by
 * compare-exchange. A thread takes what it found itself first, from the front, and then what others
 * found, from the back, so that each stays in a region of the graph of its own (FrontierStreams.h).
 * Bottom-up, threads take pieces of all nodes, and every unreached one looks for a neighbour among
 * its in-edges that is in the frontier: it stops at the first, so when the frontier is a large part
 * of the graph, most edges are never looked at. Then the frontier is a bitmap, because it is asked
 * about and not walked along.
 *
 * The search goes bottom-up when the edges out of the frontier are more than those of unreached
 * nodes divided by alpha, and back when the frontier shrinks and holds less than nodes / beta
 * [section 3.3 there]. Beyond the paper, edges fewer than nodes / beta never make it go bottom-up:
 * near the end of a long search few edges are left, and looking at all nodes would cost more.
 *
 * All levels are one parallel region. Between two levels there is one barrier: each thread
 * publishes what it found, and all of them work out the same next step from that. What it published
 * in step k is not written again before step k + 2, that is, not before everybody has passed the
 * barrier after step k + 1 and so has read it. Levels of a few nodes are not worth a barrier: one
 * thread goes on alone until there is work for all. Nothing is allocated during a search.
 */
#ifndef GALOIS_LONESTAR_BFS_SYNCHRONOUSBFS_H
#define GALOIS_LONESTAR_BFS_SYNCHRONOUSBFS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

#include "FrontierStreams.h"
#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/graphs/PackedCSR.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Barrier.h"
#include "galois/substrate/CacheLineStorage.h"
#include "galois/substrate/PerThreadStorage.h"

namespace bfs {

/// When to change direction, see above.
struct DirectionParams {
  unsigned alpha = 15; ///< 0: never go bottom-up
  unsigned beta = 18;  ///< at least 1
};

/// What a search did.
struct SynchronousCounts {
  std::uint64_t reached = 0;
  std::uint32_t topDownLevels = 0;
  std::uint32_t bottomUpLevels = 0;
};

/// A searcher of one graph: its memory, 4 bytes a node and 2 bits, serves any number of searches.
class SynchronousBfs {
public:
  using Graph = galois::graphs::PackedCSR<void>;
  using Node = std::uint32_t;

  /// @param in  the graph's in-edges: `out` itself when each edge has its reverse, otherwise its
  ///            transpose; not looked at when alpha is 0
  /// For as many threads as are active now. @throws std::bad_alloc
  SynchronousBfs(const Graph& out, const Graph& in, DirectionParams params);

  /// Writes the level of every node that a path from `source` reaches into `levels`, which holds
  /// the greatest value of its type everywhere before. Runs on all active threads; call it outside
  /// parallel loops. O(nodes + edges) work.
  SynchronousCounts run(Node source, std::uint32_t* levels);

private:
  static constexpr std::uint32_t kUnreached = std::numeric_limits<std::uint32_t>::max();
  /// A frontier smaller than this is one thread's.
  static constexpr std::size_t kAlone = 2 * FrontierStreams::kPiece;
  static constexpr std::size_t kWordBits = 64;
  static constexpr std::size_t kPieceWords = 64; ///< words of the bitmap taken at a time

  /// What one thread, or all of them, found in a step.
  struct Found {
    std::uint64_t nodes = 0; ///< in the next frontier
    std::uint64_t edges = 0; ///< out of these, top-down
    /// Of the levels that one thread did alone before the next frontier.
    std::uint64_t passedNodes = 0, passedEdges = 0;
    std::uint32_t passedLevels = 0;
  };
  using FoundInStep = std::array<Found, 2>;

  /// Where the search is. Every thread has its own, and all change theirs in the same way.
  struct Position {
    std::uint32_t level = 0;        ///< of the frontier
    std::uint64_t nodes = 1;        ///< in the frontier
    std::uint64_t edges = 0;        ///< out of it, top-down
    std::uint64_t unexplored = 0;   ///< edges out of nodes that were not found top-down
    std::uint64_t* front = nullptr; ///< the frontier, bottom-up
    std::uint64_t* next = nullptr;
    unsigned step = 0;
  };

  void search(unsigned tid, unsigned threads, Node source);
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
  galois::LargeArray<std::uint64_t> bits_; ///< two bitmaps
  std::uint32_t* levels_ = nullptr;
  galois::substrate::Barrier* barrier_ = nullptr;
  galois::substrate::PerThreadStorage<FoundInStep> found_;
  /// How far the pieces of even and of odd steps are taken, bottom-up. relaxed: hands out indices;
  /// barriers order everything else.
  std::array<galois::substrate::CacheLineStorage<galois::Atomic<std::size_t>>, 2> taken_;
  SynchronousCounts counts_; ///< thread 0's
};

inline SynchronousBfs::SynchronousBfs(const Graph& out, const Graph& in, DirectionParams params)
    : out_(out), in_(in), params_(params), words_((out.size() + kWordBits - 1) / kWordBits),
      streams_(out.size()) {
  bits_.allocateInterleaved(2 * words_);
}

inline SynchronousCounts SynchronousBfs::run(Node source, std::uint32_t* levels) {
  levels_ = levels;
  levels[source] = 0;
  streams_.begin(source);
  taken_[0].get().store(0, galois::order::relaxed);
  barrier_ = &galois::substrate::getBarrier(galois::getActiveThreads());
  galois::on_each([&](unsigned tid, unsigned threads) { search(tid, threads, source); },
                  galois::loopname("BFS"));
  return counts_;
}

inline void SynchronousBfs::search(unsigned tid, unsigned threads, Node source) {
  Position at;
  at.edges = out_.getDegree(source);
  at.unexplored = out_.sizeEdges() - at.edges;
  at.front = bits_.data();
  at.next = bits_.data() + words_;
  std::uint32_t upLevels = 0;
  std::uint64_t reached = 1;
  while (at.nodes > 0) {
    if (!upIsCheaper(at.edges, at.unexplored)) {
      Found mine;
      if (at.nodes >= kAlone && threads > 1) {
        mine = topDown(at, tid, threads);
      } else if (tid == 0) {
        mine = topDownAlone(at, threads);
      }
      const Found all = exchange(at, tid, threads, mine);
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
      std::swap(at.front, at.next);
      stay = all.nodes > 0 && (all.nodes >= at.nodes || all.nodes >= out_.size() / params_.beta);
      at.nodes = all.nodes;
      reached += all.nodes;
    }
    at.edges = exchange(at, tid, threads, toStreams(at, tid, threads)).edges;
    at.unexplored -= at.edges; // those of levels found bottom-up, but for the last, stay in it
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

/// Ends a step: tells the others what the thread found, waits for them, and adds up what all found.
inline SynchronousBfs::Found SynchronousBfs::exchange(Position& at, unsigned tid, unsigned threads,
                                                      const Found& mine) {
  (*found_.getLocal())[at.step % 2] = mine;
  streams_.endStep(tid, at.step);
  if (tid == 0) {
    // Nobody takes pieces here: those of the last step were taken before its barrier.
    taken_[(at.step + 1) % 2].get().store(0, galois::order::relaxed);
  }
  barrier_->wait();
  Found all;
  for (unsigned thread = 0; thread < threads; ++thread) {
    const Found& theirs = (*found_.getRemote(thread))[at.step % 2];
    all.nodes += theirs.nodes;
    all.edges += theirs.edges;
    all.passedNodes += theirs.passedNodes;
    all.passedEdges += theirs.passedEdges;
    all.passedLevels += theirs.passedLevels;
  }
  ++at.step;
  return all;
}

} // namespace bfs

#include "SynchronousBfsSteps.h"

#endif
