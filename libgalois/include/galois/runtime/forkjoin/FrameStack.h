/**
 * The private deque of a worker in the fork-join executor: pointers to frames in a fixed array,
 * which only the owner accesses.
 *
 * parts/stealing/PrivateDeque.h has the same order of items. This class differs in what a push
 * costs: one comparison with `limit_` finds out that the array is full, that the owner announces no
 * work yet, or that the depth is a new maximum. Each of these is rare.
 *
 * Invariants. The frames are those at positions [oldest, bottom) of an infinite sequence; position
 * p is in slot p mod kCapacity. `bottom` is the number of forks of the owner that are still open,
 * counted from the start of the task that it runs. A frame leaves at the bottom, at its join, or as
 * the oldest. (I2) So if a frame at position p has left as the oldest, the deque is empty at its
 * join, where `oldest` is p + 1 or more.
 *
 * The frame of a group (GroupTasks.h) may leave from between the others. Then younger frames move
 * down by one position, so that all of this holds as if it had never been there. A worker that runs a
 * task of another one while frames are in its deque hides these: they keep their slots, and
 * `oldest` is the position from which the new task pushes.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "galois/runtime/forkjoin/TaskFrame.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::runtime {

/// The deque, of frames over an atomics policy. Not thread-safe.
template <typename Atomics = substrate::DefaultAtomics>
class BasicFrameStack {
public:
  using Frame = BasicTaskFrame<Atomics>; ///< what it holds

  /// The number of frames that it can hold. Deeper forks are calls.
  static constexpr std::uint64_t kCapacity = 256;

  /// What push() did.
  enum class Push {
    kFull,   ///< nothing: the deque is full
    kPushed, ///< it added the frame
    kRaise   ///< it added the frame, and the caller must announce that it has work
  };

  /// Adds a frame. O(1).
  GALOIS_ATTRIBUTE_ALWAYS_INLINE Push push(Frame* frame) noexcept {
    if (__builtin_expect(static_cast<long>(bottom_ >= limit_), 0L) != 0) {
      return pushSlowly(frame);
    }
    slots_[bottom_++ & (kCapacity - 1)] = frame;
    return Push::kPushed;
  }

  /// Removes the youngest frame at its join. O(1).
  /// @return false if it has left as the oldest
  GALOIS_ATTRIBUTE_ALWAYS_INLINE bool pop() noexcept {
    const bool here = bottom_-- > oldest_;
    if (__builtin_expect(static_cast<long>(here), 1L) == 0) {
      oldest_ = bottom_;
      setLimit();
    }
    return here;
  }

  /// Returns the oldest frame. The deque must not be empty.
  Frame* oldest() const noexcept { return slots_[oldest_ & (kCapacity - 1)]; }

  /// Removes the oldest frame. The deque must not be empty.
  void dropOldest() noexcept {
    ++oldest_;
    setLimit();
  }

  /// Removes a frame wherever it is, or its position if it has left as the oldest. O(younger frames).
  void remove(const Frame* frame) noexcept {
    Frame* younger = nullptr;
    for (std::uint64_t position = bottom_; position != oldest_;) {
      --position;
      Frame*& slot = slots_[position & (kCapacity - 1)];
      younger = std::exchange(slot, younger);
      if (younger == frame) {
        --bottom_;
        return;
      }
    }
    --bottom_;
    --oldest_;
    slots_[oldest_ & (kCapacity - 1)] = younger;
    setLimit();
  }

  /// What show() needs to know.
  struct Hidden {
    std::uint64_t oldest; ///< as it was
    std::uint64_t kept;   ///< as it was
  };
  /// Hides all frames, so that they are neither given away nor seen by any other function but
  /// depth(), until show(). Calls may be nested.
  Hidden hide() noexcept {
    const Hidden was{oldest_, kept_};
    if (!empty()) {
      kept_ = std::min(kept_, oldest_);
      oldest_ = bottom_;
      setLimit();
    }
    return was;
  }
  /// Ends that. The frames that were pushed since then have been removed.
  void show(const Hidden& was) noexcept {
    oldest_ = was.oldest;
    kept_ = was.kept;
    setLimit();
  }

  /// Calls fn(frame) for each frame, oldest first. O(frames).
  template <typename Fn>
  void forEach(const Fn& fn) const {
    for (std::uint64_t position = oldest_; position != bottom_; ++position) {
      fn(*slots_[position & (kCapacity - 1)]);
    }
  }

  /// Returns whether there is no frame.
  bool empty() const noexcept { return bottom_ == oldest_; }

  /// Returns the number of frames.
  std::uint64_t size() const noexcept { return bottom_ - oldest_; }

  /// Returns the number of open forks, which identifies the scope that runs.
  std::uint64_t depth() const noexcept { return bottom_; }

  /// Says that the owner no longer announces work; the next push() returns Push::kRaise.
  void lower() noexcept {
    raised_ = false;
    limit_ = 0;
  }

  /// Says that the owner announces work for another reason than a push().
  void raise() noexcept {
    raised_ = true;
    setLimit();
  }

  /// Returns whether the owner announces work.
  bool raised() const noexcept { return raised_; }

  /// The largest number of forks that were open at once.
  std::uint64_t deepest() const noexcept { return deepest_; }

  /// Forgets all; the deque must be empty of frames that matter.
  void reset() noexcept {
    bottom_ = oldest_ = limit_ = deepest_ = 0;
    kept_ = kNone;
    raised_ = false;
  }

private:
  Push pushSlowly(Frame* frame) noexcept {
    if (bottom_ - std::min(oldest_, kept_) >= kCapacity) {
      return Push::kFull;
    }
    slots_[bottom_++ & (kCapacity - 1)] = frame;
    deepest_ = std::max(deepest_, bottom_);
    const bool raise = !raised_;
    raised_ = true;
    setLimit();
    return raise ? Push::kRaise : Push::kPushed;
  }

  /// A push at or above the limit takes the slow way.
  void setLimit() noexcept {
    limit_ = raised_ ? std::min(std::min(oldest_, kept_) + kCapacity, deepest_) : 0;
  }

  static constexpr std::uint64_t kNone = std::uint64_t{1} << 62; ///< no position

  std::uint64_t bottom_ = 0;
  std::uint64_t oldest_ = 0;
  std::uint64_t limit_ = 0;
  std::uint64_t deepest_ = 0;
  std::uint64_t kept_ = kNone; ///< position of the oldest hidden frame
  bool raised_ = false;
  Frame* slots_[kCapacity];
};

/// The deque of this build's policy.
using FrameStack = BasicFrameStack<>;

} // namespace galois::runtime
