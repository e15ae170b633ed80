/**
 * The tasks of a rank that nobody has begun. OrderedTasks serves the coordination Ordered: rank 0
 * has all tasks, and the other ranks ask rank 0 for the next task. PooledTasks serves all other
 * coordinations.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "galois/dist/search/LoadTable.h"
#include "galois/search/OrderedClaims.h"
#include "galois/substrate/Atomics.h"
#include "galois/worklists/parts/stealing/DepthPool.h"

namespace galois::dist {

/// Tasks by depth. Workers of this rank take the deepest task, and other ranks the shallowest.
/// Thread-safe.
template <typename Item>
class PooledTasks {
public:
  /// Whether thieves always ask rank 0, instead of the victim of their policy.
  static constexpr bool kAtRankZero = false;

  /// Puts a task.
  void push(Item&& task) {
    const unsigned depth = task.depth;
    pool_.push(depth, std::move(task));
  }
  /// Takes a task for a worker. @return false if there is none
  bool takeOwn(unsigned /*worker*/, std::optional<Item>& task) { return pool_.takeDeepest(task); }
  /// Takes a task for another rank.
  bool takeForThief(std::optional<Item>& task) { return pool_.takeShallowest(task); }
  std::size_t size() const { return pool_.size(); } ///< number of tasks
  /// Returns the least depth of a task.
  std::uint32_t shallowest() {
    return static_cast<std::uint32_t>(pool_.shallowest(Load::kNoDepth));
  }

private:
  worklists::DepthPool<Item> pool_;
};

/// Tasks in a fixed order, on rank 0. A flag per task ensures that each task is taken once. The
/// other ranks have a pool of the tasks that rank 0 has given them. Thread-safe, except that
/// begin() runs before the workers, and that one thread at a time calls takeForThief().
template <typename Item>
class OrderedTasks {
public:
  static constexpr bool kAtRankZero = true;

  /// Sets the tasks, in the order of a sequential search, before the workers begin.
  /// @param others  the order in which all workers take tasks, except the first worker of rank 0
  /// @param workers  the number of workers of this rank
  void begin(std::vector<Item> tasks, std::vector<std::size_t> others, unsigned workers) {
    places_.resize(std::size_t{workers} + 1);
    tasks_ = std::move(tasks);
    others_ = std::move(others);
    claims_ = std::make_unique<search::OrderedClaims<>>(tasks_.size());
    left_.store(tasks_.size(), substrate::order::relaxed);
  }
  void push(Item&& task) { given_.push(std::move(task)); }
  bool takeOwn(unsigned worker, std::optional<Item>& task) {
    return take(worker, worker == 0, task) || given_.takeOwn(worker, task);
  }
  bool takeForThief(std::optional<Item>& task) { return take(places_.size() - 1, false, task); }
  std::size_t size() const { return left_.load(substrate::order::relaxed) + given_.size(); }
  std::uint32_t shallowest() {
    return left_.load(substrate::order::relaxed) > 0 ? tasks_.front().depth : given_.shallowest();
  }

private:
  bool take(std::size_t who, bool sequential, std::optional<Item>& task) {
    if (left_.load(substrate::order::relaxed) == 0) {
      return false;
    }
    const std::size_t found =
        claims_->next(places_[who], [&](std::size_t i) { return sequential ? i : others_[i]; });
    if (found == claims_->kNone) {
      return false;
    }
    left_.fetch_sub(1, substrate::order::relaxed);
    task = std::move(tasks_[found]);
    return true;
  }

  PooledTasks<Item> given_;
  std::vector<Item> tasks_;
  std::vector<std::size_t> others_;
  std::vector<std::size_t> places_; // in the order: one per worker, and one for all thieves
  std::unique_ptr<search::OrderedClaims<>> claims_;
  substrate::Atomic<std::size_t> left_{0};
};

} // namespace galois::dist
