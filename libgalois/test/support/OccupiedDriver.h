/** A call that keeps the driver thread busy, so that another call has to wait for its turn. */
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <utility>

namespace galois::test {

/// The call lasts from the end of the constructor to the destructor.
class OccupiedDriver {
public:
  /// @param call  runs its argument on the driver thread
  explicit OccupiedDriver(std::function<void(const std::function<void()>&)> call)
      : thread_([this, call = std::move(call)] {
          call([this] {
            running_ = true;
            while (!released_) {
              std::this_thread::yield();
            }
          });
        }) {
    while (!running_) {
      std::this_thread::yield();
    }
  }
  ~OccupiedDriver() {
    released_ = true;
    thread_.join();
  }
  OccupiedDriver(const OccupiedDriver&) = delete;
  OccupiedDriver& operator=(const OccupiedDriver&) = delete;

private:
  std::atomic<bool> running_{false}, released_{false};
  std::thread thread_;
};

} // namespace galois::test
