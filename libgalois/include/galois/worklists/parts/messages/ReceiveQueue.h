/**
 * The receive queue of [HD-CPS, section III-A]: a bounded ring into which any thread sends tasks
 * and from which its owner alone takes them, so that sending never waits for the owner and the
 * owner's priority queue needs no lock.
 *
 * A sender takes room for its tasks, draws as many tickets, writes the tasks into the places that
 * the tickets name, and then raises a flag beside each. Unlike published code it does so in this
 * order, and unlike the paper it takes room first: a ticket that was drawn must be used. A sender
 * that finds no room gives back what it took and keeps its tasks; it never waits, and nothing is
 * overwritten or dropped.
 *
 * Room and tickets are taken by additions, which succeed however many senders there are. (A
 * compare-exchange fails whenever another sender was faster, and then costs another journey of the
 * line: each of its successes costs every waiting sender one. Simulated, a queue that 64 threads
 * happened to send to at once came to take 4 microseconds a task, and since its senders came back
 * sooner than it was through with them, that did not end.)
 *
 * Invariant. `head_` tickets have been received. `taken` is what senders have taken room for since
 * the beginning; one that finds no room has added to it too, for a moment, so that others may then
 * miss room that is there. Room is taken up to `limit`, which is never more than `head_` and the
 * capacity, and a ticket is drawn after its room was taken: so of the tickets from `head_` on at
 * most `capacity` are drawn, and their places are free or being written by who drew them. The flag
 * of a place holds the parity of the lap of the last ticket written there, so a place is full for
 * the owner exactly when the parity is that of the lap the owner is in.
 *
 * Shaped for cache lines. Places and their flags lie together in groups of a line, so that tasks
 * that came one by one leave several at a time; the owner's test for "nothing came" is one load of
 * the line where the next task will appear; senders share a line that the owner never touches, and
 * look at the owner's `head_` only once a lap, when their last known limit is used up.
 */
#ifndef GALOIS_WORKLISTS_PARTS_MESSAGES_RECEIVEQUEUE_H
#define GALOIS_WORKLISTS_PARTS_MESSAGES_RECEIVEQUEUE_H

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/Prefetch.h"

namespace galois::worklists {

/// @tparam T           task, trivially copyable (checked)
/// @tparam Atomics     see galois/substrate/Atomics.h
/// @tparam GroupBytes  what places and flags of a group fill at most, if more than one fits
template <typename T, typename Atomics = substrate::DefaultAtomics,
          std::size_t GroupBytes = substrate::kCacheLineSize>
class ReceiveQueue {
  static_assert(std::is_trivially_copyable<T>::value, "tasks of dead queues are not destroyed");
  static_assert(std::is_default_constructible<T>::value, "places are made before their tasks");

public:
  /// Tasks one queue can hold at most.
  static constexpr std::uint32_t kMaxCapacity = 1u << 20;

  /// @param capacity  tasks in flight at once, 1 to kMaxCapacity
  /// @throws std::bad_alloc
  explicit ReceiveQueue(std::uint32_t capacity) : ring_(capacity), senders_(capacity) {
    assert(capacity >= 1 && capacity <= kMaxCapacity);
  }
  ReceiveQueue(const ReceiveQueue&) = delete;
  ReceiveQueue& operator=(const ReceiveQueue&) = delete;

  std::uint32_t capacity() const noexcept { return ring_.capacity; }

  // --- for any thread ------------------------------------------------------------------------

  /// Sends a task to the owner. O(1), wait-free.
  /// @return false when there is no room, or none because another sender is just finding out that
  /// there is too little for its own; the task is then still the sender's
  bool send(const T& task) noexcept { return send(&task, 1); }

  /// Sends `count` tasks, all or none, that the owner receives as one group. O(count), wait-free.
  /// @param count  1 or more; more than capacity() never fit
  /// @return as the other one; all tasks are then still the sender's
  bool send(const T* tasks, std::uint32_t count) noexcept;

  // --- for the owner alone -------------------------------------------------------------------

  /// Whether drain() would find something. One load.
  bool ready() const noexcept { return full(owner_.flag()); }

  /// Takes all tasks that have arrived, in the order of their tickets: calls `take(task, more)` for
  /// each, where `more` says that the next task was sent in one group with it. A group is never
  /// torn. Takes at most capacity() tasks, so it ends under any fire.
  /// @throws what `take` throws; that task then counts as not received
  template <typename Take>
  std::uint32_t drain(Take&& take);

private:
  using Flag = std::uint8_t;
  static constexpr Flag kLap = 1;  ///< 1 in even laps, so that a new ring is empty
  static constexpr Flag kMore = 2; ///< the next place belongs to the same group of tasks

  static constexpr std::uint32_t kPlaces =
      GroupBytes / (sizeof(T) + 1) ? GroupBytes / (sizeof(T) + 1) : 1;
  struct alignas(substrate::kCacheLineSize) Group {
    typename Atomics::template Plain<T> task[kPlaces];
    typename Atomics::template Atomic<Flag> flag[kPlaces];
  };

  /// What nobody changes after the construction.
  struct Ring {
    explicit Ring(std::uint32_t wanted) : capacity(wanted) {
      while ((kPlaces << shift) < wanted) {
        ++shift;
      }
      groups = std::make_unique<Group[]>(std::size_t{1} << shift);
      for (std::size_t g = 0; g < std::size_t{1} << shift; ++g) {
        for (auto& flag : groups[g].flag) {
          flag.store(0, order::relaxed); // before any thread can know of this queue
        }
      }
    }
    std::uint32_t capacity;
    unsigned shift = 0; ///< there are 2^shift groups
    std::unique_ptr<Group[]> groups;
  };

