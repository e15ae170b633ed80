/**
 * Traces: when each priority was pushed to a worklist, and when it was popped.
 *
 * TraceLog keeps one list of events per thread. Recorded<WL> is any policy with a log around it, so
 * that a trace of any loop can be taken:
 *
 *     TraceLog log;
 *     for_each(range, op, wl<Recorded<Policy, Indexer>>(&log, Indexer(), policyArguments...), ...);
 *     RankReport report = replay(log.events()); // Replay.h
 *
 * A push is stamped before the policy gets the task, and a pop after the task was delivered. So no
 * task leaves before it has arrived, and each task counts as present for at least as long as it
 * was. Ranks are therefore never underestimated. They may be overestimated by what other threads do
 * during one call. A task that is delivered in a batch is stamped when the loop would run it.
 *
 * Stamp::kClock costs some tens of nanoseconds per event and orders threads as well as their clocks
 * agree. Equal stamps are ordered pushes first, then by thread. Stamp::kTicket numbers all events
 * with one shared counter, which gives an exact total order. But every event then transfers the
 * counter's cache line, so threads run one after the other and fast policies become as slow as the
 * counter.
 */
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/optional.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/substrate/PerThreadStorage.h"
#include "galois/worklists/Concept.h"
#include "galois/worklists/parts/common/Indexer.h"
#include "galois/worklists/parts/common/ThroughHandles.h"

namespace galois::bench {

/// Where the order of events comes from.
enum class Stamp { kClock, kTicket };

/// One push or pop, 16 bytes.
struct Event {
  std::uint64_t stampAndKind; ///< the stamp in the upper 63 bits; the lowest bit is 1 for a pop
  std::uint64_t priority;     ///< smaller is more urgent

  static Event push(std::uint64_t stamp, std::uint64_t priority) { return {stamp << 1, priority}; }
  static Event pop(std::uint64_t stamp, std::uint64_t priority) {
    return {stamp << 1 | 1, priority};
  }
  std::uint64_t stamp() const noexcept { return stampAndKind >> 1; }
  bool isPop() const noexcept { return (stampAndKind & 1) != 0; }
};

/// The events of one thread, in the order in which it performed them.
using Trace = std::vector<Event>;

/// Writes one file per thread into the existing folder: `thread-0000.trace` and so on. Each file
/// holds the eight bytes "gtrace01" and then the events as pairs of 64-bit words in the machine's
/// byte order.
/// @throws std::runtime_error that names the file that cannot be written
void writeTraces(const std::string& folder, const std::vector<Trace>& traces);

/// Reads the traces that writeTraces() left in the folder, in the order of threads. Within a file,
/// stamps must not decrease.
/// @throws std::runtime_error that names the malformed file, or the folder if it has no trace
std::vector<Trace> readTraces(const std::string& folder);

/// The events of a loop. Each thread writes its own list. The lists may only be read between loops.
class TraceLog {
public:
  explicit TraceLog(Stamp stamp = Stamp::kClock) : stamp_(stamp) {}

  /// Appends to the list of one thread.
  class Writer {
  public:
    void pushed(std::uint64_t priority) { events_->push_back(Event::push(log_->now(), priority)); }
    void popped(std::uint64_t priority) { events_->push_back(Event::pop(log_->now(), priority)); }

  private:
    friend class TraceLog;
    Writer(TraceLog& log, Trace& events) : log_(&log), events_(&events) {}
    TraceLog* log_;
    Trace* events_;
  };

  /// The calling thread's writer, which is valid on this thread as long as the log exists.
  Writer forThisThread() { return Writer(*this, traces_.getLocal()->events); }

  /// Returns a copy of the recorded events, one list per thread.
  std::vector<Trace> events() const {
    std::vector<Trace> all;
    for (unsigned t = 0; t < traces_.size(); ++t) {
      all.push_back(traces_.getRemote(t)->events);
    }
    while (!all.empty() && all.back().empty()) {
      all.pop_back();
    }
    return all;
  }

private:
  struct alignas(substrate::kCacheLineSize) OfThread {
    Trace events;
  };

  std::uint64_t now() {
    // relaxed: all changes of one word have a total order. A task's push comes before its pop in
    // it, because the policy passes the task from one to the other.
    return stamp_ == Stamp::kClock ? substrate::nowNs()
                                   : ticket_.fetch_add(1, std::memory_order_relaxed);
  }

