#include "galois/worklists/parts/messages/Mailbox.h"

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

TEST(Mailbox, HoldsOneThingAtATime) {
  Mailbox<int> mail;
  int got = 0;
  EXPECT_FALSE(mail.take(got));
  for (int i = 1; i <= 3; ++i) {
    ASSERT_TRUE(mail.claim());
    EXPECT_FALSE(mail.take(got)); // The mailbox is claimed, but not filled.
    EXPECT_FALSE(mail.claim());
    mail.fill(i);
    EXPECT_FALSE(mail.claim());
    ASSERT_TRUE(mail.take(got));
    EXPECT_EQ(got, i);
    EXPECT_FALSE(mail.take(got));
  }
}

TEST(Mailbox, AClaimCanBeGivenUp) {
  Mailbox<int> mail;
  ASSERT_TRUE(mail.claim());
  mail.cancel();
  int got = 0;
  EXPECT_FALSE(mail.take(got));
  EXPECT_TRUE(mail.claim());
}

} // namespace
} // namespace galois::worklists
