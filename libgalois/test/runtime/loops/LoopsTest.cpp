#include "galois/Galois.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Bag.h"
#include "galois/LargeArray.h"
#include "galois/Reduction.h"
#include "galois/gstl.h"
#include "galois/runtime/LoopReport.h"
#include "galois/runtime/UserContextAccess.h"
#include "galois/runtime/report/StatManager.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Clock.h"
#include "galois/substrate/ThreadPool.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/Concept.h"
#include "galois/worklists/StealingBucketQueue.h"
#include "support/Child.h"
#include "support/LoopTime.h"
#include "support/WithThreads.h"

namespace {

constexpr galois::disable_conflict_detection kNoConflicts;

using Loops = galois::test::WithThreads;

/// Runs a countdown from 10 for each item of the range and returns how many iterations ran.
template <typename RangeFunc, typename... Options>
unsigned countdown(const RangeFunc& range, const Options&... options) {
  std::atomic<unsigned> iterations{0};
  galois::for_each(
      range,
      [&](int n, auto& context) {
        ++iterations;
        if (n > 0) {
          context.push(n - 1);
        }
      },
      options...);
  return iterations;
}

TEST_P(Loops, ForEachTakesEachOptionInAnyOrder) {
  using galois::worklists::PerSocketChunkLIFO;
  std::vector<int> tens(20, 10);
  const auto items = galois::iterate(tens);
  EXPECT_EQ(countdown(items, kNoConflicts), 220U);
  EXPECT_EQ(countdown(items, galois::loopname("L"), kNoConflicts), 220U);
  EXPECT_EQ(countdown(items, kNoConflicts, galois::no_stats(), galois::loopname("L")), 220U);
  EXPECT_EQ(countdown(items, galois::wl<PerSocketChunkLIFO<8>>(), kNoConflicts), 220U);
  EXPECT_EQ(countdown(items, kNoConflicts, galois::more_stats(), galois::loopname("L"),
                      galois::chunk_size<4>(), galois::wl<PerSocketChunkLIFO<8>>()),
            220U);
  EXPECT_EQ(countdown(items, galois::parallel_break(), kNoConflicts, galois::per_iter_alloc()),
            220U);
  EXPECT_EQ(countdown(galois::iterate({10, 10}), kNoConflicts), 22U);
  EXPECT_EQ(countdown(galois::iterate(0, 11), kNoConflicts), 66U);
  EXPECT_EQ(countdown(galois::iterate(tens.begin(), tens.end()), galois::no_conflicts()), 220U);
}

TEST_P(Loops, ForEachWithoutPushes) {
  std::atomic<unsigned> sum{0};
  galois::for_each(
      galois::iterate(0U, 100U), [&](unsigned n, auto&) { sum += n; }, galois::no_pushes(),
      kNoConflicts, galois::loopname("NoPushes"));
  EXPECT_EQ(sum, 4950U);
}

/// Gives many items one priority, so that they are taken together.
struct Fifty {
  int operator()(const int& n) const { return n / 50; }
};

TEST(Prefetch, EachItemIsTouchedByEveryHintInTurnBeforeItRuns) {
  using galois::worklists::StealingBucketQueue;
  constexpr std::size_t kItems = 200;
  std::vector<std::string> seen(kItems);
  std::size_t closeBy = 0,
              mostCloseBy = 0; // items that have had the third hint and have not run yet
  const auto mark = [&](char hint) { return [&, hint](const int& n) { seen[n].push_back(hint); }; };
  galois::setActiveThreads(1);
  galois::for_each(
      galois::iterate(0, static_cast<int>(kItems)),
      [&](int n, auto& /*context*/) {
        closeBy -= seen[n].back() == 'c' ? 1 : 0;
        seen[n].push_back('r');
      },
      galois::prefetch(mark('f'), mark('n'),
                       [&](const int& n) {
                         seen[n].push_back('c');
                         mostCloseBy = std::max(mostCloseBy, ++closeBy);
                       }),
      galois::wl<StealingBucketQueue<Fifty>>(), kNoConflicts);
  // If one or two items arrive alone, there is no other work between the hints.
  EXPECT_EQ(std::ranges::count(seen, "fncr") + std::ranges::count(seen, "fnr"), kItems);
  EXPECT_GT(std::ranges::count(seen, "fncr"), kItems / 2);
  EXPECT_EQ(closeBy, 0U);
  EXPECT_EQ(mostCloseBy, 4U); // Up to three others run before it.
}

TEST_P(Loops, OperatorsThatNameTheContextGetBufferedPushes) {
  std::atomic<unsigned> iterations{0};
  galois::for_each(
      galois::iterate({0}),
      [&](int n, galois::UserContext<int>& context) {
        ++iterations;
        if (n == 0) {
          // This is more than the buffer holds before it is flushed, pushed by all three names.
          for (int i = 0; i < 100; ++i) {
            context.push(1);
            context.push_back(1);
            context.insert(1);
          }
        }
        EXPECT_FALSE(context.isFirstPass());
        context.cautiousPoint();
      },
      kNoConflicts);
  EXPECT_EQ(iterations, 301U);
}

TEST_P(Loops, BreakLoopEndsAnEndlessLoop) {
  std::atomic<unsigned> iterations{0};
  galois::for_each(
      galois::iterate(0, 32),
      [&](int n, auto& context) {
        if (++iterations > 1000) {
          context.breakLoop();
        }
        context.push(n);
      },
      galois::parallel_break(), kNoConflicts);
  EXPECT_GT(iterations, 1000U);
}

TEST_P(Loops, PerIterationMemoryServesContainers) {
  std::atomic<unsigned> total{0};
  galois::for_each(
      galois::iterate(0U, 50U),
      [&](unsigned n, auto& context) {
        std::vector<unsigned, galois::PerIterAllocTy::rebind<unsigned>::other> numbers(
            context.getPerIterAlloc());
        for (unsigned i = 0; i < n; ++i) {
          numbers.push_back(i);
        }
        EXPECT_EQ(context.template getLocalState<unsigned>(), nullptr)
            << "the iteration has no local state";
        unsigned* state = context.template createLocalState<unsigned>(n);
        EXPECT_EQ(context.template getLocalState<unsigned>(), state);
        total += static_cast<unsigned>(numbers.size()) + *state;
      },
      galois::per_iter_alloc(), galois::no_pushes(), kNoConflicts);
  EXPECT_EQ(total, 2450U);
}

/// Counts how many of it live.
struct Counted {
  static inline int alive = 0;
  Counted() { ++alive; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() { --alive; }
};

TEST(UserContext, DestroysTheLocalState) {
  {
    galois::UserContext<int> context;
    context.createLocalState<Counted>();
    EXPECT_EQ(Counted::alive, 1);
    context.createLocalState<Counted>(); // in place of the first one
    EXPECT_EQ(Counted::alive, 1);
    galois::runtime::UserContextAccess<int>(context).resetAlloc();
    EXPECT_EQ(Counted::alive, 0);
    EXPECT_EQ(context.getLocalState<Counted>(), nullptr);
    context.createLocalState<Counted>();
  }
  EXPECT_EQ(Counted::alive, 0);
}

TEST(UserContext, ReusesTheMemoryOfAnIteration) {
  galois::UserContext<int> context;
  const char* const first = context.getPerIterAlloc().allocate(100);
  EXPECT_NE(context.getPerIterAlloc().allocate(100), first);
  galois::runtime::UserContextAccess<int>(context).resetAlloc();
  EXPECT_EQ(context.getPerIterAlloc().allocate(100), first);
}

TEST(UserContext, HandsOnManyPushes) {
  using Access = galois::runtime::UserContextAccess<int>;
  galois::UserContext<int> context;
  Access access(context);
  std::vector<int> taken;
  access.setFastPushBack(
      [](void* target, galois::UserContext<int>& from) {
        auto& pushed = Access(from).getPushBuffer();
        static_cast<std::vector<int>*>(target)->assign(pushed.begin(), pushed.end());
        Access(from).resetPushBuffer();
      },
      &taken);
  std::vector<int> expected(65);
  std::iota(expected.begin(), expected.end(), 0);
  for (const int item : expected) {
    EXPECT_TRUE(taken.empty());
    context.push(item);
  }
  EXPECT_EQ(taken, expected);
  EXPECT_TRUE(access.getPushBuffer().empty());

  access.setFastPushBack(nullptr, nullptr);
  for (int i = 0; i < 1000; ++i) {
    context.push(i);
  }
  EXPECT_EQ(access.getPushBuffer().size(), 1000U);
}

struct Operator {
  using function_traits = std::tuple<galois::disable_conflict_detection, galois::no_pushes>;
  std::atomic<unsigned>& count;
  void operator()(int, galois::UserContext<int>&) const { ++count; }
};

TEST_P(Loops, OperatorsCarryTheirOwnOptions) {
  std::atomic<unsigned> count{0};
  galois::for_each(galois::iterate(0, 10), Operator{count});
  EXPECT_EQ(count, 10U);
}

namespace {

/// A policy that reports a value that changes over time and a value to be averaged.
class TalkativePolicy : public galois::worklists::PerSocketChunkFIFO<8>::retype<int> {
public:
  template <typename T>
  using retype = TalkativePolicy;

