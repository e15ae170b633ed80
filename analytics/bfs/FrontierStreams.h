/**
 * The frontier of a synchronous search, stored by the threads that found its nodes.
 *
 * Each thread appends the nodes that it finds to a stream of its own. The streams consist of blocks
 * of one shared array. Each node is found once, so the array needs one place per node and one
 * unfinished block per thread, however the nodes are distributed over threads. In step k the
 * frontier consists of the part of each stream that its thread appended in step k - 1. Threads take
 * it in pieces: the owner from the front, other threads from the back.
 *
 * Invariant: in step k a stream's part k % 2 is only read, except for the word that counts the
 * pieces taken. Its owner appends behind that part, and at the end of the step writes part (k + 1)
 * % 2, which was last read before the barrier that began step k.
 */
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/CacheLineStorage.h"

namespace bfs {

/// The streams of all threads. Threads are numbered from 0 to below the number of threads that were
/// active at construction. The caller separates steps by barriers.
class FrontierStreams {
public:
  using Node = std::uint32_t;
  static constexpr std::size_t kPiece = 64; ///< nodes per piece

  /// Makes room for `nodes` nodes between two calls of reset(). @throws std::bad_alloc
  explicit FrontierStreams(std::size_t nodes) : streams_(galois::substrate::getActiveThreads()) {
    const std::size_t blocks = nodes / kBlock + 1;
    nodes_.allocateInterleaved((blocks + streams_.size()) * kBlock);
    for (auto& stream : streams_) {
      stream.get().blocks = std::make_unique<std::uint32_t[]>(blocks + 1);
    }
  }

  /// Empties all streams. Then append(0, node) for every node of the frontier of step 0, and call
  /// begin(). Call all of these on one thread.
  void reset() {
    nextBlock_.get().store(0, galois::order::relaxed);
    for (auto& stream : streams_) {
      stream.get().end = stream.get().fresh = 0;
      for (Part& part : stream.get().parts) {
        part.begin = part.end = 0;
        part.taken.store(0, galois::order::relaxed);
      }
    }
  }

  /// Makes the nodes that were appended to thread 0's stream since reset() the frontier of step 0.
  void begin() { endStep(0, 1); } // as if there had been a step before 0

  /// Adds a node to the thread's stream, for the next step's frontier. Called by that thread.
  void append(unsigned thread, Node node) {
    Stream& stream = streams_[thread].get();
    if (stream.end % kBlock == 0) {
      // Relaxed: only distributes block numbers; the caller's barriers publish the blocks'
      // contents.
      stream.blocks[stream.end / kBlock] = nextBlock_.get().fetch_add(1, galois::order::relaxed);
    }
    *place(stream, stream.end++) = node;
  }

  /// Makes the nodes that the thread has appended since the last call its part of the frontier of
  /// step + 1. Called by that thread, before the barrier that ends `step`.
  void endStep(unsigned thread, unsigned step) {
    Stream& stream = streams_[thread].get();
    Part& next = stream.parts[(step + 1) % 2];
    next.begin = stream.fresh;
    next.end = stream.fresh = stream.end;
    next.taken.store(0, galois::order::relaxed);
  }

  /// Leaves the nodes at places before `begin` of the thread's stream out of the next frontier,
  /// because the thread has expanded them itself. Called by that thread.
  void skip(unsigned thread, std::size_t begin) { streams_[thread].get().fresh = begin; }

  /// Calls visit(nodes, count) for the whole of the thread's part of the frontier of `step`.
  template <typename Visit>
  void visitPart(unsigned thread, unsigned step, const Visit& visit) {
    const Part& part = streams_[thread].get().parts[step % 2];
    visitRange(thread, part.begin, part.end, visit);
  }

  /// Calls visit(nodes, count) for the nodes at [begin, end) of the thread's stream, block by
  /// block.
  template <typename Visit>
  void visitRange(unsigned thread, std::size_t begin, std::size_t end, const Visit& visit) {
    Stream& stream = streams_[thread].get();
    while (begin < end) {
      const std::size_t count = std::min(end - begin, kBlock - begin % kBlock);
      visit(static_cast<const Node*>(place(stream, begin)), count);
      begin += count;
    }
  }

  /// Returns where the thread's stream ends. Called by that thread.
  std::size_t end(unsigned thread) const { return streams_[thread].get().end; }

  /// Takes a piece of `owner`'s part of the frontier of `step`, and calls visit(nodes, count) for
  /// it, at most twice. Any thread may call it.
  /// @param front  whether to take the piece from the front rather than the back
  /// @return false if no piece was left
  template <typename Visit>
  bool takePiece(unsigned owner, unsigned step, bool front, const Visit& visit) {
    Part& part = streams_[owner].get().parts[step % 2];
    const std::size_t pieces = (part.end - part.begin + kPiece - 1) / kPiece;
    // Relaxed: only distributes indices, as above. A thread does not try again after finding no
    // piece, so neither count can overflow.
    const std::uint64_t taken =
        part.taken.fetch_add(front ? kFromFront : kFromBack, galois::order::relaxed);
    const std::size_t fromFront = taken / kFromFront;
    const std::size_t fromBack = taken % kFromFront;
    if (fromFront + fromBack >= pieces) {
      return false;
    }
    const std::size_t piece = front ? fromFront : pieces - 1 - fromBack;
    const std::size_t first = part.begin + piece * kPiece;
    visitRange(owner, first, std::min(first + kPiece, part.end), visit);
    return true;
  }

private:
  static constexpr std::size_t kBlock = 1024; ///< nodes per block
  static constexpr std::uint64_t kFromBack = 1;
  static constexpr std::uint64_t kFromFront = std::uint64_t{1} << 32;

  /// One thread's part of a frontier.
  struct Part {
    std::size_t begin = 0, end = 0;         ///< places in the stream
    galois::Atomic<std::uint64_t> taken{0}; ///< number of pieces taken from either end
  };

  struct Stream {
    std::array<Part, 2> parts;
    std::size_t end = 0;
    std::size_t fresh = 0;                   ///< where the part of the next step's frontier begins
    std::unique_ptr<std::uint32_t[]> blocks; ///< numbers of its blocks in nodes_
  };

  Node* place(Stream& stream, std::size_t index) {
    return nodes_.data() + std::size_t{stream.blocks[index / kBlock]} * kBlock + index % kBlock;
  }

  std::vector<galois::substrate::CacheLineStorage<Stream>> streams_;
  galois::LargeArray<Node> nodes_;
  galois::substrate::CacheLineStorage<galois::Atomic<std::uint32_t>> nextBlock_;
};

} // namespace bfs
