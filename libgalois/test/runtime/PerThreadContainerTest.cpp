#include "galois/PerThreadContainer.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Loops.h"
#include "galois/Threads.h"

namespace {

TEST(PerThreadContainer, EachThreadFillsItsOwn) {
  galois::setActiveThreads(5);
  galois::PerThreadVector<unsigned> vectors;
  vectors.reserve_all(100);
  galois::on_each([&](unsigned tid, unsigned) {
    for (unsigned i = 0; i < tid; ++i) {
      vectors.get().push_back(tid);
    }
  });
  EXPECT_EQ(vectors.size_all(), 10U);
  EXPECT_EQ(vectors[3].size(), 3U);
  std::vector<unsigned> all(vectors.begin_all(), vectors.end_all());
  EXPECT_EQ(all, (std::vector<unsigned>{1, 2, 2, 3, 3, 3, 4, 4, 4, 4}));

  std::atomic<unsigned> sum{0};
  galois::do_all(
      galois::iterate(vectors), [&](unsigned x) { sum += x; }, galois::steal());
  EXPECT_EQ(sum, 30U);
  vectors.clear_all_parallel();
  EXPECT_TRUE(vectors.empty_all());
  vectors.fill_serial(all.begin(), all.end());
  EXPECT_EQ(std::vector<unsigned>(vectors.begin(), vectors.end()), all);
  vectors.clear_all();
  EXPECT_TRUE(vectors.empty_all());
  galois::setActiveThreads(1);
}

TEST(PerThreadContainer, SharesAreOnesOwnElementsAndThoseOfThreadsThatAreGone) {
  galois::setActiveThreads(3);
  galois::PerThreadVector<unsigned> vectors;
  galois::on_each([&](unsigned tid, unsigned) { vectors.get().push_back(tid); });
  galois::on_each([&](unsigned tid, unsigned) {
    EXPECT_EQ(std::vector<unsigned>(vectors.local_begin(), vectors.local_end()),
              std::vector<unsigned>{tid});
  });
  galois::setActiveThreads(2);
  const auto& readOnly = vectors;
  galois::on_each([&](unsigned tid, unsigned) {
    EXPECT_EQ(std::vector<unsigned>(readOnly.local_begin(), readOnly.local_end()),
              tid == 0 ? (std::vector<unsigned>{0, 2}) : std::vector<unsigned>{1});
  });
  galois::setActiveThreads(1);
}

TEST(PerThreadContainer, OtherKinds) {
  galois::PerThreadSet<int> set;
  set.get().insert(3);
  galois::PerThreadMap<int, int> map;
  map.get()[1] = 2;
  galois::PerThreadDeque<int> deque;
  deque.get().push_front(1);
  galois::PerThreadList<int> list;
  list.get().push_front(1);
  galois::PerThreadGdeque<int> chunks;
  chunks.get().push_front(1);
  galois::PerThreadMinHeap<int> heap;
  heap.get().push(1);
  EXPECT_EQ(set.size_all() + map.size_all() + deque.size_all() + list.size_all() +
                chunks.size_all() + heap.size_all(),
            6U);
}

TEST(PerThreadContainer, IteratesOverAllElementsAndOverThoseOfOneThread) {
  galois::setActiveThreads(3);
  galois::PerThreadGdeque<unsigned, 2> deques;
  galois::on_each([&](unsigned tid, unsigned) {
    for (unsigned i = 0; i < 3; ++i) {
      deques.get().push_back(10 * tid + i);
    }
  });
  const std::vector<unsigned> all{0, 1, 2, 10, 11, 12, 20, 21, 22};
  const auto& readOnly = deques;
  EXPECT_EQ(std::vector<unsigned>(readOnly.cbegin_all(), readOnly.cend_all()), all);
  EXPECT_EQ(std::vector<unsigned>(readOnly.cbegin(), readOnly.cend()), all);
  const std::vector<unsigned> reversed(all.rbegin(), all.rend());
  EXPECT_EQ(std::vector<unsigned>(deques.rbegin_all(), deques.rend_all()), reversed);
  EXPECT_EQ(std::vector<unsigned>(readOnly.crbegin_all(), readOnly.crend_all()), reversed);
  EXPECT_EQ(std::vector<unsigned>(deques.begin(1), deques.end(1)),
            (std::vector<unsigned>{10, 11, 12}));
  EXPECT_EQ(std::vector<unsigned>(readOnly.cbegin(2), readOnly.cend(2)),
            (std::vector<unsigned>{20, 21, 22}));
  galois::setActiveThreads(1);
}

template <typename Container, typename... Push>
void checkFill(Push... push) {
  std::vector<int> numbers(1000);
  std::iota(numbers.begin(), numbers.end(), 0);
  for (unsigned threads : {1U, 2U, 16U}) {
    galois::setActiveThreads(threads);
    Container containers;
    containers.fill_parallel(numbers, push...);
    std::vector<int> all(containers.begin_all(), containers.end_all());
    std::sort(all.begin(), all.end());
    EXPECT_EQ(all, numbers);
    std::vector<std::size_t> sizes(threads);
    galois::on_each([&](unsigned tid, unsigned) { sizes[tid] = containers.get().size(); });
    EXPECT_EQ(sizes[0], (numbers.size() + threads - 1) / threads) << "each got a block";
    containers.clear_all();
    containers.fill_serial(numbers, push...);
    EXPECT_EQ(containers.size_all(), numbers.size());
  }
  galois::setActiveThreads(1);
}

TEST(PerThreadContainer, FillsItsContainersFromARange) {
  checkFill<galois::PerThreadVector<int>>();
  checkFill<galois::PerThreadGdeque<int>>();
  checkFill<galois::PerThreadList<int>>();
  checkFill<galois::PerThreadSet<int>>();
  checkFill<galois::PerThreadMinHeap<int>>();
  checkFill<galois::PerThreadDeque<int>>(
      [](galois::gstl::Deque<int>& deque, int number) { deque.push_front(number); });
  using Vector = galois::gstl::Vector<int>;
  checkFill<galois::PerThreadVector<int>>(
      static_cast<void (Vector::*)(const int&)>(&Vector::push_back));
}

TEST(PerThreadContainer, OrdersAsTheCallerSays) {
  using Less = std::function<bool(int, int)>;
  const Less greater = std::greater<int>();
  galois::PerThreadMinHeap<int, Less> heap(greater);
  galois::PerThreadSet<int, Less> set(greater);
  galois::PerThreadMap<int, int, Less> map(greater);
  for (int i = 0; i < 3; ++i) {
    heap.get().push(i);
    set.get().insert(i);
    map.get()[i] = i;
  }
  EXPECT_EQ(heap.get().pop(), 2);
  EXPECT_EQ(*set.get().begin(), 2);
  EXPECT_EQ(map.get().begin()->first, 2);
}

} // namespace
