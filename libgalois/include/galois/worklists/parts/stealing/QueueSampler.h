/**
 * How a thread draws the queue of another [SMQ, sections 2 and 4]: uniformly, or preferring queues
 * on its own NUMA node.
 *
 * Both samplers have the same interface, so that a policy takes either as a template parameter:
 *  - `victim(self, threads, random)`: a thread other than `self`. The listing leaves open whether
 *    a thread may draw itself; looking into one's own buffer is no steal, so it never does.
 *  - `queue(self, threads, perThread, random)`: one of all `threads * perThread` queues, those of
 *    `self` included; queue q belongs to thread q / perThread.
 *  - `otherQueue(first, self, threads, perThread, random)`: the same among the queues other than
 *    `first`, each with its probability under the condition that `first` is not drawn.
 *
 * Weighted [SMQ, section 4]: a queue on the own node weighs 1, any other 1/K. With L of T threads
 * on the own node, a draw stays there with probability L / (L + (T - L)/K), which for N equal nodes
 * is K/(K + N - 1); the paper's shorter 1 - 1/K is that for N = 2 and large K only.
 */
#ifndef GALOIS_WORKLISTS_PARTS_STEALING_QUEUESAMPLER_H
#define GALOIS_WORKLISTS_PARTS_STEALING_QUEUESAMPLER_H

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::worklists {

/// Every queue with the same probability. Stateless, O(1) a draw.
struct UniformSampler {
  UniformSampler() = default;
  /// For policies that construct their sampler with a weight, whichever it is.
  explicit UniformSampler(std::uint32_t) {}

  /// @param self     the drawing thread, below `threads`
  /// @param threads  2 or more
  /// @param random   the thread's own generator, with `below(n)`
  /// @return a thread other than `self`
  template <typename Random>
  static std::uint32_t victim(std::uint32_t self, std::uint32_t threads, Random& random) {
    assert(threads >= 2 && self < threads);
    const std::uint32_t drawn = random.below(threads - 1);
    return drawn + (drawn >= self ? 1 : 0);
  }

  /// @param threads, perThread  1 or more; their product fits 32 bits
  /// @return a queue below threads * perThread
  template <typename Random>
  static std::uint32_t queue([[maybe_unused]] std::uint32_t self, std::uint32_t threads,
                             std::uint32_t perThread, Random& random) {
    assert(self < threads && perThread >= 1);
    return random.below(threads * perThread);
  }

  /// @param first  a queue; there must be another one
  /// @return a queue other than `first`. Expected O(1): at most two draws on average
  template <typename Random>
  static std::uint32_t otherQueue(std::uint32_t first, std::uint32_t self, std::uint32_t threads,
                                  std::uint32_t perThread, Random& random) {
    assert(threads * perThread >= 2);
    std::uint32_t other = 0;
    do {
      other = queue(self, threads, perThread, random);
    } while (other == first);
    return other;
  }

  template <typename Sink>
  void report(unsigned, Sink&) const {}
};

/**
 * Queues on the own NUMA node K times as likely as others. Each thread owns one and is the only one
 * to call it, always with the same `self`. O(1) a draw; the first draw with another number of
 * threads costs O(threads) and may throw std::bad_alloc. Where all threads share a node, or K is 1,
 * the draws are UniformSampler's.
 *
 * A victim is drawn in two steps: its node group with the weights above, in which the thread itself
 * counts, then a member of the group other than itself. So stealing stays on the node exactly as
 * often as choosing among all queues does, unless a thread is alone on its node, where there is
 * nobody to draw (or K is 1: then (L - 1) of the T - 1 other threads are near).
 */
class WeightedSampler {
public:
  static constexpr std::uint32_t kAuto = 0;
  static constexpr std::uint32_t kMaxWeight = 1u << 20;
  /// Threads for each unit of K when K is found automatically.
  static constexpr std::uint32_t kThreadsPerWeight = 16;

  /// @param weight  K, up to kMaxWeight. 1: uniform. kAuto: see automaticWeight().
  explicit WeightedSampler(std::uint32_t weight = kAuto) : weight_(weight) {
    assert(weight <= kMaxWeight);
  }

  /// K for `threads` threads: one sixteenth of them, at least 2. What K fixes is the *share* of
  /// remote accesses, (N - 1)/(K + N - 1), whatever the number of threads; growing with the threads
  /// it keeps the *number* of remote accesses under way about the same. The published default, 8,
  /// comes out for the 128 threads of the paper's smaller machine.
  static constexpr std::uint32_t automaticWeight(std::uint32_t threads) {
    return std::max(2u, threads / kThreadsPerWeight);
  }

  /// As UniformSampler::victim.
  template <typename Random>
  std::uint32_t victim(std::uint32_t self, std::uint32_t threads, Random& random) {
    prepareFor(self, threads);
    ++choices_;
    if (uniform_) {
      return counted(UniformSampler::victim(self, threads, random));
    }
    const std::uint32_t drawn = local_ > 1 ? random.below(localWeight_ + threads_ - local_)
                                           : localWeight_ + random.below(threads_ - local_);
    // The thread itself is the last of its group.
    return drawn < localWeight_ ? order_[random.below(local_ - 1)] : remote(drawn);
  }

  /// As UniformSampler::queue.
  template <typename Random>
  std::uint32_t queue(std::uint32_t self, std::uint32_t threads, std::uint32_t perThread,
                      Random& random) {
    prepareFor(self, threads);
    ++choices_;
    if (uniform_) {
      const std::uint32_t drawn = UniformSampler::queue(self, threads, perThread, random);
      if (local_ != threads_) {
        counted(drawn / perThread);
      }
      return drawn;
    }
    const std::uint32_t drawn = random.below(localWeight_ + threads_ - local_);
    const std::uint32_t thread =
        drawn < localWeight_ ? order_[random.below(local_)] : remote(drawn);
    return thread * perThread + random.below(perThread);
  }

  /// As UniformSampler::otherQueue. To draw until another queue comes up takes two draws on average
  /// at most, unless the thread's only queue is the only one of its node: that one has up to K
  /// times the weight of all others together. What remains then is drawn at once.
  template <typename Random>
  std::uint32_t otherQueue(std::uint32_t first, std::uint32_t self, std::uint32_t threads,
                           std::uint32_t perThread, Random& random) {
    assert(threads * perThread >= 2);
    prepareFor(self, threads);
    if (!uniform_ && local_ == 1 && perThread == 1 && first == self) {
      ++choices_;
      return remote(localWeight_ + random.below(threads_ - local_));
    }
    std::uint32_t other = 0;
    do {
      other = queue(self, threads, perThread, random);
    } while (other == first);
    return other;
  }

  std::uint64_t choices() const noexcept { return choices_; } ///< draws so far
  std::uint64_t localChoices() const noexcept { return choices_ - remoteChoices_; }

  /// Share of the draws that stayed on the node; 1 before the first.
  double localFraction() const noexcept {
    return choices_ == 0 ? 1.0
                         : static_cast<double>(localChoices()) / static_cast<double>(choices_);
  }

  /// Calls `sink(thread, name, value)` for each counter. The share of local choices is the ratio of
  /// the two sums.
  template <typename Sink>
  void report(unsigned thread, Sink& sink) const {
    sink(thread, "queue_choices", choices());
    sink(thread, "local_queue_choices", localChoices());
  }

private:
  void prepareFor(std::uint32_t self, std::uint32_t threads) {
    assert(self < threads && (threads_ == 0 || self == self_));
    if (threads != threads_) {
      prepare(self, threads);
    }
  }

  void prepare(std::uint32_t self, std::uint32_t threads);

  /// The thread that stands for a draw beyond the own node's weight.
  std::uint32_t remote(std::uint32_t drawn) {
    ++remoteChoices_;
    return order_[local_ + (drawn - localWeight_)];
  }

  /// Counts a thread that was drawn uniformly.
  std::uint32_t counted(std::uint32_t thread) {
    if (local_ != threads_) {
      remoteChoices_ += near_[thread] ? 0 : 1;
    }
    return thread;
  }

  std::uint32_t weight_; ///< K as asked for
  std::uint32_t self_ = 0;
  std::uint32_t threads_ = 0;     ///< that the rest is prepared for; 0: not yet
  std::uint32_t local_ = 0;       ///< threads on the own node, this one included
  std::uint32_t localWeight_ = 0; ///< local_ * K; another node's thread weighs 1
  bool uniform_ = false;
  /// Unless uniform: the own node's threads, this one last, then all others.
  std::vector<std::uint32_t> order_;
  std::vector<bool> near_; ///< when uniform over several nodes: which threads are on the own one
  std::uint64_t choices_ = 0;
  std::uint64_t remoteChoices_ = 0;
};

inline GALOIS_ATTRIBUTE_NOINLINE void WeightedSampler::prepare(std::uint32_t self,
                                                               std::uint32_t threads) {
  const substrate::ThreadPool& pool = substrate::getThreadPool();
  const unsigned node = pool.getNumaNode(self);
  const auto isNear = [&](std::uint32_t thread) { return pool.getNumaNode(thread) == node; };
  std::vector<std::uint32_t> near, far;
  for (std::uint32_t thread = 0; thread < threads; ++thread) {
    if (thread != self) {
      (isNear(thread) ? near : far).push_back(thread);
    }
  }
  near.push_back(self);
  const std::uint32_t weight = weight_ == kAuto ? automaticWeight(threads) : weight_;
  const bool uniform = weight == 1 || far.empty();
  std::vector<bool> isOnNode;
  if (uniform && !far.empty()) {
    isOnNode.resize(threads);
    for (const std::uint32_t thread : near) {
      isOnNode[thread] = true;
    }
  }
  const auto local = static_cast<std::uint32_t>(near.size());
  near.insert(near.end(), far.begin(), far.end());
  // Nothing throws from here on.
  order_ = std::move(near);
  near_ = std::move(isOnNode);
  uniform_ = uniform;
  local_ = local;
  localWeight_ = local * weight;
  self_ = self;
  threads_ = threads;
}

} // namespace galois::worklists

#endif
