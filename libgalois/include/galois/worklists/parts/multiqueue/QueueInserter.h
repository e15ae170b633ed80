/**
 * How a thread of a Multi-Queue inserts tasks: into a random queue [SMQ, listing 1, lines 4 to 9], or
 * into the last one if it stays with that; each task alone, or in batches from a buffer.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "galois/substrate/CompilerSpecific.h"

namespace galois::worklists {

/// Inserts each task alone.
/// @tparam User    a MultiQueueUser
/// @tparam Insert  see QueueAccess.h
template <typename User, typename Insert, bool Batched = Insert::kBatched>
class QueueInserter : public User {
public:
  using typename User::Task;

  /// Adds a task. @throws what a queue throws, and std::bad_alloc; the task was then not added
  void push(const Task& task) {
    holdToInsert().push(task);
    ++counters_.pushes;
  }

  /// Adds the tasks of [b, e). A sticky thread keeps the lock while it uses the same queue.
  /// @throws as push(); the tasks before that one were added
  template <typename Iter>
  void push(Iter b, Iter e) {
    while (b != e) {
      Hold hold = holdToInsert();
      do {
        hold.push(*b);
        ++counters_.pushes;
        if (++b == e) {
          return;
        }
      } while (sticky_.stays(draws_.random()));
      into_ = nullptr;
    }
  }

protected:
  using typename User::Hold;
  using User::counters_, User::draws_;

  explicit QueueInserter(typename User::Shared& shared)
      : User(shared), sticky_(shared.params.insert.stay) {}

  /// Prepares for another number of threads.
  void prepareToInsert() { into_ = nullptr; }

  /// Inserts what is in the buffer, which this inserter lacks.
  static void flush() noexcept {}

  /// Locks a queue to insert into: the last one if the thread stays with it, else a drawn one.
  /// Draws again until a queue is free.
  Hold holdToInsert() {
    if (into_ && sticky_.stays(draws_.random())) {
      if (Hold held = draws_.holdToInsert(*into_)) {
        return held;
      }
    }
    if (Hold held = holdDrawn()) {
      return held;
    }
    return holdLater();
  }

private:
  /// Draws a queue and locks it if it is free.
  Hold holdDrawn() {
    typename User::Queue& drawn = draws_.one();
    Hold held = draws_.holdToInsert(drawn);
    if (Insert::Sticky::kSticky && held) {
      into_ = &drawn;
      sticky_.drawn();
    }
    return held;
  }

  /// Draws with backoff until a queue is free, and locks it.
  GALOIS_ATTRIBUTE_NOINLINE Hold holdLater() {
    typename User::Backoff backoff;
    for (;;) {
      backoff();
      if (Hold held = holdDrawn()) {
        return held;
      }
    }
  }

  typename User::Queue* into_ = nullptr; ///< the queue of the last insertion; nullptr: draw again
  typename Insert::Sticky sticky_;
};

/// Collects tasks in a buffer, and inserts a batch into one queue.
template <typename User, typename Insert>
class QueueInserter<User, Insert, true> : public QueueInserter<User, Insert, false> {
  using Base = QueueInserter<User, Insert, false>;

public:
  using typename Base::Task;

  /// Adds a task.
  /// @throws what a queue throws, and std::bad_alloc. The task was then not added, unless it had
  ///         already left the buffer when the insertion of another task of the buffer threw.
  void push(const Task& task) {
    static_cast<void>(
        this->shared_->index(task)); // see Indexer.h; costs nothing if it cannot throw
    pending_.push_back(task);
    ++this->counters_.pushes;
    if (pending_.size() >= batch_) {
      flushAfterPush();
    }
  }

  /// Adds the tasks of [b, e). @throws as push(); the tasks before that one were added
  template <typename Iter>
  void push(Iter b, Iter e) {
    for (; b != e; ++b) {
      push(*b);
    }
  }

protected:
  using Base::Base;

  void prepareToInsert() {
    Base::prepareToInsert();
    batch_ = this->shared_->params.insert.batchOf(this->draws_.threads());
  }

  /// Empties the buffer. Tasks that were not inserted because of an exception stay there.
  void flush() {
    while (!pending_.empty()) {
      typename Base::Hold held = this->holdToInsert();
      for (; !pending_.empty(); pending_.pop_back()) {
        held.push(pending_.back());
      }
    }
  }

private:
  /// Calls flush() for push(). The pushed task is the last one in the buffer, so flush() inserts it
  /// first. If that throws, removes the task.
  GALOIS_ATTRIBUTE_NOINLINE void flushAfterPush() {
    const std::size_t before = pending_.size();
    try {
      flush();
    } catch (...) {
      if (pending_.size() == before) {
        pending_.pop_back();
        --this->counters_.pushes;
      }
      throw;
    }
  }

  std::uint32_t batch_ = 1;
  std::vector<Task> pending_; ///< the buffer
};

} // namespace galois::worklists
