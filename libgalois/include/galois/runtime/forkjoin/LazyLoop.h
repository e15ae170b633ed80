/**
 * Parallel loops and reductions of the fork-join executor, divided only when another worker has no
 * work. So there is no grain size to choose [Tzannes, Caragea, Barua, Vishkin, "Lazy binary
 * splitting", PPoPP 2010].
 *
 * The worker runs the range in pieces and polls between them. Pieces begin with the least grain and
 * grow until one takes about a microsecond, so that polling costs little. How long the next piece will
 * take is not known: iterations may become expensive from one to the next. What is guaranteed is a
 * number of iterations between two polls while there are other workers:
 *  - A piece has at most 1/(2 n) of what has not begun, with n workers, or 16 iterations if that is
 *    more. So what is expensive at the end of a range is divided, too.
 *  - A piece is at most twice as long as the longest one before it in its range, and one that took
 *    much longer than a microsecond is followed by one that is shorter in the same ratio.
 *  - Where the loop calls the user for each index (Body::kPerIndex), it looks within a piece whether
 *    another worker asks, every 64 iterations or every 8th of the piece. Then the piece ends there,
 *    and the rest of it can be given away.
 *  - A range whose rest, at the rate of its last piece, takes less than two microseconds is not offered,
 *    because a thread that gets a part of it costs more than that. The next piece is measured again.
 * What is not guaranteed is a time. Without a clock in the body, a piece that was chosen while
 * iterations were cheap may take as long as its iterations do, but the next one is short. A body that
 * gets ranges and may take long must poll by itself. A least grain of the caller is never divided.
 *
 * Where owners give tasks away, the frame of the loop waits in the deque like that of a branch, and
 * holds the range that has not begun. When it is the oldest frame and another worker asks, the upper
 * half of that range becomes a *part*, with a frame of its own. The loop itself stays the oldest
 * frame, so the outermost of nested loops is divided first. A part is allocated when it is given
 * away. The handler of an interrupt must not allocate, so a leaf that can be interrupted allocates
 * parts for it before it begins (TaskWorker::leaf()). Where thieves take frames from the deque
 * themselves, the worker forks the upper half when its deque is empty.
 *
 * Invariant: the range of a loop is divided into consecutive ranges: what the owner has begun, what
 * has not begun, and the parts, of which the newest is the lowest. Each index is in one of them.
 * Results are combined in the order of the ranges. Workers share where the loop has failed
 * (LoopFailure.h), and each part, which its frame hands to the taker and back (TaskFrame.h).
 *
 * Exceptions. A loop throws what the serial loop would have thrown first. It remembers the beginning of
 * the lowest piece that has thrown (LoopFailure.h). No piece above it begins afterwards, and pieces
 * below it run on, since they may throw, too. Blocks of pieces look for it as they do for requests.
 * When the computation is cancelled, or the task that runs the loop was dropped (TaskWorker.h), all
 * pieces stop, and the loop throws Cancelled, unless a part has thrown an exception of the program.
 * Results of a loop that failed are not combined.
 *
 * Code of the user may fork and poll, and then the loop in which it runs may be divided. So none of
 * it runs while a loop is being divided or a part is being handed over:
 *  - The result of a part is made by its taker when the part begins (Body::fresh(), which copies the
 *    identity of a reduction), and destroyed by the owner after the part is done.
 *  - Iterations, the operators of iterators, and moves and assignments of results run inside
 *    Body::run(). Body::combine() runs after the loop has left the deque. Exceptions are stored and
 *    destroyed outside of the deque, too.
 *  - A part allocates no memory but its own. Should the program's operator new poll, takeOldest()
 *    looks again at what is left (OldestTask.h).
 *
 * Handlers. The handler divides a loop on the thread that runs it, in the middle of a leaf. It writes
 * plain members of Range and of a part, and calls nothing but functions of this file, which neither
 * allocate nor throw. The interrupted code does not access these members: the leaf is a piece of the
 * loop, so the loop reads them before it begins and after it has ended. Where a leaf begins and ends,
 * Interrupts.h orders the accesses of the thread and those of its handler. Allocating parts and polling
 * is no part of the leaf: an interrupt that comes meanwhile is only noted.
 */
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

#include "galois/runtime/forkjoin/ForkJoinCounters.h"
#include "galois/runtime/forkjoin/LoopFailure.h"
#include "galois/runtime/forkjoin/TaskFrame.h"
#include "galois/runtime/forkjoin/TaskWorker.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Cancellation.h"
#include "galois/substrate/Charge.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/CompilerSpecific.h"

