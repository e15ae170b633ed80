/**
 * The queues of a Multi-Queue: one group per thread, created when a thread first needs one of its
 * queues.
 *
 * A thread creates its own group when it joins a loop, so that the group's memory is on its NUMA
 * node. If the worklist created all groups, they would be on one node. A thread that needs a group
 * before its owner has joined creates it instead of the owner. Groups exist until the table is
 * destroyed. So a loop with fewer threads still finds the tasks in the queues of the others.
 *
 * Invariant: a group's word is null at first, and then a pointer that never changes. made() is
 * greater than the queue numbers of every group whose pointer a thread can see.
 */
#pragma once

#include <cassert>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// A table of queues; queue q belongs to thread q / perThread. Thread-safe, except for construction
/// and destruction.
/// @tparam Queue    type of a queue, which is neither copied nor moved
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename Queue, typename Atomics = substrate::DefaultAtomics>
class QueueTable {
public:
  /// @param perThread   number of queues per group, 1 or more
  /// @param maxThreads  upper bound (exclusive) of the thread ids
  /// @throws std::bad_alloc
  QueueTable(std::uint32_t perThread, std::uint32_t maxThreads)
      : perThread_(perThread), groups_(maxThreads), made_(0) {}
  QueueTable(const QueueTable&) = delete;
  QueueTable& operator=(const QueueTable&) = delete;
  ~QueueTable() {
    for (Word& group : groups_) {
      delete group.load(order::relaxed); // no thread uses the table any more
    }
  }

  std::uint32_t perThread() const noexcept { return perThread_; }

  /// Returns an upper bound (exclusive) of the numbers of the queues that exist. O(1).
  std::uint32_t made() const noexcept { return made_.load(order::relaxed) * perThread_; }

  /// Returns the queue, or nullptr if its group does not exist yet. O(1), writes nothing.
  Queue* find(std::uint32_t queue) const noexcept {
    // (1) acquire: synchronizes with (2), so that the queues are seen constructed, and made()
    // covers them.
    Group* const group = groups_[queue / perThread_].load(order::acquire);
    return group ? &(*group)[queue % perThread_] : nullptr;
  }

  /// Returns the queue. If its group does not exist, creates it with queues Queue(arg).
  /// @throws std::bad_alloc
  template <typename Arg>
  Queue& at(std::uint32_t queue, Arg& arg) {
    assert(queue / perThread_ < groups_.size());
    Queue* const found = find(queue);
    return found ? *found : make(queue, arg);
  }

private:
  using Group = std::deque<Queue>; // its elements need neither be copied nor moved
  using Word = typename Atomics::template Atomic<Group*>;

  template <typename Arg>
  GALOIS_ATTRIBUTE_NOINLINE Queue& make(std::uint32_t queue, Arg& arg) {
    auto group = std::make_unique<Group>();
    for (std::uint32_t i = 0; i < perThread_; ++i) {
      group->emplace_back(arg);
    }
    const std::uint32_t thread = queue / perThread_;
    std::uint32_t made = made_.load(order::relaxed);
    while (made <= thread &&
           !made_.compare_exchange_weak(made, thread + 1, order::relaxed, order::relaxed)) {
    }
    Group* present = nullptr;
    // (2) release: synchronizes with (1) and (3), so that they see the queues constructed.
    // (3) acquire: synchronizes with (2) of another thread, which was faster.
    if (groups_[thread].compare_exchange_strong(present, group.get(), order::release,
                                                order::acquire)) {
      present = group.release();
    }
    return (*present)[queue % perThread_];
  }

  const std::uint32_t perThread_;
  std::vector<Word> groups_; ///< of all threads; the table does not grow
  typename Atomics::template Atomic<std::uint32_t> made_;
};

} // namespace galois::worklists
