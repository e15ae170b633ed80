/**
 * Software Minnow: OBIM in which a few threads, the helpers, deliver chunks to the others, the
 * workers [HD-CPS: Shan and Khan, HPCA 2022, section IV-A, after the hardware of Zhang, Ma, Thomson
 * and Chiou, SIGPLAN Notices 2018].
 *
 * The last threads of a loop are helpers, and each worker has one helper. A helper finds the most
 * urgent bag, reads the tasks of its chunks to bring them into a nearby cache, and puts the chunks
 * into the inboxes of its workers. Inboxes are small, so that the chunks in them stay urgent. A
 * worker that has emptied its chunk checks its inbox, which is one cache line of its own, before it
 * searches the shared bags. The bags are OBIM's, parts/bags/OrderedBags.h.
 *
 * Differences from the paper: between two rounds over its workers, a helper runs a few tasks
 * itself, unless the parameter says none. A thread that finds nothing else takes chunks from any inbox, so that no
 * task depends on one particular thread. Differences from published code: each worker of a group is
 * served, helpers stay until the loop ends, and the policy also works without helpers.
 *
 * Why a loop does not end too early. Termination detection (substrate/Termination.h) has two
 * requirements. A pop returns nothing only when all tasks that its thread pushed were taken. A
 * thread that took a task reports work before its pop returns nothing the next time. Moving a task
 * counts as taking it and pushing it again. So a call that moves a chunk must return a task, or the
 * thread must report work nevertheless:
 *  - A helper that runs tasks first takes a chunk for itself, then moves other chunks, then returns tasks of its
 *    own chunk.
 *  - A thread that takes a chunk out of an inbox keeps it. If it puts the chunk back into the bag
 *    instead, it has another open chunk of the same bag. In both cases it returns a task.
 *    Its pop returns nothing only after it has found all inboxes that it fills empty. So the chunks
 *    that it moved were taken.
 *  - A helper that runs no tasks offers its own to all threads, and reports work if it has moved a
 *    chunk (moved()), or has seen one on offer that may be its own. So if it reports none, its own
 *    were taken, or each is in one inbox.
 *
 * With `Engines`, each thread is a worker, and an engine beside its core fills its inbox
 * (MinnowHardware.h). The thread itself calls for that work, in a call that returns a task, so that
 * the argument above holds for it, too.
 *
 * Chunks move from bags to inboxes and from inboxes to threads. So a task that a thread does not
 * find in the bags was taken by a thread that has yet to report work.
 */
#pragma once

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
#include "galois/worklists/parts/common/Parameter.h"
#include "galois/worklists/parts/common/PolicyTypes.h"
#include "galois/worklists/parts/common/SharedParameters.h"
#include "galois/worklists/parts/common/ThroughHandles.h"
#include "galois/worklists/parts/messages/Inbox.h"

namespace galois::worklists {

namespace parameters {
/// Fields of MinnowParams.
/// @{
inline constexpr Parameter kMinnowHelpers = Parameter::autoNumber(
    "minnow-helpers", {1, 65535},
    "threads that bring work to the others; auto: one in ten, at least one of several");
inline constexpr Parameter kMinnowBatch = Parameter::number(
    "minnow-batch", {0, 65535}, "tasks that a helper executes itself between two rounds");
/// @}
} // namespace parameters

/// Run-time parameters of software Minnow.
struct MinnowParams {
  static constexpr unsigned kAuto = 0; ///< chosen by the policy

  std::uint32_t chunkSize = 64;  ///< tasks per chunk; used where the container says 0
  unsigned helpers = kAuto;      ///< number of helpers; at least one thread stays a worker
  std::uint32_t helperBatch = 8; ///< tasks that a helper runs between two rounds; 0: it runs none

  /// Returns the number of helpers among `threads` threads. The automatic number is one in ten
  /// threads, as in the paper's evaluation, and at least one. A single thread has no helper.
  unsigned helpersOf(unsigned threads) const noexcept {
    const unsigned wanted = helpers == kAuto ? std::max(1u, threads / 10) : helpers;
    return std::min(wanted, threads - 1);
  }

