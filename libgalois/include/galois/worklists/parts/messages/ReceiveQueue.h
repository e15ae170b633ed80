/**
 * The receive queue of [HD-CPS, section III-A]: a bounded ring into which any thread sends tasks
 * and from which only its owner takes them. So sending never waits for the owner, and the owner's
 * priority queue needs no lock.
 *
 * A sender reserves room for its tasks, takes as many tickets, writes the tasks into the places
 * with these numbers, and then sets a flag beside each task. This order differs from published
 * code. Unlike in the paper, the sender reserves room first, because a ticket that was taken must
 * be used. A sender that finds no room gives its reservation back and keeps its tasks. It never
 * waits, and no task is overwritten or dropped.
 *
 * Room and tickets are taken by atomic additions, which succeed for any number of senders. (A
 * compare-exchange fails whenever another sender was faster, and then costs another cache-line
 * transfer: each success costs every waiting sender one. In a simulation, a queue to which 64
 * threads sent at once took 4 microseconds per task. This did not end, because each sender came
 * back before the others had finished.)
 *
 * Invariant. `head_` is the number of tickets that have been received. `taken` is the room that
 * senders have reserved since the beginning. A sender that finds no room has also added to it for a
 * short time, so that others may then miss room that exists. Room is reserved up to `limit`, which
 * is at most `head_` plus the capacity, and a ticket is taken after its room was reserved. So at
 * most `capacity` of the tickets from `head_` on are taken. Their places are distinct, and each
 * belongs to the thread that took the ticket until that thread sets the flag. A lap is one round
 * over the ring. The flag of a place holds the parity of the lap of the last ticket written there.
 * So a place is full for the owner exactly if the parity is that of the owner's current lap.
 *
 * The layout saves cache-line transfers. Places and their flags are together in groups of one line,
 * so that tasks that were sent one by one are received several at a time. To find that nothing has
 * arrived, the owner loads only the line where the next task will appear. Senders share a line that
 * the owner never accesses, and read the owner's `head_` only once per lap, when the last known
 * limit is reached.
 */
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/Prefetch.h"

namespace galois::worklists {

/// A bounded queue with many senders and one receiver, its owner.
/// @tparam T           task, trivially copyable (checked)
/// @tparam Atomics     see galois/substrate/Atomics.h
/// @tparam GroupBytes  largest size in bytes of the places and flags of a group; a group has at
///                     least one place
template <typename T, typename Atomics = substrate::DefaultAtomics,
          std::size_t GroupBytes = substrate::kCacheLineSize>
class ReceiveQueue {
  static_assert(std::is_trivially_copyable<T>::value, "tasks of dead queues are not destroyed");
  static_assert(std::is_default_constructible<T>::value, "places are made before their tasks");

public:
  /// Largest capacity of a queue in tasks.
  static constexpr std::uint32_t kMaxCapacity = 1u << 20;

  /// @param capacity  largest number of tasks in the queue, 1 to kMaxCapacity
  /// @throws std::bad_alloc
  explicit ReceiveQueue(std::uint32_t capacity) : ring_(capacity), senders_(capacity) {
    assert(capacity >= 1 && capacity <= kMaxCapacity);
  }
  ReceiveQueue(const ReceiveQueue&) = delete;
  ReceiveQueue& operator=(const ReceiveQueue&) = delete;

  std::uint32_t capacity() const noexcept { return ring_.capacity; }

  // --- for any thread ------------------------------------------------------------------------

  /// Sends a task to the owner. O(1), wait-free.
  /// @return false if there is no room, or if another sender that finds no room has just reserved
  ///         some; the sender then keeps the task
  bool send(const T& task) noexcept { return send(&task, 1); }

  /// Sends `count` tasks, all or none, which the owner receives as one group. O(count), wait-free.
  /// @param count  number of tasks, 1 or more; more than capacity() never fit
  /// @return as the function above; if false, the sender keeps all tasks
  bool send(const T* tasks, std::uint32_t count) noexcept;

  // --- for the owner alone -------------------------------------------------------------------

  /// Returns whether drain() would find a task. One load.
  bool ready() const noexcept { return full(owner_.flag()); }

  /// Takes all tasks that have arrived, in the order of their tickets. Calls `take(task, more)` for
  /// each, where `more` tells whether the next task was sent in the same group. A group is always
  /// received as a whole. Takes at most capacity() tasks, so it ends even while others keep
  /// sending.
  /// @param most  takes at most this number of tasks, in the middle of a group, too
  /// @return the number of tasks
  /// @throws what `take` throws; that task then counts as not received
  template <typename Take>
  std::uint32_t drain(Take&& take, std::uint32_t most = kMaxCapacity);

private:
  using Flag = std::uint8_t;
  static constexpr Flag kLap = 1;  ///< set in even laps, so that a new ring is empty
  static constexpr Flag kMore = 2; ///< the next place belongs to the same group of tasks

