// What takes time on the simulated machine: accesses, instructions, waiting, and devices.
#include <algorithm>
#include <cstdint>

#include "Machine.h"

namespace galois::substrate::virt {

/// Returns the cost with a small random increase, so that cores do not stay synchronised and
/// different seeds give different runs.
Time Machine::spread(Time cost) noexcept {
  const std::uint64_t part = ((current_->random() >> 32) * jitterRange_) >> 32;
  return cost + ((cost * part) >> 32);
}

void Machine::useBandwidth(double bytes) {
  constexpr Time kAhead = kMicrosecond; // delay of requests from which on the core waits
  Time& busy = memoryBusy_[current_->socket];
  busy = std::max(busy, current_->clock) + static_cast<Time>(bytes / costs_.bandwidth);
  if (busy > current_->clock + kAhead) {
    current_->clock = busy - kAhead;
  }
}

/// Injects the delays that a thread can meet at any moment on a real machine, for instance by an
/// interrupt or another program.
void Machine::injectDelays() noexcept {
  Core& core = *current_;
  if (happens(costs_.mishap)) {
    core.clock += static_cast<Time>(core.random.unit() * static_cast<double>(costs_.mishapDelay));
  }
  // The code of the main thread between regions is never stalled.
  if (!stall_.happened && fiber_ != &main_ && happens(costs_.stallChance)) {
    stall_ = {true, core.core, core.clock / 1000, (core.clock + costs_.stall) / 1000};
    core.clock += costs_.stall;
  }
}

void Machine::access(const void* word, Access kind) {
  if (injectsFaults_ && held_ == 0) {
    injectDelays();
  }
  const Directory::Place place = directory_->placeOf(Directory::lineOf(word));
  if (mustGiveWay()) {
    // Other fibers run before the access happens. The host fetches meanwhile what that needs.
    __builtin_prefetch(place);
    __builtin_prefetch(word);
    giveWay();
  }
  ++events_;
  const bool cold = directory_->access(*current_, place, kind);
  if (cold && costs_.bandwidth > 0) {
    useBandwidth(costs_.lineBytes);
  }
}

void Machine::touch(const void* memory, std::size_t bytes) {
  if (bytes == 0) {
    return;
  }
  const std::uintptr_t last = Directory::lineOf(static_cast<const char*>(memory) + bytes - 1);
  for (std::uintptr_t line = Directory::lineOf(memory); line <= last; ++line) {
    ++events_;
    const bool cold = directory_->access(*current_, line, Access::kPlain);
    if (cold && costs_.bandwidth > 0) {
      useBandwidth(costs_.lineBytes);
    }
  }
}

void Machine::readRow(const void* row, std::size_t bytes) {
  const std::size_t fromMemory = directory_->readRow(*current_, row, bytes);
  if (fromMemory > 0 && costs_.bandwidth > 0) {
    useBandwidth(costs_.lineBytes * static_cast<double>(fromMemory));
  }
}

void Machine::charge(Work work, std::uint64_t times) {
  const Time began = current_->clock;
  advance(work, times);
  if (fiber_->handler != nullptr && held_ == 0) {
    const Time cost = current_->clock - began;
    current_->clock = began;
    chargeInterruptibly(cost);
  }
}

void Machine::advance(Work work, std::uint64_t times) {
  Time& clock = current_->clock;
  switch (work) {
  case Work::kTask:
    mark(Phase::kWork);
    clock += spread(costs_.task) * times;
    if (costs_.bandwidth > 0 && !costs_.limitsCaches()) {
      useBandwidth(costs_.taskBytes * static_cast<double>(times));
    }
    break;
  case Work::kIteration:
    mark(Phase::kWork);
    clock += costs_.iteration * times;
    break;
  case Work::kEdge:
    clock += costs_.edge * times;
    if (costs_.bandwidth > 0 && !costs_.limitsCaches()) {
      useBandwidth(costs_.edgeBytes * static_cast<double>(times));
    }
    break;
  case Work::kSearch:
    mark(Phase::kSearch);
    break;
  case Work::kPush:
    clock += costs_.push * times;
    break;
  case Work::kPop:
    clock += costs_.pop * times;
    break;
  case Work::kLevel:
    clock += costs_.level * times;
    break;
  case Work::kFork:
    clock += costs_.fork * times;
    break;
  case Work::kUnit:
    mark(Phase::kWork);
    clock += spread(costs_.leafUnit) * times;
    break;
  }
}

void Machine::pause(unsigned times) {
  mark(Phase::kWait);
  current_->clock += spread(costs_.pause) * times;
  letOthersRun();
}

void Machine::yield() {
  mark(Phase::kWait);
  Core& core = *current_;
  core.clock += spread(costs_.yield);
  if (held_ != 0) {
    return;
  }
  rotate();
  if (core.running == nullptr) {
    leave();
  } else {
    letOthersRun();
  }
}

void Machine::sleep(unsigned microseconds) {
  mark(Phase::kWait);
  Core& core = *current_;
  const Time until = core.clock + spread(microseconds * kMicrosecond + costs_.sleep);
  if (held_ != 0 || core.waiting.empty()) {
    core.clock = until;
    letOthersRun();
    return;
  }
  fiber_->since = until;
  core.waiting.push_back(fiber_);
  leave();
}

void Machine::park(const void* word) {
  mark(Phase::kParked);
  current_->clock += costs_.park;
  fiber_->parkedOn = word;
  parked_.push_back(fiber_);
  leave();
}

void Machine::wake(const void* word, bool all) {
  current_->clock += costs_.wake;
  for (std::size_t i = 0; i < parked_.size();) {
    Fiber* const fiber = parked_[i];
    if (fiber->parkedOn != word) {
      ++i;
      continue;
    }
    parked_.erase(parked_.begin() + static_cast<std::ptrdiff_t>(i));
    fiber->parkedOn = nullptr;
    makeReady(fiber, current_->clock + spread(costs_.wakeUp));
    if (!all) {
      return;
    }
  }
}

// --- devices -------------------------------------------------------------------------

void Machine::deviceStep(DeviceWork work) {
  if (injectsFaults_ && held_ == 0) {
    injectDelays();
  }
  letOthersRun();
  switch (work) {
  case DeviceWork::kLook:
    break;
  case DeviceWork::kQueueAccess:
    current_->clock += costs_.queueAccess;
    break;
  case DeviceWork::kInterrupt:
    current_->clock += costs_.interrupt;
    break;
  }
}

void Machine::waitUntil(Time until) {
  if (until > current_->clock) {
    mark(Phase::kWait);
    current_->clock = until;
  }
  letOthersRun();
}

Time Machine::sendMessage(unsigned to) noexcept {
  return mesh_->send(current_->core, to % static_cast<unsigned>(cores_.size()),
                     static_cast<unsigned>(costs_.messageFlits), current_->clock);
}

/// Lets `clock` be the engine's. No other fiber runs meanwhile, because the order of fibers is that
/// of the cores' own clocks.
void Machine::beginEngine() noexcept {
  hold();
  Core& core = *current_;
  core.aside = core.clock;
  core.clock = std::max(core.clock, core.engine);
}

void Machine::endEngine() noexcept {
  Core& core = *current_;
  core.engine = core.clock;
  core.clock = core.aside;
  unhold();
}

/// Lets `clock` be the engine's while other fibers may run. @return the turn of the core
std::uint64_t Machine::beginSharedEngine() noexcept {
  Core& core = *current_;
  core.clock = std::max(core.clock, core.engine);
  fiber_->onEngine = true;
  return core.turns;
}

/// Sets the clock back to `begun`, unless another fiber of the core has seen it.
void Machine::endSharedEngine(Time begun, std::uint64_t turns) noexcept {
  Core& core = *current_;
  fiber_->onEngine = false;
  core.engine = core.clock;
  if (core.turns == turns) {
    core.clock = begun;
  }
}

Time Machine::waitForEngine() {
  Core& core = *current_;
  const Time waited = core.engine > core.clock ? core.engine - core.clock : 0;
  waitUntil(core.engine);
  return waited;
}

void Machine::forget(const void* memory, std::size_t bytes) { directory_->forget(memory, bytes); }

} // namespace galois::substrate::virt
