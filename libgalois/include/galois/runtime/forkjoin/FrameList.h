/**
 * A list of frames that moves between workers as a whole: what one worker gives to another worker
 * when it gives half of its tasks away. The links are in the frames, so nothing is allocated, and a
 * cell of a protocol passes the list on as a pointer to its first frame.
 *
 * Invariant: a frame is in one list at most, and the worker that has the list is the only one that
 * follows or writes the links. Who passes a list on writes nothing in it afterwards, and the cell's
 * orders let the next worker see the links.
 */
#pragma once

#include <cstdint>

#include "galois/runtime/forkjoin/TaskFrame.h"
#include "galois/substrate/Atomics.h"

namespace galois::runtime {

/// The list, oldest frame first, of frames over an atomics policy. Not thread-safe.
template <typename Atomics = substrate::DefaultAtomics>
class BasicFrameList {
public:
  using Frame = BasicTaskFrame<Atomics>; ///< what it holds

  /// Returns whether there is none.
  bool empty() const noexcept { return first_ == nullptr; }
  /// Returns the number of frames. O(1).
  std::uint64_t size() const noexcept { return size_; }

  /// Adds a frame behind all others. O(1).
  void append(Frame* frame) noexcept {
    frame->setNext(nullptr);
    if (first_ == nullptr) {
      first_ = frame;
    } else {
      last_->setNext(frame);
    }
    last_ = frame;
    ++size_;
  }

  /// Removes the oldest frame. O(1). @return null if there is none
  Frame* takeFirst() noexcept {
    Frame* const frame = first_;
    if (frame != nullptr) {
      first_ = frame->next();
      --size_;
    }
    return frame;
  }

  /// Removes all. @return the first frame, by whose links the others follow, or null
  Frame* takeAll() noexcept {
    Frame* const frame = first_;
    *this = {};
    return frame;
  }

  /// Adds what takeAll() of another list returned. O(frames).
  void appendAll(Frame* frame) noexcept {
    while (frame != nullptr) {
      Frame* const next = frame->next();
      append(frame);
      frame = next;
    }
  }

private:
  Frame* first_ = nullptr;
  Frame* last_ = nullptr; ///< meaningless while the list is empty
  std::uint64_t size_ = 0;
};

/// The list of this build's policy.
using FrameList = BasicFrameList<>;

} // namespace galois::runtime
