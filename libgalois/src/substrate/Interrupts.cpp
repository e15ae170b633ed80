// src/virtual/Interrupts.cpp has these functions for the simulated machine.
#ifndef GALOIS_VIRTUAL

#include "galois/substrate/Interrupts.h"

#include <pthread.h>
#include <signal.h> // NOLINT(modernize-deprecated-headers): sigaction is POSIX

#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include "galois/substrate/SignalsBlocked.h"

namespace galois::substrate {

namespace {

/// Keeps the compiler from moving the caller's accesses across it. The handler needs none of these:
/// the code that it interrupts does nothing meanwhile.
void orderForHandler() noexcept {
  // (4) seq_cst: synchronizes with (4) on the same thread; no instruction.
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// What the handler does on this thread.
struct Here {
  Interruptible::Function function = nullptr; ///< null outside a scope
  void* argument = nullptr;
  InterruptFlag<>* flag = nullptr;
};
thread_local Here here;

void onSignal(int /*number*/) {
  const int error = errno;
  if (here.function != nullptr) {
    here.flag->endSignal();
    here.function(here.argument);
  }
  errno = error;
}

bool isDefault(const struct sigaction& action) noexcept {
  return (action.sa_flags & SA_SIGINFO) == 0 && action.sa_handler == SIG_DFL;
}

/// Installs the handler for a signal that the program does not use. Returns its number, or 0 if
/// there is none.
int install() noexcept {
  for (int number = SIGRTMAX; number >= SIGRTMIN; --number) {
    struct sigaction former {};
    if (sigaction(number, nullptr, &former) != 0 || !isDefault(former)) {
      continue;
    }
    struct sigaction ours {};
    ours.sa_handler = onSignal;
    ours.sa_flags = SA_RESTART;
    sigemptyset(&ours.sa_mask);
    if (sigaction(number, &ours, &former) != 0) {
      continue;
    }
    if (isDefault(former)) {
      return number;
    }
    sigaction(number, &former, nullptr); // another thread came in between
  }
  return 0;
}

/// Lets the signal reach the calling thread, if there is one.
void unblock() noexcept {
  static thread_local bool done = false;
  if (!done) {
    sigset_t own;
    sigemptyset(&own);
    if (const int number = Interruptible::signal()) {
      sigaddset(&own, number);
    }
    pthread_sigmask(SIG_UNBLOCK, &own, nullptr); // as on threads that leave signals to others
    done = true;
  }
}

} // namespace

int Interruptible::signal() noexcept {
  static const int number = install();
  return number;
}

void Interruptible::enter(Function function, void* argument) noexcept {
  unblock();
  // Written once per thread, because a late caller of interrupt() may still read it.
  if (pthread_equal(thread_, pthread_self()) == 0) {
    thread_ = pthread_self();
  }
  here.argument = argument;
  here.flag = &flag_;
  orderForHandler(); // a signal that comes late finds both, if it finds the function
  here.function = function;
  flag_.raise(); // releases all three
}

void Interruptible::leave() noexcept {
  flag_.lower();
  here.function = nullptr;
  orderForHandler(); // before what the caller does next
}

bool Interruptible::inside() noexcept { return here.function != nullptr; }

void Interruptible::interrupt() noexcept {
  if (flag_.claimSignal()) {
    const int number = signal();
    if (number == 0 || pthread_kill(thread_, number) != 0) {
      flag_.endSignal();
    }
  }
}

/// What the thread shares with the owner.
struct Ticker::State {
  std::mutex mutex;
  std::condition_variable changed;
  bool ends = false;
  std::thread thread;
};

Ticker::Ticker(std::uint64_t microseconds, std::function<void()> tick)
    : state_(std::make_unique<State>()) {
  const SignalsBlocked blocked; // they are for the program's threads
  state_->thread = std::thread([&state = *state_, microseconds, tick = std::move(tick)] {
    std::unique_lock<std::mutex> lock(state.mutex);
    const auto period = std::chrono::microseconds(microseconds);
    while (!state.changed.wait_for(lock, period, [&state] { return state.ends; })) {
      lock.unlock();
      tick();
      lock.lock();
    }
  });
}

Ticker::~Ticker() {
  {
    const std::lock_guard<std::mutex> lock(state_->mutex);
    state_->ends = true;
  }
  state_->changed.notify_one();
  state_->thread.join();
}

} // namespace galois::substrate

#endif
