#include "galois/PerThreadContainer.h"

#include <algorithm>
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
  EXPECT_EQ(set.size_all() + map.size_all() + deque.size_all() + list.size_all(), 4U);
}

} // namespace
