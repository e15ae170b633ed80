/**
 * A function that waits in an executor, and who runs it.
 *
 * Invariant: one claim() of a job returns true. Its caller alone runs the function or drops it, so a
 * job that is cancelled while a thread takes it is either run or cancelled, never both. The queue and
 * the future each hold a reference, and the last one that is released deletes the job.
 */
#pragma once

#include <exception>
#include <future>
#include <optional>
#include <type_traits>
#include <utility>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/Cancellation.h"

namespace galois::runtime {

/// The claim and the references of a job, over an atomics policy. All functions are thread-safe.
template <typename Atomics = substrate::RealAtomics>
class JobState {
public:
  /// @param references  how many release() there will be, 1 or more
  explicit JobState(unsigned references) : claimed_(false), references_(references) {}
  JobState(const JobState&) = delete;
  JobState& operator=(const JobState&) = delete;

  /// Returns whether the job is now the caller's, to run it or to drop it.
  bool claim() noexcept {
    // relaxed: who claims has the job from the queue or from its future, which order what was written
    // before. Read-modify-writes of one word suffice for one winner.
    return !claimed_.exchange(true, substrate::order::relaxed);
  }

  /// Gives a reference back. @return whether it was the last one, so that the caller deletes the job
  bool release() noexcept {
    // (1) acq_rel: synchronizes with itself in other threads, so that all their accesses of the job
    // are before its deletion.
    return references_.fetch_sub(1, substrate::order::acq_rel) == 1;
  }

private:
  typename Atomics::template Atomic<bool> claimed_;
  typename Atomics::template Atomic<unsigned> references_;
};

/// A job without the type of its function.
class Job {
public:
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  /// Calls the function, and destroys it before its result can be seen. For the thread that has claimed
  /// the job, once. @throws what the function threw if no future is there to hold it
  virtual void run() = 0;
  /// Destroys the function. The future then throws substrate::Cancelled. Likewise.
  virtual void drop() noexcept = 0;

  /// See JobState.
  bool claim() noexcept { return state_.claim(); }
  /// Gives a reference back.
  void release() noexcept {
    if (state_.release()) {
      delete this;
    }
  }

protected:
  explicit Job(unsigned references) : state_(references) {}
  virtual ~Job() = default;

private:
  JobState<> state_;
};

/// A job whose result nobody awaits. The queue has the only reference, so its function is destroyed as
/// soon as it has ended.
template <typename F>
class PostedJob final : public Job {
public:
  explicit PostedJob(F function) : Job(1), function_(std::move(function)) {}
  void run() override { function_(); }
  void drop() noexcept override {}

private:
  F function_;
};

/// A job with a future.
template <typename F>
class PromisedJob final : public Job {
public:
  using Result = std::invoke_result_t<F&>; ///< what the function returns

  explicit PromisedJob(F function) : Job(2), function_(std::move(function)) {}
  /// Called once, before the job is in a queue.
  std::future<Result> future() { return promise_.get_future(); }

  void run() override {
    try {
      if constexpr (std::is_void_v<Result>) {
        (*function_)();
        function_.reset();
        promise_.set_value();
      } else {
        Result result = (*function_)();
        function_.reset();
        promise_.set_value(std::forward<Result>(result));
      }
    } catch (...) {
      function_.reset();
      promise_.set_exception(std::current_exception());
    }
  }
  void drop() noexcept override {
    function_.reset();
    promise_.set_exception(std::make_exception_ptr(substrate::Cancelled()));
  }

private:
  std::optional<F> function_;
  std::promise<Result> promise_;
};

/// A reference to a job. Movable.
class JobReference {
public:
  JobReference() noexcept = default;
  /// Takes over a reference that the job counts already.
  explicit JobReference(Job* job) noexcept : job_(job) {}
  JobReference(JobReference&& other) noexcept : job_(std::exchange(other.job_, nullptr)) {}
  JobReference& operator=(JobReference&& other) noexcept {
    std::swap(job_, other.job_);
    return *this;
  }
  ~JobReference() {
    if (job_) {
      job_->release();
    }
  }
  Job* get() const noexcept { return job_; } ///< nullptr if there is none

private:
  Job* job_ = nullptr;
};

} // namespace galois::runtime
