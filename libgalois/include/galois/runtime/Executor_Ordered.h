/**
 * for_each_ordered: items run as if one after the other, in the order of a comparison.
 *
 * The loop runs in rounds. A round takes the earliest items, as many as RoundWindow says. The
 * neighbourhood function of each takes the locks that the item will use, and they are marked
 * (Marks.h); an earlier item has a higher rank. An item that holds all its marks is a *source*: none
 * of the items before it conflicts with it. The operators of the sources then run, in parallel. What
 * they push joins the other items. Items that compare equal run in the order in which they came: the
 * range's, or that of the items that pushed them. So the schedule depends on the input alone. See
 * Hassaan, Nguyen and Pingali, "Kinetic dependence graphs" (ASPLOS 2015).
 *
 * A source may still have to wait for an item that does not exist yet. Without a stability test,
 * all sources run. This is right if nothing is pushed, or if the neighbourhood of a pushed item
 * lies within the neighbourhood of the item that pushes it. With a test, the sources run that pass
 * it, and those that compare equal to the earliest item of all; no pushed item can be earlier than
 * these.
 */
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "galois/Timer.h"
#include "galois/UserContext.h"
#include "galois/runtime/Context.h"
#include "galois/runtime/Statistics.h"
#include "galois/runtime/UserContextAccess.h"
#include "galois/runtime/loops/LoopOptions.h"
#include "galois/runtime/report/TaskProgress.h"
#include "galois/runtime/rounds/Marks.h"
#include "galois/runtime/rounds/RoundLoop.h"
#include "galois/runtime/rounds/Rounds.h"
#include "galois/substrate/ActiveThreads.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::runtime {

/// In place of a stability test that was not given: all sources run.
struct NoStabilityTest {};

/// Items in the order of a comparison; equal ones in the order in which they were added. Used by one
/// thread.
template <typename T, typename Cmp>
class OrderedItems {
public:
  /// An item and its place among equal ones.
  struct Entry {
    T item;              ///< the item
    std::uint64_t place; ///< its number in the order of additions
  };

  explicit OrderedItems(const Cmp& cmp) : cmp_(cmp) {} ///< no items yet

  /// Returns whether `a` comes before `b`.
  bool before(const Entry& a, const Entry& b) const {
    return cmp_(a.item, b.item) || (a.place < b.place && !cmp_(b.item, a.item));
  }
  /// Adds an item after those that are equal to it. O(log items).
  template <typename Item>
  void add(Item&& item) {
    putBack(Entry{T(std::forward<Item>(item)), added_++});
  }
  /// Adds an item that was there before. O(log items).
  void putBack(Entry&& entry) {
    heap_.push_back(std::move(entry));
    std::push_heap(heap_.begin(), heap_.end(), later());
  }
  bool empty() const noexcept { return heap_.empty(); }   ///< whether there are no items
  const Entry& earliest() const { return heap_.front(); } ///< the first of them
  Entry takeEarliest() {                                  ///< Removes it. O(log items).
    std::pop_heap(heap_.begin(), heap_.end(), later());
    Entry entry = std::move(heap_.back());
    heap_.pop_back();
    return entry;
  }

private:
  auto later() const {
    return [this](const Entry& a, const Entry& b) { return before(b, a); };
  }

  const Cmp& cmp_;
  std::vector<Entry> heap_;
  std::uint64_t added_ = 0;
};

/// One loop.
/// @tparam T         the type of an item
/// @tparam Cmp       cmp(a, b): whether a must run before b; a strict weak order
/// @tparam NhFunc    nhFunc(item, context) takes the locks of an item and writes nothing
/// @tparam Function  operator(item, context)
/// @tparam Stable    stable(item), or NoStabilityTest
template <typename T, typename Cmp, typename NhFunc, typename Function, typename Stable>
class OrderedExecutor : private RoundLoop<OrderedExecutor<T, Cmp, NhFunc, Function, Stable>> {
public:
  OrderedExecutor(const Cmp& cmp, const NhFunc& nhFunc, const Function& function,
                  const Stable& stable, const char* name)
      : Rounds(substrate::getActiveThreads()), cmp_(cmp), nhFunc_(nhFunc), function_(function),
        stable_(stable), name_(name == nullptr ? "ANON_LOOP" : name), reports_(name != nullptr),
        pending_(cmp) {}

