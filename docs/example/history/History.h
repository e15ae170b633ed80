// What one thread asks of a concurrent priority queue and what it answers, for scripts/check-history.
// It needs only the standard library, so that it serves any queue.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <ostream>
#include <vector>

namespace history {

template <typename Priority = std::uint64_t, typename Value = std::uint64_t>
class Log {
public:
  // All threads of a history count alike: on tickets of one counter, or by the steady clock.
  explicit Log(unsigned thread, bool tickets = false) : thread_(thread), tickets_(tickets) {}

  // Call it before an operation, and tell the result to one of the next three right after it.
  std::uint64_t now() const {
    if (tickets_) {
      return ticket_.fetch_add(1);
    }
    std::atomic_thread_fence(std::memory_order_seq_cst); // What was done is done for all threads.
    const auto time = std::chrono::steady_clock::now().time_since_epoch();
    std::atomic_thread_fence(std::memory_order_seq_cst);
    return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
  }
  void pushed(std::uint64_t begin, Priority priority, Value value) {
    entries_.push_back({begin, now(), "push", priority, value});
  }
  void popped(std::uint64_t begin, Priority priority, Value value) {
    entries_.push_back({begin, now(), "pop", priority, value});
  }
  void empty(std::uint64_t begin) { entries_.push_back({begin, now(), nullptr, {}, {}}); }

  void write(std::ostream& out) const {
    for (const auto& [begin, end, operation, priority, value] : entries_) {
      out << thread_ << ',' << begin << ',' << end << ',';
      if (operation) {
        out << operation << ',' << priority << ',' << value << '\n';
      } else {
        out << "empty,,\n";
      }
    }
  }

private:
  struct Entry {
    std::uint64_t begin, end;
    const char* operation; // null if a pop found nothing
    Priority priority;
    Value value;
  };
  inline static std::atomic<std::uint64_t> ticket_{0};
  unsigned thread_;
  bool tickets_;
  std::vector<Entry> entries_;
};

} // namespace history
