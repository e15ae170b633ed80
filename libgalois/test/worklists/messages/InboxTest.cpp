#include "galois/worklists/parts/messages/Inbox.h"

#include <set>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

struct Node {
  int value = 0;
};

TEST(Inbox, HoldsAsManyAsItHasPlaces) {
  Inbox<Node, 3> inbox;
  EXPECT_TRUE(inbox.seemsEmpty());
  EXPECT_EQ(inbox.take(), nullptr);
  Node nodes[4];
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(inbox.hasRoom());
      inbox.put(&nodes[i]);
    }
    EXPECT_FALSE(inbox.hasRoom());
    EXPECT_FALSE(inbox.seemsEmpty());
    std::set<Node*> taken;
    taken.insert(inbox.take());
    ASSERT_TRUE(inbox.hasRoom());
    inbox.put(&nodes[3]);
    for (int i = 0; i < 3; ++i) {
      taken.insert(inbox.take());
    }
    EXPECT_EQ(taken, (std::set<Node*>{&nodes[0], &nodes[1], &nodes[2], &nodes[3]}));
    EXPECT_EQ(inbox.take(), nullptr);
    EXPECT_TRUE(inbox.seemsEmpty());
  }
}

} // namespace
} // namespace galois::worklists