  /// Calls `visit(parameter, field)` for each, see parts/common/Parameter.h.
  template <typename Self, typename Visit>
  static void visitParameters(Self& self, Visit&& visit) {
    visit(parameters::kChunk, self.chunkSize);
    visit(parameters::kMinnowHelpers, self.helpers);
    visit(parameters::kMinnowBatch, self.helperBatch);
  }
};

/// The software variant: threads help, and there are no engines.
struct NoEngines {
  static constexpr bool kExist = false;    ///< whether each core has an engine
  static constexpr std::size_t kAhead = 4; ///< chunks that an inbox holds
  using Params = MinnowParams;             ///< run-time parameters
  /// Does nothing.
  explicit NoEngines(const Params& /*params*/) {}
};

/// The Minnow worklist.
/// @tparam Indexer    maps a task to an integer priority, smaller is more urgent
/// @tparam Container  a chunked worklist; its chunk size and its order within a bag are used
/// @tparam Engines    NoEngines, or MinnowEngines (MinnowHardware.h)
///
/// Thread-safe. A push to a bag that the thread pushed to recently is O(1). A pop is O(1), or
/// O(bags) when the thread's bag is empty.
template <typename Indexer = DummyIndexer<int>, typename Container = PerSocketChunkFIFO<64>,
          typename T = int, typename Index = int, bool Concurrent = true,
          typename Engines = NoEngines>
class Minnow : public BagPolicyTypes<Minnow, Indexer, Container, T, Index, Concurrent, Engines>,
               public ThroughHandles<Minnow<Indexer, Container, T, Index, Concurrent, Engines>, T>,
               private OrderedBags<FixedBins<Index, false>, Indexer, Container, 0, true, T, false> {
  using Bags = OrderedBags<FixedBins<Index, false>, Indexer, Container, 0, true, T, false>;
  using Through = ThroughHandles<Minnow, T>;
  using typename Bags::Entry;
  using typename Bags::ThreadData;
  using Box = Inbox<Chunk<T>, Engines::kAhead>;
  using Params = typename Engines::Params;

  struct Mail {
    Box inbox;
    std::uint64_t received = 0; ///< chunks that the thread took from inboxes
    std::uint64_t brought = 0;  ///< chunks that the thread put into inboxes
    std::uint64_t stalls = 0;   ///< times that the thread waited for its engine
    std::uint64_t stalled = 0;  ///< for how long, in picoseconds
  };

public:
  template <typename C> /// The policy with another container.
  struct with_container {
    using type = Minnow<Indexer, C, T, Index, Concurrent, Engines>; ///< that policy
  };
  using value_type = T; ///< the type of a task
  using Through::pop, Through::pop_batch, Through::push, Through::push_initial; ///< not of the bags

  /// Makes an empty worklist.
  explicit Minnow(Indexer indexer = Indexer(), Params params = Params())
      : Bags(std::move(indexer), params.chunkSize), params_(params), engines_(params) {}

  /// Destroys the tasks that were never taken.
  ~Minnow() {
    for (unsigned t = 0; t < mail_.size(); ++t) {
      while (Chunk<T>* chunk = mail_.getRemote(t)->inbox.take()) {
        this->pool_.free(chunk);
      }
    }
  }

  /// One thread's interface to the worklist. Copyable. Valid on the thread that called
  /// forThisThread(), as long as the number of active threads does not change.
  class ThreadHandle {
  public:
    using value_type = T; ///< the type of a task

    /// Adds a task. @throws std::bad_alloc, and what copying the task throws
    void push(const value_type& task) { minnow_->add(*me_, task); }
    /// Adds the tasks of [b, e). @throws as for one task
    template <typename Iter>
    void push(Iter b, Iter e) {
      for (; b != e; ++b) {
        push(*b);
      }
    }
    /// Takes a task. Returns nothing if it found none.
    galois::optional<value_type> pop() {
      auto task = Bags::take(*me_, provide());
      if constexpr (Engines::kExist) {
        Engines::deliver(task ? 1 : 0);
      }
      return task;
    }
    /// Takes up to `max` tasks of one bag and returns their number, 0 if none was found.
    std::size_t pop_batch(value_type* out, std::size_t max) {
      const std::size_t count =
          Bags::takeSome(*me_, provide(), out, helper_ ? std::min(max, batch()) : max);
      if constexpr (Engines::kExist) {
        Engines::deliver(count);
      }
      return count;
    }

    /// Returns whether a helper that runs no tasks has moved some since the last call, or has seen some
    /// that may be its own, see worklists::hasMoved().
    bool moved() noexcept { return std::exchange(moved_, false); }

  private:
    friend class Minnow;
    ThreadHandle(Minnow& minnow, unsigned self, unsigned threads)
        : minnow_(&minnow), me_(minnow.threads_.getLocal()), self_(self), threads_(threads),
          helpers_(Engines::kExist ? 0 : minnow.params_.helpersOf(threads)),
          helper_(self < threads && self >= threads - helpers_) {}

    unsigned workers() const noexcept { return threads_ - helpers_; }
    std::size_t batch() const noexcept { return minnow_->params_.helperBatch; }
    Mail& mail(unsigned thread) const { return *minnow_->mail_.getRemote(thread); }

    /// Returns the entry of a bag from which this thread can take a task, or nullptr.
    Entry* provide() {
      if (helper_) {
        if (batch() > 0) {
          return helpAndProvide();
        }
        giveOwn();
        help();
        ++me_->counters.emptyPops;
        return nullptr;
      }
      Entry* const entry = provideToWorker();
      if constexpr (Engines::kExist) {
        if (entry) {
          fetchAhead();
        }
      }
      return entry;
    }

    /// Returns an entry with tasks for this worker, or nullptr.
    Entry* provideToWorker() {
      Entry* entry = me_->current;
      if (entry && entry->chunks.isOpen()) {
        return entry;
      }
      if constexpr (Engines::kExist) {
        awaitEngine();
      }
      takeFrom(mail(self_));
      if (Entry* found = minnow_->Bags::provide(*me_)) {
        return found;
      }
      return takeFromAny() ? minnow_->Bags::provide(*me_) : nullptr;
    }

    /// Waits for the chunk that the engine is bringing, if it is bringing one.
    void awaitEngine() {
      if (!mail(self_).inbox.seemsEmpty()) {
        if (const auto waited = Engines::await()) {
          ++mail(self_).stalls;
          mail(self_).stalled += waited;
        }
      }
    }

    /// Lets the idle engine fill the inbox with the most urgent chunks on offer.
    void fetchAhead() {
      Box& inbox = mail(self_).inbox;
      if (!Engines::idle() || !inbox.hasRoom()) {
        return;
      }
      const typename Engines::Scope scope;
      do {
        Chunk<T>* const chunk = minnow_->takeOffered(*me_, minnow_->bags_.hint());
        if (!chunk) {
          return;
        }
        chunk->touch();
        inbox.put(chunk);
        ++mail(self_).brought;
      } while (inbox.hasRoom());
    }

    /// Does one round of this helper: fills the inboxes of its workers. Returns an entry with tasks
    /// for the helper itself, or nullptr.
    Entry* helpAndProvide() {
      if (minnow_->search(*me_)) { // true: this thread now owns a chunk of the bag that it found
        serve(*me_->current);
        return me_->current;
      }
      if (takeFromAny()) {
        return minnow_->Bags::provide(*me_);
      }
      ++me_->counters.emptyPops;
      return nullptr;
    }

    /// Fills the inboxes of this helper's workers with chunks of the bag.
    void serve(Entry& entry) {
      fill([&entry] { return entry.bag ? entry.bag->popAny(Bags::homeIn(*entry.bag)) : nullptr; });
    }

    /// Offers all tasks that the helper has added or was left with to all threads. Its current bag
    /// becomes the most urgent of these. @throws std::bad_alloc; the helper keeps the others
    void giveOwn() {
      if (given_ == me_->counters.pushes) {
        return;
      }
      for (auto& [key, entry] : me_->cache.ordered) {
        entry.chunks.offerAll([this, &entry = entry](Chunk<T>* chunk) {
          minnow_->offer(*me_, entry, chunk);
          moved_ = true;
          if (!me_->current || minnow_->before_(entry.index, me_->current->index)) {
            minnow_->moveTo(*me_, entry);
          }
        });
      }
      given_ = me_->counters.pushes;
    }

    /// Fills the inboxes of this helper's workers with the most urgent chunks on offer.
    void help() {
      const bool emptied = fill([this] {
        Chunk<T>* const chunk =
            minnow_->takeOffered(*me_, minnow_->mostUrgentOfMine(*me_, minnow_->bags_.hint()));
        moved_ = moved_ || chunk;
        return chunk;
      });
      if (me_->current && (emptied || !minnow_->seesOffered(*me_, *me_->current))) {
        minnow_->leaveBag(*me_);
      }
      moved_ = moved_ || me_->current;
    }

    /// Fills the inboxes of this helper's workers with what `next` takes, one chunk per worker in
    /// turn, until the inboxes are full or `next` returns nullptr. @return whether it has
    template <typename Next>
    bool fill(Next&& next) {
      const unsigned first = self_ - workers(); // the number of this helper and its first worker
      bool room = true;
      while (room) {
        room = false;
        for (unsigned worker = first; worker < workers(); worker += helpers_) {
          Box& inbox = mail(worker).inbox;
          if (!inbox.hasRoom()) {
            continue;
          }
          Chunk<T>* const chunk = next();
          if (!chunk) {
            return true;
          }
          chunk->touch();
          inbox.put(chunk);
          ++mail(self_).brought;
          room = true;
        }
      }
      return false;
    }

    /// Takes a chunk out of the inbox `from` for this thread. Returns whether there was one.
    bool takeFrom(Mail& from) {
      Chunk<T>* chunk = from.inbox.take();
      if (!chunk) {
        return false;
      }
      ++mail(self_).received;
      minnow_->adopt(*me_, chunk);
      return true;
    }

    /// Takes a chunk out of the first inbox that holds one, beginning with the thread's own.
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
    // Of a helper that runs no tasks:
    bool moved_ = false;        ///< see moved()
    std::uint64_t given_ = ~0u; ///< its pushes when giveOwn() last offered them
  };

  /// Returns a handle for the calling thread, which makes many pushes and pops cheaper.
  ThreadHandle forThisThread() {
    return ThreadHandle(*this, substrate::ThreadPool::getTID(), substrate::getActiveThreads());
  }

  /// Passes each counter to `sink(thread, name, value)`. Call it between loops only.
  template <typename Sink>
  void reportCounters(Sink&& sink) {
    Bags::reportCounters(sink);
    for (unsigned t = 0; t < mail_.size(); ++t) {
      sink(t, "chunks_brought", mail_.getRemote(t)->brought);
      sink(t, "chunks_received", mail_.getRemote(t)->received);
      if constexpr (Engines::kExist) {
        sink(t, "engine_stalls", mail_.getRemote(t)->stalls);
        sink(t, "engine_stall_ns", mail_.getRemote(t)->stalled / 1000);
      }
    }
  }

private:
  /// Gives the thread a chunk of the bag that `chunk` belongs to: `chunk` itself, or, if the thread
  /// has one open there, that one; then `chunk` goes to the bag. Makes that bag the current one if
  /// it is more urgent. Afterwards the thread owns at least one task of that bag.
  void adopt(ThreadData& me, Chunk<T>* chunk) {
    Entry& entry = this->entryOf(me, this->indexer_(chunk->front()));
    if (!me.current || this->before_(entry.index, me.current->index)) {
      this->moveTo(me, entry);
    }
    if (entry.chunks.isOpen()) {
      this->offer(me, entry, chunk);
    } else {
      entry.chunks.open(chunk, this->pool_);
    }
  }

  /// Takes the most urgent chunk that any thread has offered from that priority on; nullptr if it
  /// found none.
  Chunk<T>* takeOffered(ThreadData& me, const Index& from) {
    this->bags_.refresh(me.cache);
    auto& ordered = me.cache.ordered;
    for (auto at = ordered.lower_bound(this->binning_.firstWith(from)); at != ordered.end(); ++at) {
      Entry& entry = at->second;
      Chunk<T>* const chunk = entry.bag ? entry.bag->popAny(Bags::homeIn(*entry.bag)) : nullptr;
      if (chunk) {
        return chunk;
      }
    }
    return nullptr;
  }

  /// Returns whether a chunk seems to be on offer in the bag `from` or a later one.
  bool seesOffered(ThreadData& me, const Entry& from) {
    const auto& ordered = me.cache.ordered;
    return std::any_of(ordered.lower_bound(from.index), ordered.end(),
                       [](const auto& bag) { return bag.second.holdsWork(); });
  }

  const Params params_;
  const Engines engines_;
  substrate::PerThreadStorage<Mail> mail_;
};
GALOIS_WLCOMPILECHECK(Minnow)

} // namespace galois::worklists
