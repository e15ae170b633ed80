#include "galois/worklists/parts/memory/Depot.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

using Small = Depot<int, substrate::DefaultAtomics, 3, 2>;

TEST(Depot, GivesBackWhatItWasGivenOnce) {
  Small depot;
  EXPECT_EQ(depot.take(0), nullptr);
  std::vector<int> items(Small::kCapacity);
  std::uint32_t turn = 0;
  for (int& item : items) {
    while (!depot.give(turn++, &item)) {
      ASSERT_LT(turn, 100u) << "all lines are tried, so one with an empty slot is found";
    }
  }
  std::set<int*> taken;
  for (std::size_t i = 0; i < items.size(); ++i) {
    int* item = depot.take(7 * turn++);
    ASSERT_NE(item, nullptr) << "takers search all lines";
    EXPECT_TRUE(taken.insert(item).second);
  }
  EXPECT_EQ(depot.take(0), nullptr);
}

TEST(Depot, RefusesWhatItHasNoRoomFor) {
  Small depot;
  int items[3];
  EXPECT_TRUE(depot.give(4, &items[0]));
  EXPECT_TRUE(depot.give(1, &items[1]));
  EXPECT_FALSE(depot.give(1, &items[2])) << "this line is full";
  EXPECT_TRUE(depot.give(2, &items[2]));
  EXPECT_EQ(depot.take(2), &items[2]) << "takers begin in the line they name";
  EXPECT_NE(depot.take(2), nullptr);
  EXPECT_TRUE(depot.give(1, &items[2])) << "a slot can be used again";
}

} // namespace
} // namespace galois::worklists
