/**
 * The stealing buffer of [SMQ, listing 4]: a queue's owner publishes a few of its most urgent
 * tasks, and any thread may take all of them at once with a single compare-exchange.
 *
 * Invariant. One state word holds (epoch, count, taken). While `taken` is 0, the first `count`
 * slots hold the tasks of that epoch, and nobody writes them. The single transition 0 -> 1 of an
 * epoch is the delivery of its tasks: whoever makes it, thief or owner, has them all, and nobody
 * else has any. Only the owner starts an epoch, only when `taken` is 1, so epochs never repeat.
 *
 * The slots are read optimistically, as under a sequence lock: a reader copies them and then finds
 * out from the state word whether the copy counts. Published code reads plain memory here, which is
 * a data race. Ours are atomic words: the owner stores each with release, a reader loads each with
 * acquire, so a reader that saw a word of a later epoch also sees that its own epoch is over, and
 * its compare-exchange fails. On x86 this costs nothing over plain accesses.
 */
#ifndef GALOIS_WORKLISTS_PARTS_STEALING_STEALINGBUFFER_H
#define GALOIS_WORKLISTS_PARTS_STEALING_STEALINGBUFFER_H

#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <type_traits>

#include "galois/substrate/Atomics.h"

namespace galois::worklists {

/// @tparam T        task, trivially copyable (checked)
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename T, typename Atomics = substrate::DefaultAtomics>
class alignas(64) StealingBuffer {
  static_assert(std::is_trivially_copyable<T>::value,
                "tasks are copied while others may read them");
  static_assert(std::is_default_constructible<T>::value, "readers copy into default-made tasks");

public:
  /// Tasks one buffer can hold at most.
  static constexpr std::uint32_t kMaxCapacity = 0xffff;

  /// @param capacity  the steal batch, 1 to kMaxCapacity tasks
  /// @throws std::bad_alloc
  explicit StealingBuffer(std::uint32_t capacity)
      : far_(capacity * kWords > kNearWords ? new Word[capacity * kWords - kNearWords] : nullptr),
        capacity_(capacity) {
    assert(capacity >= 1 && capacity <= kMaxCapacity);
    state_.store(kTaken, order::relaxed); // before any thread can know of this buffer
  }

  StealingBuffer(const StealingBuffer&) = delete;
  StealingBuffer& operator=(const StealingBuffer&) = delete;

  std::uint32_t capacity() const noexcept { return capacity_; }

  // --- for the owner alone -------------------------------------------------------------------

  /// Whether the last published tasks are gone (or none were published yet), so that publish() may
  /// be called. Owner only; O(1), no shared write.
  bool isTaken() const noexcept {
    // relaxed: only the owner acts on it, and only by overwriting slots; no reader's copy made
    // before the transition can have seen those writes, see (3).
    return (state_.load(order::relaxed) & kTaken) != 0;
  }

  /// Offers `count` tasks, most urgent first. Owner only, and only when isTaken().
  /// @param count  1 to capacity()
  void publish(const T* tasks, std::uint32_t count) noexcept {
    assert(isTaken() && count >= 1 && count <= capacity_);
    for (std::uint32_t i = 0; i < count; ++i) {
      writeSlot(i, tasks[i]);
    }
    const std::uint64_t epoch = (state_.load(order::relaxed) >> kEpochShift) + 1;
    // (1) release: synchronizes with the acquire load (2), so that a reader of this epoch finds its
    // slots, and whatever the tasks refer to, written.
    state_.store(epoch << kEpochShift | std::uint64_t{count} << 1, order::release);
  }

  /// Takes back what publish() offered, if no thief was faster. Owner only; the owner has kept a
  /// copy of the tasks, so nothing is read here. O(1).
  /// @return whether the tasks are the owner's again
  bool takeBack() noexcept {
    std::uint64_t seen = state_.load(order::relaxed); // the owner knows its own last epoch
    return !(seen & kTaken) && close(seen);
  }

  /// Leaves a word beside the offer, for others to read at no further cost: a hint, which says
  /// nothing about the offer that is seen with it (so relaxed). Owner only; a store if it is news.
  void note(std::uint64_t word) noexcept {
    if (note_.load(order::relaxed) != word) {
      note_.store(word, order::relaxed);
    }
  }

  // --- for any thread ------------------------------------------------------------------------

  /// What the owner noted last, or shortly before; 0 at first.
  std::uint64_t note() const noexcept { return note_.load(order::relaxed); }

  /// Copies the most urgent published task without taking it.
  /// @return false when nothing is on offer ("nothing better", in the terms of listing 2)
  bool peek(T& top) const noexcept {
    const std::uint64_t seen = state_.load(order::acquire); // (2) acquire: pairs with (1)
    if (seen & kTaken) {
      return false;
    }
    top = readSlot(0);
    // relaxed: the acquire loads (4) keep this load behind them; an unchanged word says that no
    // later epoch had begun when the slot was read.
    return state_.load(order::relaxed) == seen;
  }

  /// Takes all published tasks.
  /// @param out  room for capacity() tasks; overwritten in any case
  /// @return number of tasks taken, most urgent first; 0 when there were none or another was faster
  std::uint32_t steal(T* out) noexcept {
    std::uint64_t seen = state_.load(order::acquire); // (2) acquire: pairs with (1)
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

  /// Ends the epoch that `seen` describes. @return whether this thread was the one that did
  bool close(std::uint64_t seen) noexcept {
    // relaxed: a thief's copy of the slots cannot move below it, see (4), and the tasks themselves
    // were received by (2). Strong, because a spurious failure would report a full buffer as empty.
    return state_.compare_exchange_strong(seen, seen | kTaken, order::relaxed, order::relaxed);
  }

  void writeSlot(std::uint32_t slot, const T& task) noexcept {
    Unit units[kWords];
    std::memcpy(units, &task, sizeof(T));
    for (std::size_t w = 0; w < kWords; ++w) {
      // (3) release: pairs with (4). It follows, in the owner, a load that saw the last epoch
      // taken; a reader that sees this word therefore cannot still find that epoch open.
      word(slot * kWords + w).store(units[w], order::release);
    }
  }

  T readSlot(std::uint32_t slot) const noexcept {
    Unit units[kWords];
    for (std::size_t w = 0; w < kWords; ++w) {
      units[w] = word(slot * kWords + w).load(order::acquire); // (4) acquire: pairs with (3)
    }
    T task;
    std::memcpy(&task, units, sizeof(T));
    return task;
  }

  // The first tasks lie beside the state word, so that a look, or the theft of a few tasks, fetches
  // one cache line.
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

#endif
