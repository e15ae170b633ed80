/**
 * The priority queue that one thread of HD-CPS owns: single tasks and bags of tasks, in one order.
 *
 * Tasks and the metadata of bags lie in two heaps. A bag stays at the top of its heap while its
 * tasks are taken one by one, so a more urgent task that arrives meanwhile comes first. Where both
 * tops have the same priority, the bag comes first. So a thread that works alone gets its tasks in
 * exact priority order.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/messages/SiblingBag.h"
#include "galois/worklists/parts/queues/DAryHeap.h"

namespace galois::worklists {

/// Not thread-safe: owned by one thread.
/// @tparam T        task, trivially copyable
/// @tparam Indexer  maps a task to an integer priority; smaller is more urgent
/// @tparam Index    the type of priorities
/// @tparam HasBags  false: there are only single tasks
template <typename T, typename Indexer, typename Index, bool HasBags>
class TaskAndBagHeap {
public:
  using Less = IndexLess<Indexer>;
  using TaskBag = Bag<T, Index>;
  using Pool = BagPool<T, Index>;

  /// @param pool  where the payloads of bags come from and go to; must outlive the heap
  TaskAndBagHeap(const Less& less, Pool& pool) : tasks_(less), pool_(pool) {}

  bool empty() const noexcept { return tasks_.empty() && (!HasBags || bags_.empty()); }

  /// Returns the number of entries; a bag is one entry, however many tasks it has. O(1).
  std::size_t size() const noexcept { return tasks_.size() + bags_.size(); }

  /// Adds a task. O(log n). @throws std::bad_alloc
  void push(const T& task) { tasks_.push(task); }

  /// Adds a bag. O(log n). @throws std::bad_alloc, but not for the bag that pack() returned last
  void push(const TaskBag& bag) { bags_.push(bag); }

  /// Reserves room for one task, so that the next push of a task does not throw. O(1) amortized.
  /// @throws std::bad_alloc
  void reserveTask() { tasks_.reserve(tasks_.size() + 1); }

  /// Makes a bag of `count` tasks of one priority, and reserves room for it in this heap. O(count).
  /// @throws std::bad_alloc, and there is no bag
  TaskBag pack(const T* tasks, std::uint32_t count) {
    bags_.reserve(bags_.size() + 1); // first: a payload must not be lost
    return pool_.pack(tasks_.less().key(tasks[0]), tasks, count);
  }

  /// Adds the tasks of a group that arrive one by one as one bag, when the last of them is there. A
  /// group of one becomes a single task.
  /// @param more  whether the next task belongs to the same group
  /// @throws std::bad_alloc; this task is then not added and may be passed again
  void pushGrouped(const T& task, bool more) {
    if (!more && group_.empty()) {
      push(task);
      return;
    }
    group_.push_back(task);
    if (more) {
      return;
    }
    try {
      push(pack(group_.data(), static_cast<std::uint32_t>(group_.size())));
    } catch (...) {
      group_.pop_back();
      throw;
    }
    group_.clear();
  }

  /// Removes the most urgent task. O(log n).
  /// @return whether there was one; `out` is written only then
  GALOIS_ATTRIBUTE_ALWAYS_INLINE bool pop(T& out) {
    if (isBagFirst()) {
      bool last = false;
      out = pool_.take(bags_.top(), last);
      if (last) {
        bags_.pop();
      }
      return true;
    }
    if (tasks_.empty()) {
      return false;
    }
    out = tasks_.pop();
    return true;
  }

  /// Removes the bag with the most urgent task, if that is in a bag. O(log n).
  /// @return whether it is; `out` is written only then
  bool popBag(TaskBag& out) {
    if (!isBagFirst()) {
      return false;
    }
    out = bags_.pop();
    return true;
  }

  /// Removes a task of a bag that popBag() has removed. O(1). @param[out] last  see BagPool::take()
  T takeOf(const TaskBag& bag, bool& last) { return pool_.take(bag, last); }

  /// Returns the task that pop() would remove; nullptr if there is none. O(1).
  const T* peek() const {
    if (isBagFirst()) {
      return &bags_.top().payload->front();
    }
    return tasks_.empty() ? nullptr : &tasks_.top();
  }

private:
  /// Orders bags without reading their payloads.
  struct LessBag {
    static Index key(const TaskBag& bag) noexcept { return bag.priority; }
    bool operator()(const TaskBag& a, const TaskBag& b) const noexcept {
      return a.priority < b.priority;
    }
  };

  /// Whether the most urgent task is in a bag.
  bool isBagFirst() const {
    return HasBags && !bags_.empty() &&
           (tasks_.empty() || !(tasks_.less().key(tasks_.top()) < bags_.top().priority));
  }

  DAryHeap<T, Less> tasks_;
  DAryHeap<TaskBag, LessBag> bags_;
  std::vector<T> group_; ///< tasks of a group that has not arrived completely
  Pool& pool_;
};

} // namespace galois::worklists
