#include "galois/FixedSizeRing.h"

#include <algorithm>
#include <deque>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "containers/Tracked.h"
#include "support/Stress.h"

using galois::test::MoveOnly;
using galois::test::Tracked;

namespace {

template <typename Ring>
std::vector<int> contents(const Ring& ring) {
  return {ring.begin(), ring.end()};
}

TEST(FixedSizeRing, BehavesLikeABoundedDeque) {
  constexpr unsigned kSize = 7;
  galois::substrate::Random random(1);
  {
    galois::FixedSizeRing<Tracked, kSize> ring;
    std::deque<int> model;
    for (int i = 0; i < 20000; ++i) {
      const std::size_t at = model.empty() ? 0 : random.below(static_cast<unsigned>(model.size()));
      switch (random.below(8)) {
      case 0:
      case 1: {
        const auto* made = ring.push_front(i);
        ASSERT_EQ(made == nullptr, model.size() == kSize);
        if (made != nullptr) {
          model.push_front(i);
        }
        break;
      }
      case 2: {
        const auto* made = ring.emplace_back(i);
        ASSERT_EQ(made == nullptr, model.size() == kSize);
        if (made != nullptr) {
          model.push_back(i);
        }
        break;
      }
      case 3: {
        const auto* made = ring.emplace(ring.begin() + static_cast<std::ptrdiff_t>(at), i);
        ASSERT_EQ(made == nullptr, model.size() == kSize);
        if (made != nullptr) {
          ASSERT_EQ(*made, i);
          model.insert(model.begin() + static_cast<std::ptrdiff_t>(at), i);
        }
        break;
      }
      case 4: {
        ASSERT_EQ(ring.pop_front(), !model.empty());
        if (!model.empty()) {
          model.pop_front();
        }
        break;
      }
      case 5: {
        const auto item = ring.extract_back();
        ASSERT_EQ(item.is_initialized(), !model.empty());
        if (!model.empty()) {
          ASSERT_EQ(*item, model.back());
          model.pop_back();
        }
        break;
      }
      case 6: {
        const auto item = ring.extract_front();
        ASSERT_EQ(item.is_initialized(), !model.empty());
        if (!model.empty()) {
          ASSERT_EQ(*item, model.front());
          model.pop_front();
        }
        break;
      }
      default:
        if (!model.empty()) {
          const auto next = ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(at));
          ASSERT_EQ(next - ring.begin(), static_cast<std::ptrdiff_t>(at));
          model.erase(model.begin() + static_cast<std::ptrdiff_t>(at));
        }
      }
      ASSERT_EQ(ring.size(), model.size());
      ASSERT_EQ(ring.empty(), model.empty());
      ASSERT_EQ(ring.full(), model.size() == kSize);
      ASSERT_TRUE(std::equal(ring.begin(), ring.end(), model.begin(), model.end()));
      ASSERT_EQ(Tracked::live(), static_cast<int>(model.size()));
      if (!model.empty()) {
        ASSERT_EQ(ring.front(), model.front());
        ASSERT_EQ(ring.back(), model.back());
        ASSERT_EQ(ring[at % model.size()], model[at % model.size()]);
      }
    }
  }
  EXPECT_EQ(Tracked::live(), 0);
}

