// A queue behind a lock with one fault, which happens about once in `every` calls: the setting `fault` says which.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <queue>
#include <string>
#include <utility>
#include <vector>

class Faulty {
public:
  template <typename Settings>
  Faulty(unsigned, const Settings& settings)
      : fault_(settings.get("fault", std::string("none"))),
        every_(settings.get("every", std::uint64_t{1000000})) {}

  void push(std::uint64_t priority, std::uint64_t value) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!due("loses")) {
      heap_.emplace(priority, value);
    }
  }

  bool tryPop(std::uint64_t& priority, std::uint64_t& value) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (heap_.empty() || due("empty-too-early")) {
      return false;
    }
    priority = heap_.top().first;
    value = heap_.top().second;
    if (!due("twice")) {
      heap_.pop();
    }
    return true;
  }

private:
  bool due(const char* fault) { return fault_ == fault && ++calls_ % every_ == 0; }

  std::mutex mutex_;
  std::priority_queue<std::pair<std::uint64_t, std::uint64_t>,
                      std::vector<std::pair<std::uint64_t, std::uint64_t>>, std::greater<>>
      heap_;
  std::string fault_;
  std::uint64_t every_, calls_ = 0;
};
