#include "galois/substrate/WaitWatch.h"

#include <utility>

namespace galois::substrate {

namespace {
thread_local const std::function<void()>* waitFunction = nullptr;
} // namespace

WaitWatch::WaitWatch(const std::function<void()>& onWait) noexcept
    : outer_(std::exchange(waitFunction, &onWait)) {}

WaitWatch::~WaitWatch() { waitFunction = outer_; }

bool WaitWatch::isWatched() noexcept { return waitFunction != nullptr; }

void WaitWatch::look() {
  if (waitFunction != nullptr) {
    (*waitFunction)();
  }
}

} // namespace galois::substrate
