/**
 * A thread beside those of the pool, for as long as a scope lasts. Signals go to other threads.
 *
 *     HelperThread helper([&] { serve(); });
 *     work();
 *     helper.join(); // throws what serve() threw
 */
#pragma once

#include <exception>
#include <thread>
#include <utility>

#include "galois/substrate/SignalsBlocked.h"

namespace galois::substrate {

/// The thread. It takes no part in parallel regions and has no thread id, so what it runs uses
/// neither the pool nor per-thread storage.
class HelperThread {
public:
  /// Starts body(). @throws std::system_error  if there can be no more threads
  template <typename Body>
  explicit HelperThread(Body body) {
    const SignalsBlocked whileStarting;
    thread_ = std::thread([this, run = std::move(body)] {
      try {
        run();
      } catch (...) {
        fault_ = std::current_exception();
      }
    });
  }
  HelperThread(const HelperThread&) = delete;
  HelperThread& operator=(const HelperThread&) = delete;
  ~HelperThread() {
    if (thread_.joinable()) {
      thread_.join();
    }
  }

  /// Returns whether the calling thread is this one.
  bool isCaller() const noexcept { return thread_.get_id() == std::this_thread::get_id(); }

  /// Waits for the end of the body, and throws what it threw. Called once.
  void join() {
    thread_.join();
    if (fault_) {
      std::rethrow_exception(fault_);
    }
  }

private:
  std::exception_ptr fault_; // written by the thread, read after it has ended
  std::thread thread_;
};

} // namespace galois::substrate
