#include "galois/runtime/loops/LoopWatch.h"

#include <algorithm>

namespace galois::runtime {

void LoopWatch::works(unsigned thread, std::uint64_t priority) {
  Own& own = *own_.getRemote(thread);
  own.shown.working(priority);
  if (++own.tasks >= between_) {
    own.tasks = 0;
    sample(own);
  }
}

void LoopWatch::waits(unsigned thread) noexcept { own_.getRemote(thread)->shown.idle(); }

void LoopWatch::sample(Own& own) {
  own.priorities.clear();
  for (unsigned thread = 0; thread < threads_; ++thread) {
    std::uint64_t priority;
    if (own_.getRemote(thread)->shown.see(priority)) {
      own.priorities.push_back(priority);
    }
  }
  const double drift = worklists::priorityDrift(own.priorities.data(), own.priorities.size());
  ++own.samples;
  own.sum += drift;
  own.max = std::max(own.max, drift);
}

LoopReport::Drift LoopWatch::drift() const {
  LoopReport::Drift drift;
  double sum = 0;
  for (unsigned thread = 0; thread < threads_; ++thread) {
    const Own& own = *own_.getRemote(thread);
    drift.samples += own.samples;
    sum += own.sum;
    drift.max = std::max(drift.max, own.max);
  }
  drift.mean = drift.samples ? sum / static_cast<double>(drift.samples) : 0;
  return drift;
}

} // namespace galois::runtime
