/**
 * A suite for ways to run work in parallel, by the contract of docs/exceptions-and-cancellation.md:
 * each is left by exceptions of tasks, copies and allocations, and by cancellation before, during
 * and at the end, also by another thread at any time, while containers and reductions are in use.
 * Afterwards all must work.
 *
 * A test file defines entry points, and instantiates the suite:
 *
 *     INSTANTIATE_TEST_SUITE_P(Loops, EndsEarly, galois::test::allEnds(kEntryPoints), nameOfEnds);
 *
 * This header replaces operator new (CountedHeap.h), so include it in one file per program.
 */
#pragma once

#include <atomic>
#include <cctype>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <ostream>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Bag.h"
#include "galois/Galois.h"
#include "galois/ParallelSTL.h"
#include "galois/Reduction.h"
#include "galois/Tasks.h"
#include "galois/graphs/MorphGraph.h"
#include "galois/substrate/Cancellation.h"
#include "support/CountedHeap.h"

namespace galois::test {

/// The exception of the suite.
struct Failure {};

/// What happens while the items are run. One run at a time.
class Script {
public:
  enum class Event { kNone, kThrow, kThrowInFork, kThrowCopy, kCancel };

  /// Begins a run in which `event` happens at the `at`th item, or copy, that begins, from 1.
  void begin(Event event, unsigned at) {
    event_ = event;
    at_ = at;
    ended_ = false;
    items = late = copies = 0;
    sum = 0;
  }

  /// Is called for each item when it begins.
  void item(unsigned id) {
    late += ended_ ? 1 : 0;
    sum += id;
    if (++items != at_) {
      return;
    }
    switch (event_) {
    case Event::kThrow:
      fail();
    case Event::kThrowInFork:
      failInFork();
      break;
    case Event::kCancel:
      substrate::Cancellation::request();
      ended_ = true;
      break;
    case Event::kNone:
    case Event::kThrowCopy:
      break;
    }
  }

  /// Is called for each copy of an Item.
  void copy() {
    if (++copies == at_ && event_ == Event::kThrowCopy) {
      throw Failure();
    }
  }

  std::atomic<unsigned> items{0};  ///< number of items that have begun
  std::atomic<unsigned> late{0};   ///< those that have begun after the event
  std::atomic<unsigned> copies{0}; ///< of items
  std::atomic<std::uint64_t> sum{0};

private:
  /// Runs tasks while an exception passes.
  struct RunsTasks {
    RunsTasks() = default;
    RunsTasks(const RunsTasks&) = delete;
    RunsTasks& operator=(const RunsTasks&) = delete;
    ~RunsTasks() {
      std::atomic<unsigned> calls{0};
      {
        task_group tasks;
        tasks.run([&] { ++calls; });
      }
      EXPECT_EQ(calls, 1u);
    }
  };

  [[noreturn]] void fail() {
    // With more threads, others may begin items until the exception is caught.
    ended_ = getActiveThreads() == 1;
    throw Failure();
  }

  /// A group unwinds with tasks that may have begun, in a branch whose sibling may have begun.
  void failInFork() {
    const RunsTasks runs;
    task_group tasks;
    tasks.run([] {});
    parallel_invoke(
        [&] {
          task_group inner;
          inner.run([] {});
          tasks.wait();
          inner.run([] {});
          fail();
        },
        [] {});
  }

  Event event_ = Event::kNone;
  unsigned at_ = 0;
  std::atomic<bool> ended_{false};
};
inline Script script;

/// An item whose copies may throw. A move is a copy.
struct Item {
  Item() = default;
  explicit Item(unsigned i) : id(i) {}
  Item(const Item& other) : id(other.id) { script.copy(); }
  Item& operator=(const Item& other) {
    script.copy();
    id = other.id;
    return *this;
  }
  ~Item() = default;
  unsigned id = 0;
};

/// Containers and reductions that are in use when the work ends.
class Containers {
public:
  Containers() { bag_.push(std::vector<unsigned>(3)); }

  /// Runs an item.
  void operator()(unsigned id) {
    if (id % 16 == 0) {
      bag_.push(std::vector<unsigned>{id});
      graph_.addNode(graph_.createNode(id), MethodFlag::UNPROTECTED);
    }
    count_ += 1;
    most_.update(id);
    script.item(id);
  }

private:
  /// Objects that are destroyed in parallel.
  struct Objects {
    Objects() { std::uninitialized_fill_n(first, kCount, token); }
    Objects(const Objects&) = delete;
    Objects& operator=(const Objects&) = delete;
    ~Objects() {
      ParallelSTL::destroy(first, first + kCount);
      allocator.deallocate(first, kCount);
      EXPECT_EQ(token.use_count(), 1);
    }
    static constexpr std::size_t kCount = 100;
    std::shared_ptr<int> token = std::make_shared<int>(0);
    std::allocator<std::shared_ptr<int>> allocator;
    std::shared_ptr<int>* first = allocator.allocate(kCount);
  };

  InsertBag<std::vector<unsigned>> bag_;
  graphs::MorphGraph<unsigned, unsigned, true> graph_;
  GAccumulator<unsigned> count_;
  GReduceMax<unsigned> most_;
  Objects objects_;
};

/// A way to run work in parallel.
struct EntryPoint {
  static constexpr unsigned kItems = 600;
  static constexpr unsigned kAnyNumber = ~0U;