  /// Runs the loop on all active threads. To be called once.
  /// @throws what the functions throw; of those of a round, the first item's
  /// @throws std::logic_error if an item is pushed that is earlier than the one that pushes it, and
  ///         as runOnActiveThreads()
  template <typename Iter>
  void run(Iter begin, Iter end) {
    Timer timer;
    timer.start();
    for (; begin != end; ++begin) {
      pending_.add(*begin);
    }
    for (unsigned thread = 0; thread < team_.threads(); ++thread) {
      parts_.push_back(std::make_unique<Part>(thread));
    }
    runOnActiveThreads(
        name_, failure_, [this](unsigned) { team_.prepare(); }, [this] { runThread(); });
    timer.stop();
    report(timer);
  }

private:
  using Rounds = RoundLoop<OrderedExecutor>;
  friend Rounds;
  using Rounds::rankOf;
  using Rounds::rounds_;
  using Rounds::team_;
  static constexpr bool kInspects = true;

  static constexpr bool kTests = !std::is_same_v<Stable, NoStabilityTest>;
  using Entry = typename OrderedItems<T, Cmp>::Entry;
  using Access = UserContextAccess<T>;

  /// An item of the round.
  struct Candidate {
    explicit Candidate(Entry&& e) : entry(std::move(e)) {}
    Entry entry;
    std::exception_ptr error; ///< what its neighbourhood function or its test has thrown
    unsigned thread = 0;      ///< whose list has its marks
    std::size_t firstMark = 0;
    std::size_t marks = 0;
    bool mayRun = false; ///< unless it has lost a mark
    bool done = false;
  };

  /// What belongs to one thread. Others may read its marks after a barrier.
  struct alignas(substrate::kCacheLineSize) Part {
    explicit Part(unsigned t) : thread(t), iteration(marks), access(context) {}
    struct Group {
      std::size_t position; ///< in the round, of the item that has pushed
      std::size_t first;
      std::size_t count;
    };
    const unsigned thread;
    Marks marks;
    SimpleRuntimeContext iteration;
    UserContext<T> context;
    Access access;
    typename Access::PushBuffer pushed;
    std::vector<Group> groups;
    RoundFailure failure;
    std::uint64_t ran = 0;
    std::uint64_t pushes = 0;
    std::uint64_t waits = 0;
  };

  void runThread() {
    Part& part = *parts_[substrate::ThreadPool::getTID()];
    Rounds::runRounds(part);
    assert(part.marks.none());
  }

  std::size_t roundSize() const { return window_.size(); }
  static constexpr bool mustGoAlone() { return false; }
  void runAlone(Part& /*part*/) {} // no round has to be run alone

  /// Marks the neighbourhood of an item, and tests whether it is stable.
  void inspect(Part& part, std::size_t position) {
    Candidate& item = window_[position];
    item.thread = part.thread;
    item.firstMark = part.marks.marks().size();
    part.marks.beginMarking(rankOf(position));
    part.access.beginPass(true);
    try {
      call(nhFunc_, item.entry.item, part);
      item.mayRun = !kTests || !cmp_(window_[0].entry.item, item.entry.item);
      if constexpr (kTests) {
        item.mayRun = item.mayRun || call(stable_, item.entry.item, part);
      }
    } catch (const FirstPassEnd&) {
      item.mayRun = !kTests || !cmp_(window_[0].entry.item, item.entry.item);
    } catch (const ConflictSignal&) {
      item.mayRun = false;
    } catch (...) {
      item.error = std::current_exception();
      item.mayRun = true;
    }
    part.access.resetPushBuffer();
    item.marks = part.marks.marks().size() - item.firstMark;
    item.mayRun = item.mayRun && !part.marks.lost();
  }

  /// Runs the operator of an item if it is a source that may run.
  void commit(Part& part, std::size_t position) {
    Candidate& item = window_[position];
    const Mark* first = parts_[item.thread]->marks.marks().data() + item.firstMark;
    const auto holds = [rank = rankOf(position)](const Mark& mark) {
      return Marks::holds(mark, rank);
    };
    if (!item.mayRun || !std::all_of(first, first + item.marks, holds)) {
      ++part.waits;
      item.error = nullptr;
      return;
    }
    if (item.error) {
      part.failure.keep(position, std::exchange(item.error, nullptr));
      return;
    }
    substrate::charge(substrate::Work::kTask);
    part.marks.beginRunning(rankOf(position));
    part.access.beginPass(false);
    try {
      call(function_, item.entry.item, part);
      keepPushes(part, position);
      item.done = true;
      ++part.ran;
    } catch (const ConflictSignal&) {
      ++part.waits;
    } catch (...) {
      part.failure.capture(position);
    }
    part.access.resetPushBuffer();
  }

  void keepPushes(Part& part, std::size_t position) {
    auto& buffer = part.access.getPushBuffer();
    if (buffer.empty()) {
      return;
    }
    for (const auto& pushed : buffer) {
      if (cmp_(pushed, window_[position].entry.item)) {
        throw std::logic_error(
            "an operator of for_each_ordered pushed an item that is earlier than "
            "its own; push items that are equal or later");
      }
    }
    part.groups.push_back({position, part.pushed.size(), buffer.size()});
    for (auto&& pushed : buffer) {
      part.pushed.push_back(std::move(pushed));
    }
    part.pushes += buffer.size();
  }