  template <typename Sink>
  void reportCounters(Sink&& sink) {
    sink(0, "share", galois::worklists::Average{0.25});
    sink(1, "share", galois::worklists::Average{0.75});
  }
  template <typename Sink>
  void reportHistories(Sink&& sink) {
    sink("factor", made_, 1.0); // before the loop began
    sink("factor", galois::substrate::nowNs(), 2.0);
  }

private:
  const std::uint64_t made_ = galois::substrate::nowNs();
};

} // namespace

TEST(LoopReport, HistoriesAndAveragesOfThePolicyReachTheCaller) {
  galois::SharedMemSys system;
  galois::setActiveThreads(2);
  galois::runtime::LoopReport report;
  galois::for_each(
      galois::iterate(0, 11), [](int, auto&) {}, galois::wl<TalkativePolicy>(),
      galois::disable_conflict_detection(), galois::loop_report(report));
  ASSERT_EQ(report.histories.size(), 1U);
  EXPECT_EQ(report.histories[0].name, "factor");
  ASSERT_EQ(report.histories[0].points.size(), 2U);
  EXPECT_EQ(report.histories[0].points[0], std::make_pair(0.0, 1.0)); // The time is never negative.
  EXPECT_GT(report.histories[0].points[1].first, 0.0);
  EXPECT_EQ(report.histories[0].points[1].second, 2.0);
  ASSERT_EQ(report.worklist.size(), 1U);
  EXPECT_TRUE(report.worklist[0].average);
  EXPECT_EQ(report.worklist[0].perThread, (std::vector<double>{0.25, 0.75}));
}

TEST_P(Loops, ForEachFillsALoopReport) {
  galois::runtime::LoopReport report;
  for (int loop = 0; loop < 2; ++loop) { // The second report replaces the first one.
    EXPECT_EQ(countdown(galois::iterate(0, 11), galois::loop_report(report), kNoConflicts), 66U);
    EXPECT_EQ(report.threads, GetParam());
    EXPECT_EQ(report.iterations.size(), GetParam());
    EXPECT_EQ(report.pushes.size(), GetParam());
    EXPECT_EQ(std::accumulate(report.iterations.begin(), report.iterations.end(), std::uint64_t{0}),
              66U);
    EXPECT_EQ(std::accumulate(report.pushes.begin(), report.pushes.end(), std::uint64_t{0}), 55U);
  }
}

TEST_P(Loops, ForEachThrowsTheOperatorsException) {
  auto loop = [] {
    galois::for_each(
        galois::iterate(0, 100),
        [](int n, auto& context) {
          if (n == 50) {
            throw std::runtime_error("operator failed");
          }
          context.push(n + 1 == 50 ? 51 : n);
        },
        kNoConflicts);
  };
  EXPECT_THROW(loop(), std::runtime_error);
}

/// A policy whose handle for the last thread throws std::bad_alloc.
template <typename T = int, bool Concurrent = true>
struct ShortOfMemory {
  template <typename U>
  using retype = ShortOfMemory<U, Concurrent>;
  template <bool B>
  using rethread = ShortOfMemory<T, B>;
  using value_type = T;
  using Bag = typename galois::worklists::PerSocketChunkFIFO<8>::template retype<T>;

