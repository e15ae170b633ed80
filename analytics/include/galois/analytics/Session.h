/**
 * Where the functions of this library run.
 *
 * A call runs on a thread that the library starts at the first call and keeps, so the calling
 * thread is not pinned and only waits. Calls from several threads run one after the other.
 * While a SharedMemSys is alive, a call runs on the thread that makes it, which must then be the
 * main thread. A SharedMemSys must not be made while a call runs. Calls of two threads at a time with
 * a SharedMemSys, and a SharedMemSys made during a call, throw std::logic_error.
 *
 * The algorithms of the library install no signal handler, and its threads block all signals. The
 * exception is galois::leaf() in tasks of your own (Tasks.h): it installs one handler, for a
 * real-time signal that the program does not use, and lets this signal through on the threads that
 * run leaves (substrate/Interrupts.h). The library prints nothing but warnings, which go to the sink
 * of LogSink.h if there is one. A child that was forked while no call ran can use the library; in
 * one that was forked during a call, each call throws. When the process exits, the running call is
 * cancelled.
 */
#pragma once

#include <cstdint>
#include <functional>

#include "galois/analytics/RunOptions.h"

namespace galois::analytics {

/// The session of this process: Session::get().
class Session {
public:
  /// Returns the session. Starts no thread. Thread-safe. O(1).
  static Session& get() noexcept;

  /**
   * Runs `work` where calls of the library run, after the calls that came before, and returns when
   * it is done. The functions of this library do so by themselves. Use it for parallel loops of
   * your own, or to keep several calls together: inside `work` they run at once. Thread-safe;
   * must not be called inside a parallel loop.
   *
   * During `work`, as many threads are active as `options.threads` says, their random choices
   * follow `options.seed`, and `options.pin` and `options.stop` apply. `options.progress` is that
   * of the whole call: inside another call it is not called.
   *
   * @throws InvalidOption       for more threads than the library supports
   * @throws Cancelled           after a request to `options.stop`; what `work` writes is then
   *                             incomplete
   * @throws std::logic_error    inside a parallel loop, or while another thread of the program runs
   *                             one outside the session, or is in a call with a SharedMemSys
   * @throws std::system_error   if a thread cannot be started
   * @throws std::runtime_error  if the process is ending, or was forked during a call
   * @throws what leaves `work` or `options.progress`; docs/exceptions-and-cancellation.md says how
   *                             soon loops in `work` end
   */
  void run(const RunOptions& options, const std::function<void()>& work);

  /// A computation on a graph of at most this many nodes and edges takes less time on one thread
  /// than on several (docs/experiments/2026-11-29-small-graphs.md).
  static constexpr std::uint64_t kSmallGraph = std::uint64_t{1} << 18;

  /// Does the same for a computation on a graph, and throws the same. If the graph is small and
  /// `options` leave the number of threads and the scheduler open, it takes one thread.
  /// @param size  the number of nodes and edges of the graph
  void run(const RunOptions& options, std::uint64_t size, const std::function<void()>& work);

  /// Does the same with default options or, inside another call or while a SharedMemSys is alive,
  /// with the threads and the seed that are set. Throws the same.
  void run(const std::function<void()>& work);

private:
  Session() = default;
};

} // namespace galois::analytics
