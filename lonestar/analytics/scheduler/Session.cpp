#include "galois/analytics/Session.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "galois/SharedMemSys.h"
#include "galois/Threads.h"
#include "galois/analytics/Errors.h"
#include "galois/runtime/TaskProgress.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/DriverThread.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::analytics {

namespace {

using substrate::Cancellation;
using substrate::DriverThread;
using substrate::ThreadPool;
namespace order = substrate::order;

void checkThreads(unsigned threads) {
  if (threads > substrate::kMaxThreads) {
    throw InvalidOption("threads", std::to_string(threads),
                        fmt::format("at most {} are supported", substrate::kMaxThreads));
  }
}

/// Turns a request to a token into the process-wide request to end the running computation, while
/// it lives. A call inside another one has a scope inside the other's.
class CancelScope {
public:
  /// @throws Cancelled  if there was a request already
  explicit CancelScope(std::stop_token stop)
      : stop_(std::move(stop)), outer_(std::exchange(innermost, this)) {
    cancel_.emplace(stop_, Cancel());
    if (stop_.stop_requested()) {
      end();
      throw Cancelled();
    }
  }
  ~CancelScope() { end(); }
  CancelScope(const CancelScope&) = delete;
  CancelScope& operator=(const CancelScope&) = delete;

private:
  struct Cancel {
    void operator()() const noexcept { Cancellation::request(); }
  };

  void end() noexcept {
    cancel_.reset(); // waits for a callback that is running
    innermost = outer_;
    // Inside another call, this withdraws its own request only.
    if (outer_ == nullptr || stop_.stop_requested()) {
      Cancellation::reset();
    }
    // A request to a call around this one holds, whether it came before or meanwhile.
    for (const CancelScope* scope = outer_; scope != nullptr; scope = scope->outer_) {
      if (scope->stop_.stop_requested()) {
        Cancellation::request();
      }
    }
  }

  // One for all threads, because calls run one after the other.
  static inline CancelScope* innermost = nullptr;

  const std::stop_token stop_;
  CancelScope* const outer_;
  std::optional<std::stop_callback<Cancel>> cancel_;
};

/// Sets threads, seed and pinning as a call asks for, and restores them at the end. On the thread
/// that runs the call.
class SettingsScope {
public:
  /// @param onDriver  whether it is the driver. Then threads are pinned if all processors take part,
  ///                  unless the call says otherwise
  SettingsScope(const RunOptions& options, bool onDriver)
      : pool_(substrate::getThreadPool()), threads_(getActiveThreads()),
        seed_(substrate::getSeed()), pinning_(pool_.pinning()) {
    const unsigned usable = std::min(pool_.getMaxUsableThreads(), substrate::kMaxThreads);
    const unsigned threads = options.threads > 0 ? options.threads : usable;
    if (options.pin) {
      pool_.setPinning(*options.pin);
    } else if (onDriver) {
      pool_.setPinning(threads >= usable);
    }
    setActiveThreads(threads, kOversubscribe);
    substrate::setSeed(options.seed);
  }
  ~SettingsScope() {
    setActiveThreads(threads_, kOversubscribe);
    substrate::setSeed(seed_);
    pool_.setPinning(pinning_);
  }
  SettingsScope(const SettingsScope&) = delete;
  SettingsScope& operator=(const SettingsScope&) = delete;

private:
  ThreadPool& pool_;
  const unsigned threads_;
  const std::uint64_t seed_;
  const bool pinning_;
};

/// Counts the tasks of a call, from the thread that runs it to the thread that waits for it.
class CountedCall {
public:
  /// Runs `work`, and counts meanwhile. On the thread that runs the call.
  void run(const std::function<void()>& work) {
    struct Counting {
      explicit Counting(Atomic<bool>& flag) : running(flag) {
        runtime::TaskProgress::begin();
        running.store(true, order::release); // (1) release: synchronizes with (2)
      }
      ~Counting() {
        running.store(false, order::relaxed);
        runtime::TaskProgress::end();
      }
      Atomic<bool>& running;
    } const counting(running_);
    work();
  }

  /// What the call has done so far. On the thread that waits.
  Progress soFar() {
    if (running_.load(order::acquire)) { // (2) acquire: synchronizes with (1); counters begin at 0
      last_ = std::max(last_, runtime::TaskProgress::tasks());
    }
    return {last_, static_cast<double>(substrate::nowNs() - begin_) * 1e-9};
  }

private:
  Atomic<bool> running_{false};
  std::uint64_t last_ = 0;
  const std::uint64_t begin_ = substrate::nowNs();
};

/// Runs a call on the driver thread, from another thread.
void runOnDriver(const RunOptions& options, const std::function<void()>& work) {
  // Stops for either of two reasons: the caller's own token, or an exception of its callback.
  std::stop_source stop;
  const std::stop_callback forward(options.stop, [&stop] { stop.request_stop(); });
  const auto body = [&] {
    const CancelScope cancelling(stop.get_token());
    const SettingsScope settings(options, true);
    work();
  };
  constexpr std::chrono::milliseconds kBetweenReports(50);
  if (!options.progress) {
    DriverThread::get().call(body, {}, kBetweenReports, stop.get_token());
    return;
  }
  CountedCall counted;
  std::exception_ptr refusal; // what left the callback
  const auto report = [&] {
    if (refusal == nullptr) {
      try {
        options.progress(counted.soFar());
      } catch (...) {
        refusal = std::current_exception();
        stop.request_stop();
      }
    }
  };
  try {
    DriverThread::get().call([&] { counted.run(body); }, report, kBetweenReports, stop.get_token());
  } catch (const Cancelled&) {
    if (refusal == nullptr) {
      throw;
    }
  }
  if (refusal != nullptr) {
    std::rethrow_exception(refusal);
  }
}

} // namespace

Session& Session::get() noexcept {
  static Session session;
  return session;
}

void Session::run(const RunOptions& options, const std::function<void()>& work) {
  checkThreads(options.threads);
  const bool inside = DriverThread::isDriver();
  if (!inside && !SharedMemSys::isAlive()) {
    runOnDriver(options, work);
    return;
  }
  const CancelScope cancelling(options.stop);
  const SettingsScope settings(options, inside);
  work();
}

void Session::run(const std::function<void()>& work) {
  if (DriverThread::isDriver() || SharedMemSys::isAlive()) {
    work();
  } else {
    runOnDriver({}, work);
  }
}

} // namespace galois::analytics
