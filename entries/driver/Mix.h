/**
 * Pushes and pops in turn by several threads, without a graph: how many operations a queue does per
 * second, whether it returns each item once, whether it answers empty too early, and, with a log, the
 * history for scripts/check-history.
 *
 * Each thread pushes its share of the items that are there at the beginning. After a barrier it pushes
 * an item and pops one, so that at each moment of this phase at least as many items are in the queue as
 * at the beginning. An item is less urgent than what its thread popped last. At the end all threads pop
 * until nothing is left, and after them one thread alone.
 */
#pragma once

#include <algorithm>
#include <atomic>
#include <barrier>
#include <chrono>
#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "Access.h"
#include "History.h"
#include "Team.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/common/TaskCounts.h"

namespace entries {

/// What is run.
struct MixPlan {
  unsigned threads = 1;
  std::uint64_t start = 1; ///< items of each thread before the barrier, at least 1
  std::uint64_t turns = 1; ///< pushes and pops of each thread after it
  std::uint64_t seed = 1;
};

/// What is found.
struct MixResult {
  double seconds = 0; ///< of the turns
  std::uint64_t pushed = 0, returned = 0, lost = 0, repeated = 0, invented = 0;
  std::uint64_t empty = 0;    ///< answers during the turns
  std::uint64_t tooEarly = 0; ///< those of them during which some item was there all the time
};

/// A mix on one queue. Items are numbered, and the lower bits of a priority follow from the number, so
/// that an item can be recognised.
template <typename Queue>
class Mix {
public:
  explicit Mix(const MixPlan& plan)
      : plan_(plan), each_(plan.start + plan.turns), seen_(each_ * plan.threads),
        counts_(plan.threads), begun_(plan.threads) {}

  /// Counts each item, and proves that an empty answer is wrong where it can.
  MixResult check() { return run<true>(nullptr); }
  /// Measures the turns alone.
  MixResult measure() { return run<false>(nullptr); }
  /// Records all operations.
  MixResult record(std::vector<history::Log<>>& logs) { return run<false>(&logs); }

private:
  static constexpr unsigned kBits = 16; ///< lower bits of a priority that follow from the item
  static constexpr std::uint64_t kFurther = 1024;
  static constexpr unsigned kOld = 256;           ///< pops after which a sum is read again
  static constexpr unsigned kMostEmpties = 10000; ///< that a thread records
  static constexpr std::chrono::seconds kPatience{2};

  struct alignas(galois::substrate::kCacheLineSize) Begun {
    std::atomic<std::uint64_t> pops{0};
  };

  static std::uint64_t mark(std::uint64_t value) { return value * 0x9e3779b97f4a7c15ull >> 48; }

  /// What one thread does.
  template <bool Check>
  class Worker {
  public:
    Worker(Mix& mix, Queue& queue, unsigned thread, history::Log<>* log)
        : mix_(mix), access_(queue), thread_(thread), log_(log),
          random_(mix.plan_.seed * 1000003 + thread) {}

    void push() {
      const std::uint64_t value = thread_ * mix_.each_ + next_++;
      const Item item{(latest_ + random_() % kFurther) << kBits | mark(value), value};
      mix_.counts_[thread_].add();
      const auto begin = log_ ? log_->now() : 0;
      access_.push(item);
      if (log_) {
        log_->pushed(begin, item.priority, item.value);
      }
    }

    /// Returns whether there was an item.
    bool pop() {
      if constexpr (Check) {
        if (pops_++ % kOld == 0) {
          sum_ = mix_.popsBegun();
        }
        mix_.begun_[thread_].pops.fetch_add(1, std::memory_order_relaxed);
      }
      const auto begin = log_ ? log_->now() : 0;
      Item item{};
      if (!access_.tryPop(item)) {
        if (log_ && empties_++ < kMostEmpties) {
          log_->empty(begin);
        }
        return false;
      }
      if (log_) {
        log_->popped(begin, item.priority, item.value);
      }
      latest_ = item.priority >> kBits;
      mix_.returned(item, result);
      mix_.counts_[thread_].finish();
      return true;
    }

