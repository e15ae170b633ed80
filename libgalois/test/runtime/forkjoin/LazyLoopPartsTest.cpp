#include "galois/runtime/forkjoin/LazyLoop.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/runtime/forkjoin/Executor_ForkJoin.h"
#include "galois/runtime/forkjoin/ForkJoinCounters.h"
#include "galois/runtime/forkjoin/FrameList.h"
#include "galois/runtime/forkjoin/FrameStack.h"
#include "galois/runtime/forkjoin/LoopFailure.h"
#include "galois/runtime/forkjoin/OldestTask.h"
#include "galois/runtime/forkjoin/TaskFrame.h"
#include "galois/substrate/Atomics.h"
#include "galois/substrate/Cancellation.h"
#include "support/CountedHeap.h"

namespace {

namespace runtime = galois::runtime;
using galois::test::CountedHeap;
using runtime::TaskFrame;

/// A protocol for one worker, whose loops a test splits itself. What the test has split off runs at
/// the end of the loop.
struct SplitByHand {
  [[maybe_unused]] static constexpr bool kOwnerGives = true;
  using Worker = runtime::TaskWorker<SplitByHand>;

  static inline TaskFrame* loop = nullptr;
  static inline bool asks = false;        ///< what polls would find
  static inline runtime::FrameList parts; ///< given away and not run yet

  struct Shared {
    explicit Shared(unsigned) {}
  };
  class Local {
  public:
    void begin(Worker&) {}
    bool push(Worker&, TaskFrame* frame) {
      loop = frame;
      return true;
    }
    bool pop(Worker&) {
      loop = nullptr;
      return true;
    }
    void poll(Worker&) {}
    bool asked(const Worker&) const noexcept { return asks; }
    void prepareForHandler(Worker&) {}
    std::uint64_t depth() const noexcept { return 0; }
    std::uint64_t deepest() const noexcept { return 0; }
    TaskFrame* seek(Worker&, TaskFrame*, bool) { return parts.takeFirst(); }
    TaskFrame* stopSeeking(Worker&) { return nullptr; }
    TaskFrame* nextHeld(Worker&) { return nullptr; }
    void announceHeld(Worker&) {}
    void beginIdle(Worker&) {}
    void endIdle(Worker&) {}
    void endRoot(Worker&) {}
    bool mustStayAwake(Worker&) { return false; }
  };
  /// Splits the loop as long as it gives parts, up to `most` times. @return how many it gave
  static unsigned split(unsigned most = ~0u) {
    unsigned given = 0;
    while (given < most && loop->canSplit()) {
      TaskFrame* const part = loop->split();
      if (part == nullptr) {
        break;
      }
      parts.append(part);
      ++given;
    }
    return given;
  }
};

/// A body that lists the ranges that it runs, and calls a function of the test in the first one.
struct Listed {
  static constexpr bool kPerIndex = false;
  using Result = std::vector<std::pair<std::uint64_t, std::uint64_t>>;
  Result fresh() {
    if (copies != nullptr && ++*copies > mostCopies) {
      throw std::runtime_error("copy");
    }
    return {};
  }
  static void combine(Result& lower, Result&& upper) {
    lower.insert(lower.end(), upper.begin(), upper.end());
  }
  void run(SplitByHand::Worker&, std::uint64_t begin, std::uint64_t end, Result& result) {
    if (std::exchange(first, false)) {
      then();
    }
    result.emplace_back(begin, end);
  }
  std::function<void()> then;
  unsigned* copies = nullptr; ///< of the identity
  unsigned mostCopies = ~0u;
  bool first = true;
};

/// Runs a loop over [0, n), and `body.then` in the middle of its first piece, which is [0, grain).
/// Expects that the loop frees what it allocates, also if `body.then` throws.
Listed::Result listed(std::uint64_t n, std::uint64_t grain, Listed body) {
  galois::setActiveThreads(1);
  runtime::ForkJoinExecutor<SplitByHand> executor;
  Listed::Result result;
  result.reserve(64);
  static_cast<void>(CountedHeap::held()); // its first call allocates
  executor.run([&](SplitByHand::Worker& worker) {
    const std::size_t held = CountedHeap::held();
    try {
      runtime::LazyLoop<SplitByHand::Worker, Listed>(body, grain).run(worker, n, result);
    } catch (const std::runtime_error&) {
      result.clear();
    }
    EXPECT_EQ(CountedHeap::held(), held);
  });
  EXPECT_TRUE(SplitByHand::parts.empty());
  return result;
}
/// Expects that the ranges follow each other from 0 to n.
void expectConsecutive(const Listed::Result& ranges, std::uint64_t n) {
  std::uint64_t next = 0;
  for (const auto& [begin, end] : ranges) {
    EXPECT_EQ(begin, next);
    EXPECT_LT(begin, end);
    next = end;
  }
  EXPECT_EQ(next, n);
}

/// Returns whether one of the ranges begins there.
bool beginsAt(const Listed::Result& ranges, std::uint64_t index) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [index](const auto& range) { return range.first == index; });
}