namespace galois::runtime {

class SerialContext;

/// Returns the length of [first, last), for integers and random-access iterators; 0 if it is
/// reversed.
template <typename I>
std::uint64_t rangeLength(const I& first, const I& last) {
  if (!(first < last)) {
    return 0;
  }
  if constexpr (std::is_integral_v<I>) {
    return static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);
  } else {
    return static_cast<std::uint64_t>(last - first);
  }
}

/// Returns the index or iterator `offset` steps after `first`.
template <typename I>
I rangeAt(const I& first, std::uint64_t offset) {
  if constexpr (std::is_integral_v<I>) {
    return static_cast<I>(static_cast<std::uint64_t>(first) + offset);
  } else {
    return first + static_cast<typename std::iterator_traits<I>::difference_type>(offset);
  }
}

/**
 * A loop over [0, n).
 *
 * @tparam Worker  TaskWorker of some protocol
 * @tparam Body    has a type `Result`; fresh(), the result of an empty range;
 *                 run(worker, begin, end, result), which adds a piece to a result;
 *                 combine(lower, upper), which adds the result of the next range; and kPerIndex,
 *                 whether a piece may be run as several shorter ones
 * @tparam Atomics the atomics policy of the worker
 */
template <typename Worker, typename Body, typename Atomics = substrate::DefaultAtomics>
class LazyLoop {
public:
  using Result = typename Body::Result; ///< the type of results

  /// @param grain  number of iterations that a piece has at least, 1 or more
  LazyLoop(Body& body, std::uint64_t grain)
      : body_(body), grain_(std::max<std::uint64_t>(grain, 1)) {}

  /// Runs the loop as the settings of the executor say, and adds to `result`.
  void run(Worker& worker, std::uint64_t n, Result& result) {
    const ForkJoinSettings& settings = worker.team().settings;
    switch (settings.cut) {
    case LoopCut::kLazy:
      runLazily(worker, 0, n, grain_, result);
      break;
    case LoopCut::kTime:
      microseconds_ = 10;
      runLazily(worker, 0, n, grain_, result);
      break;
    case LoopCut::kPerWorker:
      grain_ = std::max(grain_, n / (8 * std::uint64_t{worker.threads()}));
      halve(worker, 0, n, result);
      break;
    case LoopCut::kFixed:
      grain_ = std::max(grain_, settings.grain);
      halve(worker, 0, n, result);
      break;
    }
    throwIfStopped();
  }

  /// Halves [0, n) until a range is not larger than the grain. How it is divided depends on nothing
  /// else.
  void runEagerly(Worker& worker, std::uint64_t n, Result& result) {
    halve(worker, 0, n, result);
    throwIfStopped();
  }

private:
  /// Whether the loops of this worker can end early.
  static constexpr bool kStops = !std::is_same_v<Worker, SerialContext>;

  /// Returns whether a range that begins there must not be run.
  bool stops([[maybe_unused]] Worker& worker, std::uint64_t begin) noexcept {
    if constexpr (kStops) {
      // Parts are dropped, too, when the loop itself has failed below them. So look for that second:
      // who sees that a part was dropped for this reason sees the reason.
      if (worker.dropped() && !failure_.below(begin)) {
        failure_.stop();
      }
    }
    return failure_.below(begin);
  }
  void throwIfStopped() const {
    if (failure_.stopped()) {
      throw substrate::Cancelled();
    }
  }

  void halve(Worker& worker, std::uint64_t begin, std::uint64_t end, Result& result) {
    if (begin == end || stops(worker, begin)) {
      return;
    }
    if (end - begin <= grain_) {
      try {
        runBody(worker, begin, end, result);
      } catch (...) {
        failure_.note(begin);
        throw;
      }
      return;
    }
    const std::uint64_t mid = begin + (end - begin) / 2;
    Result upper = body_.fresh();
    worker.invoke([&](Worker& here) { halve(here, begin, mid, result); },
                  [&](Worker& here) { halve(here, mid, end, upper); });
    if (!failure_.any()) {
      body_.combine(result, std::move(upper));
    }
  }

  /// How the pieces of a range have gone so far.
  struct Pace {
    std::uint64_t piece;   ///< length of the next piece
    bool endsSoon = false; ///< whether, at the rate of the last piece, the rest takes too little
                           ///< time to be worth giving away
  };

  using Frame = BasicTaskFrame<Atomics>;
  /// An index, or a number of them, that one thread at a time accesses.
  using Index = typename Atomics::template Plain<std::uint64_t>;

