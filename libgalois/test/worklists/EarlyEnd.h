/**
 * Tasks that see whether termination detection announces the end of their loop too early. A loop
 * that ends too early often loses nothing: threads that have left are merely missed. So these
 * tasks ask the detector while they run, and they lead the threads of the loop to where a detector
 * that is wrong shows it:
 *
 * Tasks come in bursts. The task of a burst that starts last first waits until all other threads
 * have come back empty several times, and therefore have said that they have nothing. Then it
 * makes the next burst. So when a thread takes tasks of a burst, it has already answered the round
 * of termination detection that is going on. It holds them until the maker of the burst has come
 * back empty as well. If the maker's answer does not say that it has worked, then all threads have
 * answered that they have not, and the end is announced while tasks are running.
 *
 * All waits end: the maker of a burst waits only for a bounded time for others to take some, and
 * all other waits are for threads that look for work and find none, or for the end of the loop.
 */
#ifndef GALOIS_TEST_WORKLISTS_EARLYEND_H
#define GALOIS_TEST_WORKLISTS_EARLYEND_H

#include <array>
#include <atomic>
#include <cstdint>
#include <thread>

#include "galois/substrate/ThreadPool.h"
#include "worklists/LentPolicy.h"

namespace galois::test {

/// The tasks of one loop. They are numbers from 0 to kTasks - 1; the loop begins with the first
/// kEach of them.
/// @tparam Detector  has globalTermination(), whether the loop is done
template <typename Detector>
class EarlyEnd {
public:
  static constexpr std::uint32_t kBursts = 6;
  /// More than two chunks of the policies that hand tasks on in chunks.
  static constexpr std::uint32_t kEach = 160;
  static constexpr std::uint32_t kTasks = kBursts * kEach;

  /// All tasks of a burst are as urgent, so that policies with a bag for each priority share them.
  static constexpr std::uint32_t priorityOf(std::uint32_t id) { return id / kEach; }

  /// @param emptyPops  counted by the loop that runs the tasks
  EarlyEnd(const Detector& detector, const EmptyPops& emptyPops, unsigned threads)
      : detector_(detector), emptyPops_(emptyPops), threads_(threads) {}

  /// Runs task `id`; `push(id)` adds another to the loop.
  template <typename Push>
  void run(std::uint32_t id, const Push& push) {
    const std::uint32_t number = id / kEach;
    Burst& burst = bursts_[number];
    if (burst.started.fetch_add(1, std::memory_order_relaxed) + 1 == kEach) {
      // Once for the round that was going on, once for the next one.
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

  /// Tasks that were running when the detector said that all work was finished.
  std::uint32_t seen() const { return seen_.load(std::memory_order_relaxed); }

private:
  struct Burst {
    std::atomic<std::uint32_t> started{0};
    std::atomic<bool> shared{false}; ///< a thread other than the maker has some
    // Written before the burst's tasks are pushed.
    unsigned maker = 0;
    std::uint64_t makersEmptyPops = 0; ///< how many there were then
  };

  /// A thread that comes back empty so often has answered at least once in between.
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
        std::this_thread::yield();
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

  /// The maker gives others the time to take some of the burst. Others hold what they have until
  /// the maker has nothing more.
  void holdOrShare(Burst& burst) {
    if (substrate::ThreadPool::getTID() == burst.maker) {
      for (unsigned i = 0; i < kPatience && !burst.shared.load(std::memory_order_relaxed); ++i) {
        std::this_thread::yield();
      }
      return;
    }
    burst.shared.store(true, std::memory_order_relaxed);
    while (emptyPops_.of(burst.maker) == burst.makersEmptyPops && !announced() &&
           burst.started.load(std::memory_order_relaxed) < kEach) {
      std::this_thread::yield();
    }
  }

  const Detector& detector_;
  const EmptyPops& emptyPops_;
  const unsigned threads_;
  std::array<Burst, kBursts> bursts_;
  std::atomic<std::uint32_t> seen_{0};
};

} // namespace galois::test

#endif
