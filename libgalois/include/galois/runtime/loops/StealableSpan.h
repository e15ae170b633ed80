/**
 * A thread's remaining share of a do_all, in one word from which other threads can steal half.
 *
 * The original share of thread o is divided into chunks 0, 1, 2, ... A span (o, begin, end) is the
 * chunks [begin, end) of this share. Each thread has one word that holds a span. The owner claims
 * its first chunk. A thief takes its upper half and stores it in the thief's own word, which is
 * empty at that time.
 *
 * Invariant: the chunks in all words, those that thieves are moving, and those that were claimed
 * are disjoint, and together they are all chunks of the loop. A claim or a theft is one
 * compare-and-swap of the whole word, and the word's value fully describes the set of chunks. If a
 * word returns to an old value, it describes the same set again, so there is no ABA problem.
 */
#pragma once

#include <cstdint>

#include "galois/substrate/Atomics.h"

namespace galois::runtime {

/// The chunks [begin, end) of the original share of thread `origin`.
struct ChunkSpan {
  unsigned origin = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// The word of one thread. See the comment at the top of this file.
template <typename Atomics = substrate::DefaultAtomics>
class StealableSpan {
public:
  /// The exclusive bound of thread ids.
  static constexpr unsigned kMaxThreads = 1U << 10;
  /// The maximum number of chunks of a share. It is one less than fits, so that no span equals the
  /// value of an unpublished word.
  static constexpr std::uint32_t kMaxChunks = (1U << 27) - 2;

  enum class Theft {
    kTook,       ///< `out` holds the stolen span
    kEmpty,      ///< there was no chunk to steal
    kContended,  ///< there are chunks, but another thread changed the word first
    kUnpublished ///< the owner has not published its share yet
  };

  /// Stores a span. Only the owner may call it, while the word is unpublished or empty.
  void publish(const ChunkSpan& span) {
    // (1) release: synchronizes with (4), so that a thief sees what the owner wrote about its share
    // before it published, or acquired if it stole the share. The exchanges (2) and (5) continue
    // the release sequence.
    word_.store(pack(span), substrate::order::release);
  }

  /// Removes the first chunk and returns true, or returns false if there is none. Only the owner
  /// may call it.
  bool claim(ChunkSpan& out) {
    std::uint64_t word = word_.load(substrate::order::relaxed);
    while (true) {
      const ChunkSpan span = unpack(word);
      if (span.begin >= span.end) {
        return false;
      }
      // (2) relaxed: the owner already knows its share; with respect to thieves (5) only atomicity
      // matters. `begin` is below `end`, so adding 1 to it does not change `origin`.
      if (word_.compare_exchange_weak(word, word + kOneChunk, substrate::order::relaxed,
                                      substrate::order::relaxed)) {
        out = {span.origin, span.begin, span.begin + 1};
        return true;
      }
    }
  }

  /// Tries once to remove the upper half of the span, rounded up. Any thread but the owner may call
  /// it.
  Theft steal(ChunkSpan& out) {
    // (3) relaxed: only the expected value; (5) verifies it.
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
    // (4)(5) acquire: synchronizes with (1). Relaxed on failure, because no chunk was taken.
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
  static constexpr std::uint64_t kOneChunk = std::uint64_t{1} << 27; ///< 1 in the place of `begin`

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