  /// A range that is given away, or will be.
  class Part : public Frame {
  public:
    explicit Part(LazyLoop& loop) noexcept : Frame(&runHere), loop_(loop) {}

    /// Sets the range, and the length of its first piece.
    void setRange(std::uint64_t begin, std::uint64_t end, std::uint64_t piece) noexcept {
      begin_ = begin;
      end_ = end;
      piece_ = piece;
    }
    std::uint64_t begin() const noexcept { return begin_; } ///< of the range

    std::optional<Result> result; ///< made by the taker; there is one unless the loop has failed
    Part* next = nullptr;         ///< the part of the next higher range, or one without a range

  private:
    static void runHere(Frame& frame, void* worker) {
      auto& self = static_cast<Part&>(frame);
      LazyLoop& loop = self.loop_;
      auto& here = *static_cast<Worker*>(worker);
      here.runsPart(loop.failure_.lowest(), self.begin_);
      std::exception_ptr thrown;
      try {
        if (!loop.stops(here, self.begin_)) {
          self.result.emplace(loop.body_.fresh());
          loop.runLazily(here, self.begin_, self.end_, self.piece_, *self.result);
        }
      } catch (...) {
        thrown = std::current_exception();
        loop.failure_.note(self.begin_);
      }
      if (thrown) {
        self.fail(std::move(thrown));
      } else {
        self.finish();
      }
    }

    LazyLoop& loop_;
    Index begin_{0};
    Index end_{0};
    Index piece_{0};
  };

  /// The range of a loop that its owner works on. The functions of BasicTaskFrame::Loop are called on
  /// the owner's thread, also in the handler of an interrupt.
  class Range : public Frame {
  public:
    Range(LazyLoop& loop, std::uint64_t begin, std::uint64_t end, std::uint64_t firstPiece)
        : Frame(kLoop), next(begin), last(end), pace{firstPiece}, loop_(loop) {}
    Range(const Range&) = delete;
    Range& operator=(const Range&) = delete;
    ~Range() {
      while (spare_ != nullptr) {
        delete std::exchange(spare_, spare_->next);
      }
    }

    Index next;            ///< [next, last) has not begun
    Index last;            ///< see above
    Pace pace;             ///< of its pieces
    Part* parts = nullptr; ///< what was given away

  private:
    std::uint64_t rest() const noexcept { return last - next; }

    static bool canSplitHere(const Frame& frame) noexcept {
      const auto& self = static_cast<const Range&>(frame);
      return self.rest() >= self.loop_.grain_;
    }

    static void prepareHere(Frame& frame, unsigned parts) noexcept {
      auto& self = static_cast<Range&>(frame);
      if (self.spares_ >= parts) {
        return;
      }
      // Each part takes half of the rest or more, in multiples of the grain.
      const unsigned possible = partsByHalving(self.rest() / self.loop_.grain_);
      try {
        for (; self.spares_ < std::min(parts, possible); ++self.spares_) {
          Part* const part = new Part(self.loop_);
          part->next = std::exchange(self.spare_, part);
        }
      } catch (...) {
        return; // There is no memory, so the loop has fewer parts to give.
      }
    }

    static bool isPreparedHere(const Frame& frame) noexcept {
      return static_cast<const Range&>(frame).spare_ != nullptr;
    }

    static Frame* splitHere(Frame& frame) noexcept {
      auto& self = static_cast<Range&>(frame);
      Part* const part = self.spare_;
      if (part == nullptr) {
        return nullptr;
      }
      self.spare_ = part->next;
      --self.spares_;
      const std::uint64_t rest = self.rest();
      const std::uint64_t grain = self.loop_.grain_;
      std::uint64_t given = std::max(rest - rest / 2, grain);
      if (rest - given < grain) {
        given = rest;
      }
      part->setRange(self.last - given, self.last, self.pace.piece);
      self.last -= given;
      part->next = std::exchange(self.parts, part);
      return part;
    }

    using Functions = typename Frame::Loop;
    static constexpr Functions kLoop{&canSplitHere, &prepareHere, &isPreparedHere, &splitHere};

    LazyLoop& loop_;
    Part* spare_ = nullptr; ///< a list of parts without a range
    unsigned spares_ = 0;   ///< its length
  };

  void runLazily(Worker& worker, std::uint64_t begin, std::uint64_t end, std::uint64_t piece,
                 Result& result) {
    if (begin == end || stops(worker, begin)) {
      return;
    }
    if (end - begin < 2 * grain_) {
      try {
        runBody(worker, begin, end, result);
      } catch (...) {
        failure_.note(begin);
        throw;
      }
      return;
    }
    if constexpr (Worker::kOwnerGives) {
      runInDeque(worker, begin, end, piece, result);
    } else {
      runInForks(worker, begin, end, piece, result);
    }
  }

