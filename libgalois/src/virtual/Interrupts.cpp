#include "galois/substrate/Interrupts.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "Machine.h"

namespace galois::substrate {

void Interruptible::enter(Function function, void* argument) noexcept {
  auto& machine = virt::Machine::get();
  thread_ = machine.runningFiber();
  machine.setHandler(function, argument);
  flag_.raise();
}

void Interruptible::leave() noexcept {
  flag_.lower();
  virt::Machine::get().setHandler(nullptr, nullptr);
}

bool Interruptible::inside() noexcept { return virt::Machine::get().hasHandler(); }

int Interruptible::signal() noexcept { return 0; }

void Interruptible::interrupt() noexcept {
  if (flag_.claimSignal()) {
    flag_.endSignal(); // the machine knows itself which signals are on their way
    virt::Machine::get().signal(*static_cast<virt::Fiber*>(thread_));
  }
}

struct Ticker::State {
  virt::Tick tick;
};

Ticker::Ticker(std::uint64_t microseconds, std::function<void()> tick)
    : state_(std::make_unique<State>()) {
  state_->tick.call = std::move(tick);
  state_->tick.period = std::max<std::uint64_t>(microseconds, 1) * 1'000'000;
  virt::Machine::get().addTick(state_->tick);
}

Ticker::~Ticker() { virt::Machine::get().removeTick(state_->tick); }

} // namespace galois::substrate
