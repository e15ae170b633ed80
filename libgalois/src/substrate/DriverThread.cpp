#include "galois/substrate/DriverThread.h"

#include <pthread.h>

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/SignalsBlocked.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::substrate {
namespace {

thread_local bool thisIsTheDriver = false;

} // namespace

/// Everything but `running` and `forkedDuringCall` is guarded by the mutex.
struct DriverThread::State {
  struct Call {
    const std::function<void()>& work;
    std::exception_ptr error = nullptr;
    bool begun = false;
    bool done = false;
  };

  std::mutex mutex;
  std::condition_variable wakeDriver;
  std::condition_variable wakeCallers;
  std::deque<Call*> waiting; ///< calls that have not begun, oldest first
  std::thread thread;
  bool ready = false;            ///< the thread waits for calls, or could not
  std::exception_ptr startError; ///< why it could not
  bool ending = false;           ///< the process ends
  bool held = false;             ///< see hold()
  // Relaxed: read by the forked child alone, which has a copy of the memory and one thread.
  Atomic<bool> running{false};
  bool forkedDuringCall = false; ///< constant once the state is made
  State* abandoned = nullptr;    ///< the parent's, in a forked child
  bool replaced = false;         ///< in that: whether the process is a child

  void run() {
    thisIsTheDriver = true;
    try {
      getThreadPool();
    } catch (...) {
      startError = std::current_exception();
    }
    std::unique_lock lock(mutex);
    ready = true;
    wakeCallers.notify_all();
    for (;;) {
      wakeDriver.wait(lock, [this] { return ending || !waiting.empty(); });
      if (ending) {
        break;
      }
      Call& call = *waiting.front();
      waiting.pop_front();
      call.begun = true;
      running.store(true, order::relaxed);
      lock.unlock();
      getThreadPool().claim(); // it exists, or no call would have come
      try {
        call.work();
      } catch (...) {
        call.error = std::current_exception();
      }
      if (replaced) {
        throw ForkedDuringCall(); // ends the child with its message: nobody waits for the call
      }
      lock.lock();
      running.store(false, order::relaxed);
      call.done = true;
      wakeCallers.notify_all();
    }
    refuse();
    wakeCallers.notify_all();
  }

  /// Ends the calls that have not begun.
  void refuse() {
    for (Call* call : std::exchange(waiting, {})) {
      call->error = std::make_exception_ptr(std::runtime_error(
          "a parallel computation cannot be started while the process is ending"));
      call->done = true;
    }
  }
};

/// Stops the driver at exit, before the pool stops its threads.
struct DriverThread::AtExit {
  DriverThread& driver;

  ~AtExit() {
    State& state = *driver.state_;
    std::unique_lock lock(state.mutex);
    state.ending = true;
    if (!state.thread.joinable() ||
        thisIsTheDriver) { // the latter if the call itself ends the process
      return;
    }
    Cancellation::request();
    state.wakeDriver.notify_all();
    const bool idle = state.wakeCallers.wait_for(
        lock, std::chrono::seconds(1), [&] { return !state.running.load(order::relaxed); });
    lock.unlock();
    if (idle) {
      state.thread.join();
    } // else the end of the process ends it
  }
};

DriverThread& DriverThread::get() {
  static DriverThread* const driver = [] {
    auto* made = new DriverThread();
    static DriverThread* forFork;
    forFork = made;
    // A child has the memory of the driver but not its thread. It keeps the parent's state
    // reachable, since destroying it would wait for a thread that does not exist.
    pthread_atfork(nullptr, nullptr, [] {
      State* const old = forFork->state_;
      auto* fresh = new State();
      fresh->abandoned = old;
      fresh->held = old->held; // the child has a copy of the SharedMemSys
      fresh->forkedDuringCall = old->forkedDuringCall || old->running.load(order::relaxed);
      old->replaced = true;
      forFork->state_ = fresh;
      // Between its regions, the driver itself knows that nothing is half done.
      if (fresh->forkedDuringCall && !thisIsTheDriver) {
        getThreadPool().refuseRegions();
      }
      thisIsTheDriver = false;
      Cancellation::reset();
    });
    return made;
  }();
  return *driver;
}

DriverThread::DriverThread() : state_(new State()) {}

bool DriverThread::isDriver() noexcept { return thisIsTheDriver; }

void DriverThread::requireNoRegion() {
  if (ThreadPool::isInside()) {
    throw std::logic_error("a call of the library was made inside a parallel loop; call it before "
                           "or after the loop");
  }
}

void DriverThread::call(const std::function<void()>& work,
                        const std::function<void()>& whileWaiting,
                        std::chrono::milliseconds interval, const std::stop_token& stop) {
  requireNoRegion();
#ifdef GALOIS_VIRTUAL
  const bool here = true; // the simulated machine has one thread of the system
#else
  const bool here = thisIsTheDriver;
#endif
  if (here) {
    work();
    return;
  }
  State& state = *state_;
  if (state.forkedDuringCall) {
    throw ForkedDuringCall();
  }
  State::Call call{work};
  // Made before the lock is taken and destroyed after it is released, since the callback takes it.
  const std::stop_callback wakeUp(stop, [&state] {
    const std::lock_guard held(state.mutex);
    state.wakeCallers.notify_all();
  });
  std::unique_lock lock(state.mutex);
  if (state.ending) {
    throw std::runtime_error(
        "a parallel computation cannot be started while the process is ending");
  }
  if (state.held) {
    throw std::logic_error("a call of the library was made on one thread while another one made a "
                           "SharedMemSys; make the SharedMemSys first");
  }
  if (!state.thread.joinable()) {
    const SignalsBlocked blocked;
    state.thread = std::thread([&state] { state.run(); });
  }
  if (!state.ready) {
    state.wakeCallers.wait(lock, [&state] { return state.ready; });
    // Made after the pool's own object of this kind, hence destroyed before it.
    static const AtExit atExit{*this};
  }
  if (state.startError) {
    std::rethrow_exception(state.startError);
  }
  state.waiting.push_back(&call);
  state.wakeDriver.notify_one();
  const auto done = [&call, &stop] { return call.done || (!call.begun && stop.stop_requested()); };
  if (whileWaiting) {
    while (!state.wakeCallers.wait_for(lock, interval, done)) {
      lock.unlock();
      whileWaiting();
      if (state.replaced) {
        throw ForkedDuringCall(); // a child that was forked in the callback; the call is its parent's
      }
      lock.lock();
    }
  } else {
    state.wakeCallers.wait(lock, done);
  }
  if (!call.done) {
    std::erase(state.waiting, &call);
    throw Cancelled();
  }
  if (call.error) {
    std::rethrow_exception(call.error);
  }
}

bool DriverThread::hold() {
  State& state = *state_;
  const std::lock_guard guard(state.mutex);
  if (state.held) {
    return false;
  }
  if (state.running.load(order::relaxed) || !state.waiting.empty()) {
    throw std::logic_error("a SharedMemSys was made while a call of the library was running; make "
                           "it before the first call or after the last one has returned");
  }
  state.held = true;
  return true;
}

void DriverThread::release() noexcept {
  State& state = *state_;
  const std::lock_guard guard(state.mutex);
  state.held = false;
}

} // namespace galois::substrate