/// Each part gets half of what has not begun, or a little more.
TEST(LazyLoop, APreparedLoopIsSplitWithoutMemory) {
  const auto ranges = listed(16, 1, {[] {
                               SplitByHand::loop->prepare(9);
                               CountedHeap::refuse(true);
                               const unsigned given = SplitByHand::split();
                               const bool more = SplitByHand::loop->canSplit();
                               CountedHeap::refuse(false);
                               EXPECT_EQ(given, 4u);
                               EXPECT_FALSE(more);
                             }});
  expectConsecutive(ranges, 16);
  for (const std::uint64_t begin : {0u, 1u, 2u, 4u, 8u}) {
    EXPECT_TRUE(beginsAt(ranges, begin)) << begin;
  }
}

TEST(LazyLoop, ALoopThatIsNotPreparedIsNotSplit) {
  const auto ranges = listed(16, 1, {[] {
                               EXPECT_TRUE(SplitByHand::loop->canSplit());
                               EXPECT_EQ(SplitByHand::split(), 0u);
                               SplitByHand::loop->prepare(1);
                               EXPECT_EQ(SplitByHand::split(), 1u);
                               EXPECT_TRUE(SplitByHand::loop->canSplit());
                             }});
  expectConsecutive(ranges, 16);
  EXPECT_TRUE(beginsAt(ranges, 8));
}

/// A loop is prepared before each leaf. It allocates what it lacks, and what it can give at all.
TEST(LazyLoop, PartsArePreparedOnce) {
  const auto allocated = [](unsigned parts) {
    const std::size_t before = CountedHeap::calls();
    SplitByHand::loop->prepare(parts);
    return CountedHeap::calls() - before;
  };
  listed(16, 1, {[&] { // 15 iterations have not begun
           EXPECT_EQ(allocated(0), 0u);
           EXPECT_EQ(allocated(2), 2u);
           EXPECT_EQ(allocated(2), 0u);
           EXPECT_EQ(allocated(1), 0u);
           EXPECT_EQ(allocated(3), 1u);
           EXPECT_EQ(allocated(9), 1u);
           EXPECT_EQ(allocated(9), 0u);
           EXPECT_EQ(SplitByHand::split(1), 1u); // 7 are left
           EXPECT_EQ(allocated(9), 0u);
         }});
  listed(19, 5, {[&] { // 14 have not begun, so 9 are given, and then the rest
           EXPECT_EQ(allocated(9), 2u);
           EXPECT_EQ(SplitByHand::split(), 2u);
         }});
}

TEST(LazyLoop, ALoopIsNotSplitBelowItsGrain) {
  for (const std::uint64_t rest : {10u, 19u, 20u, 25u, 30u}) {
    const std::uint64_t n =
        10 + rest; // the first piece is as long as the grain, or has the rest too
    const auto ranges = listed(n, 10, {[&] {
                                 SplitByHand::loop->prepare(5);
                                 EXPECT_TRUE(SplitByHand::loop->canSplit());
                                 EXPECT_EQ(SplitByHand::split(), rest < 20 ? 1u : 2u);
                                 EXPECT_FALSE(SplitByHand::loop->canSplit());
                               }});
    expectConsecutive(ranges, n);
    for (const auto& [begin, end] : ranges) {
      EXPECT_GE(end - begin, 10u);
    }
  }
}

