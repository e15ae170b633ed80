/**
 * How a thread draws the queue of another thread [SMQ, sections 2 and 4]: uniformly, or with a
 * preference for queues on its own NUMA node.
 *
 * Both samplers have the same interface, so that a policy takes either as a template parameter:
 *  - `victim(self, threads, random)` returns a thread other than `self`. The paper's listing leaves
 *    open whether a thread may draw itself. Here it does not, because that would not be a steal.
 *  - `queue(self, threads, perThread, random)` returns one of all `threads * perThread` queues,
 *    those of `self` included; queue q belongs to thread q / perThread.
 *  - `otherQueue(first, self, threads, perThread, random)` returns a queue other than `first`, each
 *    with its probability under the condition that `first` is not drawn.
 *
 * Weights [SMQ, section 4]: a queue on the own node has weight 1, any other 1/K. With L of T
 * threads on the own node, a draw stays there with probability L / (L + (T - L)/K). For N nodes of
 * equal size this is K/(K + N - 1). The paper's simpler 1 - 1/K is close to it only for N = 2 and a
 * large K.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::worklists {

/// Draws every queue with the same probability. Stateless; each draw is O(1).
struct UniformSampler {
  UniformSampler() = default;
  /// Ignores the weight, for policies that construct their sampler with one.
  explicit UniformSampler(std::uint32_t) {}

  /// Draws a victim.
  /// @param self     the drawing thread, below `threads`
  /// @param threads  number of threads, 2 or more
  /// @param random   the thread's own generator, with `below(n)`
  /// @return a thread other than `self`
  template <typename Random>
  static std::uint32_t victim(std::uint32_t self, std::uint32_t threads, Random& random) {
    assert(threads >= 2 && self < threads);
    const std::uint32_t drawn = random.below(threads - 1);
    return drawn + (drawn >= self ? 1 : 0);
  }

  /// Draws a queue.
  /// @param threads, perThread  numbers of threads and of queues per thread, 1 or more; their
  ///                            product fits 32 bits
  /// @return the number of a queue, below threads * perThread
  template <typename Random>
  static std::uint32_t queue([[maybe_unused]] std::uint32_t self, std::uint32_t threads,
                             std::uint32_t perThread, Random& random) {
    assert(self < threads && perThread >= 1);
    return random.below(threads * perThread);
  }

  /// Draws a second queue. Expected O(1): at most two draws on average.
  /// @param first  the number of a queue; there must be another one
  /// @return the number of a queue other than `first`
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
 * Draws queues on the own NUMA node K times as often as others. Each thread owns one sampler and is
 * the only one to call it, always with the same `self`. A draw is O(1). The first draw after the
 * number of threads changed is O(threads) and may throw std::bad_alloc. If all threads share a
 * node, or K is 1, the draws are UniformSampler's.
 *
 * A victim is drawn in two steps. The first draws its group, the own node or the rest, with the
 * weights above, where the thread itself counts. The second draws a member of the group other than
 * the thread itself. So stealing stays on the node exactly as often as choosing among all queues
 * does, with two exceptions: a thread that is alone on its node has no victim there, and for K = 1
 * the share of the near victims is (L - 1)/(T - 1).
 */
class WeightedSampler {
public:
  static constexpr std::uint32_t kAuto = 0;
  static constexpr std::uint32_t kMaxWeight = 1u << 20;
  /// Number of threads per unit of K when K is chosen automatically.
  static constexpr std::uint32_t kThreadsPerWeight = 16;

  /// @param weight  K, up to kMaxWeight. 1: uniform. kAuto: see automaticWeight().
  explicit WeightedSampler(std::uint32_t weight = kAuto) : weight_(weight) {
    assert(weight <= kMaxWeight);
  }

  /// Returns K for `threads` threads: one sixteenth of them, at least 2. A constant K fixes the
  /// *share* of remote accesses, (N - 1)/(K + N - 1), for any number of threads. A K that grows
  /// with the threads keeps the *number* of concurrent remote accesses about the same. For the 128
  /// threads of the paper's smaller machine, the result is the published default, 8.
  static constexpr std::uint32_t automaticWeight(std::uint32_t threads) {
    return std::max(2u, threads / kThreadsPerWeight);
  }

  /// Draws a victim, with the parameters of UniformSampler::victim.
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

  /// Draws a queue, with the parameters of UniformSampler::queue.
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

  /// Draws a second queue, with the parameters of UniformSampler::otherQueue. It draws until a
  /// queue other than `first` comes up, at most twice on average. The exception is a thread whose
  /// only queue is the only one of its node: that queue has up to K times the weight of all others
  /// together. In this case it draws directly from the other queues.
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

  std::uint64_t choices() const noexcept { return choices_; } ///< number of draws so far
  std::uint64_t localChoices() const noexcept { return choices_ - remoteChoices_; }

  /// Returns the share of draws that stayed on the node, 1 before the first draw.
  double localFraction() const noexcept {
    return choices_ == 0 ? 1.0
                         : static_cast<double>(localChoices()) / static_cast<double>(choices_);
  }

  /// Calls `sink(thread, name, value)` for each counter. The share of local draws is the ratio of
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

  /// Returns a thread on another node. @param drawn  a random number, localWeight_ or more
  std::uint32_t remote(std::uint32_t drawn) {
    ++remoteChoices_;
    return order_[local_ + (drawn - localWeight_)];
  }

  /// Counts the draw of `thread`, which was uniform, and returns the thread.
  std::uint32_t counted(std::uint32_t thread) {
    if (local_ != threads_) {
      remoteChoices_ += near_[thread] ? 0 : 1;
    }
    return thread;
  }

  std::uint32_t weight_; ///< K as given to the constructor
  std::uint32_t self_ = 0;
  std::uint32_t threads_ = 0;     ///< number of threads that the rest is prepared for; 0: none yet
  std::uint32_t local_ = 0;       ///< threads on the own node, this one included
  std::uint32_t localWeight_ = 0; ///< local_ * K; each thread of another node has weight 1
  bool uniform_ = false;
  /// The threads of the own node, this one last, then all others. Used unless uniform.
  std::vector<std::uint32_t> order_;
  std::vector<bool> near_; ///< which threads are on the own node; used if uniform on several nodes
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
  // The statements below do not throw, so that an exception leaves the sampler unchanged.
  order_ = std::move(near);
  near_ = std::move(isOnNode);
  uniform_ = uniform;
  local_ = local;
  localWeight_ = local * weight;
  self_ = self;
  threads_ = threads;
}

} // namespace galois::worklists
