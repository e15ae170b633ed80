#include "galois/gstl.h"

#include <cstdint>
#include <limits>
#include <list>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace {

TEST(Gstl, BlocksAreOfCeilingSizeAndCoverTheRange) {
  for (unsigned num : {1U, 2U, 3U, 7U, 16U}) {
    for (std::size_t n = 0; n < 50; ++n) {
      std::vector<int> v(n);
      std::list<int> l(n);
      std::size_t next = 0;
      for (unsigned id = 0; id < num; ++id) {
        const auto [b, e] = galois::block_range(std::size_t{0}, n, id, num);
        ASSERT_EQ(b, next);
        ASSERT_LE(e - b, (n + num - 1) / num);
        const auto iterators = galois::block_range(v.begin(), v.end(), id, num);
        ASSERT_EQ(iterators.first - v.begin(), static_cast<std::ptrdiff_t>(b));
        ASSERT_EQ(iterators.second - v.begin(), static_cast<std::ptrdiff_t>(e));
        const auto nodes = galois::block_range(l.begin(), l.end(), id, num);
        ASSERT_EQ(std::distance(nodes.first, nodes.second), static_cast<std::ptrdiff_t>(e - b));
        next = e;
      }
      ASSERT_EQ(next, n);
    }
  }
}

TEST(Gstl, BlocksOfSignedAndHugeRanges) {
  EXPECT_EQ(galois::block_range(-10, 10, 1, 4), std::pair(-5, 0));
  constexpr auto kMax = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(galois::block_range(std::uint64_t{0}, kMax, 1, 2).second, kMax);
}

TEST(Gstl, SplitAndAdvance) {
  std::vector<int> v(5);
  EXPECT_EQ(galois::split_range(v.begin(), v.end()) - v.begin(), 3);
  EXPECT_EQ(galois::safe_advance(v.begin(), v.end(), 9), v.end());
  std::list<int> l(5);
  EXPECT_EQ(galois::safe_advance(l.begin(), l.end(), 9), l.end());
  EXPECT_EQ(std::distance(l.begin(), galois::safe_advance(l.begin(), l.end(), 2)), 2);
}

TEST(Gstl, ContainersWork) {
  galois::gstl::Vector<int> vector{1, 2};
  galois::gstl::Deque<int> deque{1};
  galois::gstl::List<int> list{1};
  galois::gstl::Set<int> set{2, 1, 2};
  galois::gstl::Map<int, std::string> map{{1, "a"}};
  galois::gstl::UnorderedMap<int, int> unordered{{1, 2}};
  galois::gstl::UnorderedSet<int> hashed{1};
  galois::gstl::PQ<int> queue;
  queue.push(5);
  queue.push(3);
  EXPECT_EQ(queue.top(), 3);
  EXPECT_EQ(queue.pop(), 3);
  EXPECT_EQ(vector.size() + deque.size() + list.size() + set.size() + map.size() +
                unordered.size() + hashed.size(),
            9U);
  EXPECT_EQ(galois::gstl::makeStr(42), "42");
  EXPECT_EQ(galois::gstl::makeStr("x = ", 4.5, '!'), "x = 4.5!");
}

TEST(Gstl, SerialQueues) {
  galois::SerFIFO<int> fifo;
  galois::SerStack<int> stack;
  for (int i = 0; i < 3; ++i) {
    fifo.push(i);
    stack.push(i);
  }
  EXPECT_EQ(fifo.pop(), 0);
  EXPECT_EQ(stack.pop(), 2);
  EXPECT_EQ(fifo.size(), 2U);
  stack.clear();
  EXPECT_TRUE(stack.empty());
  galois::SerStack<std::pair<int, int>> pairs;
  pairs.emplace(1, 2);
  EXPECT_EQ(pairs.pop(), std::pair(1, 2));
  galois::SerFIFO<std::string> strings;
  strings.emplace(3, 'a');
  EXPECT_EQ(strings.pop(), "aaa");
  int sum = 0;
  for (int x : galois::makeIterRange(fifo)) {
    sum += x;
  }
  EXPECT_EQ(sum, 3);
}

} // namespace