TEST(LazyLoop, ALoopWithoutMemoryGivesFewerParts) {
  const auto ranges = listed(100, 1, {[] {
                               CountedHeap::failAfter(2);
                               SplitByHand::loop->prepare(3);
                               CountedHeap::failAfter(-1);
                               EXPECT_EQ(SplitByHand::split(), 2u);
                             }});
  expectConsecutive(ranges, 100);
}

/// The taker of a part copies the identity, so that no code of the user runs while a loop is divided.
TEST(LazyLoop, TheIdentityIsCopiedWhenAPartBegins) {
  unsigned copies = 0;
  Listed body{[&] {
    SplitByHand::loop->prepare(3);
    EXPECT_EQ(SplitByHand::split(), 3u);
    EXPECT_EQ(copies, 0u);
  }};
  body.copies = &copies;
  expectConsecutive(listed(100, 1, body), 100);
  EXPECT_EQ(copies, 3u);
}

TEST(LazyLoop, WhatCopyingTheIdentityThrowsIsThrownByTheLoop) {
  unsigned copies = 0;
  Listed body{[] {
    SplitByHand::loop->prepare(3);
    SplitByHand::split();
  }};
  body.copies = &copies;
  body.mostCopies = 1;
  EXPECT_TRUE(listed(100, 1, body).empty());
}

/// A loop that is at its end when the memory for its part has come, because the program's operator
/// new has polled. It may have left the deque, too.
struct EndsMeanwhile : TaskFrame {
  EndsMeanwhile(runtime::FrameStack& in, bool drop) : TaskFrame(kLoop), stack(in), drops(drop) {}
  static bool canSplitHere(const TaskFrame& frame) noexcept {
    return static_cast<const EndsMeanwhile&>(frame).rest > 0;
  }
  static void prepareHere(TaskFrame& frame, unsigned /*parts*/) noexcept {
    auto& self = static_cast<EndsMeanwhile&>(frame);
    self.rest = 0;
    self.prepared = true;
    if (self.drops) {
      self.stack.dropOldest();
    }
  }
  static bool isPreparedHere(const TaskFrame& frame) noexcept {
    return static_cast<const EndsMeanwhile&>(frame).prepared;
  }
  static TaskFrame* splitHere(TaskFrame& frame) noexcept {
    auto& self = static_cast<EndsMeanwhile&>(frame);
    EXPECT_GT(self.rest, 0u);
    return std::exchange(self.prepared, false) ? &self : nullptr;
  }
  static constexpr Loop kLoop{&canSplitHere, &prepareHere, &isPreparedHere, &splitHere};

  runtime::FrameStack& stack;
  const bool drops;
  unsigned rest = 1;
  bool prepared = false;
};

TEST(LazyLoop, WhatIsLeftOfALoopIsLookedAtAfterTheAllocation) {
  struct Owner {
    static bool inHandler() { return false; }
    runtime::ForkJoinCounters& counters() { return counters_; }
    runtime::ForkJoinCounters counters_;
  } owner;
  struct Branch : TaskFrame {
    Branch() : TaskFrame([](TaskFrame&, void*) {}) {}
  } branch;
  for (const bool drops : {false, true}) {
    runtime::FrameStack stack;
    EndsMeanwhile loop(stack, drops);
    stack.push(&loop);
    stack.push(&branch);
    EXPECT_EQ(runtime::takeOldest(owner, stack), &branch);
    EXPECT_TRUE(stack.empty());
  }
}

TEST(LazyLoop, PartsThatAreNotGivenAwayAreFreed) {
  for (const bool throws : {false, true}) {
    std::size_t prepared = 0;
    const auto ranges = listed(100, 1, {[&] {
                                 const std::size_t before = CountedHeap::held();
                                 SplitByHand::loop->prepare(3);
                                 prepared = CountedHeap::held() - before;
                                 if (throws) {
                                   throw std::runtime_error("leaf");
                                 }
                               }});
    EXPECT_GT(prepared, 0u);
    expectConsecutive(ranges, throws ? 0 : 100);
  }
}

