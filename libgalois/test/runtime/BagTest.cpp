#include "galois/Bag.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Threads.h"
#include "galois/runtime/Executor_DoAll.h"
#include "galois/runtime/Executor_OnEach.h"
#include "galois/runtime/Range.h"
#include "support/Child.h"
#include "support/WithThreads.h"

namespace {

static_assert(!std::is_copy_constructible_v<galois::InsertBag<int>>);
static_assert(std::is_move_constructible_v<galois::InsertBag<std::unique_ptr<int>>>);

/// A node with a bag of its own, still incomplete, type.
struct TreeNode {
  explicit TreeNode(int n) : number(n) {}
  int number;
  galois::InsertBag<TreeNode, 4096> children;
};

template <typename Fn>
void onEach(Fn fn) {
  galois::runtime::on_each_gen(fn, std::tuple<>());
}

template <typename Bag>
std::size_t count(const Bag& bag) {
  return static_cast<std::size_t>(std::distance(bag.begin(), bag.end()));
}

TEST(BagOfIncompleteType, HoldsATree) {
  TreeNode root(1);
  TreeNode& child = root.children.emplace(2);
  child.children.emplace(3);
  child.children.emplace(4);
  int sum = 0;
  for (const TreeNode& node : root.children) {
    for (const TreeNode& leaf : node.children) {
      sum += node.number * leaf.number;
    }
  }
  EXPECT_EQ(sum, 14);
}

using Bag = galois::test::WithThreads;

/// Every thread pushes different numbers. Each must be found once by all three ways to iterate.
template <typename BagType>
void checkConcurrentPush(std::size_t perThread) {
  BagType bag;
  EXPECT_TRUE(bag.empty());
  const std::size_t threads = galois::getActiveThreads();
  onEach([&](unsigned tid, unsigned) {
    for (std::size_t i = 0; i < perThread; ++i) {
      ASSERT_EQ(bag.push(tid * perThread + i), tid * perThread + i);
    }
  });
  EXPECT_EQ(bag.empty(), perThread == 0);

  std::vector<unsigned> seen(threads * perThread);
  for (std::size_t x : bag) {
    ++seen[x];
  }
  for (unsigned n : seen) {
    ASSERT_EQ(n, 1U);
  }

  std::vector<std::atomic<unsigned>> visits(threads * perThread);
  auto visit = [&](std::size_t x) { ++visits[x]; };
  auto plain = std::tuple<>();
  galois::runtime::do_all_gen(galois::iterate(bag)(plain), visit, plain);
  auto stealing = std::make_tuple(galois::steal(), galois::chunk_size<5>());
  galois::runtime::do_all_gen(galois::iterate(bag)(stealing), visit, stealing);
  for (const auto& n : visits) {
    ASSERT_EQ(n, 2U);
  }

  bag.clear();
  EXPECT_TRUE(bag.empty());
  EXPECT_EQ(bag.begin(), bag.end());
}

TEST_P(Bag, EachPushedItemIsFoundOnce) {
  checkConcurrentPush<galois::InsertBag<std::size_t>>(0);
  checkConcurrentPush<galois::InsertBag<std::size_t>>(1);
  checkConcurrentPush<galois::InsertBag<std::size_t>>(3000);
  checkConcurrentPush<galois::InsertBag<std::size_t, 256>>(3000);
}

TEST_P(Bag, RunsElementsDestructors) {
  auto token = std::make_shared<int>(0);
  {
    galois::InsertBag<std::shared_ptr<int>, 128> bag;
    onEach([&](unsigned, unsigned) {
      for (int i = 0; i < 100; ++i) {
        bag.emplace(token);
      }
    });
    EXPECT_EQ(token.use_count(), 1 + 100 * static_cast<long>(GetParam()));
    bag.clear_serial();
    EXPECT_EQ(token.use_count(), 1);
    onEach([&](unsigned, unsigned) { bag.push(token); });
  }
  EXPECT_EQ(token.use_count(), 1);
}

TEST_P(Bag, ClearsWhatThreadsLeftThatAreNoLongerActive) {
  galois::InsertBag<int> bag;
  onEach([&](unsigned tid, unsigned) { bag.push(static_cast<int>(tid)); });
  galois::setActiveThreads(1);
  EXPECT_EQ(count(bag), GetParam());
  bag.clear();
  EXPECT_TRUE(bag.empty());
}

TEST_P(Bag, StressPushPopClearInRounds) {
  galois::InsertBag<unsigned, 128> current;
  galois::InsertBag<unsigned, 128> next;
  onEach([&](unsigned tid, unsigned) { current.push(tid); });
  for (int round = 0; round < 30; ++round) {
    auto fn = [&](unsigned x) {
      next.push(x);
      next.push(x + 1);
      next.pop();
      if (x % 7 == 0 && round < 10) {
        next.push(x + 1);
      }
    };
    const std::size_t before = count(current);
    auto options = std::make_tuple(galois::steal(), galois::chunk_size<2>());
    galois::runtime::do_all_gen(galois::iterate(current)(options), fn, options);
    ASSERT_GE(count(next), before);
    std::swap(current, next);
    next.clear();
  }
}

INSTANTIATE_TEST_SUITE_P(Threads, Bag, testing::Values(1U, 2U, 3U, 16U),
                         testing::PrintToStringParamName());

TEST(BagPop, TakesTheLastItemOfThisThread) {
  galois::InsertBag<std::string, 256> bag;
  for (int i = 0; i < 50; ++i) {
    bag.push_back(std::to_string(i));
  }
  for (int i = 0; i < 49; ++i) {
    bag.pop();
  }
  ASSERT_EQ(count(bag), 1U);
  EXPECT_EQ(*bag.begin(), "0");
  bag.pop();
  EXPECT_TRUE(bag.empty());
  EXPECT_THROW(bag.pop(), std::out_of_range);
  bag.emplace_back(3, 'x');
  EXPECT_EQ(*bag.local_begin(), "xxx");
}

/// An element that is made by a call of its argument.
struct MadeBy {
  template <typename F>
  explicit MadeBy(const F& make) {
    make();
  }
};

TEST(BagDeathTest, DebugBuildsRefuseInsertionsOfTwoThreadsThatAreTheSame) {
#ifdef NDEBUG
  GTEST_SKIP() << "no assertions";
#else
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(
      {
        galois::InsertBag<MadeBy> bag;
        std::atomic<bool> inside{false};
        std::thread([&] {
          bag.emplace([&] {
            inside = true;
            for (;;) {
              std::this_thread::yield();
            }
          });
        }).detach();
        while (!inside) {
          std::this_thread::yield();
        }
        bag.emplace([] {}); // both are thread 0
      },
      "two threads insert into an InsertBag as the same thread");
#endif
}

/// An element whose destructor takes a lock.
struct TakesALock {
  TakesALock(std::mutex& lock, std::atomic<bool>& begun) : lock_(lock), begun_(begun) {}
  ~TakesALock() {
    begun_ = true;
    const std::lock_guard<std::mutex> guard(lock_);
  }
  std::mutex& lock_;
  std::atomic<bool>& begun_;
};

TEST(BagClear, DestructorsMayTakeALockThatIsHeldWhileALoopStarts) {
  galois::setActiveThreads(2);
  std::mutex lock;
  std::atomic<bool> held{false}, begun{false};
  std::atomic<int> iterations{0};
  galois::InsertBag<TakesALock> bag;
  onEach([&](unsigned, unsigned) { bag.emplace(lock, begun); });
  std::thread other([&] {
    const std::lock_guard<std::mutex> guard(lock);
    held = true;
    while (!begun) {
      std::this_thread::yield();
    }
    onEach([&](unsigned, unsigned) { ++iterations; });
  });
  while (!held) {
    std::this_thread::yield();
  }
  bag.clear();
  other.join();
  EXPECT_EQ(iterations, 2);
  EXPECT_TRUE(bag.empty());
  galois::setActiveThreads(1);
}

/// An element whose destructor notes its thread.
struct NotesItsThread {
  explicit NotesItsThread(std::atomic<unsigned>& threads) : threads_(threads) {}
  ~NotesItsThread() { threads_ |= 1U << galois::substrate::ThreadPool::getTID(); }
  std::atomic<unsigned>& threads_;
};

TEST(BagClear, IsParallelUnlessTheProgramHasOtherThreads) {
  if (galois::test::kSanitized) {
    GTEST_SKIP() << "sanitizers have threads";
  }
  galois::setActiveThreads(4);
  const auto threadsThatDestroy = [] {
    std::atomic<unsigned> threads{0};
    galois::InsertBag<NotesItsThread> bag;
    onEach([&](unsigned, unsigned) { bag.emplace(threads); });
    bag.clear();
    return threads.load();
  };
  // A thread that was joined may be one of the process for a moment longer.
  const auto becomesParallel = [&] {
    for (int tries = 0; tries < 1000; ++tries) {
      if (threadsThatDestroy() == 0b1111U) {
        return true;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  };
  EXPECT_TRUE(becomesParallel());
  std::atomic<bool> ends{false};
  std::thread other([&] {
    while (!ends) {
      std::this_thread::yield();
    }
  });
  EXPECT_EQ(threadsThatDestroy(), 0b1U);
  ends = true;
  other.join();
  EXPECT_TRUE(becomesParallel());
  galois::setActiveThreads(1);
}

TEST(BagPush, AnElementMayInsertWhileItIsMade) {
  galois::InsertBag<MadeBy> bag;
  bag.emplace([&] { bag.emplace([] {}); });
  bag.emplace([] {});
  EXPECT_FALSE(bag.empty());
  bag.pop();
  EXPECT_FALSE(bag.empty());
}

TEST(BagMove, LeavesAUsableEmptyBag) {
  galois::InsertBag<int> bag;
  bag.push(1);
  galois::InsertBag<int> other(std::move(bag));
  EXPECT_EQ(count(other), 1U);
  EXPECT_TRUE(bag.empty()); // NOLINT(bugprone-use-after-move): this is the promise under test
  bag.push(2);
  bag.push(3);
  other = std::move(bag);
  EXPECT_EQ(count(other), 2U);
  swap(other, bag);
  EXPECT_EQ(count(bag), 2U);
  galois::InsertBag<int>::const_iterator it = bag.begin();
  EXPECT_EQ(*it++, 2);
  EXPECT_EQ(*it, 3);
}

TEST(BagException, AThrowingConstructorAddsNothing) {
  struct Picky {
    explicit Picky(int x) {
      if (x < 0) {
        throw std::invalid_argument("negative");
      }
    }
    char padding[100];
  };
  galois::InsertBag<Picky, 256> bag;
  for (int i = 0; i < 5; ++i) {
    EXPECT_THROW(bag.emplace(-1), std::invalid_argument);
    bag.emplace(i);
  }
  EXPECT_EQ(count(bag), 5U);
}

} // namespace
