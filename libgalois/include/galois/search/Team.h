/**
 * The threads of a search, and how tasks get from one to another: one function runTeam() per
 * coordination. Each thread has an Explorer; this file is all that knows of threads.
 */
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "galois/runtime/loops/FirstException.h"
#include "galois/runtime/loops/LoopOptions.h"
#include "galois/search/Coordinations.h"
#include "galois/search/Explorer.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Barrier.h"
#include "galois/substrate/Termination.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/parts/stealing/DepthPool.h"

namespace galois::search {

/// The explorers of a search, one per thread.
template <typename Explorer>
using Team = std::vector<std::unique_ptr<Explorer>>;

namespace internal {

/// Calls fn(thread) on each thread of the team at once, and rethrows the first exception.
/// @throws std::logic_error if another thread of the program runs a parallel loop
template <typename Explorer, typename Fn>
void onEachThread(Team<Explorer>& team, Fn&& fn) {
  runtime::requireNoParallelLoop("tree search");
  runtime::FirstException failure;
  substrate::getThreadPool().run(static_cast<unsigned>(team.size()), [&] {
    const unsigned thread = substrate::ThreadPool::getTID();
    try {
      fn(thread);
    } catch (...) {
      failure.capture();
      team[thread]->stop().request(Stop::kFailed);
    }
  });
  failure.rethrow();
}

/// Searches for tasks until none is left anywhere, or the search is stopped.
class TaskLoop {
public:
  /// Call it outside parallel regions.
  explicit TaskLoop(unsigned threads)
      : barrier_(substrate::getBarrier(threads)),
        termination_(substrate::getSystemTermination(threads)),
        core_(threads <= substrate::getThreadPool().getMaxUsableThreads()
                  ? substrate::WaitsOn::kOwnCore
                  : substrate::WaitsOn::kSharedCore) {}

  /// Runs on every thread of the team.
  /// @param runOne  takes a task and searches it; false if it found none. It meets the requirements
  ///                of Termination.h on pop
  template <typename RunOne>
  void run(Stop& stop, RunOne&& runOne) {
    termination_.initializeThread();
    barrier_.wait();
    substrate::Backoff backoff(core_);
    while (!stop.poll() && !termination_.globalTermination()) {
      bool worked = false;
      while (runOne()) {
        worked = true;
        if (stop.poll()) {
          return;
        }
      }
      if (worked) {
        backoff.reset();
      }
      termination_.localTermination(worked);
      if (!termination_.isAwaited()) {
        backoff();
      }
    }
  }

private:
  substrate::Barrier& barrier_;
  substrate::TerminationDetection& termination_;
  substrate::WaitsOn core_;
};

/// Gives away what a task has not searched after a number of backtracks.
template <typename Put>
class BudgetHooks : public NoHooks {
public:
  /// @param nodes  that the explorer has visited before
  BudgetHooks(const Budget& budget, std::uint64_t nodes, Put& put)
      : budget_(budget), left_(untilLook()), searched_(nodes), put_(put) {}

  /// Counts the levels of a subtree for which the last child stands.
  template <typename Explorer, typename Top>
  void beforeChild(Explorer& explorer, Top& top) {
    if constexpr (Explorer::kStandsForSubtrees) {
      const std::uint64_t levels = explorer.takeSkippedLevels();
      if (levels < left_) {
        left_ -= levels;
        return;
      }
      left_ = untilLook();
      if (!isSpent(explorer)) {
        return;
      }
      if (budget_.levels == SpawnLevels::kShallowest) {
        explorer.detachAll(explorer.shallowest(top), put_);
      } else {
        explorer.detachEverything(top, put_);
      }
    }
  }

  template <typename Explorer, typename Top>
  void afterLevel(Explorer& explorer, Top& top) {
    if (--left_ == 0) {
      left_ = untilLook();
      giveAway(explorer, top);
    }
  }

private:
  static constexpr std::uint64_t kLook = 64; // levels between two looks at the number of nodes

  /// Returns the number of levels after which isSpent() may hold.
  std::uint64_t untilLook() const {
    return budget_.unit == BudgetUnit::kLevels ? budget_.backtracks
                                               : std::min(budget_.backtracks, kLook);
  }
  /// Returns whether the budget is spent, untilLook() levels after the last call, and begins anew.
  template <typename Explorer>
  bool isSpent(const Explorer& explorer) {
    if (budget_.unit == BudgetUnit::kLevels) {
      return true;
    }
    const std::uint64_t nodes = explorer.statistics().nodes;
    const bool spent = nodes - searched_ >= budget_.backtracks;
    searched_ = spent ? nodes : searched_;
    return spent;
  }

  template <typename Explorer, typename Top>
  [[gnu::noinline]] void giveAway(Explorer& explorer, Top& top) {
    if (!isSpent(explorer)) {
      return;
    }
    bool any = false;
    for (Top* level = &explorer.shallowest(top); level != &top; level = level->above) {
      if (level->left > 0) {
        any = true;
        explorer.detachAll(*level, put_);
        if (budget_.levels == SpawnLevels::kShallowest) {
          return;
        }
      }
    }
    if (!any) {
      explorer.detachAll(top, put_);
    }
  }

  const Budget& budget_;
  std::uint64_t left_;     // levels until the next look
  std::uint64_t searched_; // nodes of the explorer when it began to count
  Put& put_;
};

/// Runs tasks of a pool: runTask(explorer, task, put).
template <typename Explorer, typename RunTask>
void runPool(Team<Explorer>& team, Task<typename Explorer::Node>&& root, const RunTask& runTask) {
  using Item = Task<typename Explorer::Node>;
  worklists::DepthPool<Item> pool;
  Item first = std::move(root);
  const unsigned depth = first.depth;
  pool.push(depth, std::move(first));
  TaskLoop loop(static_cast<unsigned>(team.size()));
  onEachThread(team, [&](unsigned thread) {
    Explorer& explorer = *team[thread];
    std::optional<Item> task;
    const auto put = [&](Item&& child) {
      explorer.countSpawned(1);
      const unsigned below = child.depth;
      pool.push(below, std::move(child));
    };
    loop.run(explorer.stop(), [&] {
      if (!pool.takeDeepest(task)) {
        return false;
      }
      runTask(explorer, std::move(*task), put);
      return true;
    });
  });
}

} // namespace internal

/// Searches below the root, which was visited, on one thread.
template <typename Explorer>
void runTeam(const Sequential& /*coordination*/, Team<Explorer>& team,
             Task<typename Explorer::Node>&& root) {
  NoHooks hooks;
  team.front()->explore(std::move(root), hooks);
}

/// The same, with tasks at depths up to a bound.
template <typename Explorer>
void runTeam(const DepthBounded& coordination, Team<Explorer>& team,
             Task<typename Explorer::Node>&& root) {
  internal::runPool(team, std::move(root),
                    [&](Explorer& explorer, Task<typename Explorer::Node>&& task, const auto& put) {
                      if (task.depth <= coordination.spawnDepth) {
                        explorer.expand(std::move(task), put);
                      } else {
                        NoHooks hooks;
                        explorer.explore(std::move(task), hooks);
                      }
                    });
}

/// The same, with tasks after a number of backtracks.
template <typename Explorer>
void runTeam(const Budget& coordination, Team<Explorer>& team,
             Task<typename Explorer::Node>&& root) {
  internal::runPool(team, std::move(root),
                    [&](Explorer& explorer, Task<typename Explorer::Node>&& task, const auto& put) {
                      internal::BudgetHooks hooks(coordination, explorer.statistics().nodes, put);
                      explorer.explore(std::move(task), hooks);
                    });
}

} // namespace galois::search
