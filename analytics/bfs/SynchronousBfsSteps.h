/** The steps of SynchronousBfs: one level in either direction, and changes of direction. */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "SynchronousBfs.h"
#include "galois/substrate/Cancellation.h"

namespace bfs {

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
  const std::size_t nodes = out_.size();
  for (;;) {
    const std::size_t first = taken.fetch_add(kPieceWords, galois::order::relaxed);
    if (first >= words_) {
      return found;
    }
    for (std::size_t word = first; word < std::min(first + kPieceWords, words_); ++word) {
      std::uint64_t joined = 0;
      const std::size_t base = word * kWordBits;
      for (std::size_t node = base; node < std::min(base + kWordBits, nodes); ++node) {
        if (levels_[node] != kUnreached) {
          continue;
        }
        for (const auto& edge : in_.edges(static_cast<Node>(node))) {
          if ((at.front[edge.dst / kWordBits] >> (edge.dst % kWordBits) & 1) != 0) {
            levels_[node] = at.level + 1;
            joined |= std::uint64_t{1} << (node - base);
            break;
          }
        }
      }
      at.next[word] = joined;
      found.nodes += static_cast<unsigned>(__builtin_popcountll(joined));
    }
  }
}

/// Copies the frontier from the streams to the bitmap at.front. All threads have finished when it
/// returns.
inline void SynchronousBfs::toBitmap(const Position& at, unsigned tid, unsigned threads) {
  const auto [first, last] = galois::block_range(std::size_t{0}, words_, tid, threads);
  std::fill(at.front + first, at.front + last, 0);
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
          static_cast<Node>(word * kWordBits + static_cast<unsigned>(__builtin_ctzll(rest)));
      streams_.append(tid, node);
      ++found.nodes;
      found.edges += out_.getDegree(node);
    }
  }
  return found;
}

} // namespace bfs
