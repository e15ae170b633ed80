#include "galois/PriorityExecutor.h"

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "galois/runtime/executor/JobExchange.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/DefaultThreads.h"
#include "galois/substrate/HelperThread.h"
#include "galois/substrate/Random.h"

namespace galois {

/**
 * The threads and what they share. They are threads of the system in every build, also where the
 * library simulates a machine.
 *
 * A job has ended when its function and the queue's reference are gone. Invariant: `open_` counts a job
 * before it is in a queue and until it has ended. Who ends the last one wakes those who drain, under the
 * lock under which they read the number before they sleep.
 */
class PriorityExecutor::Threads {
public:
  explicit Threads(unsigned threads) : jobs_(threads), open_(0) {
    try {
      for (unsigned self = 0; self < threads; ++self) {
        threads_.emplace_back([this, self] { work(self); });
      }
    } catch (...) {
      stop();
      throw;
    }
  }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads() {
    awaitAll();
    stop();
  }

  unsigned count() const noexcept { return static_cast<unsigned>(threads_.size()); }

  unsigned sleeping() const noexcept {
    unsigned sleeping = 0;
    for (unsigned thread = 0; thread < count(); ++thread) {
      sleeping += jobs_.sleeps(thread) ? 1 : 0;
    }
    return sleeping;
  }

  void add(std::int64_t priority, runtime::Job* job) {
    // relaxed: who has to see the job reads the queues.
    open_.fetch_add(1, order::relaxed);
    try {
      jobs_.add(priority, job);
    } catch (...) {
      end(job);
      throw;
    }
  }

  void drain() {
    if (std::any_of(threads_.begin(), threads_.end(),
                    [](const substrate::HelperThread& thread) { return thread.isCaller(); })) {
      throw std::logic_error("drain() on a thread of the executor would wait for itself");
    }
    awaitAll();
    const std::lock_guard<std::mutex> lock(mutex_);
    if (const std::exception_ptr fault = std::exchange(fault_, nullptr)) {
      std::rethrow_exception(fault);
    }
  }

  std::size_t cancelWaiting() {
    std::size_t cancelled = 0;
    jobs_.takeAll([&](const runtime::WaitingJob& waiting) {
      if (waiting.job->claim()) {
        waiting.job->drop();
        ++cancelled;
      }
      end(waiting.job);
    });
    return cancelled;
  }

private:
  void work(unsigned self) {
    substrate::Random random(substrate::getSeed(), self);
    while (const auto waiting = jobs_.await(self, random)) {
      run(waiting->job);
    }
  }

  void run(runtime::Job* job) {
    if (job->claim()) {
      try {
        job->run();
      } catch (...) {
        const std::lock_guard<std::mutex> lock(mutex_);
        if (!fault_) {
          fault_ = std::current_exception();
        }
      }
    }
    end(job);
  }

  void end(runtime::Job* job) {
    job->release();
    // (1) acq_rel: what the job did happens before (2), and before (2) of whoever ends the last one.
    if (open_.fetch_sub(1, order::acq_rel) == 1) {
      const std::lock_guard<std::mutex> lock(mutex_);
      allEnded_.notify_all();
    }
  }

  void awaitAll() {
    std::unique_lock<std::mutex> lock(mutex_);
    // (2) acquire: synchronizes with (1).
    allEnded_.wait(lock, [this] { return open_.load(order::acquire) == 0; });
  }

  void stop() noexcept {
    jobs_.stop();
    threads_.clear(); // which waits for each
  }

  runtime::JobExchange<> jobs_;
  alignas(substrate::kCacheLineSize)
      substrate::RealAtomics::Atomic<std::uint64_t> open_; ///< jobs that have not ended

  std::mutex mutex_; ///< of the next two
  std::condition_variable allEnded_;
  std::exception_ptr fault_;

  std::deque<substrate::HelperThread> threads_; // which can be neither copied nor moved
};

PriorityExecutor::PriorityExecutor() : PriorityExecutor(substrate::defaultThreads().count) {}

PriorityExecutor::PriorityExecutor(unsigned threads) {
  if (threads == 0) {
    throw std::invalid_argument("an executor needs a thread at least");
  }
  threads_ = std::make_unique<Threads>(threads);
}

PriorityExecutor::~PriorityExecutor() = default;

void PriorityExecutor::add(std::int64_t priority, runtime::Job* job) {
  threads_->add(priority, job);
}

void PriorityExecutor::drain() { threads_->drain(); }

std::size_t PriorityExecutor::cancelWaiting() { return threads_->cancelWaiting(); }

unsigned PriorityExecutor::threads() const noexcept { return threads_->count(); }

unsigned PriorityExecutor::sleeping() const noexcept { return threads_->sleeping(); }

} // namespace galois
