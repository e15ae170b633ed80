/**
 * A call of the library from Python. The calling thread gives up the GIL and waits. Every 50 ms it
 * takes the GIL for a moment, to let Python handle signals and to report progress.
 */
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>

#include <nanobind/nanobind.h>

#include "galois/analytics/RunOptions.h"
#include "galois/analytics/Scheduler.h"

namespace galois::python {

namespace nb = nanobind;

/// The options of a call, as Python gives them.
struct CallOptions {
  analytics::Scheduler scheduler{};
  unsigned threads = 0;
  std::uint64_t seed = 1;
  std::uint64_t drift = 0;
  bool perThread = false;
  std::optional<bool> pin{};
  std::optional<double> timeout{};  ///< in seconds
  nb::object progress = nb::none(); ///< None, or called with the tasks and the seconds so far
  /// When the time that the timeout limits began. It is one for all calls with these options.
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
};

/// The options that do not change an answer and are not measured: those of a call that only
/// prepares or checks something.
CallOptions plainOptions(unsigned threads);

/// Thrown when a call takes longer than CallOptions::timeout.
class TimedOut : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Thrown when the interpreter ends.
class Exiting : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Runs `work` where calls of the library run, without the GIL, and returns when it is done. `work`
/// gets the options for the functions that it calls. Needs the GIL.
/// @throws nb::python_error  what a signal handler or CallOptions::progress raises
/// @throws std::logic_error  inside such a handler or function, whose call this one would wait for
/// @throws TimedOut, Exiting, and what leaves `work`
void runCall(const CallOptions& options,
             const std::function<void(const analytics::RunOptions&)>& work);

/// Runs `work` on the calling thread, without the GIL. For what is not done by the library's
/// threads. Needs the GIL. `work` gets a function that it calls as often as it likes, and which lets
/// Python handle signals every 50 ms. Throws the same.
void runHere(const std::function<void(const std::function<void()>& look)>& work);

/// Ends all calls that run, refuses further ones, and waits for at most a second until all have
/// returned to Python. To be called when the interpreter exits.
void endCalls();

void bindCalls(nb::module_& module); ///< adds Options, MAX_THREADS and functions to the module

} // namespace galois::python
