/**
 * The stealing buffer of [SMQ, listing 4]: a queue's owner offers a few of its most urgent
 * tasks, and any thread may take all of them at once with a single compare-exchange.
 *
 * Invariant. One state word holds (epoch, count, taken). While `taken` is 0, the first `count`
 * slots hold the tasks of that epoch, and no thread writes them. The single transition 0 -> 1 of an
 * epoch delivers its tasks: the thread that makes it, thief or owner, gets all of them, and no
 * other thread gets any. Only the owner starts an epoch, and only when `taken` is 1. So epochs
 * never repeat.
 *
 * The slots are read optimistically, as with a sequence lock: a reader copies them, and the state
 * word then tells whether the copy is valid. Published code reads plain memory here, which is a
 * data race. Here the slots are atomic words: the owner stores each with release, and a reader
 * loads each with acquire. So a reader that saw a word of a later epoch also sees that its own
 * epoch is over, and its compare-exchange fails. On x86 this costs no more than plain accesses.
 */
#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// A buffer of tasks that its owner offers and any thread may take as a whole.
/// @tparam T        task, trivially copyable (checked)
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename T, typename Atomics = substrate::DefaultAtomics>
class alignas(substrate::kCacheLineSize) StealingBuffer {
  static_assert(std::is_trivially_copyable<T>::value,
                "tasks are copied while others may read them");
  static_assert(std::is_default_constructible<T>::value, "readers copy into default-made tasks");

public:
  /// Largest number of tasks per buffer.
  static constexpr std::uint32_t kMaxCapacity = 0xffff;

  /// @param capacity  the steal batch, 1 to kMaxCapacity tasks
  /// @throws std::bad_alloc
  explicit StealingBuffer(std::uint32_t capacity)
      : far_(capacity * kWords > kNearWords ? new Word[capacity * kWords - kNearWords] : nullptr),
        capacity_(capacity) {
    assert(capacity >= 1 && capacity <= kMaxCapacity);
    state_.store(kTaken, order::relaxed); // no other thread can access this buffer yet
  }

  StealingBuffer(const StealingBuffer&) = delete;
  StealingBuffer& operator=(const StealingBuffer&) = delete;

  std::uint32_t capacity() const noexcept { return capacity_; }

  // --- for the owner alone -------------------------------------------------------------------

  /// Returns whether the last offer was taken, or there was none yet. Then offer() may be called. O(1), no shared write.
  bool isTaken() const noexcept {
    // relaxed: only the owner acts on it, and only by overwriting slots. No reader's copy made
    // before the transition can have seen those writes, see (3).
    return (state_.load(order::relaxed) & kTaken) != 0;
  }

  /// Offers `count` tasks, most urgent first. Only when isTaken().
  /// @param count  1 to capacity()
  void offer(const T* tasks, std::uint32_t count) noexcept {
    assert(isTaken() && count >= 1 && count <= capacity_);
    for (std::uint32_t i = 0; i < count; ++i) {
      writeSlot(i, tasks[i]);
    }
    const std::uint64_t epoch = (state_.load(order::relaxed) >> kEpochShift) + 1;
    // (1) release: synchronizes with the acquire load (2), so that a reader of this epoch sees its
    // slots and what the tasks refer to.
    state_.store(epoch << kEpochShift | std::uint64_t{count} << 1, order::release);
  }

  /// Takes back the last offer, if no thief was faster. The owner has kept a copy of the
  /// tasks, so no slot is read here. O(1).
  /// @return whether the owner has the tasks again
  bool takeBack() noexcept {
    std::uint64_t seen = state_.load(order::relaxed); // the owner knows its own last epoch
    return !(seen & kTaken) && close(seen);
  }

  /// Stores a word beside the offer, which others read without a further cache-line transfer. It is
  /// a hint that is independent of the offer, so the accesses are relaxed. Stores only if the word
  /// has changed.
  void note(std::uint64_t word) noexcept {
    if (note_.load(order::relaxed) != word) {
      note_.store(word, order::relaxed);
    }
  }

  // --- for any thread ------------------------------------------------------------------------

