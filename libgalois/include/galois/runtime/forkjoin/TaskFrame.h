/**
 * The frame of a fork: what another worker needs to run a branch, and how it tells that it is done.
 *
 * A frame lies on the stack of the worker that forks, the owner. The owner constructs it, puts a
 * pointer to it into its deque, runs the first branch, and removes the pointer again at the join.
 * If another worker, the taker, has the frame by then, the owner waits until it is done.
 *
 * Invariant (I4): a frame leaves its owner's deque at most once. From then on, one other worker at a
 * time has it, the taker, and only the taker writes to it. A taker may pass the frame on as long as
 * the branch has not begun. It finishes with one release store, and never touches the frame
 * afterwards, because the owner may then leave the function whose stack holds it.
 *
 * The owner may drop a frame that was taken: what the branch does is no longer needed, so the taker
 * should end it soon. This is a hint. A store of the taker may undo it, so an owner that waits repeats
 * it. It never changes whether the frame is done.
 */
#pragma once

#include <cstdint>
#include <exception>
#include <new>
#include <utility>

#include "galois/substrate/Atomics.h"

namespace galois::runtime {

/// A frame, over an atomics policy. BasicTaskFrame alone is one whose branch the derived class adds.
/// It is aligned to at least 4 bytes.
template <typename Atomics = substrate::DefaultAtomics>
class alignas(16) BasicTaskFrame {
public:
  /// Runs the branch on the worker that `worker` points to, catches what it throws, and finishes
  /// the frame.
  using Run = void (*)(BasicTaskFrame& frame, void* worker);

  /// What the frame of a loop can do, which may be split while it waits in a deque. A part is a new
  /// frame. Its taker finishes it, and the loop frees it.
  struct Loop {
    /// Returns whether what has not begun is large enough to be split.
    bool (*canSplit)(const BasicTaskFrame& frame) noexcept;
    /// Allocates parts for split() until there are `parts` of them, or as many as splits are
    /// possible. Does nothing if there is no memory.
    void (*prepare)(BasicTaskFrame& frame, unsigned parts) noexcept;
    /// Returns whether split() would give a part away if canSplit().
    bool (*isPrepared)(const BasicTaskFrame& frame) noexcept;
    /// Gives a part away, or returns null if none is prepared. Call it only if canSplit(). Allocates
    /// nothing, so the handler of an interrupt may call it.
    BasicTaskFrame* (*split)(BasicTaskFrame& frame) noexcept;
  };

  /// Makes the frame of a branch.
  explicit BasicTaskFrame(Run runs) noexcept : BasicTaskFrame(runs, nullptr) {}
  /// Makes the frame of a loop. @param loop  is kept as a reference
  explicit BasicTaskFrame(const Loop& loop) noexcept : BasicTaskFrame(nullptr, &loop) {}
  BasicTaskFrame(const BasicTaskFrame&) = delete;
  BasicTaskFrame& operator=(const BasicTaskFrame&) = delete;

  /// Returns whether this frame is a loop, which gives away parts instead of itself.
  bool isLoop() const noexcept { return loop_ != nullptr; }

  /// What a loop can do; see Loop. @{
  bool canSplit() const noexcept { return loop_->canSplit(*this); }
  void prepare(unsigned parts) noexcept { loop_->prepare(*this, parts); }
  bool isPrepared() const noexcept { return loop_->isPrepared(*this); }
  BasicTaskFrame* split() noexcept { return loop_->split(*this); } /// @}

  /// Records who has the frame. Called by the owner that gives it away, or by the taker, and once
  /// more by each worker that passes it on before it has begun.
  /// @param id  identifies the frame among all of the process: never null, a multiple of 4
  void take(unsigned taker, std::uint64_t id) noexcept {
    id_ = id;
    state_.store(kTaken + 4 * taker, substrate::order::relaxed);
  }

  /// Returns the identity that take() has set. For the taker, and for an owner that gave the frame
  /// away itself.
  std::uint64_t id() const noexcept { return id_; }

  /// The next frame of the list that this one is in; see FrameList.h. @{
  void setNext(BasicTaskFrame* next) noexcept { next_ = next; }
  BasicTaskFrame* next() const noexcept { return next_; } /// @}

  // --- for the taker -------------------------------------------------------------------------

  /// Runs the branch. The frame may no longer exist when this returns. Who finds begun() true sees
  /// what the taker wrote before this call.
  void run(void* worker) {
    // (8) acquire: synchronizes with (7). The store keeps the mark, and dropped() reads it from there.
    const unsigned state = state_.load(substrate::order::acquire);
    // (4) release: synchronizes with (5).
    state_.store(state | kBegun, substrate::order::release);
    run_(*this, worker);
  }

  /// Says that the branch has returned. The owner sees what the caller wrote before.
  void finish() noexcept {
    state_.store(kDone, substrate::order::release); // (1) release: synchronizes with (2)
  }

  /// Says that the branch has thrown.
  void fail(std::exception_ptr&& thrown) noexcept {
    ::new (static_cast<void*>(thrown_)) std::exception_ptr(std::move(thrown));
    state_.store(kThrew, substrate::order::release); // (3) release: synchronizes with (2)
  }

