#include "Calls.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <stop_token>

#include <fmt/format.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <unistd.h>

#include "galois/analytics/Errors.h"
#include "galois/analytics/Session.h"
#include "galois/substrate/DefaultThreads.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::python {

namespace {

constexpr std::chrono::milliseconds kBetweenLooks(50);

/// The calls that run, so that they can be ended when the interpreter exits.
class RunningCalls {
public:
  struct Entry {
    std::stop_source stop;
    pid_t process; ///< a child that is forked during a call inherits its entry
  };
  using Place = std::list<Entry>::iterator;

  Place enter(std::stop_source stop) {
    const std::lock_guard hold(mutex_);
    if (ending_) {
      throw Exiting("the interpreter is exiting, so no call can start");
    }
    return calls_.insert(calls_.end(), {std::move(stop), getpid()});
  }

  void leave(Place place) {
    const std::lock_guard hold(mutex_);
    calls_.erase(place);
    changed_.notify_all();
  }

  /// Without the GIL, which calls need to return.
  void end() {
    const pid_t process = getpid();
    std::unique_lock hold(mutex_);
    ending_ = true;
    for (Entry& call : calls_) {
      call.stop.request_stop();
    }
    changed_.wait_for(hold, std::chrono::seconds(1), [&] {
      return std::none_of(calls_.begin(), calls_.end(),
                          [&](const Entry& call) { return call.process == process; });
    });
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::list<Entry> calls_;
  bool ending_ = false;
};

/// Never destroyed, since a daemon thread may outlive the module.
RunningCalls& runningCalls() {
  static auto* const calls = new RunningCalls;
  return *calls;
}

/// A call from its start until it holds the GIL again.
class Registration {
public:
  explicit Registration(const std::stop_source& stop) : place_(runningCalls().enter(stop)) {}
  ~Registration() { runningCalls().leave(place_); }
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;

private:
  const RunningCalls::Place place_;
};

/// The entry of Python's dict of the thread that says that a call runs Python there, for whose end a
/// further call would wait.
constexpr const char* kInside = "galois_cps.inside_a_call";

nb::dict dictOfThread() { return nb::borrow<nb::dict>(PyThreadState_GetDict()); }

/// Runs what the program wants to know of a call. Needs the GIL.
template <typename Function>
void enterPython(const Function& function) {
  struct Flag {
    Flag() { dictOfThread()[kInside] = true; }
    ~Flag() { dictOfThread()[kInside] = false; }
  };
  const Flag flag;
  function();
}

void handleSignals() {
  if (PyErr_CheckSignals() != 0) {
    throw nb::python_error();
  }
}

void refuseInsidePython() {
  const nb::object inside = dictOfThread().get(kInside, nb::none());
  if (inside.is(nb::bool_(true))) {
    throw std::logic_error(
        "a progress function or signal handler called the library during a call, "
        "for whose end that would wait; call it afterwards");
  }
}

void poll(const CallOptions& options, const analytics::Progress& progress) {
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - options.begin;
  if (options.timeout && spent.count() >= *options.timeout) {
    throw TimedOut(
        fmt::format("the call took longer than its timeout of {:g} s", *options.timeout));
  }
  const nb::gil_scoped_acquire held;
  enterPython([&] {
    handleSignals();
    if (!options.progress.is_none()) {
      options.progress(progress.executed, progress.seconds);
    }
  });
}

} // namespace

CallOptions plainOptions(unsigned threads) {
  CallOptions options;
  options.threads = threads;
  return options;
}

void runCall(const CallOptions& options,
             const std::function<void(const analytics::RunOptions&)>& work) {
  refuseInsidePython();
  std::stop_source stop;
  analytics::RunOptions run;
  run.threads = options.threads;
  run.scheduler = options.scheduler;
  run.seed = options.seed;
  run.driftEvery = options.drift;
  run.perThread = options.perThread;
  run.pin = options.pin;
  run.stop = stop.get_token();
  analytics::RunOptions waiting = run;
  waiting.progress = [&options](const analytics::Progress& progress) { poll(options, progress); };
  const Registration registration(stop);
  const nb::gil_scoped_release released;
  analytics::Session::get().run(waiting, [&] { work(run); });
}

void runHere(const std::function<void(const std::function<void()>&)>& work) {
  refuseInsidePython();
  std::stop_source stop;
  const Registration registration(stop);
  const nb::gil_scoped_release released;
  auto looked = std::chrono::steady_clock::now();
  work([&] {
    if (stop.stop_requested()) {
      throw analytics::Cancelled();
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - looked >= kBetweenLooks) {
      looked = now;
      const nb::gil_scoped_acquire held;
      enterPython(handleSignals);
    }
  });
}

void endCalls() {
  const nb::gil_scoped_release released;
  runningCalls().end();
}

void bindCalls(nb::module_& module) {
  nb::class_<CallOptions>(module, "Options", "How a call runs.")
      .def(
          "__init__",
          [](CallOptions* self, const analytics::Scheduler& scheduler, unsigned threads,
             std::uint64_t seed, std::uint64_t drift, bool perThread, std::optional<bool> pin,
             std::optional<double> timeout, double spent, nb::object progress) {
            new (self) CallOptions{scheduler, threads,   seed,
                                   drift,     perThread, pin,
                                   timeout,   progress,  std::chrono::steady_clock::now()};
            self->begin -= std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                std::chrono::duration<double>(spent));
          },
          nb::kw_only(), nb::arg("scheduler"), nb::arg("threads"), nb::arg("seed") = 1,
          nb::arg("drift") = 0, nb::arg("per_thread") = false, nb::arg("pin") = nb::none(),
          nb::arg("timeout") = nb::none(), nb::arg("spent") = 0.0,
          nb::arg("progress") = nb::none());
  module.attr("MAX_THREADS") = substrate::kMaxThreads;
  module.def("end_calls", &endCalls, "Ends all calls, for the exit of the interpreter.");
  module.def(
      "default_threads", [] { return substrate::defaultThreads().count; },
      "The number of threads of a call that does not say it.");
  module.def("cpu_quota", &substrate::cpuQuota, nb::arg("root"), nb::arg("own"),
             "The processors that control groups leave to this process, or None.");
  module.def(
      "expect_leaks", [] { nb::set_leak_warnings(false); },
      "Reports no objects that are alive at exit.");
}

} // namespace galois::python
