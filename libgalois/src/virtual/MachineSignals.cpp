// Signals on the simulated machine: they interrupt a virtual thread that has a handler, at charges.
#include <algorithm>
#include <utility>

#include "Machine.h"

namespace galois::substrate::virt {

void Machine::setHandler(void (*handler)(void*), void* argument) {
  fiber_->handler = handler;
  fiber_->argument = argument;
  fiber_->signalAt = Fiber::kNoSignal;
  for (Tick* tick : ticks_) {
    // Nobody could be interrupted at the times of ticks that are past.
    if (tick->next <= current_->clock) {
      tick->next += ((current_->clock - tick->next) / tick->period + 1) * tick->period;
    }
  }
}

void Machine::signal(Fiber& to) {
  if (held_ == 0) {
    current_->clock += costs_.wake; // a call of the system
  }
  to.signalAt = std::min(to.signalAt, current_->clock);
}

void Machine::addTick(Tick& tick) {
  tick.next = current_->clock + tick.period;
  ticks_.push_back(&tick);
}

void Machine::removeTick(Tick& tick) {
  ticks_.erase(std::find(ticks_.begin(), ticks_.end(), &tick));
}

/// Lets the clock pass in steps, so that signals of other cores come in time.
void Machine::chargeInterruptibly(Time cost) {
  while (cost > 0) {
    const Time step = std::min(cost, kMicrosecond);
    cost -= step;
    current_->clock += step;
    letOthersRun();
    callDueTicks();
    if (fiber_->signalAt <= current_->clock) {
      handleSignal();
    }
  }
}

/// The thread that ticks has a core of its own, so its calls take no time here.
void Machine::callDueTicks() {
  for (Tick* tick : ticks_) {
    if (tick->next > current_->clock) {
      continue;
    }
    hold();
    const Time now = current_->clock;
    current_->clock = tick->next;
    tick->call();
    current_->clock = now;
    tick->next += ((now - tick->next) / tick->period + 1) * tick->period;
    unhold();
  }
}

void Machine::handleSignal() {
  Fiber& here = *fiber_;
  here.signalAt = Fiber::kNoSignal;
  current_->clock += costs_.signal;
  auto* const handler = std::exchange(here.handler, nullptr); // handlers are not interrupted
  handler(here.argument);
  here.handler = handler;
}

} // namespace galois::substrate::virt
