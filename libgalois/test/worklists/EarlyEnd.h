/**
 * Tasks that detect when termination detection announces the end of their loop too early. A loop
 * that ends too early often loses no task: it merely continues with fewer threads. So these tasks
 * query the detector while they run, and they bring the threads of the loop into the situation in
 * which a wrong detector announces the end:
 *
 * Tasks come in bursts. The task of a burst that starts last first waits until all other threads
 * have had several empty pops, and so have answered the detector that they have no tasks. Then it
 * makes the next burst. So when a thread takes tasks of a burst, it has already answered the
 * current round of termination detection. It keeps them until the maker of the burst has had an
 * empty pop as well. If the maker's answer does not say that it has worked, then all threads have
 * answered that they have not, and the end is announced while tasks are running.
 *
 * All waits end. The maker of a burst waits only for a bounded time until others take some of it.
 * All other waits are for threads that search and find no task, or for the end of the loop. They
 * yield instead of using substrate/Backoff.h: a sleeping thread would let the situation pass.
 */
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

#include "galois/substrate/ThreadPool.h"
#ifdef GALOIS_VIRTUAL
#include "galois/substrate/VirtualAtomics.h"
#endif
#include "worklists/LentPolicy.h"

namespace galois::test {

/// Yields to other threads without sleeping, on the simulated machine in virtual time.
inline void reallyYield() noexcept {
#ifdef GALOIS_VIRTUAL
  substrate::virt::yield();
#else
  std::this_thread::yield();
#endif
}

/// The tasks of one loop. They are numbers from 0 to kTasks - 1, and the loop begins with the first
/// kEach of them.
/// @tparam Detector  has globalTermination(), which returns whether the loop is done
template <typename Detector>
class EarlyEnd {
public:
  static constexpr std::uint32_t kBursts = 6;
  /// More than two chunks of the policies that pass tasks on in chunks.
  static constexpr std::uint32_t kEach = 160;
  static constexpr std::uint32_t kTasks = kBursts * kEach;

  /// All tasks of a burst have one priority, so that policies with one bag per priority share them.
  static constexpr std::uint32_t priorityOf(std::uint32_t id) { return id / kEach; }

  /// @param emptyPops  is counted by the loop that runs the tasks
  EarlyEnd(const Detector& detector, const EmptyPops& emptyPops, unsigned threads)
      : detector_(detector), emptyPops_(emptyPops), threads_(threads) {}

  /// Runs task `id`. `push(id)` adds another task to the loop.
  template <typename Push>
  void run(std::uint32_t id, const Push& push) {
    const std::uint32_t number = id / kEach;
    Burst& burst = bursts_[number];
    if (burst.started.fetch_add(1, std::memory_order_relaxed) + 1 == kEach) {
      // The first wait covers the current round, the second one the next round.
      awaitOthers();
      awaitOthers();
      look();
      if (number + 1 < kBursts) {
        makeBurst(number + 1, push);
      }
    } else if (number > 0) {
      holdOrShare(burst);
    }
    look();
  }

  /// Returns how many tasks were running when the detector announced the end.
  std::uint32_t seen() const { return seen_.load(std::memory_order_relaxed); }

private:
  struct Burst {
    std::atomic<std::uint32_t> started{0};
    std::atomic<bool> shared{
        false}; ///< whether a thread other than the maker has some of the tasks
    // Written before the burst's tasks are pushed.
    unsigned maker = 0;
    std::uint64_t makersEmptyPops = 0; ///< their number at that time
  };

  /// A thread with so many empty pops has answered the detector at least once in between.
  static constexpr std::uint64_t kEmptyPops = 4;
  static constexpr unsigned kPatience = 100;

  bool announced() const { return detector_.globalTermination(); }
  void look() {
    if (announced()) {
      seen_.fetch_add(1, std::memory_order_relaxed);
    }
  }

  void awaitOthers() const {
    std::array<std::uint64_t, substrate::kMaxThreads> before;
    for (unsigned thread = 0; thread < threads_; ++thread) {
      before[thread] = emptyPops_.of(thread);
    }
    for (unsigned thread = 0; thread < threads_; ++thread) {
      while (thread != substrate::ThreadPool::getTID() && !announced() &&
             emptyPops_.of(thread) < before[thread] + kEmptyPops) {
        reallyYield(); // see above
      }
    }
  }

  template <typename Push>
  void makeBurst(std::uint32_t number, const Push& push) {
    bursts_[number].maker = substrate::ThreadPool::getTID();
    bursts_[number].makersEmptyPops = emptyPops_.of(bursts_[number].maker);
    for (std::uint32_t i = 0; i < kEach; ++i) {
      push(number * kEach + i);
    }
  }

  /// The maker gives other threads time to take some of the burst. The others keep their tasks
  /// until the maker has no more.
  void holdOrShare(Burst& burst) {
    if (substrate::ThreadPool::getTID() == burst.maker) {
      for (unsigned i = 0; i < kPatience && !burst.shared.load(std::memory_order_relaxed); ++i) {
        reallyYield(); // see above
      }
      return;
    }
    burst.shared.store(true, std::memory_order_relaxed);
    while (emptyPops_.of(burst.maker) == burst.makersEmptyPops && !announced() &&
           burst.started.load(std::memory_order_relaxed) < kEach) {
      reallyYield(); // see above
    }
  }

  const Detector& detector_;
  const EmptyPops& emptyPops_;
  const unsigned threads_;
  std::array<Burst, kBursts> bursts_;
  std::atomic<std::uint32_t> seen_{0};
};

} // namespace galois::test
