// The executor on few jobs: order, results, exceptions, cancellation and ends.
// PriorityExecutorStress.cpp has many threads.
#include "galois/PriorityExecutor.h"

#include <chrono>
#include <cstdint>
#include <future>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Cancellation.h"

namespace galois {
namespace {

using substrate::Cancelled;

/// Occupies one thread of an executor until it is opened.
class Roadblock {
public:
  explicit Roadblock(PriorityExecutor& executor) {
    std::promise<void> reached;
    auto here = reached.get_future();
    executor.post(INT64_MIN, [this, &reached, open = opened_.get_future().share()] {
      reached.set_value();
      open.wait();
    });
    here.wait();
  }
  ~Roadblock() { open(); }
  Roadblock(const Roadblock&) = delete;
  Roadblock& operator=(const Roadblock&) = delete;
  void open() {
    if (!std::exchange(isOpen_, true)) {
      opened_.set_value();
    }
  }

private:
  std::promise<void> opened_;
  bool isOpen_ = false;
};

TEST(PriorityExecutor, ReturnsResultsOfEachKind) {
  PriorityExecutor executor(2);
  EXPECT_EQ(executor.submit(0, [] { return 42; }).get(), 42);
  int number = 1;
  executor.submit(0, [&] { number = 2; }).get();
  EXPECT_EQ(number, 2);
  EXPECT_EQ(&executor.submit(0, [&]() -> int& { return number; }).get(), &number);
  auto moved = executor.submit(0, [only = std::make_unique<int>(7)] { return *only; });
  EXPECT_EQ(moved.get(), 7);
  std::future<std::string> plain = executor.submit(0, [] { return std::string("a"); });
  EXPECT_EQ(plain.get(), "a");
}

TEST(PriorityExecutor, OneThreadKeepsTheOrderAndThatOfEqualPriorities) {
  PriorityExecutor executor(1);
  std::vector<int> seen;
  {
    const Roadblock block(executor);
    const std::vector<std::int64_t> priorities = {5, -3, INT64_MAX, 5, 0, INT64_MIN, 5, -3};
    for (int i = 0; i < 8; ++i) {
      executor.post(priorities[static_cast<std::size_t>(i)], [&seen, i] { seen.push_back(i); });
    }
  }
  executor.drain();
  EXPECT_EQ(seen, (std::vector<int>{5, 1, 7, 4, 0, 3, 6, 2}));
}

TEST(PriorityExecutor, AFunctionIsDestroyedBeforeItsResultCanBeSeen) {
  PriorityExecutor executor(1);
  auto held = std::make_shared<int>(1);
  const std::weak_ptr<int> watch = held;
  executor.submit(0, [held = std::move(held)] { return *held; }).get();
  EXPECT_TRUE(watch.expired());
  held = std::make_shared<int>(2);
  const std::weak_ptr<int> other = held;
  auto failing = executor.submit(0, [held = std::move(held)] { throw std::runtime_error("no"); });
  EXPECT_THROW(failing.get(), std::runtime_error);
  EXPECT_TRUE(other.expired());
}

TEST(PriorityExecutor, ExceptionsGoToTheFutureOrToDrain) {
  PriorityExecutor executor(2);
  EXPECT_THROW(executor.submit(0, [] { throw std::out_of_range("here"); }).get(),
               std::out_of_range);
  executor.drain(); // That one was delivered.
  executor.post(0, [] { throw std::runtime_error("nobody waits"); });
  EXPECT_THROW(executor.drain(), std::runtime_error);
  executor.drain(); // It is thrown once.
  EXPECT_EQ(executor.submit(0, [] { return 1; }).get(), 1) << "the threads go on";
}

TEST(PriorityExecutor, WaitingFunctionsCanBeCancelled) {
  PriorityExecutor executor(1);
  bool ran = false;
  Roadblock block(executor);
  auto held = std::make_shared<int>(1);
  const std::weak_ptr<int> watch = held;
  auto future = executor.submit(0, [&ran, held = std::move(held)] { ran = true; });
  auto other = executor.submit(1, [] { return 3; });
  EXPECT_TRUE(future.cancel());
  EXPECT_FALSE(future.cancel()) << "once";
  EXPECT_TRUE(watch.expired()) << "what it holds is released at once";
  EXPECT_THROW(future.get(), Cancelled);
  block.open();
  EXPECT_EQ(other.get(), 3);
  EXPECT_FALSE(other.cancel()) << "it has ended";
  executor.drain();
  EXPECT_FALSE(ran);
  EXPECT_FALSE(JobFuture<int>().cancel());
}

TEST(PriorityExecutor, AllWaitingFunctionsCanBeCancelled) {
  PriorityExecutor executor(1);
  std::vector<JobFuture<void>> futures;
  int ran = 0;
  {
    const Roadblock block(executor);
    for (int i = 0; i < 100; ++i) {
      futures.push_back(executor.submit(i, [&ran] { ++ran; }));
      executor.post(i, [&ran] { ++ran; });
    }
    EXPECT_TRUE(futures[3].cancel());
    EXPECT_EQ(executor.cancelWaiting(), 199U);
    EXPECT_EQ(executor.cancelWaiting(), 0U);
  }
  executor.drain();
  EXPECT_EQ(ran, 0);
  for (auto& future : futures) {
    EXPECT_THROW(future.get(), Cancelled);
  }
}

TEST(PriorityExecutor, TheEndRunsWhatWasSubmittedAndWhatThatSubmits) {
  int ran = 0;
  JobFuture<int> survivor;
  {
    PriorityExecutor executor(1);
    survivor = executor.submit(9, [] { return 5; });
    executor.post(1, [&] {
      ++ran;
      executor.post(0, [&] { ++ran; });
    });
  }
  EXPECT_EQ(ran, 2);
  EXPECT_EQ(survivor.get(), 5);
  EXPECT_FALSE(survivor.cancel()) << "also after the executor";
}

TEST(PriorityExecutor, DrainOnItsOwnThreadIsRefused) {
  PriorityExecutor executor(1), other(1);
  EXPECT_THROW(executor.submit(0, [&] { executor.drain(); }).get(), std::logic_error);
  executor.submit(0, [&] { other.drain(); }).get(); // It waits for other threads.
}

TEST(PriorityExecutor, ThreadsWithoutWorkSleep) {
  PriorityExecutor executor(3);
  EXPECT_EQ(executor.threads(), 3U);
  for (int round = 0; round < 3; ++round) {
    while (executor.sleeping() < 3) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(executor.submit(0, [round] { return round; }).get(), round);
  }
}

TEST(PriorityExecutor, FunctionsMayRunLoops) {
  setActiveThreads(2, kOversubscribe);
  PriorityExecutor executor(1);
  auto sum = executor.submit(0, [] {
    GAccumulator<int> total;
    do_all(iterate(0, 100), [&](int i) { total += i; });
    return total.reduce();
  });
  EXPECT_EQ(sum.get(), 4950);
}

TEST(PriorityExecutor, ThereIsAThreadAtLeast) {
  EXPECT_THROW(PriorityExecutor(0), std::invalid_argument);
  EXPECT_GE(PriorityExecutor().threads(), 1U);
}

/// A function that cannot be moved into the executor.
struct Immovable {
  explicit Immovable(bool willFail) : fails(willFail) {}
  Immovable(Immovable&& other) : fails(other.fails) {
    if (fails) {
      throw std::bad_alloc();
    }
  }
  void operator()() const {}
  bool fails;
};

TEST(PriorityExecutor, WhatCannotBeAddedIsNot) {
  PriorityExecutor executor(1);
  EXPECT_THROW(executor.submit(0, Immovable(true)), std::bad_alloc);
  EXPECT_THROW(executor.post(0, Immovable(true)), std::bad_alloc);
  executor.submit(0, Immovable(false)).get();
  executor.drain(); // It does not wait for those.
}

} // namespace
} // namespace galois
