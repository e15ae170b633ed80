// One std::priority_queue behind a lock: the exact order, and no two threads at once.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

class LockedHeap {
public:
  using Item = std::pair<std::uint64_t, std::uint64_t>; // priority, value

  void push(std::uint64_t priority, std::uint64_t value) {
    const std::lock_guard<std::mutex> lock(mutex_);
    heap_.emplace(priority, value);
  }

  std::optional<Item> tryPop() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (heap_.empty()) {
      return std::nullopt;
    }
    const Item item = heap_.top();
    heap_.pop();
    return item;
  }

private:
  std::mutex mutex_;
  std::priority_queue<Item, std::vector<Item>, std::greater<>> heap_;
};
