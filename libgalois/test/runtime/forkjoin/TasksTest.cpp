#include "galois/Tasks.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/Reduction.h"
#include "galois/substrate/Backoff.h"
#include "galois/substrate/Cancellation.h"
#include "runtime/forkjoin/TasksOnThreads.h"

namespace {

using Tasks = galois::test::WithThreads;
using galois::test::fib;
using galois::test::kThreadsOfTasks;

TEST_P(Tasks, InvokeRunsEachCallableOnce) {
  EXPECT_EQ(fib(18), 2584u);
  std::atomic<unsigned> calls[5] = {};
  galois::parallel_invoke(
      [&] { ++calls[0]; }, [&] { ++calls[1]; }, [&](auto&) { ++calls[2]; }, [&] { ++calls[3]; },
      [&](auto& context) { context.invoke([&] { ++calls[4]; }, [&](auto&) { ++calls[4]; }); });
  for (unsigned i = 0; i < 5; ++i) {
    EXPECT_EQ(calls[i], i < 4 ? 1u : 2u) << i;
  }
}

TEST_P(Tasks, MergesOfReductionsMayFork) {
  auto sum = galois::make_reducible(
      [](std::uint64_t a, std::uint64_t b) {
        std::uint64_t halves[2];
        galois::parallel_invoke([&] { halves[0] = a + fib(2) - 1; }, [&] { halves[1] = b; });
        return halves[0] + halves[1];
      },
      [] { return std::uint64_t{0}; });
  constexpr std::uint64_t kUpdates = 20'000;
  galois::parallel_for(std::uint64_t{0}, kUpdates, [&](std::uint64_t i) {
    sum.update(i);
    galois::parallel_invoke([&] { sum.update(1); }, [&] { sum.update(1); });
  });
  EXPECT_EQ(sum.reduce(), kUpdates * (kUpdates - 1) / 2 + 2 * kUpdates);
}

TEST_P(Tasks, ForRunsEachIndexOnce) {
  for (const int n : {0, 1, 2, 3, 7, 1000, 20000}) {
    std::vector<std::atomic<int>> seen(static_cast<std::size_t>(n));
    galois::parallel_for(0, n, [&](int i) { ++seen[static_cast<std::size_t>(i)]; });
    galois::parallel_for(
        0, n, [&](auto&, int i) { ++seen[static_cast<std::size_t>(i)]; }, galois::chunk_size<16>(),
        galois::loopname("twice"));
    for (int i = 0; i < n; ++i) {
      ASSERT_EQ(seen[static_cast<std::size_t>(i)], 2) << i << " of " << n;
    }
  }
}

TEST_P(Tasks, ForTakesIteratorsAndExtremeRanges) {
  std::vector<int> values(5000, 1);
  galois::parallel_for(values.begin(), values.end(), [](auto at) { *at += 1; });
  EXPECT_EQ(std::accumulate(values.begin(), values.end(), 0), 10000);
  std::atomic<unsigned> calls{0};
  galois::parallel_for(5, -5, [&](int) { ++calls; });
  EXPECT_EQ(calls, 0u);
  const auto low = std::numeric_limits<std::int64_t>::min();
  galois::parallel_for(low, low + 100, [&](std::int64_t) { ++calls; });
  const auto high = std::numeric_limits<std::uint8_t>::max();
  galois::parallel_for(std::uint8_t{0}, high, [&](std::uint8_t) { ++calls; });
  EXPECT_EQ(calls, 355u);
}

TEST_P(Tasks, ReductionsKeepTheOrder) {
  // Concatenation is associative and does not commute.
  const auto letter = [](int i) { return std::string(1, static_cast<char>('a' + i % 26)); };
  const auto join = [](std::string a, const std::string& b) { return std::move(a) + b; };
  std::string expected;
  for (int i = 0; i < 3000; ++i) {
    expected += letter(i);
  }
  EXPECT_EQ(galois::parallel_reduce(0, 3000, std::string(), letter, join), expected);
  EXPECT_EQ(galois::parallel_deterministic_reduce(0, 3000, std::string(), letter, join), expected);
  EXPECT_EQ(galois::parallel_reduce(
                3, 3, 17, [](int) { return 1; }, std::plus<>()),
            17);
}

TEST_P(Tasks, DeterministicReductionGroupsInTheSameWay) {
  const auto value = [](int i) { return 1.0 / (1 + i); };
  const auto sum = [&] {
    return galois::parallel_deterministic_reduce(0, 100000, 0.0, value, std::plus<>());
  };
  const double here = sum();
  EXPECT_EQ(here, sum());
  galois::setActiveThreads(1);
  EXPECT_EQ(here, sum());
  // In an operator, too, where forks are calls.
  double inside = 0;
  galois::on_each([&](unsigned tid, unsigned) { inside = tid == 0 ? sum() : inside; });
  EXPECT_EQ(here, inside);
}

TEST_P(Tasks, JoinThrowsWhatTheSerialProgramThrows) {
  const auto fail = [](const char* what) { throw std::runtime_error(what); };
  const auto thrownBy = [](const auto& run) -> std::string {
    try {
      run();
    } catch (const std::runtime_error& problem) {
      return problem.what();
    }
    return "nothing";
  };
  for (unsigned round = 0; round < 50; ++round) {
    EXPECT_EQ(thrownBy([&] {
                galois::parallel_invoke(
                    [&] {
                      fib(8);
                      fail("first");
                    },
                    [&] { fail("second"); });
              }),
              "first");
    EXPECT_EQ(thrownBy([&] { galois::parallel_invoke([&] { fib(8); }, [&] { fail("second"); }); }),
              "second");
    EXPECT_EQ(thrownBy([&] {
                galois::parallel_invoke([&] { fib(5); },
                                        [&] {
                                          fib(5);
                                          fail("b");
                                        },
                                        [&] { fail("c"); });
              }),
              "b");
    EXPECT_EQ(thrownBy([&] {
                galois::parallel_for(0, 100, [&](int i) { i == 99 ? fail("last") : void(fib(3)); });
              }),
              "last");
    EXPECT_EQ(fib(10), 55u); // usable afterwards
  }
}

TEST_P(Tasks, OneOfTheFailedIndicesIsRethrown) {
  for (unsigned round = 0; round < 20; ++round) {
    std::atomic<unsigned> failed{0};
    EXPECT_THROW(galois::parallel_for(0, 1000,
                                      [&](int i) {
                                        if (i % 100 == 50) {
                                          ++failed;
                                          throw std::out_of_range("index");
                                        }
                                      }),
                 std::out_of_range);
    EXPECT_GE(failed, 1u);
  }
}

TEST_P(Tasks, LocksMayBeHeldAcrossJoins) {
  // A join that ran an unrelated task would lock the mutex twice on one thread. Only the branches
  // of the outer level take the lock, so what runs at the inner joins does not.
  std::mutex mutex;
  std::uint64_t sum = 0;
  galois::parallel_for(0, 64, [&](int) {
    const std::lock_guard<std::mutex> lock(mutex);
    sum += fib(9);
  });
  EXPECT_EQ(sum, 64u * 34);
}

TEST_P(Tasks, ForksInOperatorsAreCalls) {
  std::vector<int> items(100, 12);
  galois::GAccumulator<std::uint64_t> sum;
  galois::do_all(
      galois::iterate(items),
      [&](int n) {
        sum += fib(static_cast<unsigned>(n));
        galois::task_group tasks;
        tasks.run([&] { sum += 1; });
        tasks.run([&](auto&) { sum += 1; });
        tasks.wait();
        galois::parallel_for(0, 3, [&](int) { sum += 1; });
        sum += static_cast<std::uint64_t>(galois::parallel_reduce(
            0, 4, 0, [](int i) { return i; }, std::plus<>()));
        galois::poll();
      },
      galois::steal());
  EXPECT_EQ(sum.reduce(), 100u * (144 + 2 + 3 + 6));
}

TEST_P(Tasks, AccumulatorsWorkInTasks) {
  galois::GAccumulator<std::uint64_t> sum;
  galois::parallel_for(0, 5000, [&](int i) { sum += static_cast<std::uint64_t>(i); });
  EXPECT_EQ(sum.reduce(), 5000u * 4999 / 2);
}

/// Calls step() until it throws, for half a minute at most. @return whether it has thrown
template <typename Step>
bool endsEarly(const Step& step) {
  try {
    for (unsigned i = 0; i < 300'000; ++i) {
      galois::substrate::Waits::sleep(100);
      step();
    }
  } catch (const galois::substrate::Cancelled&) {
    return true;
  }
  return false;
}

/// Waits for an event on another thread.
template <typename Event>
void await(const Event& happened) {
  for (galois::substrate::Backoff wait; !happened();) {
    galois::poll();
    wait();
  }
}

/// What another thread runs of a branch whose result is not needed ends at its next fork or loop.
TEST_P(Tasks, ABranchOfAJoinThatThrowsEndsSoon) {
  if (GetParam() == 1) {
    return; // nothing runs beside the branch that throws
  }
  const std::function<void()> steps[] = {
      [] { galois::parallel_invoke([] {}, [] {}); },
      [] { galois::parallel_for(0, 2, [](int) {}); },
      [] { // a loop of this branch that is divided again
        galois::parallel_for(0, 300'000, [](int) { galois::substrate::Waits::sleep(100); });
      },
  };
  for (const auto& step : steps) {
    std::atomic<bool> begun{false}, ended{false};
    EXPECT_THROW(galois::parallel_invoke(
                     [&] {
                       await([&] { return begun.load(); });
                       throw std::runtime_error("first");
                     },
                     [&] {
                       begun = true;
                       ended = endsEarly(step);
                     }),
                 std::runtime_error);
    EXPECT_TRUE(ended);
  }
}

TEST_P(Tasks, IterationsOfALoopThatThrowsEndSoon) {
  constexpr unsigned kIterations = 600'000;
  std::atomic<unsigned> begun{0};
  EXPECT_THROW(galois::parallel_for(0u, kIterations,
                                    [&](unsigned i) {
                                      if (++begun == 1 && i == 0) {
                                        await([&] { return GetParam() == 1 || begun > 1; });
                                        throw std::runtime_error("first");
                                      }
                                      galois::substrate::Waits::sleep(100);
                                    }),
               std::runtime_error);
  EXPECT_LT(begun, kIterations / 2);
}

/// The inner loop has not thrown, but its result is not needed.
TEST_P(Tasks, ALoopInAnIterationEndsSoonWhenTheOuterLoopThrows) {
  if (GetParam() == 1) {
    return;
  }
  std::atomic<bool> begun{false}, ended{false};
  EXPECT_THROW(galois::parallel_for(0, 2,
                                    [&](int i) {
                                      if (i == 0) {
                                        await([&] { return begun.load(); });
                                        throw std::runtime_error("first");
                                      }
                                      begun = true;
                                      ended = endsEarly(
                                          [] { galois::parallel_for(0, 100, [](int) {}); });
                                    }),
               std::runtime_error);
  EXPECT_TRUE(ended);
}

TEST_P(Tasks, ACancelledLoopEndsSoon) {
  constexpr std::uint64_t kIterations = std::uint64_t{1} << 40;
  const auto cancelled = [](const auto& run) {
    EXPECT_THROW(run(), galois::substrate::Cancelled);
    galois::substrate::Cancellation::reset();
  };
  const auto cancel = [](std::uint64_t i) {
    if (i == 1000) {
      galois::substrate::Cancellation::request();
    }
    return i;
  };
  const std::uint64_t first = 0;
  cancelled([&] { galois::parallel_for(first, kIterations, cancel); });
  cancelled([&] { galois::parallel_reduce(first, kIterations, first, cancel, std::plus<>()); });
  cancelled([&] {
    galois::parallel_deterministic_reduce(first, kIterations / 1024, first, cancel, std::plus<>());
  });
  cancelled([&] { // the loop itself throws, not only the region
    galois::parallel_invoke(
        [&] {
          EXPECT_THROW(galois::parallel_for(first, kIterations, cancel),
                       galois::substrate::Cancelled);
        },
        [] {});
  });
  EXPECT_EQ(fib(10), 55u);
}

/// What user code does that forks and polls wherever it is called. Now and then it lets other
/// threads run, so that they ask for work in the middle.
void forkAndPoll() {
  thread_local unsigned calls = 0;
  const auto poll = [] {
    if (++calls % 8 == 0) {
      galois::substrate::Waits::yield();
    }
    galois::poll();
  };
  galois::parallel_invoke(poll, poll);
  poll();
}

/// A range of numbers and their sum. Each copy, move and destruction forks.
struct ForkingSum {
  ForkingSum() = default;
  ForkingSum(std::uint64_t from, std::uint64_t to, std::uint64_t of)
      : begin(from), end(to), sum(of) {}
  ForkingSum(const ForkingSum& other) : begin(other.begin), end(other.end), sum(other.sum) {
    for (unsigned i = 0; i < 20; ++i) {
      forkAndPoll();
    }
  }
  ForkingSum(ForkingSum&& other) noexcept : begin(other.begin), end(other.end), sum(other.sum) {
    forkAndPoll();
  }
  ForkingSum& operator=(const ForkingSum& other) = default;
  ForkingSum& operator=(ForkingSum&& other) noexcept {
    begin = other.begin;
    end = other.end;
    forkAndPoll();
    sum = other.sum;
    return *this;
  }
  ~ForkingSum() { forkAndPoll(); }

  bool empty() const { return begin == end; }

  std::uint64_t begin = 0, end = 0, sum = 0;
};

/// An iterator over the natural numbers whose operators fork.
struct ForkingIterator {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::uint64_t;
  using difference_type = std::int64_t;
  using pointer = const std::uint64_t*;
  using reference = std::uint64_t;

  ForkingIterator& operator++() {
    forkAndPoll();
    ++at;
    return *this;
  }
  ForkingIterator operator+(difference_type by) const {
    forkAndPoll();
    return {at + static_cast<std::uint64_t>(by)};
  }
  difference_type operator-(const ForkingIterator& other) const {
    forkAndPoll();
    return static_cast<difference_type>(at - other.at);
  }
  bool operator<(const ForkingIterator& other) const {
    forkAndPoll();
    return at < other.at;
  }
  bool operator==(const ForkingIterator& other) const {
    forkAndPoll();
    return at == other.at;
  }
  bool operator!=(const ForkingIterator& other) const { return !(*this == other); }
  std::uint64_t operator*() const { return at; }

  std::uint64_t at = 0;
};

/// Other workers divide the loop while code of the user runs. Each number must be counted once, and
/// neighbouring ranges must be combined in their order.
TEST_P(Tasks, ValuesAndIteratorsMayForkWhereverTheyAreUsed) {
  constexpr std::uint64_t kNumbers = 400;
  const auto one = [](const ForkingIterator& i) { return ForkingSum(*i, *i + 1, *i); };
  std::atomic<unsigned> gaps{0};
  const auto merge = [&](ForkingSum lower, ForkingSum upper) {
    forkAndPoll();
    if (lower.empty() || upper.empty()) {
      return lower.empty() ? upper : lower;
    }
    gaps += lower.end == upper.begin ? 0 : 1;
    return ForkingSum(lower.begin, upper.end, lower.sum + upper.sum);
  };
  const auto expectAll = [&](const ForkingSum& all) {
    EXPECT_EQ(all.begin, 0u);
    EXPECT_EQ(all.end, kNumbers);
    EXPECT_EQ(all.sum, kNumbers * (kNumbers - 1) / 2);
  };
  for (unsigned round = 0; round < 4; ++round) {
    const ForkingIterator first{0}, last{kNumbers};
    expectAll(galois::parallel_reduce(first, last, ForkingSum(), one, merge));
    expectAll(galois::parallel_deterministic_reduce(first, last, ForkingSum(), one, merge));
    galois::parallel_invoke(
        [&] { expectAll(galois::parallel_reduce(first, last, ForkingSum(), one, merge)); },
        [&] {
          std::atomic<std::uint64_t> sum{0};
          galois::parallel_for(first, last, [&](const ForkingIterator& i) {
            forkAndPoll();
            sum += *i;
          });
          EXPECT_EQ(sum, kNumbers * (kNumbers - 1) / 2);
        });
  }
  EXPECT_EQ(gaps, 0u);
}

INSTANTIATE_TEST_SUITE_P(Threads, Tasks, kThreadsOfTasks);

TEST(TasksTest, ThreadsMayChangeBetweenRegions) {
  for (const unsigned threads : {1, 4, 2, 16, 1, 3}) {
    galois::setActiveThreads(threads);
    EXPECT_EQ(fib(12), 144u) << threads;
  }
  galois::setActiveThreads(1);
}

TEST_P(Tasks, LoopsInTasksThrowToTheCaller) {
  const auto loop = [] { galois::on_each([](unsigned, unsigned) {}); };
  EXPECT_THROW(galois::parallel_invoke(loop, [] {}), std::logic_error);
  EXPECT_THROW(galois::parallel_invoke([] {}, loop), std::logic_error);
  EXPECT_THROW(galois::parallel_for(0, 1000, [&](int) { loop(); }), std::logic_error);
  EXPECT_EQ(fib(12), 144u);
}

} // namespace