  /// Calls fn(item, context), or fn(item) if it takes no context. It may take locks.
  template <typename Fn>
  static decltype(auto) call(const Fn& fn, T& item, Part& part) {
    const IterationScope scope(part.iteration);
    if constexpr (std::is_invocable_v<const Fn&, T&, UserContext<T>&>) {
      return fn(item, part.context);
    } else {
      return fn(item);
    }
  }

  /// Closes the last round and opens the next one. @return whether there is one
  bool plan() noexcept {
    try {
      return closeRound() && openRound();
    } catch (...) {
      failure_.capture();
      return false;
    }
  }

  /// @return whether the loop goes on
  bool closeRound() {
    RoundFailure failure;
    struct Source {
      std::size_t position;
      Part* part;
      std::size_t first, count;
    };
    std::vector<Source> sources;
    for (const auto& part : parts_) {
      failure.merge(part->failure);
      for (const auto& group : part->groups) {
        sources.push_back({group.position, part.get(), group.first, group.count});
      }
    }
    if (failure) {
      failure.raise(failure_);
      return false;
    }
    std::sort(sources.begin(), sources.end(),
              [](const Source& a, const Source& b) { return a.position < b.position; });
    for (const Source& source : sources) {
      for (std::size_t i = 0; i < source.count; ++i) {
        pending_.add(std::move(source.part->pushed[source.first + i]));
      }
    }
    for (const auto& part : parts_) {
      part->pushed.clear();
      part->groups.clear();
    }
    std::size_t ran = 0;
    for (Candidate& item : window_) {
      if (item.done) {
        ++ran;
      } else {
        waiting_.push_back(std::move(item.entry));
      }
    }
    if (!window_.empty()) {
      size_.adapt(window_.size(), ran);
    }
    window_.clear();
    return !TaskProgress::count(ran);
  }

  /// Fills the window with the earliest items: those that wait, which are sorted, and new ones.
  /// @return whether there is one
  bool openRound() {
    auto next = waiting_.begin();
    const auto isNext = [&] {
      return next != waiting_.end() &&
             (pending_.empty() || !pending_.before(pending_.earliest(), *next));
    };
    while (window_.size() < size_.size() && (next != waiting_.end() || !pending_.empty())) {
      window_.emplace_back(isNext() ? std::move(*next++) : pending_.takeEarliest());
    }
    for (; next != waiting_.end(); ++next) {
      pending_.putBack(std::move(*next));
    }
    waiting_.clear();
    return !window_.empty();
  }

  void report(const Timer& timer) {
    if (!reports_) {
      return;
    }
    std::uint64_t ran = 0, pushes = 0, waits = 0;
    for (const auto& part : parts_) {
      ran += part->ran;
      pushes += part->pushes;
      waits += part->waits;
    }
    reportStat_Tsum(name_, "Iterations", ran + waits);
    reportStat_Tsum(name_, "Commits", ran);
    reportStat_Tsum(name_, "Pushes", pushes);
    reportStat_Tsum(name_, "Conflicts", waits);
    reportStat_Single(name_, "Rounds", rounds_);
    reportStat_Tmax(name_, "Time", timer.get());
  }

  const Cmp& cmp_;
  const NhFunc& nhFunc_;
  const Function& function_;
  const Stable& stable_;
  const char* name_;
  bool reports_;
  std::vector<std::unique_ptr<Part>> parts_; ///< one per thread
  FirstException failure_;

  // What plan() changes; the other threads access the items of the round.
  OrderedItems<T, Cmp> pending_;  ///< the items outside the round
  std::vector<Candidate> window_; ///< the items of the round, the earliest first
  std::vector<Entry> waiting_;    ///< those of them that did not run
  RoundWindow size_;
};

/// Runs for_each_ordered. @throws as OrderedExecutor::run()
template <typename Iter, typename Cmp, typename NhFunc, typename Function, typename Stable>
void for_each_ordered_gen(Iter begin, Iter end, const Cmp& cmp, const NhFunc& nhFunc,
                          const Function& function, const Stable& stable, const char* name) {
  requireNoParallelLoop(name == nullptr ? "ANON_LOOP" : name);
  using T = typename std::iterator_traits<Iter>::value_type;
  OrderedExecutor<T, Cmp, NhFunc, Function, Stable>(cmp, nhFunc, function, stable, name)
      .run(begin, end);
}

} // namespace galois::runtime