  /// Returns whether the owner has dropped the frame. Only before the frame is finished.
  /// If so, the caller sees what the owner knew when it dropped the frame.
  bool dropped() const noexcept {
    // (6) acquire: synchronizes with (7).
    return (state_.load(substrate::order::acquire) & kDropped) != 0;
  }

  // --- for the owner -------------------------------------------------------------------------

  /// Drops the frame if it was taken and is not done.
  void drop() noexcept {
    unsigned state = state_.load(substrate::order::relaxed);
    if (state >= kTaken && (state & kDropped) == 0) {
      // (7) release: synchronizes with (6) and (8). As a read-modify-write, it does not break the
      // order of (4).
      static_cast<void>(state_.compare_exchange_strong(
          state, state | kDropped, substrate::order::release, substrate::order::relaxed));
    }
  }

  /// Returns whether the taker has finished. If so, the caller sees what it wrote.
  bool done() const noexcept {
    // (2) acquire: synchronizes with (1) and (3).
    const unsigned state = state_.load(substrate::order::acquire);
    return state == kDone || state == kThrew;
  }

  /// Returns the worker that has the frame, or kNobody if that is not known, because the taker has
  /// not called take() yet or has finished.
  unsigned taker() const noexcept {
    const unsigned state = state_.load(substrate::order::relaxed);
    return state >= kTaken ? (state - kTaken) / 4 : kNobody;
  }
  /// Returns whether the taker runs the branch. If so, the caller sees what it wrote before.
  bool begun() const noexcept {
    // (5) acquire: synchronizes with (4).
    const unsigned state = state_.load(substrate::order::acquire);
    return state >= kTaken && (state & kBegun) != 0;
  }
  /// Stands for no worker.
  static constexpr unsigned kNobody = ~0u;

  /// Returns what the branch has thrown, or null. Called at most once, after done().
  std::exception_ptr thrown() noexcept {
    if (state_.load(substrate::order::relaxed) != kThrew) {
      return nullptr;
    }
    auto* const stored = std::launder(reinterpret_cast<std::exception_ptr*>(thrown_));
    std::exception_ptr out = std::move(*stored);
    stored->~exception_ptr();
    return out;
  }

private:
  static constexpr unsigned kOpen = 0;
  static constexpr unsigned kDone = 2;
  static constexpr unsigned kThrew = 3;
  static constexpr unsigned kBegun = 1;   ///< a bit of the states from kTaken on
  static constexpr unsigned kDropped = 2; ///< another one
  static constexpr unsigned kTaken = 4;   ///< plus four times the number of the taker

  BasicTaskFrame(Run runs, const Loop* loop) noexcept : run_(runs), loop_(loop) {
    // relaxed: the deque or the steal protocol publishes the frame
    state_.store(kOpen, substrate::order::relaxed);
  }

  Run run_;
  const Loop* loop_; ///< null for a branch
  typename Atomics::template Atomic<unsigned> state_;
  // Members below are not initialised, because most frames are never taken.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
  typename Atomics::template Plain<std::uint64_t> id_;
  typename Atomics::template Plain<BasicTaskFrame*> next_;
  alignas(std::exception_ptr) unsigned char thrown_[sizeof(std::exception_ptr)];
};

/// The frame of this build's policy.
using TaskFrame = BasicTaskFrame<>;

/// A frame that a worker has taken and runs now, in a list on its stack from the innermost to the
/// outermost. Under `JoinRule::kOwn` and a protocol whose owners give tasks away, each is a descendant
/// of the next one. Only the worker that runs the frame accesses the list.
template <typename Atomics = substrate::DefaultAtomics>
struct BasicRunningTask {
  std::uint64_t id;              ///< of the frame
  const BasicRunningTask* outer; ///< the frame at whose join this one was taken, or null
  const BasicTaskFrame<Atomics>* frame = nullptr; ///< exists as long as it is in the list
  mutable bool dropped = false; ///< what the worker has last seen of TaskFrame::dropped()
  /// If the frame is a part of a loop: where the loop has failed, and where the part begins. @{
  mutable const typename Atomics::template Atomic<std::uint64_t>* failedAt = nullptr;
  mutable std::uint64_t begin = 0; /// @}
};

/// That of this build's policy.
using RunningTask = BasicRunningTask<>;

/// Makes the identity of the `count`th frame (from 1) that worker `giver` has given away or taken.
constexpr std::uint64_t taskId(unsigned giver, std::uint64_t count) noexcept {
  return count << 12 | std::uint64_t{giver} << 2;
}
/// Returns the worker that an identity names.
constexpr unsigned giverOf(std::uint64_t id) noexcept {
  return static_cast<unsigned>(id >> 2) & 1023;
}

/// Returns into how many parts a loop of `n` pieces can be given away if each part takes half of the
/// rest, rounded up: the number of bits of `n`.
constexpr unsigned partsByHalving(std::uint64_t n) noexcept {
  unsigned parts = 0;
  for (; n != 0; n /= 2) {
    ++parts;
  }
  return parts;
}

/// Returns whether the frame with this identity is in the list.
template <typename Atomics>
bool runs(const BasicRunningTask<Atomics>* innermost, std::uint64_t id) noexcept {
  for (; innermost != nullptr; innermost = innermost->outer) {
    if (innermost->id == id) {
      return true;
    }
  }
  return false;
}

} // namespace galois::runtime
