/**
 * What loops that run in rounds have in common: threads that meet between the parts of a round, and
 * the number of tasks of a round.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>

#include "galois/runtime/loops/FirstException.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Barrier.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::runtime {

/// The threads of a loop that runs in rounds. What a thread writes before meet() is visible to all
/// threads after it, so all other shared words of such a loop are relaxed.
class RoundTeam {
public:
  /// @param threads  how many threads run the loop
  explicit RoundTeam(unsigned threads) : threads_(threads) {}

  /// To be called before the threads start, by one thread.
  void prepare() { barrier_ = &substrate::getBarrier(threads_); }
  unsigned threads() const noexcept { return threads_; } ///< the number of threads
  /// Waits until all threads are here.
  void meet() { barrier_->wait(); }

  /// A counter from which the threads of a part claim work. Reset by one thread between parts.
  class Share {
  public:
    /// Begins again. Not while a thread calls run().
    void reset() noexcept { next_.store(0, substrate::order::relaxed); }

    /// Calls fn(i) for some i < count. When all threads have called it, every i has been used once.
    /// `fn` must not throw.
    template <typename Fn>
    void run(std::size_t count, unsigned threads, const Fn& fn) {
      const std::size_t chunk = std::clamp<std::size_t>(count / (threads * std::size_t{8}), 1, 64);
      while (true) {
        // Relaxed: the counter only distributes the numbers; meet() orders the data.
        const std::size_t first = next_.fetch_add(chunk, substrate::order::relaxed);
        if (first >= count) {
          return;
        }
        for (std::size_t i = first, end = std::min(first + chunk, count); i < end; ++i) {
          fn(i);
        }
      }
    }

  private:
    alignas(substrate::kCacheLineSize) substrate::Atomic<std::size_t> next_{0};
  };

private:
  unsigned threads_;
  substrate::Barrier* barrier_ = nullptr; ///< set by prepare()
};

/// How many tasks take part in a round. It grows while most of them run, and shrinks in proportion
/// when many conflict. It depends on these numbers alone, and not on the threads.
class RoundWindow {
public:
  std::size_t size() const noexcept { return size_; } ///< for the next round, at least kLeast

  /// Adapts it to the last round, in which `ran` of `tried` tasks ran.
  void adapt(std::size_t tried, std::size_t ran) noexcept {
    if (ran * 10 < tried * 9) {
      size_ = std::max(kLeast, static_cast<std::size_t>(static_cast<double>(size_) / 0.9 *
                                                        static_cast<double>(ran) /
                                                        static_cast<double>(tried)));
    } else if (tried == size_) {
      size_ = std::min(kMost, 2 * size_);
    }
  }

  static constexpr std::size_t kLeast = 16; ///< the smallest size

private:
  static constexpr std::size_t kFirst = 256;
  static constexpr std::size_t kMost = std::size_t{1} << 28; ///< ranks have 32 bits

  std::size_t size_ = kFirst;
};

/// Decides whether thread 0 runs a round alone, because waking the other threads would take longer.
/// The thread that runs a task does not change the result, so this decision may depend on time.
class RoundEffort {
public:
  /// Returns whether a round of `tasks` tasks is to be run alone.
  bool alone(std::size_t tasks) noexcept {
    if (tasks > RoundWindow::kLeast) {
      return false;
    }
    if (together_ > 0) {
      --together_;
      return false;
    }
    return true;
  }
  /// Says how long a round took that thread 0 ran alone.
  void took(std::uint64_t ns) noexcept { together_ = ns > kWorthwhile ? kRoundsApart : 0; }

private:
  static constexpr std::uint64_t kWorthwhile = 100'000; ///< more than a few barriers
  static constexpr unsigned kRoundsApart = 32;          ///< rounds until it is tried again

  unsigned together_ = 0; ///< the next small rounds that all threads run
};

/// The exception that a thread keeps for the end of the round: of those of its tasks, that of the
/// first task in the round. So the exception that reaches the caller does not depend on the threads.
class RoundFailure {
public:
  /// Keeps the current exception, which task `position` of the round has thrown.
  void capture(std::size_t position) noexcept { keep(position, std::current_exception()); }
  /// Keeps this exception unless there is one of an earlier task.
  void keep(std::size_t position, const std::exception_ptr& what) noexcept {
    if (!what_ || position < position_) {
      position_ = position;
      what_ = what;
    }
  }
  /// Does so with that of another thread.
  void merge(const RoundFailure& other) noexcept {
    if (other.what_) {
      keep(other.position_, other.what_);
    }
  }
  /// Returns whether there is one.
  explicit operator bool() const noexcept { return what_ != nullptr; }
  /// Hands it to the loop.
  void raise(FirstException& loop) const noexcept {
    try {
      std::rethrow_exception(what_);
    } catch (...) {
      loop.capture();
    }
  }

private:
  std::size_t position_ = 0;
  std::exception_ptr what_;
};

} // namespace galois::runtime
