#include "galois/gdeque.h"

#include <deque>
#include <iterator>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "containers/Tracked.h"
#include "galois/substrate/Random.h"

using galois::test::MoveOnly;
using galois::test::Tracked;

namespace {

template <typename Deque>
void expectEqual(const Deque& deque, const std::deque<int>& model) {
  ASSERT_EQ(deque.size(), model.size());
  ASSERT_EQ(deque.empty(), model.empty());
  ASSERT_TRUE(std::equal(deque.begin(), deque.end(), model.begin(), model.end()));
  ASSERT_TRUE(std::equal(deque.rbegin(), deque.rend(), model.rbegin(), model.rend()));
  ASSERT_EQ(Tracked::live(), static_cast<int>(model.size()));
  if (!model.empty()) {
    ASSERT_EQ(deque.front(), model.front());
    ASSERT_EQ(deque.back(), model.back());
  }
}

/// Applies one random operation to the deque and to its model.
template <typename Deque>
void change(Deque& deque, std::deque<int>& model, galois::substrate::Random& random, int i) {
  const auto at =
      static_cast<std::ptrdiff_t>(random.below(static_cast<unsigned>(model.size()) + 1));
  switch (random.below(9)) {
  case 0:
    model.push_back(i);
    ASSERT_EQ(deque.push_back(i), i);
    break;
  case 1:
    model.push_front(i);
    ASSERT_EQ(deque.emplace_front(i), i);
    break;
  case 2:
  case 3: {
    const auto made = deque.emplace(std::next(deque.begin(), at), i);
    ASSERT_EQ(*made, i);
    ASSERT_EQ(std::distance(deque.begin(), made), at);
    model.insert(model.begin() + at, i);
    break;
  }
  case 4: {
    const std::vector<int> several{i, i + 1, i + 2};
    const auto first = deque.insert(std::next(deque.begin(), at), several.begin(), several.end());
    ASSERT_EQ(std::distance(deque.begin(), first), at);
    model.insert(model.begin() + at, several.begin(), several.end());
    break;
  }
  case 5:
    if (!model.empty()) {
      deque.pop_front();
      model.pop_front();
    }
    break;
  case 6:
    if (!model.empty()) {
      deque.pop_back();
      model.pop_back();
    }
    break;
  case 7:
    if (at < static_cast<std::ptrdiff_t>(model.size())) {
      const auto next = deque.erase(std::next(deque.begin(), at));
      model.erase(model.begin() + at);
      ASSERT_EQ(std::distance(deque.begin(), next), at);
    }
    break;
  default: {
    const auto count =
        std::min<std::ptrdiff_t>(random.below(12), static_cast<std::ptrdiff_t>(model.size()) - at);
    const auto first = std::next(deque.begin(), at);
    const auto next = deque.erase(first, std::next(first, count));
    model.erase(model.begin() + at, model.begin() + at + count);
    ASSERT_EQ(std::distance(deque.begin(), next), at);
  }
  }
}

template <typename Deque>
void checkAgainstModel() {
  galois::substrate::Random random(1);
  {
    Deque deque;
    std::deque<int> model;
    for (int i = 0; i < 10000 && !testing::Test::HasFatalFailure(); ++i) {
      change(deque, model, random, i);
      expectEqual(deque, model);
    }
  }
  EXPECT_EQ(Tracked::live(), 0);
}

TEST(Gdeque, BehavesLikeADeque) {
  checkAgainstModel<galois::gdeque<Tracked>>();
  checkAgainstModel<galois::gdeque<Tracked, 1>>();
  checkAgainstModel<galois::gdeque<Tracked, 2>>();
  checkAgainstModel<galois::gdeque<Tracked, 5>>();
}

TEST(Gdeque, CopiesMovesAndSwapsWhole) {
  galois::gdeque<int, 2> one{1, 2, 3, 4, 5};
  galois::gdeque<int, 2> copy(one);
  EXPECT_TRUE(copy == one);
  galois::gdeque<int, 2> moved(std::move(one));
  EXPECT_TRUE(one.empty()); // NOLINT(bugprone-use-after-move): documented
  EXPECT_TRUE(moved == copy);
  moved.push_back(6);
  EXPECT_TRUE(moved != copy);
  EXPECT_TRUE(copy < moved);
  swap(moved, copy);
  EXPECT_EQ(copy.size(), 6U);
  moved = copy;
  EXPECT_EQ(std::vector<int>(moved.begin(), moved.end()), (std::vector{1, 2, 3, 4, 5, 6}));
  one = std::move(moved);
  EXPECT_EQ(one.back(), 6);
  one.clear();
  EXPECT_TRUE(one.begin() == one.end());
}

TEST(Gdeque, HoldsMoveOnlyTypes) {
  galois::gdeque<MoveOnly, 3> deque;
  for (int i = 0; i < 10; ++i) {
    deque.insert(std::next(deque.begin(), i / 2), std::make_unique<int>(i));
  }
  EXPECT_EQ(deque.size(), 10U);
  EXPECT_EQ(*deque.front(), 1);
  const auto taken = std::move(deque);
  EXPECT_EQ(**taken.begin(), 1);
}

TEST(Gdeque, ReferencesSurviveChangesAtTheEnds) {
  galois::gdeque<int, 4> deque;
  int& kept = deque.emplace_back(7);
  for (int i = 0; i < 100; ++i) {
    deque.push_back(i);
    deque.push_front(i);
  }
  EXPECT_EQ(kept, 7);
  kept = 8;
  EXPECT_EQ(*std::next(deque.begin(), 100), 8);
}

struct Throws {
  explicit Throws(bool now) {
    if (now) {
      throw std::runtime_error("constructor");
    }
  }
};

TEST(Gdeque, AConstructorThatThrowsChangesNothing) {
  galois::gdeque<Throws, 2> deque;
  for (int i = 0; i < 4; ++i) { // with and without room in the chunk
    EXPECT_THROW(deque.emplace_back(true), std::runtime_error);
    EXPECT_THROW(deque.emplace_front(true), std::runtime_error);
    EXPECT_THROW(deque.emplace(deque.begin(), true), std::runtime_error);
    EXPECT_EQ(deque.size(), static_cast<std::size_t>(i));
    EXPECT_EQ(std::distance(deque.begin(), deque.end()), i);
    deque.emplace_back(false);
  }
}

TEST(Gdeque, WorksWithAContainerOfTheCaller) {
  galois::gdeque<int, 64, galois::FixedSizeRing<int, 2>> deque;
  for (int i = 0; i < 5; ++i) {
    deque.push_back(i);
  }
  for (int& x : deque) {
    x *= 2;
  }
  const auto& readOnly = deque;
  EXPECT_EQ(std::vector<int>(readOnly.cbegin(), readOnly.cend()), (std::vector{0, 2, 4, 6, 8}));
  EXPECT_EQ(readOnly.front() + readOnly.back(), 8);
}

} // namespace