  void runBody(Worker& worker, std::uint64_t begin, std::uint64_t end, Result& result) {
    substrate::charge(substrate::Work::kIteration, end - begin);
    body_.run(worker, begin, end, result);
  }

  /// Returns the length of the next piece.
  std::uint64_t lengthOf(const Worker& worker, std::uint64_t piece, std::uint64_t rest) const {
    const std::uint64_t threads = worker.threads();
    if (threads > 1) {
      piece = std::min(piece, std::max({rest / (2 * threads), grain_, kAlwaysAllowed}));
    }
    return rest - std::min(piece, rest) < grain_ ? rest : piece;
  }

  /// Runs the piece [begin, end) of a range that ends at `last`, and sets the pace.
  /// @return where it has ended
  std::uint64_t runPiece(Worker& worker, std::uint64_t begin, std::uint64_t end, std::uint64_t last,
                         Pace& pace, Result& result) {
    const std::uint64_t began = substrate::nowTicks();
    std::uint64_t at = begin;
    try {
      if constexpr (Body::kPerIndex) {
        const std::uint64_t block = std::max({(end - begin) / kBlocks, grain_, kLeastBlock});
        do {
          const std::uint64_t from = at;
          at = end - from <= block ? end : from + block;
          runBody(worker, from, at, result);
        } while (at != end && (pace.endsSoon || !worker.asked()) && !failure_.below(at) &&
                 !substrate::Cancellation::requested());
      } else {
        at = end;
        runBody(worker, begin, end, result);
      }
    } catch (...) {
      failure_.note(begin);
      throw;
    }
    const std::uint64_t took = substrate::nowTicks() - began;
    const std::uint64_t goal = microseconds_ * worker.team().ticksPerMicrosecond;
    if (took > 4 * goal) {
      pace.piece = std::max((at - begin) / (took / goal), grain_);
    } else if (took < goal && at == end) {
      pace.piece = std::max(pace.piece, 2 * (end - begin));
    }
    // Some clocks advance in steps, and a short piece may seem to take no time: add a 64th.
    const std::uint64_t atMost = took + goal / 64;
    pace.endsSoon = static_cast<double>(atMost) * static_cast<double>(last - at) <
                    2 * static_cast<double>(goal) * static_cast<double>(at - begin);
    return at;
  }

  void runInDeque(Worker& worker, std::uint64_t begin, std::uint64_t end, std::uint64_t piece,
                  Result& result) {
    Range range(*this, begin, end, piece);
    if (!worker.push(range)) {
      runUndivided(worker, begin, end, piece, result);
      return;
    }
    bool stopped = false;
    try {
      while (range.next < range.last && !stopped) {
        const std::uint64_t from = range.next;
        range.next += lengthOf(worker, range.pace.piece, range.last - from);
        // A handler may divide the loop meanwhile, and what it sees of it is what has not begun. What
        // is left of the piece then belongs to that again.
        range.next = runPiece(worker, from, range.next, range.last, range.pace, result);
        if (!range.pace.endsSoon) {
          worker.poll();
        }
        stopped = range.next < range.last && stops(worker, range.next);
      }
    } catch (const substrate::Cancelled&) {
      worker.pop();
      joinParts(worker, range.parts, &result);
      throw;
    } catch (...) {
      worker.pop();
      joinParts(worker, range.parts, nullptr);
      throw;
    }
    worker.pop();
    if (range.parts != nullptr) {
      joinParts(worker, range.parts, &result);
    }
  }

  /// Runs a range that cannot be divided, because the deque is full.
  void runUndivided(Worker& worker, std::uint64_t begin, std::uint64_t end, std::uint64_t piece,
                    Result& result) {
    Pace pace{piece};
    while (begin < end && !stops(worker, begin)) {
      const std::uint64_t length = lengthOf(worker, pace.piece, end - begin);
      begin = runPiece(worker, begin, begin + length, end, pace, result);
    }
  }

