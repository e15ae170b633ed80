#include "galois/runtime/LazyLoop.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/runtime/Executor_ForkJoin.h"
#include "galois/runtime/ForkJoinReceiver.h"
#include "galois/runtime/ForkJoinSender.h"
#include "galois/runtime/ForkJoinShared.h"
#include "galois/runtime/FrameList.h"
#include "galois/runtime/FrameStack.h"
#include "galois/runtime/OldestTask.h"
#include "galois/runtime/TaskFrame.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Cancellation.h"
#include "support/Child.h"
#include "support/CountedHeap.h"

namespace {

namespace runtime = galois::runtime;
using galois::test::CountedHeap;
using runtime::TaskFrame;

TEST(LazyLoop, CountsRangesOfAnyType) {
  EXPECT_EQ(runtime::rangeLength(3, 7), 4u);
  EXPECT_EQ(runtime::rangeLength(7, 3), 0u);
  constexpr auto kLow = std::numeric_limits<std::int64_t>::min();
  constexpr auto kHigh = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(runtime::rangeLength(kLow, kHigh), ~std::uint64_t{0});
  EXPECT_EQ(runtime::rangeAt(kLow, ~std::uint64_t{0}), kHigh);
  const std::vector<int> values(5);
  EXPECT_EQ(runtime::rangeLength(values.begin(), values.end()), 5u);
  EXPECT_EQ(runtime::rangeAt(values.begin(), 5), values.end());
}

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
    bool pop(Worker&) { return true; }
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

/// The same body, which may be called for shorter ranges.
struct ListedByIndex : Listed {
  static constexpr bool kPerIndex = true;
};

TEST(LazyLoop, ALoopOverIndicesLooksForRequestsWithinPieces) {
  galois::setActiveThreads(1);
  runtime::ForkJoinExecutor<SplitByHand> executor;
  for (const std::uint64_t grain : {1u, 10u}) {
    ListedByIndex body{{[] {}}};
    Listed::Result ranges;
    SplitByHand::asks = true;
    executor.run([&](SplitByHand::Worker& worker) {
      runtime::LazyLoop<SplitByHand::Worker, ListedByIndex>(body, grain)
          .run(worker, 1'000'000, ranges);
    });
    SplitByHand::asks = false;
    expectConsecutive(ranges, 1'000'000);
    for (const auto& [begin, end] : ranges) {
      // What is left for two microseconds is not divided. A piece counts as a 64th of a microsecond at
      // least, so that this is less than 128 pieces of 64 iterations.
      if (begin < 900'000) {
        ASSERT_LE(end - begin, grain == 1 ? 64u : 73u); // the last one may be nearly two grains
      }
    }
  }
}

template <typename Protocol>
class LazyLoops : public testing::Test {
protected:
  ~LazyLoops() override { galois::setActiveThreads(1); }
};
struct ProtocolNames {
  template <typename Protocol>
  static std::string GetName(int) {
    return Protocol::kName;
  }
};
using Protocols =
    testing::Types<runtime::Receiver, runtime::Sender, runtime::ChaseLev, runtime::Split>;
TYPED_TEST_SUITE(LazyLoops, Protocols, ProtocolNames);

/// The iterations of a loop wait for each other, so they must be on as many workers.
TYPED_TEST(LazyLoops, ALoopOfLongIterationsIsDivided) {
  for (const unsigned threads : {2u, 4u, 16u}) {
    if (threads > 2 && !TypeParam::kOwnerGives) {
      break; // a worker divides its range only between iterations
    }
    galois::setActiveThreads(threads);
    runtime::ForkJoinExecutor<TypeParam> executor;
    std::atomic<unsigned> here{0};
    executor.run([&](auto& context) {
      context.parallelFor(0u, threads, [&](auto& own, unsigned begin, unsigned end) {
        for (; begin < end; ++begin) {
          ++here;
          for (galois::substrate::Backoff wait; here < threads;) {
            own.poll();
            wait();
          }
        }
      });
    });
    EXPECT_EQ(here, threads);
  }
}

/// Settings under which leaves are interrupted.
runtime::ForkJoinSettings interrupted(runtime::Interrupts by) {
  runtime::ForkJoinSettings settings;
  settings.interrupts = by;
  settings.periodNs = 100'000;
  settings.deltaNs = 1000;
  return settings;
}
/// The runtime of ThreadSanitizer can leave all signals of a thread blocked, if one comes while it
/// begins to handle another one.
constexpr const char* kSignalsGetLost = "ThreadSanitizer may block signals for good";

/// Waits for an event that needs another worker, without polls.
template <typename Event>
void awaitInLeaf(const Event& happened) {
  for (unsigned i = 0; i < 300'000 && !happened(); ++i) {
    galois::substrate::Waits::sleep(100); // half a minute at most
  }
}

/// A loop for which there is no memory for a while, so that no part can be prepared. Its first leaf
/// lasts until another worker, which has worked till then, has asked for work and fallen asleep. The
/// second one waits for that worker.
struct LateParts {
  static constexpr bool kPerIndex = false;
  using Worker = runtime::TaskWorker<runtime::Receiver>;
  struct Result {};
  static Result fresh() { return {}; }
  static void combine(Result&, Result&&) {}
  void run(Worker& worker, std::uint64_t begin, std::uint64_t end, Result&) {
    for (; begin < end; ++begin) {
      if (begin == 0) {
        CountedHeap::refuse(true);
        worker.leaf([&] {
          CountedHeap::refuse(false);
          inLeaf = true;
          galois::substrate::Waits::sleep(100'000);
        });
        continue;
      }
      ++here;
      worker.leaf([&] { awaitInLeaf([&] { return here == 2; }); });
      late += here == 2 ? 0 : 1;
    }
  }
  std::atomic<bool> taken{false}, inLeaf{false};
  std::atomic<unsigned> here{0}, late{0};
};

/// The handler has nothing to give, but must not refuse: a refused thief would sleep until the end.
TEST(LazyLoop, ARequestThatTheHandlerCannotMeetIsMetAfterTheLeaf) {
  for (const auto by : {runtime::Interrupts::kTimer, runtime::Interrupts::kThief}) {
    galois::setActiveThreads(2);
    runtime::ForkJoinExecutor<runtime::Receiver> executor(interrupted(by));
    LateParts body;
    executor.run([&](LateParts::Worker& worker) {
      worker.invoke(
          [&](LateParts::Worker& own) {
            while (!body.taken) {
              own.poll();
            }
            LateParts::Result result;
            runtime::LazyLoop<LateParts::Worker, LateParts>(body, 1).run(own, 3, result);
          },
          [&] {
            body.taken = true;
            while (!body.inLeaf) {
              galois::substrate::Waits::sleep(10);
            }
          });
    });
    EXPECT_EQ(body.late, 0u);
    EXPECT_EQ(executor.counters().splits, 1u);
  }
  galois::setActiveThreads(1);
}

/// The iterations wait for each other in leaves, so the handlers of interrupts must divide the loop.
TYPED_TEST(LazyLoops, ALoopOfLongLeavesIsDividedInHandlers) {
  if (!TypeParam::kOwnerGives) {
    GTEST_SKIP() << "a worker divides its range only between iterations";
  }
  if (galois::test::kThreadSanitized) {
    GTEST_SKIP() << kSignalsGetLost;
  }
  for (const auto by : {runtime::Interrupts::kTimer, runtime::Interrupts::kThief}) {
    if (by == runtime::Interrupts::kThief && TypeParam::kName != std::string("receiver")) {
      continue;
    }
    for (const unsigned threads : {2u, 3u, 16u}) {
      galois::setActiveThreads(threads);
      runtime::ForkJoinExecutor<TypeParam> executor(interrupted(by));
      std::atomic<unsigned> here{0}, late{0};
      executor.run([&](auto& context) {
        context.parallelFor(0u, threads, [&](auto& own, unsigned begin, unsigned end) {
          for (; begin < end; ++begin) {
            ++here;
            own.leaf([&] { awaitInLeaf([&] { return here == threads; }); });
            late += here == threads ? 0 : 1;
          }
        });
      });
      EXPECT_EQ(late, 0u) << threads << " threads";
      EXPECT_EQ(executor.counters().splits, threads - 1);
    }
  }
}

/// The inner loop is divided after the outer one, which had one more iteration.
TEST(LazyLoop, TheHandlerDividesTheInnerLoopToo) {
  if (galois::test::kThreadSanitized) {
    GTEST_SKIP() << kSignalsGetLost;
  }
  galois::setActiveThreads(3);
  runtime::ForkJoinExecutor<runtime::Receiver> executor(interrupted(runtime::Interrupts::kThief));
  std::atomic<unsigned> outer{0}, inner{0};
  const auto meet = [&] { return outer == 2 && inner == 2; };
  executor.run([&](auto& context) {
    context.parallelFor(0, 2, [&](auto& own, int begin, int end) {
      for (; begin < end; ++begin) {
        ++outer;
        if (begin == 1) {
          own.leaf([&] { awaitInLeaf(meet); });
          continue;
        }
        own.parallelFor(0, 2, [&](auto& worker, int from, int to) {
          for (; from < to; ++from) {
            ++inner;
            worker.leaf([&] { awaitInLeaf(meet); });
          }
        });
      }
    });
  });
  EXPECT_EQ(executor.counters().splits, 2u);
  galois::setActiveThreads(1);
}

/// The outer loop gives its iterations away while its worker is in the inner one, so the largest
/// piece of work moves.
TEST(LazyLoop, TheOutermostLoopIsDividedFirst) {
  galois::setActiveThreads(2);
  runtime::ForkJoinExecutor<runtime::Receiver> executor;
  std::atomic<unsigned> outerOfOther{0};
  executor.run([&](auto& context) {
    context.parallelFor(0, 2, [&](auto& outer, int begin, int end) {
      for (; begin < end; ++begin) {
        if (outer.index() != 0) {
          ++outerOfOther;
          continue;
        }
        outer.parallelFor(0, 1000, [&](auto& inner, int from, int to) {
          for (; from < to; ++from) {
            for (galois::substrate::Backoff wait; outerOfOther == 0;) {
              inner.poll(); // ends only when the other worker has begun the second outer iteration
              wait();
            }
          }
        });
      }
    });
  });
  EXPECT_EQ(outerOfOther, 1u);
  galois::setActiveThreads(1);
}

/// However fast the iterations are, the pieces become shorter towards the end of the range.
TYPED_TEST(LazyLoops, APieceIsAShareOfWhatIsLeft) {
  constexpr std::uint64_t kIterations = 200'000;
  for (const unsigned threads : {2u, 8u}) {
    galois::setActiveThreads(threads);
    runtime::ForkJoinExecutor<TypeParam> executor;
    std::atomic<unsigned> pieces{0}, tooLong{0};
    executor.run([&](auto& context) {
      context.parallelFor(
          std::uint64_t{0}, kIterations, [&](auto&, std::uint64_t begin, std::uint64_t end) {
            ++pieces;
            tooLong +=
                end - begin > std::max<std::uint64_t>((kIterations - begin) / (2 * threads), 16);
          });
    });
    EXPECT_EQ(tooLong, 0u) << threads << " threads";
    EXPECT_GT(pieces, 2 * threads);
  }
}

/// A worker that nobody steals from forks once per halving: not while the last fork is in its deque.
TYPED_TEST(LazyLoops, ALoopIsNotDividedWhileThereIsAFrameToSteal) {
  if (TypeParam::kOwnerGives) {
    GTEST_SKIP() << "the frame of the loop is divided";
  }
  galois::setActiveThreads(1);
  runtime::ForkJoinExecutor<TypeParam> executor;
  unsigned ran = 0;
  executor.run([&](auto& context) {
    context.parallelFor(0u, 4096u,
                        [&](auto&, unsigned begin, unsigned end) { ran += end - begin; });
  });
  EXPECT_EQ(ran, 4096u);
  EXPECT_EQ(executor.counters().forks, 12u);
}

template <typename Worker>
struct Concatenation {
  static constexpr bool kPerIndex = true;
  using Result = std::string;
  static Result fresh() { return {}; }
  static void combine(Result& lower, Result&& upper) { lower += upper; }
  void run(Worker& worker, std::uint64_t begin, std::uint64_t end, Result& result) {
    for (; begin < end; ++begin) {
      result += static_cast<char>('a' + begin % 26);
      if (begin % 16 == 3) {
        galois::substrate::Waits::yield();
        worker.poll();
      }
    }
  }
};

TYPED_TEST(LazyLoops, ResultsAreCombinedInOrder) {
  using Worker = runtime::TaskWorker<TypeParam>;
  std::string expected;
  for (unsigned i = 0; i < 5000; ++i) {
    expected += static_cast<char>('a' + i % 26);
  }
  runtime::ForkJoinSettings settings;
  settings.deltaNs = 1000;
  runtime::ForkJoinExecutor<TypeParam> executor(settings);
  std::uint64_t divided = 0;
  for (const unsigned threads : {1u, 2u, 16u}) {
    galois::setActiveThreads(threads);
    for (unsigned round = 0; round < 10; ++round) {
      std::string result;
      executor.run([&](Worker& worker) {
        Concatenation<Worker> body;
        runtime::LazyLoop<Worker, Concatenation<Worker>>(body, 1 + round)
            .run(worker, expected.size(), result);
      });
      ASSERT_EQ(result, expected) << threads << " threads, round " << round;
      divided += executor.counters().taken;
    }
  }
  EXPECT_GT(divided, 0u);
}

TYPED_TEST(LazyLoops, TheLowestOfTheFailedRangesIsReported) {
  galois::setActiveThreads(2);
  runtime::ForkJoinExecutor<TypeParam> executor;
  std::atomic<unsigned> here{0};
  std::string caught;
  try {
    executor.run([&](auto& context) {
      context.parallelFor(0, 2, [&](auto& own, int begin, int end) {
        ++here;
        for (galois::substrate::Backoff wait; here < 2;) { // both have begun
          own.poll();
          wait();
        }
        throw std::runtime_error(std::to_string(begin) + " to " + std::to_string(end));
      });
    });
  } catch (const std::runtime_error& problem) {
    caught = problem.what();
  }
  EXPECT_EQ(caught, "0 to 1");
}

} // namespace
