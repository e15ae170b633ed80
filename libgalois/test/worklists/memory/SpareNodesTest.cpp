#include "galois/worklists/parts/memory/SpareNodes.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

struct Node {
  Node* next = nullptr;
};
struct Next {
  static Node* get(Node* node) { return node->next; }
  static void set(Node* node, Node* next) { node->next = next; }
};
/// A list with room for two chains only.
using Spares = SpareNodes<Node, Next, 4, substrate::DefaultAtomics, 4, 1, 2>;

TEST(SpareNodes, AThreadKeepsAFewAndTakesTheLastFirst) {
  Spares all;
  Spares::Own giver, taker;
  Node nodes[7];
  for (Node& node : nodes) {
    giver.add(&node, all);
  }
  EXPECT_FALSE(taker.fetch(all)) << "seven nodes are kept";
  for (int i = 6; i >= 0; --i) {
    EXPECT_EQ(giver.take(), &nodes[i]);
  }
  EXPECT_TRUE(giver.empty());
  EXPECT_FALSE(giver.fetch(all));
}

TEST(SpareNodes, AThreadKnowsHowManyItHasHoweverItGotThem) {
  Spares all;
  Spares::Own own, other;
  std::vector<Node> nodes(100);
  auto next = nodes.begin();
  const auto add = [&](int count) {
    for (; count > 0; --count) {
      own.add(&*next++, all);
    }
  };
  const auto take = [&](int count) {
    for (; count > 0; --count) {
      own.take();
    }
  };
  add(7);
  take(3);
  add(3);
  EXPECT_FALSE(other.fetch(all)) << "seven again, and these are kept";
  add(1);
  take(4);
  EXPECT_TRUE(own.empty()) << "four of eight were passed on";
  ASSERT_TRUE(own.fetch(all));
  add(3);
  EXPECT_FALSE(other.fetch(all)) << "these four, and three";
  add(1);
  EXPECT_TRUE(other.fetch(all));
  take(4);
  add(7);
  Spares::Own third;
  EXPECT_FALSE(third.fetch(all));
}

TEST(SpareNodes, ThereIsRoomForAllAndAllComeBack) {
  Spares all;
  Spares::Own giver(3), taker(8);
  std::vector<Node> nodes(1001); // These are 250 batches for two slots.
  for (Node& node : nodes) {
    giver.add(&node, all);
  }
  std::set<Node*> taken;
  for (unsigned fetches = 0; taker.fetch(all); ++fetches) {
    ASSERT_LT(fetches, nodes.size());
    for (unsigned count = 0; !taker.empty(); ++count) {
      ASSERT_LT(count, 4U) << "a batch at a time";
      taken.insert(taker.take());
    }
  }
  EXPECT_EQ(taken.size(), 996U);
  while (!giver.empty()) {
    taken.insert(giver.take());
  }
  EXPECT_EQ(taken.size(), nodes.size());
}

TEST(SpareNodes, AMultipleOfABatchAddedAloneStays) {
  Spares all;
  Spares::Own own, other;
  std::vector<Node> nodes(12);
  for (Node& node : nodes) {
    own.add(&node); // as if from a slab
  }
  EXPECT_FALSE(other.fetch(all));
}

} // namespace
} // namespace galois::worklists
