/**
 * The hardware priority queue (hPQ) of HD-CPS:HW [HD-CPS, section III-D] on the simulated machine,
 * above the thread's priority queue in memory.
 *
 * The hardware queue holds a few entries, each a task or the metadata of a bag. If it is full, its
 * least urgent entry goes to the heap in memory. An engine of the core's own works on that heap
 * while the core continues. A pop compares the most urgent entries of both. Only if it takes the
 * one of the heap, and the engine is still at work, does the core stall. With a size of 0 there is
 * only the heap, and it is the core that works on it.
 *
 * Choices where the paper leaves one:
 *  - A push or pop is one access to a queue, with the look at the heap's first entry in parallel.
 *  - A bag stays in its queue until its last task was taken, as in TaskAndBagHeap.h. Each task is
 *    one access; its payload is read by ordinary loads.
 *  - Of entries with equal priorities, those of the hardware queue come first, and of these, bags.
 *  - The hardware queue is filled by pushes only, never from the heap.
 *
 * Invariant: each entry is in exactly one of both queues. `entries_` is sorted, the most urgent
 * entry last, and has at most `size` entries.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "galois/substrate/VirtualDevice.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/messages/TaskAndBagHeap.h"

namespace galois::worklists {

/// A task or the metadata of a bag, as hardware queues hold them.
/// @tparam T        task
/// @tparam TaskBag  the metadata of a bag
template <typename T, typename TaskBag>
struct HardwareEntry {
  bool isBag;  ///< which of the next two it is
  T task;      ///< the task
  TaskBag bag; ///< the metadata of the bag
};

/// What a priority port has counted.
struct PriorityPortCounters {
  std::uint64_t accesses = 0;  ///< pushes and pops
  std::uint64_t length = 0;    ///< sum of the entries of the hardware queue at these
  std::uint64_t spills = 0;    ///< entries that went to the heap in memory
  std::uint64_t heapPops = 0;  ///< pops that took from the heap in memory
  std::uint64_t stalls = 0;    ///< those that waited for the engine
  std::uint64_t stallTime = 0; ///< how long they waited, in picoseconds
};

/// A priority queue with the interface of TaskAndBagHeap. Not thread-safe: owned by one thread.
/// The template parameters are those of TaskAndBagHeap.
template <typename T, typename Indexer, typename Index, bool HasBags>
class PriorityPort {
  using Heap = TaskAndBagHeap<T, Indexer, Index, HasBags>;

public:
  using Less = typename Heap::Less;        ///< compares tasks
  using TaskBag = typename Heap::TaskBag;  ///< the metadata of a bag
  using Pool = typename Heap::Pool;        ///< memory of bags
  using Entry = HardwareEntry<T, TaskBag>; ///< what the hardware queue holds

  /// @param pool  as for TaskAndBagHeap
  /// @param size  number of entries of the hardware queue; 0: none
  /// @throws std::bad_alloc
  PriorityPort(const Less& less, Pool& pool, std::uint32_t size)
      : less_(less), pool_(pool), heap_(less, pool), size_(size) {
    entries_.reserve(size);
  }

  /// Returns whether there is a hardware queue.
  bool exists() const noexcept { return size_ > 0; }

  bool empty() const noexcept { return entries_.empty() && heap_.empty(); }

  /// Returns the number of entries of both queues. O(1).
  std::size_t size() const noexcept { return entries_.size() + heap_.size(); }

  /// Adds a task. O(size + log n). @throws std::bad_alloc
  void push(const T& task) {
    if (!exists()) {
      heap_.push(task);
      return;
    }
    insert({false, task, TaskBag{}});
  }

  /// Adds a bag. O(size + log n). @throws std::bad_alloc, but not for the bag that pack() returned
  /// last
  void push(const TaskBag& bag) {
    if (!exists()) {
      heap_.push(bag);
      return;
    }
    insert({true, T(), bag});
  }

  /// As TaskAndBagHeap::pack().
  TaskBag pack(const T* tasks, std::uint32_t count) {
    if (exists()) {
      heap_.reserveTask(); // The bag may displace a task.
    }
    return heap_.pack(tasks, count);
  }

  /// As TaskAndBagHeap::pushGrouped(). The group goes to the heap in memory.
  void pushGrouped(const T& task, bool more) { heap_.pushGrouped(task, more); }

  /// Removes the most urgent task. O(log n).
  /// @return whether there was one; `out` is written only then
  bool pop(T& out);

  /// Returns the task that pop() would remove; nullptr if there is none. O(1).
  const T* peek() const {
    if (isHeapFirst()) {
      return heap_.peek();
    }
    const Entry& first = entries_.back();
    return first.isBag ? &first.bag.payload->front() : &first.task;
  }

  const PriorityPortCounters& counters() const noexcept { return counters_; }

private:
  Index priorityOf(const Entry& entry) const {
    return entry.isBag ? entry.bag.priority : less_.key(entry.task);
  }
  /// Whether a pop takes `a` before `b`.
  bool isBefore(const Entry& a, const Entry& b) const {
    const Index left = priorityOf(a);
    const Index right = priorityOf(b);
    return left < right || (left == right && a.isBag && !b.isBag);
  }
  /// Whether the heap has the most urgent task, or the hardware queue has none.
  bool isHeapFirst() const {
    if (entries_.empty()) {
      return true;
    }
    const T* const top = heap_.peek();
    return top != nullptr && less_.key(*top) < priorityOf(entries_.back());
  }

  void access() {
    substrate::virt::deviceStep(substrate::virt::DeviceWork::kQueueAccess);
    ++counters_.accesses;
    counters_.length += entries_.size();
  }

  /// Adds an entry, and moves the least urgent one to the heap if there are too many.
  /// @throws std::bad_alloc, and nothing has changed
  void insert(const Entry& entry) {
    access();
    if (entries_.size() == size_) {
      const bool isLeast = !isBefore(entry, entries_.front());
      spill(isLeast ? entry : entries_.front());
      if (isLeast) {
        return;
      }
      entries_.erase(entries_.begin());
    }
    const auto place =
        std::lower_bound(entries_.begin(), entries_.end(), entry,
                         [this](const Entry& a, const Entry& b) { return isBefore(b, a); });
    entries_.insert(place, entry);
  }

  void spill(const Entry& entry) {
    const substrate::virt::EngineScope scope;
    if (entry.isBag) {
      heap_.push(entry.bag);
    } else {
      heap_.push(entry.task);
    }
    ++counters_.spills;
  }

  Less less_;
  Pool& pool_;
  Heap heap_;
  std::uint32_t size_;
  std::vector<Entry> entries_;
  PriorityPortCounters counters_;
};

template <typename T, typename Indexer, typename Index, bool HasBags>
bool PriorityPort<T, Indexer, Index, HasBags>::pop(T& out) {
  if (!exists()) {
    return heap_.pop(out);
  }
  access();
  if (isHeapFirst()) {
    if (heap_.empty()) {
      return false;
    }
    ++counters_.heapPops;
    if (const substrate::virt::DeviceTime waited = substrate::virt::waitForEngine()) {
      ++counters_.stalls;
      counters_.stallTime += waited;
    }
    const substrate::virt::EngineScope scope;
    return heap_.pop(out);
  }
  const Entry& first = entries_.back();
  if (!first.isBag) {
    out = first.task;
    entries_.pop_back();
    return true;
  }
  bool last = false;
  out = pool_.take(first.bag, last);
  if (last) {
    entries_.pop_back();
  }
  return true;
}

} // namespace galois::worklists
