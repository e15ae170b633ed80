/** Timers of threads inside a parallel region. */
#pragma once

#include <cstdint>

#include "galois/Timer.h"
#include "galois/runtime/Statistics.h"
#include "galois/runtime/report/StatManager.h"
#include "galois/substrate/PerThreadStorage.h"

namespace galois::runtime {

/// Adds up the time between each start() and its stop(). Owned by one thread.
class ThreadTimer {
public:
  void start() { timer_.start(); } ///< begins an interval
  void stop() {
    timer_.stop();
    nsec_ += timer_.get_nsec();
  }                                                                ///< ends it
  std::uint64_t get_nsec() const { return nsec_; }                 ///< returns nanoseconds
  std::uint64_t get_sec() const { return nsec_ / 1'000'000'000U; } ///< returns seconds

private:
  galois::Timer timer_;
  std::uint64_t nsec_ = 0;
};

/// A ThreadTimer per thread. Each thread may use its own concurrently. The destructor reports the
/// times of the threads in milliseconds, as a statistic whose total is the maximum.
/// @tparam Enabled  false: the operations do nothing
template <bool Enabled>
class PerThreadTimer {
public:
  /// Reports under these names, which must live as long.
  PerThreadTimer(const char* region, const char* category) : region_(region), category_(category) {}
  PerThreadTimer(const PerThreadTimer&) = delete;
  PerThreadTimer& operator=(const PerThreadTimer&) = delete;
  ~PerThreadTimer() {
    if (StatManager* const manager = internal::sysStatManager()) {
      for (unsigned t = 0; t < timers_.size(); ++t) {
        if (const std::uint64_t nsec = timers_.getRemote(t)->get_nsec()) {
          manager->addFor(t, region_, category_, static_cast<std::int64_t>(nsec / 1'000'000U),
                          StatTotal::TMAX);
        }
      }
    }
  }
  void start() { timers_.getLocal()->start(); } ///< begins an interval of the calling thread
  void stop() { timers_.getLocal()->stop(); }   ///< ends it

private:
  const char* region_;
  const char* category_;
  substrate::PerThreadStorage<ThreadTimer> timers_;
};

/// Measures nothing.
template <>
class PerThreadTimer<false> {
public:
  PerThreadTimer(const char* /*region*/, const char* /*category*/) {} ///< nothing
  void start() const {}                                               ///< does nothing
  void stop() const {}                                                ///< does nothing
};

} // namespace galois::runtime
