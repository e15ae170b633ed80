/**
 * How a thread draws the queue of another [SMQ, sections 2 and 4].
 *
 * A sampler is an object with `operator()(self, threads, random)`; it never returns `self`, which
 * the listing leaves open: looking into one's own buffer is no steal.
 */
#ifndef GALOIS_WORKLISTS_PARTS_QUEUESAMPLER_H
#define GALOIS_WORKLISTS_PARTS_QUEUESAMPLER_H

#include <cassert>
#include <cstdint>

namespace galois::worklists {

/// Every other queue with the same probability. Stateless, O(1) a draw.
struct UniformSampler {
  /// @param self     the drawing thread, below `threads`
  /// @param threads  number of queues, at least 2
  /// @param random   the thread's own generator, with `below(n)`
  /// @return a queue other than `self`
  template <typename Random>
  std::uint32_t operator()(std::uint32_t self, std::uint32_t threads, Random& random) const {
    assert(threads >= 2 && self < threads);
    const std::uint32_t drawn = random.below(threads - 1);
    return drawn + (drawn >= self ? 1 : 0);
  }
};

} // namespace galois::worklists

#endif
