/** What tests of loops that run in rounds share: objects with a lock, and the rounds of tasks. */
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "galois/MethodFlags.h"
#include "galois/Traits.h"
#include "galois/runtime/Context.h"

namespace galois::test {

/// A number with an abstract lock.
struct Cell : galois::runtime::Lockable {
  std::uint64_t value = 0;
};

/// Takes its lock.
inline void take(Cell& cell, MethodFlag flag = MethodFlag::WRITE) {
  galois::runtime::acquire(&cell, flag);
}

/// Counts the rounds of a loop by its break condition, and notes the round in which a task ran.
class RoundLog {
public:
  explicit RoundLog(std::size_t tasks) : ranIn_(tasks, 0) {}
  void ran(std::size_t task) { ranIn_[task] = round_; }
  auto condition() {
    const auto count = [this] { return ++round_ == stopAfter_; };
    return galois::make_trait_with_args<galois::det_parallel_break>(count);
  }
  void stopAfter(unsigned rounds) { stopAfter_ = rounds; }
  unsigned rounds() const { return round_; }
  const std::vector<unsigned>& ranIn() const { return ranIn_; }

private:
  unsigned round_ = 0;
  unsigned stopAfter_ = ~0U;
  std::vector<unsigned> ranIn_;
};

} // namespace galois::test
