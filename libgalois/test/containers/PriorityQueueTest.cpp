#include "galois/PriorityQueue.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "containers/Tracked.h"
#include "galois/gstl.h"
#include "support/Stress.h"

namespace {

/// A task whose order says nothing about which node it is about.
struct Task {
  int priority, node;
  bool operator<(const Task& other) const { return priority < other.priority; }
  bool operator==(const Task& other) const {
    return priority == other.priority && node == other.node;
  }
};

/// The order alone, without ==.
struct Ordered {
  int value;
  bool operator<(const Ordered& other) const { return value < other.value; }
};

/// Compares a queue with a set of the standard library in a long run of random operations.
template <typename Queue, typename Model>
void checkAgainstModel() {
  galois::substrate::Random random(1);
  Queue queue;
  Model model;
  for (int i = 0; i < 20000; ++i) {
    const int item = static_cast<int>(random.below(50));
    switch (random.below(7)) {
    case 0:
    case 1:
      queue.push(item);
      model.insert(item);
      break;
    case 2:
      queue.emplace(item);
      model.insert(item);
      break;
    case 3:
    case 4:
      if (!model.empty()) {
        ASSERT_EQ(queue.top(), *model.begin());
        ASSERT_EQ(queue.pop(), *model.begin());
        model.erase(model.begin());
      }
      break;
    default: {
      const auto at = model.find(item);
      ASSERT_EQ(queue.find(item), at != model.end());
      ASSERT_EQ(queue.remove(item), at != model.end());
      if (at != model.end()) {
        model.erase(at);
      }
    }
    }
    ASSERT_EQ(queue.size(), model.size());
    ASSERT_EQ(queue.empty(), model.empty());
  }
  ASSERT_FALSE(model.empty());
  EXPECT_EQ(Model(queue.begin(), queue.end()), model);
  queue.clear();
  EXPECT_TRUE(queue.empty());
}

TEST(PriorityQueue, PopsTheLeastItem) {
  checkAgainstModel<galois::MinHeap<int>, std::multiset<int>>();
  checkAgainstModel<galois::MinHeap<int, std::greater<>>, std::multiset<int, std::greater<>>>();
  checkAgainstModel<galois::gstl::PQ<int>, std::multiset<int>>();
  checkAgainstModel<galois::ThreadSafeMinHeap<int>, std::multiset<int>>();
  checkAgainstModel<galois::OrderedSet<int>, std::set<int>>();
  checkAgainstModel<galois::ThreadSafeOrderedSet<int>, std::set<int>>();
  checkAgainstModel<galois::ThreadSafeOrderedSet<int, std::greater<>>,
                    std::set<int, std::greater<>>>();
}

TEST(PriorityQueue, SetsSayWhetherAnItemIsNew) {
  galois::ThreadSafeOrderedSet<int> set;
  EXPECT_TRUE(set.push(3));
  EXPECT_FALSE(set.push(3));
  EXPECT_TRUE(set.emplace(1));
  EXPECT_EQ(std::vector<int>(set.begin(), set.end()), (std::vector{1, 3}));
  EXPECT_EQ(*set.tryPop(), 1);
  EXPECT_EQ(*set.tryPop(), 3);
  EXPECT_FALSE(set.tryPop());
}

TEST(PriorityQueue, EqualPrioritiesAreDifferentItems) {
  galois::MinHeap<Task> heap;
  for (int node = 0; node < 5; ++node) {
    heap.push(Task{1, node});
  }
  EXPECT_FALSE(heap.remove(Task{1, 5}));
  EXPECT_TRUE(heap.find(Task{1, 3}));
  EXPECT_TRUE(heap.remove(Task{1, 3}));
  EXPECT_FALSE(heap.find(Task{1, 3}));
  EXPECT_EQ(heap.size(), 4U);
  galois::MinHeap<Ordered> ordered;
  ordered.push(Ordered{2});
  EXPECT_TRUE(ordered.find(Ordered{2}));
  EXPECT_TRUE(ordered.remove(Ordered{2}));
  EXPECT_FALSE(ordered.remove(Ordered{2}));
}

TEST(PriorityQueue, TakesASequenceAndAnOrder) {
  const std::vector<int> numbers{5, 1, 4};
  galois::MinHeap<int> heap(numbers.begin(), numbers.end());
  heap.reserve(100);
  EXPECT_EQ(heap.pop(), 1);
  const auto byLastDigit = [](int a, int b) { return a % 10 < b % 10; };
  galois::ThreadSafeMinHeap<int, decltype(byLastDigit)> other(byLastDigit);
  other.push(19);
  other.push(21);
  EXPECT_EQ(other.top(), 21);
}

TEST(PriorityQueue, HoldsMoveOnlyTypes) {
  const auto byValue = [](const auto& a, const auto& b) { return *a < *b; };
  galois::MinHeap<galois::test::MoveOnly, decltype(byValue)> heap(byValue);
  heap.push(std::make_unique<int>(2));
  heap.emplace(new int(1));
  EXPECT_EQ(*heap.pop(), 1);
  EXPECT_EQ(*heap.pop(), 2);
  galois::ThreadSafeOrderedSet<galois::test::MoveOnly, decltype(byValue)> set(byValue);
  set.push(std::make_unique<int>(3));
  EXPECT_EQ(**set.tryPop(), 3);
}

TEST(PriorityQueue, StressThreadsLoseNoItem) {
  constexpr unsigned kRounds = 1000;
  constexpr unsigned kItems = galois::test::kStressThreads * kRounds;
  galois::ThreadSafeMinHeap<unsigned> heap;
  galois::ThreadSafeOrderedSet<unsigned> set;
  std::vector<std::vector<unsigned>> fromHeap(galois::test::kStressThreads);
  std::vector<std::vector<unsigned>> fromSet(galois::test::kStressThreads);
  galois::test::runRandomThreads(
      galois::test::kStressThreads, [&](unsigned tid, galois::substrate::Random& random) {
        for (unsigned i = 0; i < kRounds;) {
          switch (random.below(4)) {
          case 0:
          case 1:
            heap.push(tid * kRounds + i);
            set.push(tid * kRounds + i);
            ++i;
            break;
          case 2:
            if (const auto item = heap.tryPop()) {
              fromHeap[tid].push_back(*item);
            }
            break;
          default:
            if (const auto item = set.tryPop()) {
              fromSet[tid].push_back(*item);
            }
            // One of them removes the item, if it is still there.
            if (const unsigned item = random.below(kItems); set.remove(item)) {
              fromSet[tid].push_back(item);
            }
          }
        }
      });
  std::vector<unsigned> expected(kItems);
  std::iota(expected.begin(), expected.end(), 0U);
  const auto all = [](const auto& queue, const std::vector<std::vector<unsigned>>& popped) {
    std::vector<unsigned> items(queue.begin(), queue.end());
    for (const auto& some : popped) {
      items.insert(items.end(), some.begin(), some.end());
    }
    std::sort(items.begin(), items.end());
    return items;
  };
  EXPECT_EQ(all(heap, fromHeap), expected);
  EXPECT_EQ(all(set, fromSet), expected);
}

} // namespace