/// Splits a loop of 16 iterations in its first piece, so that the parts are [8, 16), [4, 8) and [2, 4),
/// and run in this order. @return where the ranges begin that were run
struct Failing {
  static constexpr bool kPerIndex = false;
  struct Result {};
  static Result fresh() { return {}; }
  static void combine(Result&, Result&&) {}
  void run(SplitByHand::Worker&, std::uint64_t begin, std::uint64_t, Result&) {
    if (begin == 0) {
      SplitByHand::loop->prepare(3);
      EXPECT_EQ(SplitByHand::split(3), 3u);
    }
    begun.push_back(begin);
    in(begin);
  }
  std::function<void(std::uint64_t)> in; ///< is called with the beginning of each range
  std::vector<std::uint64_t> begun;      ///< the ranges that have begun
};

/// Runs such a loop. @return what it has thrown
std::string thrownBy(Failing& body) {
  galois::setActiveThreads(1);
  runtime::ForkJoinExecutor<SplitByHand> executor;
  std::string thrown;
  try {
    executor.run([&](SplitByHand::Worker& worker) {
      Failing::Result none;
      try {
        runtime::LazyLoop<SplitByHand::Worker, Failing>(body, 1).run(worker, 16, none);
      } catch (const galois::substrate::Cancelled&) {
        galois::substrate::Cancellation::reset();
        thrown = "cancelled";
      }
    });
  } catch (const std::runtime_error& error) {
    thrown = error.what();
  }
  return thrown;
}
void throwAt(std::uint64_t begin) { throw std::runtime_error(std::to_string(begin)); }

TEST(LazyLoop, NothingAboveAFailureBegins) {
  Failing body{[](std::uint64_t begin) { throwAt(begin); }, {}};
  EXPECT_EQ(thrownBy(body), "0");
  EXPECT_EQ(body.begun, (std::vector<std::uint64_t>{0}));
}

/// Parts below a failure run on, since the serial loop would have come to them before.
TEST(LazyLoop, WhatIsBelowAFailureRunsAndTheLowestFailureIsThrown) {
  Failing one{[](std::uint64_t begin) { begin == 8 ? throwAt(begin) : void(); }, {}};
  EXPECT_EQ(thrownBy(one), "8");
  for (const std::uint64_t below : {0u, 1u, 2u, 4u, 8u}) {
    EXPECT_EQ(std::count(one.begun.begin(), one.begun.end(), below), 1) << below;
  }
  EXPECT_LT(*std::max_element(one.begun.begin(), one.begun.end()), 9u);
  Failing two{[](std::uint64_t begin) { begin == 8 || begin == 4 ? throwAt(begin) : void(); }, {}};
  EXPECT_EQ(thrownBy(two), "4");
}

/// Cancelled only says that a range has ended early.
TEST(LazyLoop, WhatTheProgramThrowsComesBeforeACancellationOnEitherSide) {
  for (const std::uint64_t cancelled : {4u, 8u}) {
    Failing body{[=](std::uint64_t begin) {
                   if (begin == cancelled) {
                     throw galois::substrate::Cancelled();
                   }
                   begin == 8 || begin == 4 ? throwAt(begin) : void();
                 },
                 {}};
    EXPECT_EQ(thrownBy(body), cancelled == 4 ? "8" : "4");
  }
}

TEST(LazyLoop, ACancelledLoopEndsAndThrows) {
  Failing body{[](std::uint64_t begin) {
                 if (begin == 0) {
                   galois::substrate::Cancellation::request();
                 }
               },
               {}};
  EXPECT_EQ(thrownBy(body), "cancelled");
  EXPECT_EQ(body.begun, (std::vector<std::uint64_t>{0}));
}

TEST(LoopFailure, KeepsTheLowest) {
  runtime::LoopFailure<> failure;
  EXPECT_FALSE(failure.any());
  EXPECT_FALSE(failure.below(~std::uint64_t{1}));
  for (const std::uint64_t begin : {7u, 9u, 5u, 6u}) {
    failure.note(begin);
    EXPECT_TRUE(failure.any());
    EXPECT_EQ(failure.lowest().load(galois::substrate::order::relaxed), begin < 7 ? 5u : 7u);
  }
  EXPECT_FALSE(failure.below(4));
  EXPECT_TRUE(failure.below(5));
  EXPECT_TRUE(failure.below(6));
  EXPECT_FALSE(failure.stopped());
  failure.stop();
  EXPECT_TRUE(failure.below(0));
  EXPECT_TRUE(failure.stopped());
}

