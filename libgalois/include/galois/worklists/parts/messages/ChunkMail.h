/**
 * Sends half of a thread's bucket queue to another thread, as a list of whole chunks.
 *
 * Each thread has one mailbox (Mailbox.h). Any thread may leave one parcel there at a time. The
 * receiver moves it into its own queue when it pops next, without having asked for it. A sender
 * remembers which mailboxes may still hold a parcel of its own, and takes those parcels back when
 * it runs out of work.
 *
 * Invariant: a task that was sent is in a mailbox that its sender remembers, or some thread has
 * taken it out into its queue. So a sender whose takeBack() returned false has nothing left in any
 * mailbox, and no task depends on whether its receiver still runs.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "galois/worklists/parts/chunks/TaskChunk.h"
#include "galois/worklists/parts/messages/Mailbox.h"

namespace galois::worklists {

/// One thread's side of the protocol. Owned by that thread; the mailboxes are shared.
/// @tparam T  task
template <typename T>
class ChunkMail {
public:
  /// What is sent.
  struct Parcel {
    Chunk<T>* chunks = nullptr; ///< a list, as BucketQueue::takeHalf() returns it
    unsigned shift = 0;         ///< log2 of the bucket width of the queue that it comes from
  };
  using Box = Mailbox<Parcel>;

  /// Chunks in a parcel at most.
  static constexpr std::size_t kMaxChunks = 16;

  /// Moves what lies in `box` into `queue`. O(tasks in the parcel); one load if there is none.
  /// @param queue  a BucketQueue of the calling thread; all queues share one chunk pool
  /// @return whether there was a parcel
  /// @throws std::bad_alloc, and the tasks not yet moved are dropped
  template <typename Queue>
  bool take(Queue& queue, Box& box) {
    Parcel parcel;
    if (!box.take(parcel)) {
      return false;
    }
    received_ += queue.add(parcel.chunks, parcel.shift);
    return true;
  }

  /// Sends about half of the tasks of `queue`, of all priorities, to thread `receiver`. Does
  /// nothing when its mailbox holds a parcel, or when the queue has fewer than two whole chunks.
  /// O(chunks passed + receivers remembered).
  /// @param box  the receiver's mailbox
  /// @throws std::bad_alloc, and nothing is sent
  template <typename Queue>
  void sendHalf(Queue& queue, unsigned receiver, Box& box) {
    if (receivers_.size() == receivers_.capacity()) {
      receivers_.reserve(2 * receivers_.size() + 64); // first: once sent, nothing may throw
    }
    if (!box.claim()) {
      return;
    }
    if (Chunk<T>* const chunks = queue.takeHalf(kMaxChunks)) {
      box.fill({chunks, queue.shift()});
      if (std::find(receivers_.begin(), receivers_.end(), receiver) == receivers_.end()) {
        receivers_.push_back(receiver);
      }
    } else { // tasks beyond the queue's window are not sent, so there may be nothing
      box.cancel();
    }
  }

  /// Takes back one parcel that this thread sent and nobody has taken yet, or another one that lies
  /// in such a mailbox. O(threads that this one has sent something since the last time).
  /// @param boxOf  maps a thread number to that thread's Box&
  /// @return whether there was one
  /// @throws as take()
  template <typename Queue, typename BoxOf>
  bool takeBack(Queue& queue, BoxOf&& boxOf) {
    while (!receivers_.empty()) {
      const unsigned receiver = receivers_.back();
      receivers_.pop_back();
      if (take(queue, boxOf(receiver))) {
        return true;
      }
    }
    return false;
  }

  /// Returns the number of tasks that this thread has taken out of mailboxes.
  std::uint64_t received() const noexcept { return received_; }

private:
  std::vector<unsigned> receivers_; ///< whose mailboxes may hold what this thread sent, once each
  std::uint64_t received_ = 0;
};

} // namespace galois::worklists
