// The least priority of the others is exact for every rank, however sets are combined.
#include "galois/dist/push/LeastPriorities.h"

#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace galois::dist {
namespace {

constexpr std::uint64_t kNone = LeastPriorities::kNone;

TEST(LeastPriorities, EmptySets) {
  const LeastPriorities none;
  EXPECT_EQ(none.without(0), kNone);
  EXPECT_FALSE(none.names(0));
  LeastPriorities idle;
  idle.add(kNone, 3);
  EXPECT_FALSE(idle.names(3));
  EXPECT_EQ(difference(none, idle), 0u);
}

TEST(LeastPriorities, EveryRankFindsTheLeastOfTheOthers) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 20000; ++round) {
    const Rank ranks = static_cast<Rank>(1 + random() % 6);
    std::vector<std::pair<std::uint64_t, Rank>> entries[2];
    LeastPriorities sets[2];
    for (int i = static_cast<int>(random() % 9); i > 0; --i) {
      const std::uint64_t priority = random() % 5 == 0 ? kNone : random() % 8;
      const auto owner = static_cast<Rank>(random() % ranks);
      const std::size_t group = random() % 2;
      entries[group].emplace_back(priority, owner);
      sets[group].add(priority, owner);
    }
    const auto leastOf = [&](std::size_t group, Rank rank) {
      std::uint64_t least = kNone;
      for (const auto& [priority, owner] : entries[group]) {
        least = owner == rank ? least : std::min(least, priority);
      }
      return least;
    };
    LeastPriorities both = sets[0];
    both.add(sets[1]);
    std::uint64_t most = 0;
    for (Rank rank = 0; rank <= ranks; ++rank) {
      const std::uint64_t a = leastOf(0, rank), b = leastOf(1, rank);
      ASSERT_EQ(sets[0].without(rank), a);
      ASSERT_EQ(sets[1].without(rank), b);
      ASSERT_EQ(both.without(rank), std::min(a, b));
      most = std::max(most, a < b ? b - a : a - b);
    }
    ASSERT_EQ(difference(sets[0], sets[1]), most);
    ASSERT_EQ(difference(sets[1], sets[0]), most);
  }
}

TEST(LeastPriorities, NamesTheOwnerOfTheLeast) {
  LeastPriorities set;
  set.add(5, 1);
  set.add(7, 2);
  EXPECT_TRUE(set.names(1));
  EXPECT_FALSE(set.names(2));
  set.add(4, 2);
  EXPECT_TRUE(set.names(2));
  EXPECT_FALSE(set.names(1));
}

// What nobody owns counts for all ranks, and hides a second entry from them.
TEST(LeastPriorities, EntriesOfNobody) {
  LeastPriorities set;
  set.add(5, 1);
  set.add(7, 2);
  LeastPriorities other;
  other.add(set, [](Rank rank) { return rank == 2; });
  EXPECT_EQ(other.without(1), 5u);
  EXPECT_EQ(other.without(2), 5u);
  EXPECT_FALSE(other.names(1) || other.names(2) || other.names(LeastPriorities::kNobody - 1));
  EXPECT_EQ(difference(set, other), 2u); // for rank 1
  other.add(6, 2);
  EXPECT_EQ(difference(set, other), 2u);
  other.add(3, 2);
  EXPECT_EQ(other.without(2), 5u);
  EXPECT_EQ(other.without(1), 3u);
}

} // namespace
} // namespace galois::dist
