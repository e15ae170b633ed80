/**
 * Threads that run functions in the order of their priorities, for as long as a program needs them.
 *
 *     galois::PriorityExecutor executor(8);
 *     auto answer = executor.submit(deadline, [=] { return solve(problem); });
 *     executor.post(later, [] { tidyUp(); }); // nobody waits for it
 *     use(answer.get());
 *
 * Any thread may submit at any time, also a function that the executor runs. Threads without work
 * sleep and use no processor time. The executor needs none of the library's loops and disturbs none: a
 * function may run them, as any thread may, one loop at a time.
 *
 * The order is that of a Multi-Queue of two heaps per thread [SMQ, section 2.1], of which a thread
 * compares up to eight. With one thread it is exact, and of equal priorities the first comes first. With
 * more, a function may be overtaken by some that are less urgent. A function that runs is never
 * interrupted by a more urgent one.
 *
 * docs/executor.md has an example, and what it costs.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <type_traits>
#include <utility>

#include "galois/runtime/executor/Job.h"

namespace galois {

/// The future of a function that was submitted. It is a std::future that can be cancelled.
template <typename T>
class JobFuture : public std::future<T> {
public:
  /// Makes one without a function, as std::future's constructor does.
  JobFuture() noexcept = default;

  /// Cancels the function if it has not begun. It is then destroyed without being called, and get()
  /// throws substrate::Cancelled.
  /// @return whether it was cancelled; false if it has begun or ended, or there is none. Thread-safe
  bool cancel() noexcept {
    if (job_.get() && job_.get()->claim()) {
      job_.get()->drop();
      return true;
    }
    return false;
  }

private:
  friend class PriorityExecutor;
  JobFuture(std::future<T> base, runtime::Job* job) noexcept
      : std::future<T>(std::move(base)), job_(job) {}

  runtime::JobReference job_;
};

/// The executor. All functions are thread-safe, but for construction and destruction. It is not to be
/// used in a child of fork(), which has no threads.
class PriorityExecutor {
public:
  /// Starts the threads. They are those of the system's choice and get no signals.
  /// @param threads  1 or more
  /// @throws std::invalid_argument for 0 threads, std::system_error if there can be no more threads,
  ///         std::bad_alloc
  explicit PriorityExecutor(unsigned threads);
  /// The same with as many threads as GALOIS_NUM_THREADS or OMP_NUM_THREADS says, else as there are
  /// processors for the process.
  PriorityExecutor();
  PriorityExecutor(const PriorityExecutor&) = delete;
  PriorityExecutor& operator=(const PriorityExecutor&) = delete;
  /// Runs what was submitted, and what that submits, and ends the threads. An exception of a posted
  /// function that no drain() has thrown is lost. Not for a thread of the executor.
  ~PriorityExecutor();

  /// Adds a function. It is destroyed before its result can be seen.
  /// @param priority  smaller is more urgent; negative ones are allowed
  /// @param function  callable without arguments, movable
  /// @return the future of its result, or of its exception. A function that waits for the future of
  ///         another one occupies its thread meanwhile, so if all do, none goes on
  /// @throws std::bad_alloc, and what moving the function throws; it is then not added
  template <typename F>
  auto submit(std::int64_t priority, F&& function)
      -> JobFuture<std::invoke_result_t<std::decay_t<F>&>> {
    using Job = runtime::PromisedJob<std::decay_t<F>>;
    auto* const job = new Job(std::forward<F>(function));
    JobFuture<typename Job::Result> future(job->future(), job);
    add(priority, job);
    return future;
  }

  /// Adds a function whose result nobody awaits. What it throws is thrown by the next drain(), the
  /// first one only.
  /// @throws as submit()
  template <typename F>
  void post(std::int64_t priority, F&& function) {
    add(priority, new runtime::PostedJob<std::decay_t<F>>(std::forward<F>(function)));
  }

  /// Waits until all functions have ended that were submitted before, and those that they submit.
  /// Functions that are submitted meanwhile by others may make it wait longer.
  /// @throws the first exception of a posted function since the last drain()
  /// @throws std::logic_error  on a thread of the executor, which would wait for itself
  void drain();

  /// Cancels all functions that have not begun, as JobFuture::cancel() does. For those that others
  /// submit meanwhile, one or the other may happen. @return how many
  std::size_t cancelWaiting();

  unsigned threads() const noexcept; ///< Returns the number of threads.
  /// Returns how many threads sleep, or are about to, because there is no work for them. O(threads).
  unsigned sleeping() const noexcept;

private:
  class Threads;

  /// Adds a job with the queue's reference, which is released if this throws.
  void add(std::int64_t priority, runtime::Job* job);

  std::unique_ptr<Threads> threads_;
};

} // namespace galois
