/**
 * Software Minnow: OBIM in which a few threads, the helpers, bring work to the others [HD-CPS: Shan
 * and Khan, HPCA 2022, section V-A, after Zhang, Ma, Thomson and Chiou's hardware, SIGPLAN Notices
 * 2018].
 *
 * The last threads of a loop are helpers, and every worker has one. A helper finds the most urgent
 * bag, touches the tasks of its chunks, so that they are in a cache that is near, and leaves chunks
 * in the inboxes of its workers, small enough that what lies there stays urgent. A worker that has
 * emptied a chunk looks into its inbox, which costs it one line that is its own, before it turns to
 * the shared bags. The bags are OBIM's, parts/bags/OrderedBags.h.
 *
 * Differs from the paper: a helper runs some tasks itself, a few between two rounds of its workers,
 * instead of being lost for work; and any thread that finds nothing else empties any inbox, so that
 * no task depends on one thread's coming by. Differs from published code: each worker of a group is
 * served, helpers stay until the loop ends, and no helpers are as good as some.
 *
 * Why a loop does not end too early. Termination detection (substrate/Termination.h) asks that a
 * thread comes back empty only when all that it pushed was taken, and that a thread which took a
 * task has reported work before it comes back empty next. Moving a task is taking it and pushing it
 * again. So here: a call that moves a chunk returns a task. A helper first makes sure of a chunk of
 * its own, then moves others, then returns tasks of its own; a thread that takes a chunk out of an
 * inbox keeps it to itself, or, if it goes back to the bag, has an opened chunk of the same bag to
 * itself; either way it returns a task. And a helper comes back empty only when it has found the
 * inboxes empty that it fills: what it moved was taken. Chunks move from bags to inboxes and from
 * inboxes to threads; so what a thread does not find in the bags was taken by a thread that has yet
 * to report it.
 */
#ifndef GALOIS_WORKLISTS_MINNOW_H
#define GALOIS_WORKLISTS_MINNOW_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "galois/optional.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/WLCompileCheck.h"
#include "galois/worklists/parts/bags/FixedBins.h"
#include "galois/worklists/parts/bags/OrderedBags.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/messages/Inbox.h"

namespace galois::worklists {

/// Run-time parameters of software Minnow.
struct MinnowParams {
  static constexpr unsigned kAuto = ~0u;

  std::uint32_t chunkSize = 64;  ///< tasks a chunk; used where the container says 0
  unsigned helpers = kAuto;      ///< threads that bring work to the others; one worker remains
  std::uint32_t helperBatch = 8; ///< tasks that a helper runs itself between two rounds, at least 1

