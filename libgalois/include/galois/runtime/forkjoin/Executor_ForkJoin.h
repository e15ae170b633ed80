/**
 * The fork-join executor: opens a parallel region in which one root task forks others.
 *
 *     galois::runtime::ForkJoinExecutor<galois::runtime::Receiver> executor;
 *     executor.run([](auto& context) {
 *       context.invoke([](auto& c) { ... }, [](auto& c) { ... });
 *     });
 *
 * The caller is worker 0 and runs the root. The other active threads run what they get from other
 * workers by the protocol, and sleep if there is nothing for a while. The region ends when the root
 * returns. Every task is done by then, because each fork has a join. Programs use galois/Tasks.h.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "galois/runtime/forkjoin/ForkJoinCounters.h"
#include "galois/runtime/forkjoin/LazyLoop.h"
#include "galois/runtime/forkjoin/TaskWorker.h"
#include "galois/runtime/loops/LoopOptions.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/Interrupts.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::runtime {

/// An executor. It runs one root at a time and can be used again, also after an exception and with
/// another number of threads. @tparam Protocol  Receiver, Sender, ChaseLev or Split
template <typename Protocol>
class ForkJoinExecutor {
public:
  /// The context that callables get.
  using Context = TaskWorker<Protocol>;

  /// Allocates nothing yet.
  explicit ForkJoinExecutor(const ForkJoinSettings& settings = {}) : settings_(settings) {}
  ForkJoinExecutor(const ForkJoinExecutor&) = delete;
  ForkJoinExecutor& operator=(const ForkJoinExecutor&) = delete;

  /// Runs root(context), or root(), on the active threads. Rethrows what it throws.
  /// @throws std::logic_error if another thread runs a parallel loop; std::system_error if threads
  ///         cannot be started; std::bad_alloc; substrate::Cancelled
  template <typename Root>
  void run(Root&& root, const char* name = "fork-join") {
    FirstException failure;
    runOnActiveThreads(
        name, failure, [this](unsigned threads) { prepare(threads); },
        [this, &root] {
          Context& worker = workers_[substrate::ThreadPool::getTID()];
          if (worker.index() == 0) {
            const auto begin = [this, &root](Context& context) {
              const auto ticker = startTicker();
              context.call(root);
            };
            team_->runRoot(begin);
          } else {
            team_->work(worker.index());
          }
        });
  }

  /// Returns the worker of thread `tid`, which is in a region of this executor.
  Context& worker(unsigned tid) noexcept { return workers_[tid]; }

  /// Returns what each worker did in the latest run(). @throws std::bad_alloc
  std::vector<ForkJoinCounters> countersPerWorker() const {
    std::vector<ForkJoinCounters> all;
    for (unsigned i = 0; team_ != nullptr && i < team_->threads; ++i) {
      all.push_back(workers_[i].counters_);
      all.back().maxDepth = workers_[i].local_.deepest();
    }
    return all;
  }

  /// Returns what all workers did in the latest run(). @throws std::bad_alloc
  ForkJoinCounters counters() const {
    ForkJoinCounters sum;
    for (const ForkJoinCounters& own : countersPerWorker()) {
      sum += own;
    }
    return sum;
  }

  /// Returns the settings.
  const ForkJoinSettings& settings() const noexcept { return settings_; }

private:
  /// Starts the thread that interrupts leaves, if the settings say so.
  std::unique_ptr<substrate::Ticker> startTicker() {
    if (settings_.interrupts != Interrupts::kTimer) {
      return nullptr;
    }
    return std::make_unique<substrate::Ticker>(
        std::max<std::uint64_t>(settings_.periodNs / 1000, 1), [this] {
          std::for_each_n(workers_.get(), team_->threads,
                          [](Context& worker) { worker.interruptible_.interrupt(); });
        });
  }

  void prepare(unsigned threads) {
    if (team_ == nullptr || team_->threads != threads) {
      auto team = std::make_unique<TaskTeam<Protocol>>(threads, settings_);
      workers_.reset(new Context[threads]);
      team_ = std::move(team);
      team_->workers = workers_.get();
      measureTicks();
    }
    team_->begin(threads <= substrate::getThreadPool().getMaxUsableThreads(), substrate::getSeed());
  }

  /// Measures for 20 microseconds how fast the tick counter is.
  void measureTicks() {
    constexpr std::uint64_t kEnoughNs = 20'000;
    const std::uint64_t beganNs = substrate::nowNs();
    const std::uint64_t began = substrate::nowTicks();
    std::uint64_t tookNs = 0;
    substrate::Backoff wait;
    while ((tookNs = substrate::nowNs() - beganNs) <= kEnoughNs) { // so it is not 0
      wait();
    }
    team_->ticksPerMicrosecond =
        std::max<std::uint64_t>((substrate::nowTicks() - began) * 1000 / tookNs, 1);
  }

  const ForkJoinSettings settings_;
  std::unique_ptr<TaskTeam<Protocol>> team_;
  std::unique_ptr<Context[]> workers_;
};

} // namespace galois::runtime