  Stamp stamp_;
  mutable substrate::PerThreadStorage<OfThread> traces_;
  alignas(substrate::kCacheLineSize) std::atomic<std::uint64_t> ticket_{0};
};

/// Maps an integer priority to an unsigned one that has the same order.
template <typename Index>
std::uint64_t asUnsigned(Index index) {
  static_assert(std::is_integral_v<Index>);
  const auto bits = static_cast<std::uint64_t>(index); // sign-extends
  return std::is_signed_v<Index> ? bits ^ (std::uint64_t{1} << 63) : bits;
}

/// The policy WL with every push and pop recorded. It behaves as WL does under for_each, batches
/// included, except for the time that recording takes.
/// @tparam Indexer  maps a task to an integer priority: the indexer of WL, or a finer one
template <typename WL, typename Indexer>
class Recorded : public worklists::ThroughHandles<Recorded<WL, Indexer>, typename WL::value_type> {
public:
  using value_type = typename WL::value_type;
  template <typename U>
  using retype = Recorded<typename WL::template retype<U>, Indexer>;
  template <bool B>
  using rethread = Recorded<typename WL::template rethread<B>, Indexer>;

  /// @param log   receives the events; it must outlive the worklist
  /// @param args  the arguments of WL's constructor
  template <typename... Args>
  explicit Recorded(TraceLog* log, Indexer indexer, Args&&... args)
      : log_(log), indexer_(std::move(indexer)), worklist_(std::forward<Args>(args)...) {}
  Recorded(const Recorded&) = delete;
  Recorded& operator=(const Recorded&) = delete;

private:
  using Inner = std::remove_reference_t<decltype(worklists::forThisThread(std::declval<WL&>()))>;
  static constexpr bool kBatches =
      worklists::kHasPopBatch<Inner> && std::is_default_constructible_v<value_type>;
  static constexpr std::size_t kBatch = 64; ///< as many as for_each requests

  /// The tasks that the policy has delivered and the loop has not taken yet.
  struct Batch {
    std::vector<value_type> tasks;
    std::size_t next = 0, end = 0;
  };

public:
  class ThreadHandle {
  public:
    using value_type = typename WL::value_type;

    void push(const value_type& task) {
      writer_.pushed(queue_->priorityOf(task));
      inner_.push(task);
    }
    template <typename Iter>
    void push(Iter b, Iter e) {
      for (Iter i = b; i != e; ++i) {
        writer_.pushed(queue_->priorityOf(*i));
      }
      inner_.push(b, e);
    }
    galois::optional<value_type> pop() {
      galois::optional<value_type> task = take();
      if (task) {
        writer_.popped(queue_->priorityOf(*task));
      }
      return task;
    }

  private:
    friend class Recorded;
    explicit ThreadHandle(Recorded& queue)
        : queue_(&queue), inner_(worklists::forThisThread(queue.worklist_)),
          batch_(queue.batches_.getLocal()), writer_(queue.log_->forThisThread()) {}

    galois::optional<value_type> take() {
      if constexpr (kBatches) {
        if (batch_->next == batch_->end) {
          batch_->tasks.resize(kBatch);
          batch_->next = 0;
          batch_->end = inner_.pop_batch(batch_->tasks.data(), kBatch);
        }
        return batch_->next < batch_->end
                   ? galois::optional<value_type>(batch_->tasks[batch_->next++])
                   : galois::optional<value_type>();
      } else {
        return inner_.pop();
      }
    }

    Recorded* queue_;
    /// A handle by value, or the policy itself by reference.
    decltype(worklists::forThisThread(std::declval<WL&>())) inner_;
    Batch* batch_;
    TraceLog::Writer writer_;
  };

  ThreadHandle forThisThread() { return ThreadHandle(*this); }

  template <typename Range>
  void push_initial(const Range& range) {
    auto writer = log_->forThisThread();
    const auto share = range.local_pair();
    for (auto i = share.first; i != share.second; ++i) {
      writer.pushed(priorityOf(*i));
    }
    worklist_.push_initial(range);
  }

  // The optional parts of WL's interface.
  bool empty() requires worklists::kHasEmpty<WL> { return worklist_.empty(); }
  template <typename Sink>
  void reportCounters(Sink&& sink) requires worklists::kReportsCounters<WL> {
    worklist_.reportCounters(sink);
  }
  template <typename Sink>
  void reportHistories(Sink&& sink) requires worklists::kReportsHistories<WL> {
    worklist_.reportHistories(sink);
  }

private:
  std::uint64_t priorityOf(const value_type& task) const { return asUnsigned(indexer_(task)); }

  TraceLog* log_;
  Indexer indexer_;
  WL worklist_;
  substrate::PerThreadStorage<Batch> batches_;
};

} // namespace galois::bench
