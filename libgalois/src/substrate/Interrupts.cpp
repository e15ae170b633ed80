// src/virtual/Interrupts.cpp has these functions for the simulated machine.
#ifndef GALOIS_VIRTUAL

#include "galois/substrate/Interrupts.h"

#include <pthread.h>
#include <signal.h> // NOLINT(modernize-deprecated-headers): sigaction is POSIX

#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "galois/substrate/SignalsBlocked.h"

namespace galois::substrate {

namespace {

/// Keeps the compiler from moving accesses across: between this thread's code and its handler.
void orderForHandler() noexcept {
  // (3) seq_cst: synchronizes with (3) on the same thread; no instruction.
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

/// What the handler does on this thread.
struct Here {
  Interruptible::Function function = nullptr; ///< null outside a scope
  void* argument = nullptr;
};
thread_local Here here;

/// What the program had for the signal before.
struct sigaction former;

void onSignal(int number, siginfo_t* info, void* context) {
  const int error = errno;
  orderForHandler();
  if (here.function != nullptr) {
    here.function(here.argument);
    orderForHandler();
  } else if ((former.sa_flags & SA_SIGINFO) != 0) {
    former.sa_sigaction(number, info, context);
  } else if (former.sa_handler != SIG_DFL && former.sa_handler != SIG_IGN) {
    former.sa_handler(number);
  }
  errno = error;
}

/// Lets the signal reach the calling thread.
void install() {
  static std::once_flag once;
  std::call_once(once, [] {
    struct sigaction ours {};
    ours.sa_sigaction = onSignal;
    ours.sa_flags = SA_SIGINFO | SA_RESTART;
    sigemptyset(&ours.sa_mask);
    sigaction(SIGURG, &ours, &former);
  });
  static thread_local bool blocked = true; // as on threads that leave signals to others
  if (blocked) {
    sigset_t urgent;
    sigemptyset(&urgent);
    sigaddset(&urgent, SIGURG);
    pthread_sigmask(SIG_UNBLOCK, &urgent, nullptr);
    blocked = false;
  }
}

} // namespace

void Interruptible::enter(Function function, void* argument) noexcept {
  install();
  // Written once per thread, because a late caller of interrupt() may still read it.
  if (pthread_equal(thread_, pthread_self()) == 0) {
    thread_ = pthread_self();
  }
  here.argument = argument;
  orderForHandler();
  here.function = function;
  orderForHandler();
  flag_.raise();
}

void Interruptible::leave() noexcept {
  flag_.lower();
  orderForHandler();
  here.function = nullptr;
  orderForHandler();
}

bool Interruptible::inside() noexcept { return here.function != nullptr; }

void Interruptible::interrupt() noexcept {
  if (flag_.isUp()) {
    pthread_kill(thread_, SIGURG);
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
