/**
 * A thread's remaining share of a do_all, in one word that others can cut in half.
 *
 * The iterations that started out as thread o's share are numbered in chunks 0, 1, 2, ...; a span
 * is (o, begin, end): the chunks of o from begin up to end. Each thread has one word that holds a
 * span. Its owner claims the first chunk; a thief takes the upper half and puts it into its own
 * word, which is empty then.
 *
 * Invariant: the chunks in all words, those being carried by thieves, and those claimed are
 * disjoint, and together they are all chunks of the loop. A claim or a theft is one
 * compare-and-swap of the whole word, so the value that it replaces *is* the set that it divides:
 * a word that returns to an old value means the same set again, and there is no ABA problem.
 */
#ifndef GALOIS_RUNTIME_STEALABLESPAN_H
#define GALOIS_RUNTIME_STEALABLESPAN_H

#include <cstdint>

#include "galois/substrate/Atomics.h"

namespace galois::runtime {

/// Chunks [begin, end) of the share that thread `origin` started out with.
struct ChunkSpan {
  unsigned origin = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// The word of one thread. See the file's comment.
template <typename Atomics = substrate::DefaultAtomics>
class StealableSpan {
public:
  /// Threads are numbered below this.
  static constexpr unsigned kMaxThreads = 1U << 10;
  /// A share has at most this many chunks: one less than fits, so that no span looks unpublished.
  static constexpr std::uint32_t kMaxChunks = (1U << 27) - 2;

  enum class Theft {
    kTook,       ///< `out` holds the stolen span
    kEmpty,      ///< there was nothing to take
    kContended,  ///< there is something, but another thread was faster
    kUnpublished ///< the owner has not put in its share yet
  };

  /// Owner only, when the word is unpublished or empty: puts in a span.
  void publish(const ChunkSpan& span) {
    // (1) release: synchronizes with (4), so that a thief sees what the owner wrote about its
    // share (or read, if it stole it) before it published. The swaps (2) and (5) continue the
    // release sequence.
    word_.store(pack(span), substrate::order::release);
  }

  /// Owner only: takes the first chunk out. False if there is none.
  bool claim(ChunkSpan& out) {
    std::uint64_t word = word_.load(substrate::order::relaxed);
    while (true) {
      const ChunkSpan span = unpack(word);
      if (span.begin >= span.end) {
        return false;
      }
      const ChunkSpan rest{span.origin, span.begin + 1, span.end};
      // (2) relaxed: the owner knows its share already; against thieves (5) only atomicity counts.
      if (word_.compare_exchange_weak(word, pack(rest), substrate::order::relaxed,
                                      substrate::order::relaxed)) {
        out = {span.origin, span.begin, span.begin + 1};
        return true;
      }
    }
  }

  /// Any other thread: takes the upper half, rounded up, in one attempt.
  Theft steal(ChunkSpan& out) {
    // (3) relaxed: only a guess; (5) confirms it.
    std::uint64_t word = word_.load(substrate::order::relaxed);
    if (word == kUnpublishedWord) {
      return Theft::kUnpublished;
    }
    const ChunkSpan span = unpack(word);
    if (span.begin >= span.end) {
      return Theft::kEmpty;
    }
    const std::uint32_t middle = span.begin + (span.end - span.begin) / 2;
    const ChunkSpan rest{span.origin, span.begin, middle};
    // (4)(5) acquire: synchronizes with (1). Relaxed on failure: nothing was learnt.
    if (!word_.compare_exchange_strong(word, pack(rest), substrate::order::acquire,
                                       substrate::order::relaxed)) {
      return Theft::kContended;
    }
    out = {span.origin, middle, span.end};
    return Theft::kTook;
  }

private:
  static constexpr std::uint64_t kUnpublishedWord = ~std::uint64_t{0};
  static constexpr std::uint32_t kMask = (1U << 27) - 1;

  static std::uint64_t pack(const ChunkSpan& span) {
    return std::uint64_t{span.origin} << 54 | std::uint64_t{span.begin} << 27 | span.end;
  }
  static ChunkSpan unpack(std::uint64_t word) {
    return {static_cast<unsigned>(word >> 54), static_cast<std::uint32_t>(word >> 27) & kMask,
            static_cast<std::uint32_t>(word) & kMask};
  }

  typename Atomics::template Atomic<std::uint64_t> word_{kUnpublishedWord};
};

} // namespace galois::runtime

#endif