  /// A ticket taken apart, so that walking on costs no division.
  struct Place {
    Place(const Ring& r, std::uint64_t ticket)
        : ring(&r), group(ticket / kPlaces), slot(static_cast<std::uint32_t>(ticket % kPlaces)) {}

    Group& at() const noexcept {
      return ring->groups[group & ((std::uint64_t{1} << ring->shift) - 1)];
    }
    auto& flag() const noexcept { return at().flag[slot]; }
    auto& task() const noexcept { return at().task[slot]; }
    Flag lap() const noexcept { return static_cast<Flag>(~(group >> ring->shift) & kLap); }
    std::uint64_t ticket() const noexcept { return group * kPlaces + slot; }
    void next() noexcept {
      if (++slot == kPlaces) {
        slot = 0;
        ++group;
      }
    }
    void back() noexcept {
      if (slot-- == 0) {
        slot = kPlaces - 1;
        --group;
      }
    }

    const Ring* ring;
    std::uint64_t group; ///< counted over all laps
    std::uint32_t slot;
  };

  /// Takes room for `count` tasks and draws their tickets. @return whether there was room; `first`
  /// is then the first ticket
  bool draw(std::uint32_t count, std::uint64_t& first) noexcept;

  bool full(const typename Atomics::template Atomic<Flag>& flag) const noexcept;

  struct alignas(substrate::kCacheLineSize) Senders {
    explicit Senders(std::uint64_t room) {
      taken.store(0, order::relaxed); // all before any thread can know of this queue
      limit.store(room, order::relaxed);
      tail.store(0, order::relaxed);
    }
    typename Atomics::template Atomic<std::uint64_t> taken; ///< room that senders have asked for
    typename Atomics::template Atomic<std::uint64_t> limit; ///< how far they may
    typename Atomics::template Atomic<std::uint64_t> tail;  ///< the next ticket
  };

  const Ring ring_;
  Senders senders_;
  alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<std::uint64_t> head_{0};
  Place owner_{ring_, 0}; ///< where the owner takes the next task; in step with head_ after a drain
};

template <typename T, typename Atomics, std::size_t GroupBytes>
bool ReceiveQueue<T, Atomics, GroupBytes>::draw(std::uint32_t count,
                                                std::uint64_t& first) noexcept {
  // relaxed: a number; what makes the room real is read below.
  const std::uint64_t end = senders_.taken.fetch_add(count, order::relaxed) + count;
  // (1) acquire: synchronizes with (3), whose thread had read the head.
  if (end > senders_.limit.load(order::acquire)) {
    // (2) acquire: synchronizes with (6): what the owner read from the places of the last lap was
    // read before they are written again.
    const std::uint64_t limit = head_.load(order::acquire) + ring_.capacity;
    if (end > limit) {
      senders_.taken.fetch_sub(count, order::relaxed);
      return false;
    }
    // (3) release: synchronizes with (1). A late, smaller limit is as true as a greater one; it
    // only makes the next sender look at the head again.
    senders_.limit.store(limit, order::release);
  }
  // (7) acq_rel: pairs with (7) of other senders. This thread's tickets may be greater than its
  // `end`, if others have taken room after it and drawn before it. Of all that have drawn up to a
  // ticket, the last one to take room has an `end` beyond it, so that one has seen by (1) or (2)
  // that the place was received; and it has drawn before this thread, or is this thread.
  first = senders_.tail.fetch_add(count, order::acq_rel);
  return true;
}

template <typename T, typename Atomics, std::size_t GroupBytes>
bool ReceiveQueue<T, Atomics, GroupBytes>::send(const T* tasks, std::uint32_t count) noexcept {
  assert(count >= 1);
  std::uint64_t first;
  if (!draw(count, first)) {
    return false;
  }
  Place place(ring_, first);
  if (place.slot + count >= kPlaces) { // the next senders' line, if this thread is the next sender
    substrate::prefetchToWrite(
        &ring_.groups[(place.group + 1) & ((std::uint64_t{1} << ring_.shift) - 1)]);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    place.task() = tasks[i];
    place.next();
  }
  // Backwards, so that the owner sees all of a group or nothing.
  for (std::uint32_t i = count; i-- > 0;) {
    place.back();
    const Flag more = i + 1 < count ? kMore : 0;
    // (4) release: synchronizes with (5), so that the owner finds the task, and whatever the task
    // refers to, written; and so the flags of the rest of its group.
    place.flag().store(place.lap() | more, order::release);
  }
  return true;
}

template <typename T, typename Atomics, std::size_t GroupBytes>
bool ReceiveQueue<T, Atomics, GroupBytes>::full(
    const typename Atomics::template Atomic<Flag>& flag) const noexcept {
  // (5) acquire: synchronizes with (4).
  return (flag.load(order::acquire) & kLap) == owner_.lap();
}

template <typename T, typename Atomics, std::size_t GroupBytes>
template <typename Take>
std::uint32_t ReceiveQueue<T, Atomics, GroupBytes>::drain(Take&& take) {
  std::uint32_t count = 0;
  while (ready()) {
    // relaxed: ready() has synchronized with (4), and only the next lap changes the flag.
    const bool more = (owner_.flag().load(order::relaxed) & kMore) != 0;
    take(static_cast<const T&>(owner_.task()), more);
    owner_.next();
    ++count;
  }
  // Compared instead of counted, because `take` may have thrown the last time.
  if (owner_.ticket() != head_.load(order::relaxed)) {
    // (6) release: synchronizes with (2).
    head_.store(owner_.ticket(), order::release);
  }
  return count;
}

} // namespace galois::worklists

#endif