  struct Handle {
    Bag& bag;
    void push(const T& task) { bag.push(task); }
    template <typename Iter>
    void push(Iter b, Iter e) {
      bag.push(b, e);
    }
    galois::optional<T> pop() { return bag.pop(); }
  };
  Handle forThisThread() {
    if (galois::substrate::ThreadPool::getTID() + 1 == galois::getActiveThreads()) {
      throw std::bad_alloc();
    }
    return {bag};
  }
  template <typename Range>
  void push_initial(const Range& range) {
    bag.push_initial(range);
  }
  void push(const T& task) { bag.push(task); }
  template <typename Iter>
  void push(Iter b, Iter e) {
    bag.push(b, e);
  }
  galois::optional<T> pop() { return bag.pop(); }

  Bag bag;
};

TEST_P(Loops, AThreadThatCannotBeginEndsTheLoopForAll) {
  EXPECT_THROW(galois::for_each(
                   galois::iterate(0, 1000), [](int, auto&) {}, galois::wl<ShortOfMemory<>>(),
                   galois::disable_conflict_detection()),
               std::bad_alloc);
  std::atomic<unsigned> threads{0};
  galois::on_each([&](unsigned, unsigned) { ++threads; });
  EXPECT_EQ(threads, galois::getActiveThreads());
}

TEST_P(Loops, DoAllTakesEachOptionInAnyOrder) {
  galois::GAccumulator<unsigned> sum;
  auto add = [&](unsigned n) { sum += n; };
  const auto items = galois::iterate(0U, 100U);
  galois::do_all(items, add);
  galois::do_all(items, add, galois::steal());
  galois::do_all(items, add, galois::loopname("Sum"), galois::steal(), galois::chunk_size<4>());
  galois::do_all(items, add, galois::chunk_size<>(3), galois::no_stats(), galois::steal());
  galois::do_all(items, add, galois::more_stats(), galois::loopname("Sum"));
  galois::do_all(items, add, galois::no_conflicts(), galois::no_pushes());
  EXPECT_EQ(sum.reduce(), 6 * 4950U);
}

TEST_P(Loops, OnEachRunsOncePerThread) {
  std::vector<std::atomic<unsigned>> runs(GetParam());
  galois::on_each(
      [&](unsigned tid, unsigned threads) {
        EXPECT_EQ(threads, GetParam());
        ++runs[tid];
      },
      galois::loopname("Each"));
  for (const auto& n : runs) {
    EXPECT_EQ(n, 1U);
  }
}

TEST_P(Loops, OnEachReportsItsTime) {
  const galois::test::LoopTime time;
  galois::on_each([&](unsigned, unsigned) { time.work(); }, galois::loopname("Each"));
  time.expectStatistic("Each");
}

TEST_P(Loops, OnEachThrowsTheException) {
  EXPECT_THROW(galois::on_each([](unsigned tid, unsigned n) {
                 if (tid + 1 == n) {
                   throw std::out_of_range("last");
                 }
               }),
               std::out_of_range);
}

TEST_P(Loops, ReportsGaloisRows) {
  galois::runtime::StatManager stats;
  galois::runtime::StatManager::setCurrent(&stats);
  countdown(galois::iterate(0, 11), galois::loopname("Count"), kNoConflicts);
  galois::runtime::StatManager::setCurrent(nullptr);
  const std::string rows = stats.format(false);
  EXPECT_NE(rows.find("STAT, Count, Iterations, TSUM, 66\n"), std::string::npos) << rows;
  EXPECT_NE(rows.find("STAT, Count, Commits, TSUM, 66\n"), std::string::npos) << rows;
  EXPECT_NE(rows.find("STAT, Count, Pushes, TSUM, 55\n"), std::string::npos) << rows;
  EXPECT_NE(rows.find("STAT, Count, Conflicts, TSUM, 0\n"), std::string::npos) << rows;
  EXPECT_NE(rows.find("STAT, Count, Time, TMAX, "), std::string::npos) << rows;
}

TEST_P(Loops, LoopObjectsForTemplates) {
  std::atomic<unsigned> sum{0};
  auto add = [&](unsigned n) { sum += n; };
  galois::DoAll()(galois::iterate(0U, 10U), add, galois::steal());
  galois::StdForEach()(galois::iterate(0U, 10U), add, galois::steal());
  galois::ForEach()(
      galois::iterate(0U, 10U), [&](unsigned n, auto&) { sum += n; }, kNoConflicts);
  galois::WhileQ<galois::SerFIFO<unsigned>> loop;
  loop(galois::iterate(0U, 10U), [&](unsigned n, galois::SerFIFO<unsigned>& queue) {
    sum += n;
    if (n == 9) {
      queue.push(100);
    }
  });
  EXPECT_EQ(sum, 4 * 45 + 100U);
}

TEST_P(Loops, PreAllocTakesPages) {
  const std::size_t before = galois::runtime::numPagePoolAllocTotal();
  galois::preAlloc(3);
  EXPECT_GE(galois::runtime::numPagePoolAllocTotal(), before + 3);
  galois::preAlloc(0);
}

/// A whole program in the style of Galois 6 applications: breadth-first levels on a ring.
TEST_P(Loops, ATinyProgram) {
  constexpr unsigned kNodes = 1000;
  constexpr unsigned kUnreached = ~0U;
  galois::LargeArray<std::atomic<unsigned>> level;
  level.allocateInterleaved(kNodes);
  galois::do_all(
      galois::iterate(0U, kNodes), [&](unsigned n) { level.constructAt(n, kUnreached); },
      galois::no_stats(), galois::loopname("Initialise"));

  galois::InsertBag<unsigned> current;
  galois::InsertBag<unsigned> next;
  level[0] = 0;
  next.push(0);
  unsigned depth = 0;
  while (!next.empty()) {
    std::swap(current, next);
    next.clear();
    ++depth;
    galois::do_all(
        galois::iterate(current),
        [&](unsigned n) {
          for (unsigned to : {(n + 1) % kNodes, (n + kNodes - 1) % kNodes}) {
            unsigned unreached = kUnreached;
            if (level[to].compare_exchange_strong(unreached, depth)) {
              next.push(to);
            }
          }
        },
        galois::steal(), galois::chunk_size<16>(), galois::loopname("Level"));
  }
  galois::GReduceMax<unsigned> deepest;
  galois::do_all(galois::iterate(0U, kNodes), [&](unsigned n) { deepest.update(level[n]); });
  EXPECT_EQ(deepest.reduce(), kNodes / 2);
}

INSTANTIATE_TEST_SUITE_P(Threads, Loops, testing::Values(1U, 2U, 3U, 16U),
                         testing::PrintToStringParamName());

/// Expects that the mistake leaves the loop as std::logic_error, and that loops run afterwards.
template <typename Mistake>
void expectLogicError(const char* said, const Mistake& mistake) {
  try {
    mistake();
    ADD_FAILURE() << "it ran: " << said;
  } catch (const std::logic_error& error) {
    EXPECT_NE(std::string(error.what()).find(said), std::string::npos) << error.what();
  }
  EXPECT_EQ(countdown(galois::iterate({10, 10}), kNoConflicts), 22U);
}

TEST_P(Loops, MistakesOfAnOperatorThrowToTheCaller) {
  const auto items = galois::iterate(0, 100);
  const auto inner = [](const auto&...) {
    galois::for_each(
        galois::iterate({1}), [](int, auto&) {}, kNoConflicts, galois::loopname("Inner"));
  };
  const auto innerDoAll = [](const auto&...) {
    galois::do_all(
        galois::iterate({1}), [](int) {}, galois::loopname("Inner"));
  };
  const char* const nested =
      "loop Inner was started inside another parallel loop; loops do not nest";
  const auto breaks = [](int, auto& context) { context.breakLoop(); };
  const char* const option = "breakLoop() needs the loop option";
  const auto deterministic = galois::wl<galois::worklists::Deterministic<>>();
  expectLogicError(nested, [&] { galois::on_each(inner); });
  expectLogicError(nested, [&] { galois::on_each(innerDoAll); });
  expectLogicError(nested, [&] { galois::do_all(items, inner, galois::steal()); });
  expectLogicError(nested, [&] { galois::for_each(items, innerDoAll, kNoConflicts); });
  expectLogicError(nested, [&] { galois::for_each(items, inner); });
  expectLogicError(nested, [&] { galois::for_each(items, innerDoAll, deterministic); });
  expectLogicError(option, [&] { galois::for_each(items, breaks, kNoConflicts); });
  expectLogicError(option, [&] { galois::for_each(items, breaks); });
  expectLogicError(option, [&] { galois::for_each(items, breaks, deterministic); });
  expectLogicError("abort() needs a loop with conflict detection", [&] {
    galois::for_each(
        items, [](int, auto& context) { context.abort(); }, kNoConflicts);
  });
  expectLogicError("setActiveThreads() was called inside a parallel loop", [] {
    galois::on_each([](unsigned, unsigned) { galois::setActiveThreads(2); });
  });
  expectLogicError("setActiveThreads() was called inside a parallel loop", [] {
    galois::on_each(
        [](unsigned, unsigned) { galois::setActiveThreads(2, galois::kOversubscribe); });
  });
  EXPECT_EQ(galois::getActiveThreads(), GetParam());
}

TEST(Loops, RefuseASecondExternalThread) {
  galois::setActiveThreads(3);
  std::atomic<unsigned> iterations{0};
  std::atomic<bool> started{false};
  std::atomic<bool> refused{false};
  std::thread second([&] {
    for (galois::substrate::Backoff wait; !started;) {
      wait();
    }
    try {
      countdown(galois::iterate({1}), kNoConflicts, galois::loopname("Second"));
      ADD_FAILURE() << "two loops ran at once";
    } catch (const std::logic_error& error) {
      EXPECT_NE(std::string(error.what()).find("loop Second"), std::string::npos) << error.what();
    }
    EXPECT_THROW(galois::do_all(galois::iterate({1}), [](int) {}), std::logic_error);
    EXPECT_THROW(galois::on_each([](unsigned, unsigned) {}), std::logic_error);
    refused = true;
  });
  galois::for_each(
      galois::iterate(0, 100),
      [&](int n, auto& context) {
        started = true;
        for (galois::substrate::Backoff wait; !refused;) {
          wait();
        }
        ++iterations;
        if (n < 50) {
          context.push(n + 50);
        }
      },
      kNoConflicts);
  second.join();
  EXPECT_EQ(iterations, 150U);
  EXPECT_EQ(countdown(galois::iterate({10}), kNoConflicts), 11U);
  galois::setActiveThreads(1);
}

/// Threads that the program itself started run loops at any time. Each loop runs completely or is
/// refused.
TEST(Loops, RunWholeOrAreRefused) {
  galois::setActiveThreads(3);
  std::atomic<unsigned> whole{0};
  const auto startLoops = [&] {
    for (unsigned i = 0; i < 50; ++i) {
      try {
        EXPECT_EQ(countdown(galois::iterate({10, 10, 10}), kNoConflicts), 33U);
        ++whole;
      } catch (const std::logic_error&) {
      }
    }
  };
  std::thread second(startLoops);
  startLoops();
  second.join();
  EXPECT_GE(whole, 1U);
  galois::setActiveThreads(1);
}

TEST(LoopsChild, DISABLED_RunEverythingAfterADedicatedThreadWasStarted) {
  auto& pool = galois::substrate::getThreadPool();
  const unsigned limit = pool.getMaxThreads();
  std::function<void()> work = [] {};
  pool.runDedicated(work); // From now on parallel regions have at most `limit` threads.
  EXPECT_EQ(galois::setActiveThreads(limit + 2), limit);
  EXPECT_EQ(galois::getActiveThreads(), limit);

  std::atomic<unsigned> iterations{0};
  galois::do_all(galois::iterate(0, 1000), [&](int) { ++iterations; });
  ASSERT_EQ(iterations, 1000U); // Otherwise the loops below would hang.
  galois::do_all(
      galois::iterate(0, 1000), [&](int) { ++iterations; }, galois::steal());
  EXPECT_EQ(iterations, 2000U);
  std::vector<int> tens(20, 10);
  EXPECT_EQ(countdown(galois::iterate(tens), kNoConflicts), 220U);
}
TEST(Loops, RunEverythingAfterADedicatedThreadWasStarted) {
  EXPECT_EQ(
      galois::test::runChild("LoopsChild.DISABLED_RunEverythingAfterADedicatedThreadWasStarted"),
      0);
}

} // namespace