  static constexpr std::uint32_t kPlaces =
      GroupBytes / (sizeof(T) + 1) ? GroupBytes / (sizeof(T) + 1) : 1;
  struct alignas(substrate::kCacheLineSize) Group {
    typename Atomics::template Plain<T> task[kPlaces];
    typename Atomics::template Atomic<Flag> flag[kPlaces];
  };

  /// The data that no thread changes after construction.
  struct Ring {
    explicit Ring(std::uint32_t wanted) : capacity(wanted) {
      while ((kPlaces << shift) < wanted) {
        ++shift;
      }
      groups = std::make_unique<Group[]>(std::size_t{1} << shift);
      for (std::size_t g = 0; g < std::size_t{1} << shift; ++g) {
        for (auto& flag : groups[g].flag) {
          flag.store(0, order::relaxed); // no other thread can access this queue yet
        }
      }
    }
    std::uint32_t capacity;
    unsigned shift = 0; ///< there are 2^shift groups
    std::unique_ptr<Group[]> groups;
  };

  /// A ticket, split into group and slot, so that going to the next one costs no division.
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
    std::uint64_t group; ///< number of the group, counted over all laps
    std::uint32_t slot;
  };

  /// Reserves room for `count` tasks and takes their tickets.
  /// @return whether there was room; `first` is then the first ticket
  bool draw(std::uint32_t count, std::uint64_t& first) noexcept;

  /// Returns whether the flag shows a task of the owner's current lap.
  bool full(const typename Atomics::template Atomic<Flag>& flag) const noexcept;

  struct alignas(substrate::kCacheLineSize) Senders {
    explicit Senders(std::uint64_t room) {
      taken.store(0, order::relaxed); // no other thread can access this queue yet
      limit.store(room, order::relaxed);
      tail.store(0, order::relaxed);
    }
    typename Atomics::template Atomic<std::uint64_t> taken; ///< room reserved since the beginning
    typename Atomics::template Atomic<std::uint64_t> limit; ///< largest value of `taken` with room
    typename Atomics::template Atomic<std::uint64_t> tail;  ///< the next ticket
  };

  const Ring ring_;
  Senders senders_;
  alignas(substrate::kCacheLineSize) typename Atomics::template Atomic<std::uint64_t> head_{0};
  Place owner_{ring_, 0}; ///< place of the owner's next task; its ticket is head_ after drain()
};

template <typename T, typename Atomics, std::size_t GroupBytes>
bool ReceiveQueue<T, Atomics, GroupBytes>::draw(std::uint32_t count,
                                                std::uint64_t& first) noexcept {
  // relaxed: only a number; the loads below tell whether there is room.
  const std::uint64_t end = senders_.taken.fetch_add(count, order::relaxed) + count;
  // (1) acquire: synchronizes with (3), whose thread had read the head.
  if (end > senders_.limit.load(order::acquire)) {
    // (2) acquire: synchronizes with (6), so that the owner has read the places of the last lap
    // before they are written again.
    const std::uint64_t limit = head_.load(order::acquire) + ring_.capacity;
    if (end > limit) {
      senders_.taken.fetch_sub(count, order::relaxed);
      return false;
    }
    // (3) release: synchronizes with (1). If a late store writes a smaller limit, that is also
    // correct; it only makes the next sender read the head again.
    senders_.limit.store(limit, order::release);
  }
  // (7) acq_rel: synchronizes with (7) of other senders. This thread's tickets may be greater than
  // its `end`, if others have reserved room after it and taken tickets before it. Consider all
  // threads that have taken the tickets up to a certain one. The last of them to reserve room has
  // an `end` beyond that ticket, so it has seen by (1) or (2) that the place was received. And it
  // has taken its tickets before this thread, or it is this thread.
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
  if (place.slot + count >= kPlaces) { // the next tickets' line, in case this thread takes them
    substrate::prefetchToWrite(
        &ring_.groups[(place.group + 1) & ((std::uint64_t{1} << ring_.shift) - 1)]);
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    place.task() = tasks[i];
    place.next();
  }
  // In reverse order, so that the owner sees the whole group or nothing of it.
  for (std::uint32_t i = count; i-- > 0;) {
    place.back();
    const Flag more = i + 1 < count ? kMore : 0;
    // (4) release: synchronizes with (5), so that the owner sees the task, what the task refers to,
    // and the flags of the rest of its group.
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
std::uint32_t ReceiveQueue<T, Atomics, GroupBytes>::drain(Take&& take, std::uint32_t most) {
  std::uint32_t count = 0;
  while (count < most && ready()) {
    // relaxed: ready() has synchronized with (4), and the flag changes only in the next lap.
    const bool more = (owner_.flag().load(order::relaxed) & kMore) != 0;
    take(static_cast<const T&>(owner_.task()), more);
    owner_.next();
    ++count;
  }
  // Compares the tickets instead of `count`, because `take` may have thrown in the last call.
  if (owner_.ticket() != head_.load(order::relaxed)) {
    // (6) release: synchronizes with (2).
    head_.store(owner_.ticket(), order::release);
  }
  return count;
}

} // namespace galois::worklists
