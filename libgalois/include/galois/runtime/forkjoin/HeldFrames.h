/** The frames that a worker of a fork-join program has got together with the one that it runs. */
#pragma once

#include "galois/runtime/forkjoin/FrameList.h"
#include "galois/runtime/forkjoin/OldestTask.h"
#include "galois/runtime/forkjoin/TaskFrame.h"
#include "galois/substrate/Atomics.h"

namespace galois::runtime {

/// Empty unless owners of deques give half of their tasks. Over an atomics policy; not thread-safe.
template <typename Atomics = substrate::DefaultAtomics>
class BasicHeldFrames : public BasicFrameList<Atomics> {
public:
  using Frame = BasicTaskFrame<Atomics>; ///< what it holds

  BasicHeldFrames() = default;
  /// Holds nothing, for a region with these settings.
  explicit BasicHeldFrames(const ForkJoinSettings& settings) noexcept
      : half_(givesHalf(settings)) {}

  /// Returns whether half of the tasks is given at once.
  bool half() const noexcept { return half_; }

  /// Keeps the frames behind the first one of what another worker has given. @return the first one
  Frame* keepRest(Frame* first) noexcept {
    if (half_ && first != nullptr) {
      this->appendAll(first->next());
    }
    return first;
  }

  /// Lets others get work, then returns the oldest frame, or null if there is none.
  template <typename Worker>
  Frame* next(Worker& self) {
    if (!this->empty()) {
      self.poll();
    }
    return this->takeFirst();
  }

private:
  bool half_ = false;
};

/// Those of this build's policy.
using HeldFrames = BasicHeldFrames<>;

} // namespace galois::runtime
