/**
 * The frontier of a synchronous search, kept by the threads that found its nodes.
 *
 * Each thread appends what it finds to a stream of its own, which lies in blocks of one array that
 * all share: as a node is found once, the array needs a place for each node and one unfinished
 * block a thread, however the nodes fall to the threads. In step k the frontier is the part of each
 * stream that its thread appended in step k - 1; threads take it in pieces, the owner from the
 * front, others from the back.
 *
 * Invariant: in step k a stream's part k % 2 is only read, but for the word that says which pieces
 * are taken; its owner appends behind it, and at the end of the step writes part (k + 1) % 2, which
 * was read for the last time before the barrier that began step k.
 */
#ifndef GALOIS_LONESTAR_BFS_FRONTIERSTREAMS_H
#define GALOIS_LONESTAR_BFS_FRONTIERSTREAMS_H

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

/// Threads are numbers below that of active threads when it was made. A caller separates steps by
/// barriers.
class FrontierStreams {
public:
  using Node = std::uint32_t;
  static constexpr std::size_t kPiece = 64; ///< nodes taken at a time

  /// Room for `nodes` nodes between two calls of begin(). @throws std::bad_alloc
  explicit FrontierStreams(std::size_t nodes) : streams_(galois::substrate::getActiveThreads()) {
    const std::size_t blocks = nodes / kBlock + 1;
    nodes_.allocateInterleaved((blocks + streams_.size()) * kBlock);
    for (auto& stream : streams_) {
      stream.get().blocks = std::make_unique<std::uint32_t[]>(blocks + 1);
    }
  }

  /// Forgets everything; the frontier of step 0 is `node`, in thread 0's stream. For one thread.
  void begin(Node node) {
    nextBlock_.get().store(0, galois::order::relaxed);
    for (auto& stream : streams_) {
      stream.get().end = stream.get().fresh = 0;
      for (Part& part : stream.get().parts) {
        part.begin = part.end = 0;
        part.taken.store(0, galois::order::relaxed);
      }
    }
    append(0, node);
    endStep(0, 1); // as if there had been a step before 0
  }

  /// Adds a node to the thread's stream: part of the next step's frontier. By that thread.
  void append(unsigned thread, Node node) {
    Stream& stream = streams_[thread].get();
    if (stream.end % kBlock == 0) {
      // Relaxed: hands out numbers; what is in the blocks is published by the caller's barriers.
      stream.blocks[stream.end / kBlock] = nextBlock_.get().fetch_add(1, galois::order::relaxed);
    }
    *place(stream, stream.end++) = node;
  }

  /// What the thread appended since the last call is its part of the frontier of step + 1. By that
  /// thread, before the barrier that ends `step`.
  void endStep(unsigned thread, unsigned step) {
    Stream& stream = streams_[thread].get();
    Part& next = stream.parts[(step + 1) % 2];
    next.begin = stream.fresh;
    next.end = stream.fresh = stream.end;
    next.taken.store(0, galois::order::relaxed);
  }

  /// What the thread appended at places before `begin` of its stream will be in no frontier any
  /// more: the thread has dealt with it itself. By that thread.
  void skip(unsigned thread, std::size_t begin) { streams_[thread].get().fresh = begin; }

  /// Calls visit(nodes, count) for all of the thread's part of the frontier of `step`.
  template <typename Visit>
  void visitPart(unsigned thread, unsigned step, const Visit& visit) {
    const Part& part = streams_[thread].get().parts[step % 2];
    visitRange(thread, part.begin, part.end, visit);
  }

  /// Calls visit(nodes, count) for nodes at [begin, end) of the thread's stream, a block at a time.
  template <typename Visit>
  void visitRange(unsigned thread, std::size_t begin, std::size_t end, const Visit& visit) {
    Stream& stream = streams_[thread].get();
    while (begin < end) {
      const std::size_t count = std::min(end - begin, kBlock - begin % kBlock);
      visit(static_cast<const Node*>(place(stream, begin)), count);
      begin += count;
    }
  }

  /// Where the thread's stream ends. By that thread.
  std::size_t end(unsigned thread) const { return streams_[thread].get().end; }

  /// Takes a piece of the part that `owner` has of the frontier of `step`, and calls visit(nodes,
  /// count) for it, at most twice. False if there was none. By any thread.
  template <typename Visit>
  bool takePiece(unsigned owner, unsigned step, bool front, const Visit& visit) {
    Part& part = streams_[owner].get().parts[step % 2];
    const std::size_t pieces = (part.end - part.begin + kPiece - 1) / kPiece;
    // Relaxed: hands out indices, as above. Nobody comes back after finding nothing, so neither
    // count can overflow.
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
  static constexpr std::size_t kBlock = 1024; ///< nodes
  static constexpr std::uint64_t kFromBack = 1;
  static constexpr std::uint64_t kFromFront = std::uint64_t{1} << 32;

  /// A thread's part of a frontier.
  struct Part {
    std::size_t begin = 0, end = 0;         ///< in the stream
    galois::Atomic<std::uint64_t> taken{0}; ///< pieces, from the front and from the back
  };

  struct Stream {
    std::array<Part, 2> parts;
    std::size_t end = 0;
    std::size_t fresh = 0;                   ///< where the part of the next step's frontier begins
    std::unique_ptr<std::uint32_t[]> blocks; ///< place of each of its blocks in nodes_
  };

  Node* place(Stream& stream, std::size_t index) {
    return nodes_.data() + std::size_t{stream.blocks[index / kBlock]} * kBlock + index % kBlock;
  }

  std::vector<galois::substrate::CacheLineStorage<Stream>> streams_;
  galois::LargeArray<Node> nodes_;
  galois::substrate::CacheLineStorage<galois::Atomic<std::uint32_t>> nextBlock_;
};

} // namespace bfs

#endif