    void turn() {
      push();
      if (!pop()) {
        ++result.empty;
        if constexpr (Check) {
          // Each pop takes one item at most. Those that have begun since the sum was read, by all
          // threads, cannot have taken all that were there at the beginning of this one.
          const std::uint64_t now = mix_.popsBegun();
          result.tooEarly += now - sum_ < mix_.plan_.start * mix_.plan_.threads / 2;
          sum_ = now;
        }
      }
    }

    void drain() {
      const auto of = [this](unsigned other) -> const auto& { return mix_.counts_[other]; };
      auto last = std::chrono::steady_clock::now();
      while (!galois::worklists::TaskCounts<>::allDone(mix_.plan_.threads, of)) {
        if (pop()) {
          last = std::chrono::steady_clock::now();
        } else if (std::chrono::steady_clock::now() - last > kPatience) {
          return; // something is lost; who comes last looks again
        } else {
          std::this_thread::yield();
        }
      }
    }

    MixResult result;

  private:
    Mix& mix_;
    Access<Queue> access_;
    unsigned thread_;
    history::Log<>* log_;
    std::mt19937_64 random_;
    std::uint64_t next_ = 0, latest_ = 0, pops_ = 0, sum_ = 0, empties_ = 0;
  };

  template <bool Check>
  MixResult run(std::vector<history::Log<>>* logs) {
    const auto queue = makeQueue<Queue>(plan_.threads, peers::settings());
    std::vector<MixResult> results(plan_.threads);
    std::barrier<> barrier(plan_.threads);
    onThreads(plan_.threads, [&](unsigned thread) {
      Worker<Check> worker(*this, *queue, thread, logs ? &(*logs)[thread] : nullptr);
      for (std::uint64_t i = 0; i < plan_.start; ++i) {
        worker.push();
      }
      barrier.arrive_and_wait();
      const peers::Stopwatch watch;
      for (std::uint64_t i = 0; i < plan_.turns; ++i) {
        worker.turn();
      }
      worker.result.seconds = watch.seconds();
      barrier.arrive_and_wait();
      worker.drain();
      results[thread] = worker.result;
    });
    MixResult all;
    for (const MixResult& of : results) {
      all.seconds = std::max(all.seconds, of.seconds);
      all.empty += of.empty;
      all.tooEarly += of.tooEarly;
      all.invented += of.invented;
      all.repeated += of.repeated;
      all.returned += of.returned;
    }
    lookForRest(*queue, all, logs ? &(*logs)[0] : nullptr);
    all.pushed = seen_.size();
    all.lost = static_cast<std::uint64_t>(
        std::count_if(seen_.begin(), seen_.end(),
                      [](const std::atomic<std::uint8_t>& times) { return times == 0; }));
    return all;
  }

  /// Takes what is left, when no other thread uses the queue any more.
  void lookForRest(Queue& queue, MixResult& result, history::Log<>* log) {
    constexpr unsigned kTries = 1000;
    Access<Queue> access(queue);
    Item item{};
    for (unsigned tries = 0; tries < kTries; ++tries) {
      const auto begin = log ? log->now() : 0;
      if (access.tryPop(item)) {
        if (log) {
          log->popped(begin, item.priority, item.value);
        }
        returned(item, result);
        tries = 0;
      }
    }
  }

  void returned(Item item, MixResult& result) {
    ++result.returned;
    const bool known =
        item.value < seen_.size() && (item.priority & ((1u << kBits) - 1)) == mark(item.value);
    if (!known) {
      ++result.invented;
    } else if (seen_[item.value].fetch_add(1, std::memory_order_relaxed) == 1) {
      ++result.repeated;
    }
  }

  std::uint64_t popsBegun() const {
    std::uint64_t sum = 0;
    for (const Begun& of : begun_) {
      sum += of.pops.load(std::memory_order_relaxed);
    }
    return sum;
  }

  MixPlan plan_;
  std::uint64_t each_;
  std::vector<std::atomic<std::uint8_t>> seen_;
  std::vector<galois::worklists::TaskCounts<>> counts_;
  std::vector<Begun> begun_;
};

} // namespace entries