/// A worker that nobody takes a task from, and whose clock hardly moves, so that iterations seem to
/// take no time.
struct FastWorker {
  [[maybe_unused]] static constexpr bool kOwnerGives = true;
  struct Team {
    runtime::ForkJoinSettings settings;
    std::uint64_t ticksPerMicrosecond = std::uint64_t{1} << 40;
  };
  static bool push(TaskFrame&) { return true; }
  static void pop() {}
  static void poll() {}
  static void waitFor(TaskFrame&) { FAIL(); }
  static void runsPart(const runtime::LoopFailure<>::Word&, std::uint64_t) {}
  static bool dropped() { return false; }
  bool asked() const { return asks; }
  unsigned threads() const { return count; }
  const Team& team() const { return workers; }
  template <typename F, typename G>
  void invoke(F&& f, G&& g) {
    f(*this);
    g(*this);
  }

  unsigned count = 1; ///< of workers
  bool asks = false;  ///< whether another worker always asks
  Team workers;
};

/// A body that lists the lengths of the ranges that it runs.
template <bool PerIndex>
struct Lengths {
  [[maybe_unused]] static constexpr bool kPerIndex = PerIndex;
  using Result = std::vector<std::uint64_t>;
  static Result fresh() { return {}; }
  static void combine(Result&, Result&&) { FAIL(); }
  static void run(FastWorker&, std::uint64_t begin, std::uint64_t end, Result& result) {
    result.push_back(end - begin);
  }
};
template <bool PerIndex>
std::vector<std::uint64_t> lengths(FastWorker worker, std::uint64_t grain, std::uint64_t n) {
  Lengths<PerIndex> body;
  std::vector<std::uint64_t> result;
  runtime::LazyLoop<FastWorker, Lengths<PerIndex>>(body, grain).run(worker, n, result);
  std::uint64_t sum = 0;
  for (const std::uint64_t length : result) {
    sum += length;
  }
  EXPECT_EQ(sum, n);
  return result;
}

TEST(LazyLoop, PiecesDoubleUpToTheirShare) {
  using Expected = std::vector<std::uint64_t>;
  FastWorker worker;
  EXPECT_EQ(lengths<false>(worker, 1, 100), (Expected{1, 2, 4, 8, 16, 32, 37}));
  worker.count = 2; // 16 iterations, or a quarter of the rest if that is more
  EXPECT_EQ(lengths<false>(worker, 1, 100), (Expected{1, 2, 4, 8, 16, 17, 16, 16, 16, 4}));
  EXPECT_EQ(lengths<false>(worker, 20, 110), (Expected{20, 22, 20, 20, 28}));
}

TEST(LazyLoop, APieceOverIndicesIsRunInBlocks) {
  std::vector<std::uint64_t> expected{1, 2, 4, 8, 16, 32, 64};
  expected.insert(expected.end(), 2 + 4 + 8, 64); // pieces of 128, 256 and 512
  expected.insert(expected.end(), 8, 128);        // one of 1,024
  EXPECT_EQ(lengths<true>({}, 1, 2047), expected);
}

/// What is left for two microseconds is not divided. A piece counts as a 64th of a microsecond at
/// least, so that this is less than 128 pieces of 64 iterations.
TEST(LazyLoop, ALoopOverIndicesLooksForRequestsWithinPieces) {
  FastWorker worker;
  worker.asks = true;
  for (const std::uint64_t grain : {1u, 10u}) {
    std::uint64_t begin = 0;
    std::uint64_t longest = 0;
    for (const std::uint64_t length : lengths<true>(worker, grain, 20'000)) {
      if (begin < 10'000) {
        longest = std::max(longest, length);
      }
      begin += length;
    }
    EXPECT_EQ(longest, 64u);
  }
}

} // namespace
