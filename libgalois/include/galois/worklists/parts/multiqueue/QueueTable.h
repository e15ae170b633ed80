/**
 * The queues of a Multi-Queue: a group a thread, made when somebody first asks for one of them.
 *
 * A thread makes its own group when it joins a loop, so that the group's memory is near it; making
 * all of them with the worklist would put them on one NUMA node. A thread that needs a group before
 * its owner came makes it in the owner's stead. Groups stay until the table dies: a loop with fewer
 * threads still finds what is left in the queues of the others.
 *
 * Invariant: a group's word is null, then a pointer that never changes; made() is greater than the
 * number of every group whose pointer a thread can see.
 */
#ifndef GALOIS_WORKLISTS_PARTS_MULTIQUEUE_QUEUETABLE_H
#define GALOIS_WORKLISTS_PARTS_MULTIQUEUE_QUEUETABLE_H

#include <cassert>
#include <cstdint>
#include <deque>
#include <memory>

#include "galois/substrate/Atomics.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// Queue q belongs to thread q / perThread. Thread-safe, but for its making and destruction.
/// @tparam Queue    neither copied nor moved
/// @tparam Atomics  see galois/substrate/Atomics.h
template <typename Queue, typename Atomics = substrate::DefaultAtomics>
class QueueTable {
public:
  /// @param perThread   queues a group, 1 or more
  /// @param maxThreads  bound of the thread ids
  /// @throws std::bad_alloc
  QueueTable(std::uint32_t perThread, std::uint32_t maxThreads)
      : perThread_(perThread), groups_(new Word[maxThreads]), maxThreads_(maxThreads), made_(0) {
    for (std::uint32_t t = 0; t < maxThreads; ++t) {
      groups_[t].store(nullptr, order::relaxed); // before any thread can know of this table
    }
  }
  QueueTable(const QueueTable&) = delete;
  QueueTable& operator=(const QueueTable&) = delete;
  ~QueueTable() {
    for (std::uint32_t t = 0; t < maxThreads_; ++t) {
      delete groups_[t].load(order::relaxed); // no thread uses the table any more
    }
  }

  std::uint32_t perThread() const noexcept { return perThread_; }

  /// Bound of the queues that have been made. O(1).
  std::uint32_t made() const noexcept { return made_.load(order::relaxed) * perThread_; }

  /// The queue, or nullptr if its group has not been made. O(1), writes nothing.
  Queue* find(std::uint32_t queue) const noexcept {
    // (1) acquire: pairs with (2), so that the queues are there, and made() knows of them.
    Group* const group = groups_[queue / perThread_].load(order::acquire);
    return group ? &(*group)[queue % perThread_] : nullptr;
  }

  /// The queue; its group is made of Queue(arg) if need be. @throws std::bad_alloc
  template <typename Arg>
  Queue& at(std::uint32_t queue, Arg& arg) {
    assert(queue / perThread_ < maxThreads_);
    Queue* const found = find(queue);
    return found ? *found : make(queue, arg);
  }

private:
  using Group = std::deque<Queue>; // the one container whose elements need not move
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
    // (2) release: pairs with (1) and (3), which find the queues made.
    // (3) acquire: pairs with (2) of another thread, which was faster.
    if (groups_[thread].compare_exchange_strong(present, group.get(), order::release,
                                                order::acquire)) {
      present = group.release();
    }
    return (*present)[queue % perThread_];
  }

  const std::uint32_t perThread_;
  const std::unique_ptr<Word[]> groups_;
  const std::uint32_t maxThreads_;
  typename Atomics::template Atomic<std::uint32_t> made_;
};

} // namespace galois::worklists

#endif
