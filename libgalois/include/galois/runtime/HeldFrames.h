/** The frames that a worker of a fork-join program has got together with the one that it runs. */
#ifndef GALOIS_RUNTIME_HELDFRAMES_H
#define GALOIS_RUNTIME_HELDFRAMES_H

#include "galois/runtime/FrameList.h"
#include "galois/runtime/OldestTask.h"
#include "galois/runtime/TaskFrame.h"

namespace galois::runtime {

/// Empty unless owners of deques give half of their tasks. Not thread-safe.
class HeldFrames : public FrameList {
public:
  HeldFrames() = default;
  /// Holds nothing, for a region with these settings.
  explicit HeldFrames(const ForkJoinSettings& settings) noexcept : half_(givesHalf(settings)) {}

  /// Returns whether half of the tasks is given at once.
  bool half() const noexcept { return half_; }

  /// Keeps the frames behind the first one of what another worker has given. @return the first one
  TaskFrame* keepRest(TaskFrame* first) noexcept {
    if (half_ && first != nullptr) {
      appendAll(first->next());
    }
    return first;
  }

  /// Lets others get work, then returns the oldest frame, or null if there is none.
  template <typename Worker>
  TaskFrame* next(Worker& self) {
    if (!empty()) {
      self.poll();
    }
    return takeFirst();
  }

private:
  bool half_ = false;
};

} // namespace galois::runtime

#endif