TEST(FixedSizeRing, IteratorsHaveRandomAccess) {
  galois::FixedSizeRing<int, 10> ring;
  for (int i = 0; i < 5; ++i) { // the elements wrap around the end of the storage
    ring.push_front(4 - i);
    ring.push_back(5 + i);
  }
  EXPECT_EQ(ring.end() - ring.begin(), 10);
  EXPECT_EQ(ring.begin()[3], 3);
  std::reverse(ring.begin(), ring.end());
  EXPECT_EQ(std::vector<int>(ring.rbegin(), ring.rend()),
            (std::vector{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  std::sort(ring.begin(), ring.end());
  const auto& readOnly = ring;
  EXPECT_TRUE(std::is_sorted(readOnly.begin(), readOnly.end()));
  EXPECT_EQ(*std::lower_bound(readOnly.cbegin(), readOnly.cend(), 7), 7);
  EXPECT_TRUE(readOnly.begin() == ring.begin());
}

TEST(FixedSizeRing, CopiesAndMovesWhole) {
  const std::vector<int> numbers{1, 2, 3};
  galois::FixedSizeRing<Tracked, 4> ring(numbers.begin(), numbers.end());
  galois::FixedSizeRing<Tracked, 4> copy(ring);
  EXPECT_EQ(contents(copy), numbers);
  galois::FixedSizeRing<Tracked, 4> moved(std::move(ring));
  EXPECT_EQ(contents(moved), numbers);
  EXPECT_TRUE(ring.empty()); // NOLINT(bugprone-use-after-move): documented
  copy.pop_front();
  moved = copy;
  EXPECT_EQ(contents(moved), (std::vector{2, 3}));
  ring = std::move(moved);
  EXPECT_EQ(contents(ring), (std::vector{2, 3}));
  ring.clear();
  copy.clear();
  EXPECT_EQ(Tracked::live(), 0);
}

TEST(FixedSizeRing, InsertsAnElementOfItself) {
  const std::vector<int> numbers{1, 2, 3};
  galois::FixedSizeRing<int, 8> ring(numbers.begin(), numbers.end());
  ring.emplace(ring.begin() + 1, ring.back());
  EXPECT_EQ(contents(ring), (std::vector{1, 3, 2, 3}));
}

TEST(FixedSizeRing, HoldsMoveOnlyTypes) {
  galois::FixedSizeRing<MoveOnly, 2> ring;
  ring.push_back(std::make_unique<int>(1));
  ring.emplace_front(new int(2));
  EXPECT_EQ(ring.push_back(std::make_unique<int>(3)), nullptr);
  EXPECT_EQ(**ring.extract_front(), 2);
  EXPECT_EQ(**ring.extract_back(), 1);
  EXPECT_FALSE(ring.extract_back());
}

template <typename Bag>
void checkBag() {
  Bag bag;
  EXPECT_TRUE(bag.empty());
  EXPECT_FALSE(bag.pop_front());
  EXPECT_FALSE(bag.extract_back());
  EXPECT_NE(bag.push_front(1), nullptr);
  EXPECT_NE(bag.push_back(2), nullptr);
  EXPECT_EQ(*bag.emplace_back(3), 3);
  EXPECT_TRUE(bag.full());
  EXPECT_EQ(bag.push_back(4), nullptr);
  std::multiset<int> all(bag.begin(), bag.end());
  EXPECT_EQ(all, (std::multiset{1, 2, 3}));
  const int last = bag.back();
  EXPECT_EQ(*bag.extract_front(), last);
  EXPECT_TRUE(bag.pop_back());
  EXPECT_EQ(bag.size(), 1U);
  EXPECT_EQ(Tracked::live(), 1);
  bag.clear();
  EXPECT_TRUE(bag.empty());
  EXPECT_EQ(Tracked::live(), 0);
}

TEST(FixedSizeBag, HoldsUpToItsCapacity) {
  checkBag<galois::FixedSizeBag<Tracked, 3>>();
  checkBag<galois::ConcurrentFixedSizeBag<Tracked, 3>>();
}

TEST(FixedSizeBag, StressConcurrentChangesLoseNoElement) {
  // Each thread alternates between adding and removing, with the bag full, empty and in between.
  constexpr unsigned kRounds = 3000;
  galois::ConcurrentFixedSizeBag<unsigned, 20> bag;
  std::vector<std::vector<unsigned>> removed(galois::test::kStressThreads);
  std::vector<std::vector<unsigned>> added(galois::test::kStressThreads);
  galois::test::runRandomThreads(galois::test::kStressThreads,
                                 [&](unsigned tid, galois::substrate::Random& random) {
                                   for (unsigned i = 0; i < kRounds; ++i) {
                                     const unsigned item = tid * kRounds + i;
                                     if (random.below(2) == 0) {
                                       if (bag.push_back(item) != nullptr) {
                                         added[tid].push_back(item);
                                       }
                                     } else if (auto got = bag.extract_back()) {
                                       removed[tid].push_back(*got);
                                     }
                                   }
                                 });
  std::vector<unsigned> in;
  std::vector<unsigned> out(bag.begin(), bag.end());
  for (unsigned tid = 0; tid < galois::test::kStressThreads; ++tid) {
    in.insert(in.end(), added[tid].begin(), added[tid].end());
    out.insert(out.end(), removed[tid].begin(), removed[tid].end());
  }
  std::sort(in.begin(), in.end());
  std::sort(out.begin(), out.end());
  EXPECT_EQ(in, out);
}

} // namespace
