/** Counts how often each of a number of tasks was delivered. Any number of threads may record. */
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace galois::test {

/// Tasks have the ids 0 to `tasks` - 1.
class Deliveries {
public:
  explicit Deliveries(std::size_t tasks) : counts_(tasks) {}

  /// Records a task that says itself whether its content is consistent.
  template <typename T>
  void record(const T& task) {
    record(task.id, task.intact());
  }
  /// Records that task `id` was delivered, and whether with the content that was pushed.
  void record(std::size_t id, bool intact) {
    if (!intact || id >= counts_.size()) {
      recordMangled();
    } else {
      counts_[id].fetch_add(1, std::memory_order_relaxed);
    }
    total_.fetch_add(1, std::memory_order_relaxed);
  }
  /// Records that a thread has seen a task with other content, without taking it.
  void recordMangled() { mangled_.fetch_add(1, std::memory_order_relaxed); }

  std::size_t total() const { return total_.load(std::memory_order_relaxed); }

  /// Expects that each of the tasks was delivered exactly once.
  void expectEachOnce() const { expectEachOnce(0, counts_.size()); }

  /// Expects this of the tasks [begin, end) only.
  void expectEachOnce(std::size_t begin, std::size_t end) const {
    std::size_t lost = 0, twice = 0;
    for (std::size_t id = begin; id < end; ++id) {
      lost += counts_[id].load() == 0;
      twice += counts_[id].load() > 1;
    }
    EXPECT_EQ(lost, 0u) << "tasks of " << end - begin;
    EXPECT_EQ(twice, 0u);
    EXPECT_EQ(mangled_.load(), 0u);
  }

private:
  std::vector<std::atomic<std::uint32_t>> counts_;
  std::atomic<std::size_t> mangled_{0};
  std::atomic<std::size_t> total_{0};
};

} // namespace galois::test