  const char* name;
  unsigned late; ///< items that a thread begins after it could have learnt of the end, at most
  bool each;     ///< whether items 0 to kItems - 1 run once each; otherwise at least kItems run
  void (*run)(Containers& use); ///< runs the items on all threads
};
inline std::ostream& operator<<(std::ostream& out, const EntryPoint& entry) {
  return out << entry.name;
}

/// The items 0 to kItems - 1. No copy is made.
inline std::vector<Item> makeItems() {
  std::vector<Item> items(EntryPoint::kItems);
  for (unsigned i = 0; i < EntryPoint::kItems; ++i) {
    items[i].id = i;
  }
  return items;
}

/// The suite: an entry point and a number of threads.
class EndsEarly : public testing::TestWithParam<std::tuple<EntryPoint, unsigned>> {
protected:
  using Event = Script::Event;
  static constexpr unsigned kItems = EntryPoint::kItems;

  void SetUp() override { setActiveThreads(threads(), kOversubscribe); }
  void TearDown() override {
    substrate::Cancellation::reset();
    setActiveThreads(1);
  }
  static const EntryPoint& entry() { return std::get<0>(GetParam()); }
  static unsigned threads() { return std::get<1>(GetParam()); }

  /// Runs all items. The containers are destroyed before this returns or throws.
  static void run(Event event = Event::kNone, unsigned at = 0) {
    Containers use;
    script.begin(event, at);
    entry().run(use);
  }
  static void expectAll() {
    if (entry().each) {
      EXPECT_EQ(script.items, kItems);
      EXPECT_EQ(script.sum, std::uint64_t{kItems} * (kItems - 1) / 2);
    } else {
      EXPECT_GE(script.items, kItems);
    }
  }
  static void expectFewLate() {
    if (entry().late != EntryPoint::kAnyNumber) {
      EXPECT_LE(script.late, std::uint64_t{entry().late} * threads());
    }
  }
  /// Expects that this and other ways to run work give right answers.
  static void expectHealthy() {
    substrate::Cancellation::reset();
    run();
    expectAll();
    GAccumulator<unsigned> sum;
    do_all(
        iterate(0U, 100U), [&](unsigned i) { sum += i; }, steal());
    EXPECT_EQ(sum.reduce(), 4950u);
    EXPECT_EQ(parallel_reduce(
                  0U, 100U, 0U, [](unsigned i) { return i; }, std::plus<>()),
              4950u);
  }
};

TEST_P(EndsEarly, WhenATaskThrows) {
  for (const Event event : {Event::kThrow, Event::kThrowInFork}) {
    for (const unsigned at : {1U, kItems / 3}) {
      EXPECT_THROW(run(event, at), Failure) << "at " << at;
      expectFewLate();
    }
  }
  EXPECT_THROW(run(Event::kThrow, kItems), Failure);
  expectHealthy();
}

TEST_P(EndsEarly, WhenACopyThrows) {
  run();
  const bool copies = script.copies > 0;
  for (const unsigned at : {1U, 2U, 200U, 3 * kItems}) {
    bool thrown = false;
    try {
      run(Event::kThrowCopy, at);
    } catch (const Failure&) {
      thrown = true;
    }
    EXPECT_TRUE(thrown || !copies || at > 1);
    if (!thrown) {
      expectAll();
    }
  }
  expectHealthy();
}

TEST_P(EndsEarly, WhenThereIsNoMemory) {
  run(); // what is allocated once
  const std::size_t before = CountedHeap::calls();
  run();
  const std::size_t calls = CountedHeap::calls() - before;
  for (std::size_t failing = 0; failing <= calls; failing += 1 + failing / 2) {
    CountedHeap::failAfter(static_cast<int>(failing));
    bool thrown = false;
    try {
      run();
    } catch (const std::bad_alloc&) {
      thrown = true;
    }
    CountedHeap::failAfter(-1);
    if (!thrown) {
      expectAll();
    }
  }
  expectHealthy();
}

TEST_P(EndsEarly, WhenCancelledBefore) {
  using substrate::Cancellation;
  using substrate::Cancelled;
  Cancellation::request();
  EXPECT_THROW(run(), Cancelled);
  if (entry().late != EntryPoint::kAnyNumber) {
    EXPECT_LE(script.items, std::uint64_t{entry().late} * threads());
  }
  expectHealthy();
}

TEST_P(EndsEarly, WhenCancelledMeanwhile) {
  for (const unsigned at : {1U, kItems / 2}) {
    EXPECT_THROW(run(Event::kCancel, at), substrate::Cancelled) << "at " << at;
    expectFewLate();
    substrate::Cancellation::reset();
  }
  expectHealthy();
}

TEST_P(EndsEarly, WhenCancelledAtTheEnd) {
  EXPECT_THROW(run(Event::kCancel, kItems), substrate::Cancelled);
  EXPECT_GE(script.items, kItems);
  expectHealthy();
}

/// Another thread makes the request when so many items have begun, which may be while the last ones
/// run or the threads leave.
TEST_P(EndsEarly, WhenAnotherThreadCancelsAtAnyTime) {
  for (unsigned at = 0; at <= kItems; at += kItems / 20) {
    script.items = 0;
    std::atomic<bool> over{false};
    std::thread other([&] {
      while (!over && script.items < at) {
        std::this_thread::yield();
      }
      substrate::Cancellation::request();
    });
    try {
      run();
      expectAll();
    } catch (const substrate::Cancelled&) {
    }
    over = true;
    other.join();
    substrate::Cancellation::reset();
  }
  expectHealthy();
}

/// Each entry point on 1, 2, 3 and 16 threads.
template <std::size_t n>
auto allEnds(const EntryPoint (&entries)[n]) {
  return testing::Combine(testing::ValuesIn(entries), testing::Values(1U, 2U, 3U, 16U));
}

/// The name of a test.
inline std::string
nameOfEnds(const testing::TestParamInfo<std::tuple<EntryPoint, unsigned>>& info) {
  std::string name = std::get<0>(info.param).name;
  for (char& c : name) {
    c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  }
  return name + "_" + std::to_string(std::get<1>(info.param));
}

} // namespace galois::test