  /// Helpers among `threads` threads. By itself one in ten, as in the paper's evaluation, and at
  /// least one, but none for a single thread.
  unsigned helpersOf(unsigned threads) const noexcept {
    const unsigned wanted = helpers == kAuto ? std::max(1u, threads / 10) : helpers;
    return std::min(wanted, threads - 1);
  }
};

/// @tparam Indexer    task -> integer, smaller is more urgent
/// @tparam Container  a chunked worklist; its chunk size and its order within a bag are used
///
/// Thread-safe. Push O(1) for bags pushed to lately; pop O(1), O(bags) when its bag runs dry.
template <typename Indexer = DummyIndexer<int>, typename Container = PerSocketChunkFIFO<64>,
          typename T = int, typename Index = int, bool Concurrent = true>
class Minnow : public ThroughHandles<Minnow<Indexer, Container, T, Index, Concurrent>, T>,
               private OrderedBags<FixedBins<Index, false>, Indexer, Container, 0, true, T, false> {
  using Bags = OrderedBags<FixedBins<Index, false>, Indexer, Container, 0, true, T, false>;
  using typename Bags::Entry;
  using typename Bags::ThreadData;
  using Box = Inbox<Chunk<T>>;

  struct Mail {
    Box inbox;
    std::uint64_t received = 0; ///< chunks that the thread took from inboxes
    std::uint64_t brought = 0;  ///< chunks that it left in inboxes
  };

public:
  template <typename U>
  using retype = Minnow<Indexer, Container, U, IndexOf<Indexer, U>, Concurrent>;
  template <bool B>
  using rethread = Minnow<Indexer, Container, T, Index, B>;
  template <typename I>
  struct with_indexer {
    using type = Minnow<I, Container, T, Index, Concurrent>;
  };
  template <typename C>
  struct with_container {
    using type = Minnow<Indexer, C, T, Index, Concurrent>;
  };
  using value_type = T;

  explicit Minnow(Indexer indexer = Indexer(), MinnowParams params = MinnowParams())
      : Bags(std::move(indexer), params.chunkSize), params_(params) {}

  /// Destroys the tasks that were never taken.
  ~Minnow() {
    for (unsigned t = 0; t < mail_.size(); ++t) {
      while (Chunk<T>* chunk = mail_.getRemote(t)->inbox.take()) {
        this->pool_.free(chunk);
      }
    }
  }

  /// The worklist as one thread uses it. Copyable; valid on the thread that asked for it, while the
  /// number of active threads stays.
  class ThreadHandle {
  public:
    using value_type = T;

    void push(const value_type& task) { minnow_->add(*me_, task); }
    template <typename Iter>
    void push(Iter b, Iter e) {
      for (; b != e; ++b) {
        push(*b);
      }
    }
    galois::optional<value_type> pop() { return Bags::take(*me_, provide()); }
    /// Takes up to `max` tasks of one bag; 0 when none was found.
    std::size_t pop_batch(value_type* out, std::size_t max) {
      return Bags::takeSome(*me_, provide(), out, helper_ ? std::min(max, batch()) : max);
    }

  private:
    friend class Minnow;
    ThreadHandle(Minnow& minnow, unsigned self, unsigned threads)
        : minnow_(&minnow), me_(minnow.threads_.getLocal()), self_(self), threads_(threads),
          helpers_(minnow.params_.helpersOf(threads)),
          helper_(self < threads && self >= threads - helpers_) {}

    unsigned workers() const noexcept { return threads_ - helpers_; }
    std::size_t batch() const noexcept {
      return std::max<std::uint32_t>(minnow_->params_.helperBatch, 1);
    }
    Mail& mail(unsigned thread) const { return *minnow_->mail_.getRemote(thread); }

    Entry* provide() {
      if (helper_) {
        return helpAndProvide();
      }
      Entry* entry = me_->current;
      if (entry && entry->chunks.isOpen()) {
        return entry;
      }
      takeFrom(mail(self_));
      if (Entry* found = minnow_->Bags::provide(*me_)) {
        return found;
      }
      return takeFromAny() ? minnow_->Bags::provide(*me_) : nullptr;
    }

    /// A round of this helper.
    Entry* helpAndProvide() {
      if (minnow_->search(*me_)) { // and the thread has a chunk of that bag to itself now
        serve(*me_->current);
        return me_->current;
      }
      if (takeFromAny()) {
        return minnow_->Bags::provide(*me_);
      }
      ++me_->counters.emptyPops;
      return nullptr;
    }

    /// Fills the inboxes of this helper's workers with chunks of a bag, a chunk each in turn.
    void serve(Entry& entry) {
      const unsigned first = self_ - workers(); // this helper's number, and its first worker's
      bool room = true;
      while (room) {
        room = false;
        for (unsigned worker = first; worker < workers(); worker += helpers_) {
          Box& inbox = mail(worker).inbox;
          if (!inbox.hasRoom()) {
            continue;
          }
          Chunk<T>* chunk = entry.bag ? entry.bag->popAny(Bags::homeIn(*entry.bag)) : nullptr;
          if (!chunk) {
            return;
          }
          chunk->touch();
          inbox.put(chunk);
          ++mail(self_).brought;
          room = true;
        }
      }
    }

    /// Makes a chunk of that inbox, if there is one, the thread's own.
    bool takeFrom(Mail& from) {
      Chunk<T>* chunk = from.inbox.take();
      if (!chunk) {
        return false;
      }
      ++mail(self_).received;
      minnow_->adopt(*me_, chunk);
      return true;
    }

    /// The same with the first inbox that holds something, its own before others'.
    bool takeFromAny() {
      for (unsigned i = 0; i < threads_; ++i) {
        const unsigned thread = self_ + i < threads_ ? self_ + i : self_ + i - threads_;
        if (takeFrom(mail(thread))) {
          return true;
        }
      }
      return false;
    }

    Minnow* minnow_;
    ThreadData* me_;
    unsigned self_, threads_, helpers_;
    bool helper_;
  };

  /// For a thread that pushes and pops many times.
  ThreadHandle forThisThread() {
    return ThreadHandle(*this, substrate::ThreadPool::getTID(), substrate::getActiveThreads());
  }

  /// Gives each counter to `sink(thread, name, value)`. Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    Bags::reportCounters(sink);
    for (unsigned t = 0; t < mail_.size(); ++t) {
      sink(t, "chunks_brought", mail_.getRemote(t)->brought);
      sink(t, "chunks_received", mail_.getRemote(t)->received);
    }
  }

private:
  /// Files a chunk as the thread's own in its bag, and goes there if it is more urgent than the
  /// current one. Afterwards the thread has a task of that bag to itself.
  void adopt(ThreadData& me, Chunk<T>* chunk) {
    Entry& entry = this->entryOf(me, this->indexer_(chunk->front()));
    if (!me.current || this->before_(entry.index, me.current->index)) {
      this->moveTo(me, entry);
    }
    if (entry.chunks.isOpen()) {
      this->publish(me, entry, chunk);
    } else {
      entry.chunks.open(chunk, this->pool_);
    }
  }

  const MinnowParams params_;
  substrate::PerThreadStorage<Mail> mail_;
};
GALOIS_WLCOMPILECHECK(Minnow)

} // namespace galois::worklists

#endif