  /// Returns the word that the owner noted last, or an earlier one; 0 at first.
  std::uint64_t note() const noexcept { return note_.load(order::relaxed); }

  /// Copies the most urgent task on offer without taking it.
  /// @return false if nothing is on offer (in listing 2, the comparison then fails)
  bool peek(T& top) const noexcept {
    const std::uint64_t seen = state_.load(order::acquire); // (2) acquire: synchronizes with (1)
    if (seen & kTaken) {
      return false;
    }
    top = readSlot(0);
    // relaxed: the acquire loads (4) keep this load after them. An unchanged word means that no
    // later epoch had begun when the slot was read.
    return state_.load(order::relaxed) == seen;
  }

  /// Takes all tasks on offer, most urgent first.
  /// @param out  space for capacity() tasks, which may be overwritten even if none is taken
  /// @return the number of tasks taken; 0 if there were none or another thread was faster
  std::uint32_t steal(T* out) noexcept {
    std::uint64_t seen = state_.load(order::acquire); // (2) acquire: synchronizes with (1)
    if (seen & kTaken) {
      return 0;
    }
    const auto count = static_cast<std::uint32_t>(seen >> 1) & kMaxCapacity;
    for (std::uint32_t i = 0; i < count; ++i) {
      out[i] = readSlot(i);
    }
    return close(seen) ? count : 0;
  }

private:
  // The widest word that tiles a task, so that a task of 8 bytes is one access.
  static constexpr std::size_t kUnitBytes = sizeof(T) % 8 == 0 ? 8 : sizeof(T) % 4 == 0 ? 4 : 1;
  using Unit = std::conditional_t<kUnitBytes == 8, std::uint64_t,
                                  std::conditional_t<kUnitBytes == 4, std::uint32_t, std::uint8_t>>;
  using Word = typename Atomics::template Atomic<Unit>;
  static constexpr std::size_t kWords = sizeof(T) / kUnitBytes;

  static constexpr std::uint64_t kTaken = 1;
  static constexpr unsigned kEpochShift = 17; // taken: 1 bit, count: 16 bits, epoch: 47 bits

  /// Ends the epoch that `seen` describes. @return whether this thread ended it
  bool close(std::uint64_t seen) noexcept {
    // relaxed: a thief's reads of the slots cannot move after it, see (4), and the tasks themselves
    // were acquired by (2). Strong, because a spurious failure would report a full buffer as empty.
    return state_.compare_exchange_strong(seen, seen | kTaken, order::relaxed, order::relaxed);
  }

  void writeSlot(std::uint32_t slot, const T& task) noexcept {
    Unit units[kWords];
    std::memcpy(units, &task, sizeof(T));
    for (std::size_t w = 0; w < kWords; ++w) {
      // (3) release: synchronizes with (4). In the owner it follows a load that saw the last epoch
      // taken. So a reader that sees this word cannot find that epoch still open.
      word(slot * kWords + w).store(units[w], order::release);
    }
  }

  T readSlot(std::uint32_t slot) const noexcept {
    Unit units[kWords];
    for (std::size_t w = 0; w < kWords; ++w) {
      units[w] = word(slot * kWords + w).load(order::acquire); // (4) acquire: synchronizes with (3)
    }
    T task;
    std::memcpy(&task, units, sizeof(T));
    return task;
  }

  // The first tasks are beside the state word, so that a probe, or a steal of a few tasks,
  // transfers only one cache line.
  static constexpr std::size_t kNearWords = 32 / kUnitBytes;

  Word& word(std::size_t i) noexcept { return i < kNearWords ? near_[i] : far_[i - kNearWords]; }
  const Word& word(std::size_t i) const noexcept {
    return i < kNearWords ? near_[i] : far_[i - kNearWords];
  }

  typename Atomics::template Atomic<std::uint64_t> state_;
  const std::unique_ptr<Word[]> far_;
  typename Atomics::template Atomic<std::uint64_t> note_{0};
  const std::uint32_t capacity_;
  Word near_[kNearWords];
};

} // namespace galois::worklists
