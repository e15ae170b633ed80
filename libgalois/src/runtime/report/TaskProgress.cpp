#include "galois/runtime/report/TaskProgress.h"

#include <array>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CacheLineStorage.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::runtime {

namespace {

using substrate::LoopSignals;
namespace order = substrate::order;

/// Counter t is that of pool thread t. Never destroyed, because it needs no destructor.
std::array<substrate::CacheLineStorage<substrate::Atomic<std::uint64_t>>, substrate::kMaxThreads>
    counters;

} // namespace

void TaskProgress::begin() noexcept {
  for (auto& counter : counters) {
    counter.get().store(0, order::relaxed);
  }
  LoopSignals::set(LoopSignals::kCountTasks);
}

void TaskProgress::end() noexcept { LoopSignals::clear(LoopSignals::kCountTasks); }

std::uint64_t TaskProgress::tasks() noexcept {
  std::uint64_t sum = 0;
  for (auto& counter : counters) {
    sum += counter.get().load(order::relaxed);
  }
  return sum;
}

bool TaskProgress::countSignalled(std::uint64_t tasks) noexcept {
  if (LoopSignals::has(LoopSignals::kCountTasks)) {
    auto& mine = counters[substrate::ThreadPool::getTID()].get();
    mine.store(mine.load(order::relaxed) + tasks, order::relaxed);
  }
  return LoopSignals::has(LoopSignals::kCancel);
}

} // namespace galois::runtime
