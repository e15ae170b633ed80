#include "galois/analytics/Session.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "analytics/scheduler/CountedCall.h"
#include "analytics/scheduler/Runs.h"
#include "galois/SharedMemSys.h"
#include "galois/Threads.h"
#include "galois/analytics/Errors.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/DefaultThreads.h"
#include "galois/substrate/DriverThread.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::analytics {

namespace {

using substrate::Cancellation;
using substrate::DriverThread;
using substrate::ThreadPool;

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
      : link_(std::move(stop)), cancel_(link_.stop, Cancel()) {
    if (link_.stop.stop_requested()) {
      throw Cancelled();
    }
  }
  CancelScope(const CancelScope&) = delete;
  CancelScope& operator=(const CancelScope&) = delete;

private:
  /// One of the scopes that are inside each other. At its end, it withdraws its request.
  struct Link {
    explicit Link(std::stop_token token)
        : stop(std::move(token)), outer(std::exchange(innermost, this)) {}
    ~Link() {
      innermost = outer;
      // Inside another call, this withdraws its own request only.
      if (outer == nullptr || stop.stop_requested()) {
        Cancellation::reset();
      }
      // A request to a call around this one holds, whether it came before or meanwhile.
      for (const Link* link = outer; link != nullptr; link = link->outer) {
        if (link->stop.stop_requested()) {
          Cancellation::request();
        }
      }
    }
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    const std::stop_token stop;
    Link* const outer;

    // One for all threads, because calls run one after the other: on the driver, or in InPlace.
    static inline Link* innermost = nullptr;
  };
  struct Cancel {
    void operator()() const noexcept { Cancellation::request(); }
  };

  Link link_;
  // Destroyed before the link, and then waits for a request that is being made.
  const std::stop_callback<Cancel> cancel_;
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
    const unsigned threads =
        options.threads > 0 ? options.threads : substrate::defaultThreads().count;
    setActiveThreads(threads, kOversubscribe); // throws before anything is changed
    if (options.pin) {
      pool_.setPinning(*options.pin);
    } else if (onDriver) {
      pool_.setPinning(threads >= usable);
    }
    substrate::setSeed(options.seed);
  }
  ~SettingsScope() {
    substrate::restoreActiveThreads(threads_);
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

/// A call on the thread that makes it, while a SharedMemSys lives. Only one thread at a time has such
/// calls, which may be inside each other.
class InPlace {
public:
  /// @param needed  false: the call is inside another one, and this does nothing
  /// @throws std::logic_error  if another thread has one
  explicit InPlace(bool needed = true) : outermost_(needed && enter()) {}
  ~InPlace() {
    if (outermost_) {
      // (2) release: synchronizes with (1), so the next thread finds what this one restored.
      caller.store(nullptr, substrate::order::release);
    }
  }
  InPlace(const InPlace&) = delete;
  InPlace& operator=(const InPlace&) = delete;

  /// @throws std::logic_error  if another thread has a call in place, whose SharedMemSys has ended
  static void requireNone() {
    // relaxed: it carries no data
    if (caller.load(substrate::order::relaxed) != nullptr) {
      refuse();
    }
  }

private:
  static bool enter() {
    const void* const self = &substrate::detail::thisThread;
    const void* found = nullptr;
    // (1) acquire: synchronizes with (2).
    if (caller.compare_exchange_strong(found, self, substrate::order::acquire,
                                       substrate::order::relaxed)) {
      return true;
    }
    if (found != self) {
      refuse();
    }
    return false;
  }
  [[noreturn]] static void refuse() {
    throw std::logic_error(
        "a call of the library was made while another thread was in one; while a "
        "SharedMemSys lives, only the main thread may make calls");
  }

  static inline substrate::RealAtomics::Atomic<const void*> caller{nullptr};
  const bool outermost_;
};

/// Runs a call on the driver thread, from another thread.
void runOnDriver(const RunOptions& options, const std::function<void()>& work) {
  InPlace::requireNone();
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
  CountedCall<> counted;
  const std::uint64_t begin = substrate::nowNs();
  std::exception_ptr refusal; // what left the callback
  const auto report = [&] {
    if (refusal == nullptr) {
      try {
        options.progress({counted.soFar(), static_cast<double>(substrate::nowNs() - begin) * 1e-9});
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
  DriverThread::requireNoRegion();
  const bool inside = DriverThread::isDriver();
  if (!inside && !SharedMemSys::isAlive()) {
    runOnDriver(options, work);
    return;
  }
  const InPlace here(!inside);
  const CancelScope cancelling(options.stop);
  const SettingsScope settings(options, inside);
  work();
}

void Session::run(const RunOptions& options, std::uint64_t size,
                  const std::function<void()>& work) {
  if (options.threads > 0 || size > kSmallGraph || lonestar::kSimulatedMachine ||
      lonestar::wantsWorklist(options) || substrate::defaultThreads().asked) {
    run(options, work);
    return;
  }
  RunOptions alone = options;
  alone.threads = 1;
  run(alone, work);
}

void Session::run(const std::function<void()>& work) {
  DriverThread::requireNoRegion();
  if (DriverThread::isDriver()) {
    work();
  } else if (SharedMemSys::isAlive()) {
    const InPlace here;
    work();
  } else {
    runOnDriver({}, work);
  }
}

} // namespace galois::analytics
