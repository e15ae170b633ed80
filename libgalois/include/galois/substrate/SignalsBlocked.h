/** Blocks signals of the calling thread for a scope. */
#pragma once

#include <pthread.h>
#include <signal.h> // NOLINT(modernize-deprecated-headers): signal sets are POSIX

#include <initializer_list>

namespace galois::substrate {

/// Blocks signals of the calling thread while it lives. Threads that are started meanwhile inherit
/// that. Signals that arrive are delivered to other threads, or when the scope ends.
class SignalsBlocked {
public:
  /// Blocks all signals.
  SignalsBlocked() noexcept {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  /// Blocks these signals.
  SignalsBlocked(std::initializer_list<int> signals) noexcept {
    sigset_t some;
    sigemptyset(&some);
    for (const int signal : signals) {
      sigaddset(&some, signal);
    }
    pthread_sigmask(SIG_BLOCK, &some, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

private:
  sigset_t before_;
};

} // namespace galois::substrate