  /// Waits for all parts and frees them. Throws what the lowest range that failed has thrown. An
  /// exception of the program comes before Cancelled.
  /// @param result  what the results are added to, or null if they and exceptions are dropped
  void joinParts(Worker& worker, Part* part, Result* result) {
    std::exception_ptr first;
    while (part != nullptr) {
      worker.waitFor(*part); // which ends soon if the loop has failed
      std::exception_ptr thrown = part->thrown();
      if (result != nullptr) {
        if (!thrown && !failure_.any()) {
          try {
            body_.combine(*result, std::move(*part->result));
          } catch (...) {
            thrown = std::current_exception();
            failure_.note(part->begin());
          }
        }
        if (thrown && (!first || comesBefore(thrown, first))) {
          first = std::move(thrown);
        }
      }
      Part* const next = part->next;
      delete part;
      part = next;
    }
    if (first) {
      std::rethrow_exception(std::move(first));
    }
  }

  void runInForks(Worker& worker, std::uint64_t begin, std::uint64_t end, std::uint64_t piece,
                  Result& result) {
    Pace pace{piece};
    while (begin < end && !stops(worker, begin)) {
      if (end - begin >= 2 * grain_ && !pace.endsSoon && worker.seemsEmpty()) {
        const std::uint64_t mid = begin + (end - begin) / 2;
        Result upper = body_.fresh();
        worker.invoke([&](Worker& here) { runInForks(here, begin, mid, pace.piece, result); },
                      [&](Worker& here) { runInForks(here, mid, end, pace.piece, upper); });
        if (!failure_.any()) {
          body_.combine(result, std::move(upper));
        }
        return;
      }
      const std::uint64_t length = lengthOf(worker, pace.piece, end - begin);
      begin = runPiece(worker, begin, begin + length, end, pace, result);
      if (!pace.endsSoon) {
        worker.poll();
      }
    }
  }

  static constexpr std::uint64_t kAlwaysAllowed = 16; ///< iterations of a piece
  static constexpr std::uint64_t kBlocks = 8;         ///< about how many looks a piece has
  static constexpr std::uint64_t kLeastBlock = 64;    ///< iterations between two looks

  Body& body_;
  std::uint64_t grain_;
  std::uint64_t microseconds_ = 1;
  LoopFailure<Atomics> failure_;
};

namespace internal {

/// The body of a loop without a result.
template <typename Worker, typename I, typename F>
struct LoopBody {
  static constexpr bool kPerIndex = false;
  struct Result {};
  static Result fresh() noexcept { return {}; }
  static void combine(Result&, Result&&) noexcept {}
  void run(Worker& worker, std::uint64_t begin, std::uint64_t end, Result&) {
    fn(worker, rangeAt(first, begin), rangeAt(first, end));
  }
  I first;
  F& fn;
};

/// The body of a loop without a result that calls fn(i), or fn(worker, i).
template <typename Worker, typename I, typename F>
struct IndexBody {
  static constexpr bool kPerIndex = true;
  struct Result {};
  static Result fresh() noexcept { return {}; }
  static void combine(Result&, Result&&) noexcept {}
  void run(Worker& worker, std::uint64_t begin, std::uint64_t end, Result&) {
    const I stop = rangeAt(first, end);
    for (I i = rangeAt(first, begin); i != stop; ++i) {
      if constexpr (std::is_invocable_v<F&, Worker&, const I&>) {
        fn(worker, std::as_const(i));
      } else {
        fn(std::as_const(i));
      }
    }
  }
  I first;
  F& fn;
};

/// The body of a reduction.
template <typename Worker, typename I, typename T, typename Map, typename Combine>
struct ReduceBody {
  static constexpr bool kPerIndex = true;
  using Result = T;
  T fresh() { return identity; }
  void combine(T& lower, T&& upper) { lower = merge(std::move(lower), std::move(upper)); }
  void run(Worker& worker, std::uint64_t begin, std::uint64_t end, T& result) {
    const I stop = rangeAt(first, end);
    for (I i = rangeAt(first, begin); i != stop; ++i) {
      if constexpr (std::is_invocable_v<Map&, Worker&, const I&>) {
        result = merge(std::move(result), map(worker, std::as_const(i)));
      } else {
        result = merge(std::move(result), map(std::as_const(i)));
      }
    }
  }
  I first;
  const T& identity;
  Map& map;
  Combine& merge;
};

} // namespace internal

template <typename Protocol>
template <typename I, typename F>
void TaskWorker<Protocol>::parallelForGrain(I first, I last, F&& fn, std::uint64_t leastGrain) {
  using Body = internal::LoopBody<TaskWorker, I, std::remove_reference_t<F>>;
  Body body{first, fn};
  typename Body::Result none;
  LazyLoop<TaskWorker, Body, Atomics>(body, leastGrain).run(*this, rangeLength(first, last), none);
}

} // namespace galois::runtime
