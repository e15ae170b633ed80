/**
 * The part of a Multi-Queue that belongs to one thread. MultiQueue.h documents the algorithm and its
 * promises. A thread is composed of how it inserts tasks (QueueInserter.h), where it takes them from
 * (BetterOfTwo.h, OwnQueueTaker.h), and how it passes them on (QueueDelivery.h).
 */
#pragma once

#include <cstddef>
#include <type_traits>

#include "galois/worklists/parts/multiqueue/BetterOfTwo.h"
#include "galois/worklists/parts/multiqueue/MultiQueueShared.h"
#include "galois/worklists/parts/multiqueue/OwnQueueTaker.h"
#include "galois/worklists/parts/multiqueue/QueueDelivery.h"
#include "galois/worklists/parts/multiqueue/QueueInserter.h"

namespace galois::worklists {

namespace internal {
template <typename User, typename Insert, typename Delete, unsigned MaxDraws,
          typename Delivery = QueueDelivery<QueueInserter<User, Insert>, Delete::kBatched>>
using QueueTaker = std::conditional_t<Delete::kOwn, OwnQueueTaker<Delivery>,
                                      BetterOfTwo<Delivery, Delete, MaxDraws>>;
} // namespace internal

/// One thread's part of a Multi-Queue. Owned by that thread.
/// @tparam SharedData  a MultiQueueShared
/// @tparam Concurrent, Insert, Delete, Sampler  those of MultiQueue
/// @tparam MaxDraws    see BetterOfTwo
template <typename SharedData, bool Concurrent, typename Insert, typename Delete, typename Sampler,
          unsigned MaxDraws = 4>
class MultiQueueThread
    : public internal::QueueTaker<MultiQueueUser<SharedData, Concurrent, Sampler>, Insert, Delete,
                                  MaxDraws> {
  using Base = internal::QueueTaker<MultiQueueUser<SharedData, Concurrent, Sampler>, Insert, Delete,
                                    MaxDraws>;

public:
  using typename Base::Task;

  explicit MultiQueueThread(SharedData& shared) : Base(shared) {}

  /// Reads the number of active threads. Call it before the thread's first operation in a loop.
  /// @throws std::bad_alloc; the next call then tries again
  void follow() {
    this->draws_.follow();
    if (preparedFor_ != this->draws_.threads()) {
      prepare();
    }
  }

  /// Does the same for a caller that is thread `tid` of `threads`.
  void join(unsigned threads, unsigned tid) {
    this->draws_.join(threads, tid);
    prepare();
  }

  /// Takes up to `max` (1 or more) tasks of one queue, most urgent first, and returns their number,
  /// 0 if it found none.
  std::size_t pop(Task* out, std::size_t max) {
    const std::size_t count = this->deliver(
        out, max, [this](Task* to, std::size_t most) { return this->take(to, most); });
    this->counters_.pops += count;
    this->counters_.emptyPops += count == 0;
    return count;
  }

  /// Passes each counter to `sink(thread, name, value)`.
  template <typename Sink>
  void report(unsigned thread, Sink& sink) const {
    this->counters_.report(thread, sink);
    this->draws_.report(thread, sink);
  }

private:
  void prepare() {
    this->prepareToInsert();
    this->prepareToTake();
    this->prepareToDeliver();
    preparedFor_ = this->draws_.threads();
  }

  unsigned preparedFor_ = 0; ///< the number of threads that the parts are prepared for
};

} // namespace galois::worklists
