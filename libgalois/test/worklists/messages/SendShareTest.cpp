#include "galois/worklists/parts/messages/SendShare.h"

#include <string>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

/// Which of `count` enqueues are sent ('s') and which are kept ('k').
template <typename Share>
std::string decisions(Share& share, unsigned percent, unsigned count) {
  std::string result;
  for (unsigned i = 0; i < count; ++i) {
    result += share.next(percent, 100, [] { return false; }) ? 's' : 'k';
  }
  return result;
}

TEST(SendShare, SendsExactlyTheShareEvenlySpaced) {
  SendShare half;
  EXPECT_EQ(decisions(half, 50, 8), "ksksksks");
  SendShare quarter;
  EXPECT_EQ(decisions(quarter, 25, 8), "kkkskkks");
  SendShare most;
  EXPECT_EQ(decisions(most, 75, 8), "ksssksss");
}

TEST(SendShare, AllOrNothing) {
  SendShare all;
  EXPECT_EQ(decisions(all, 100, 4), "ssss");
  SendShare none;
  EXPECT_EQ(decisions(none, 0, 4), "kkkk");
}

TEST(SendShare, TheShareMayChange) {
  SendShare share;
  EXPECT_EQ(decisions(share, 50, 3), "ksk");
  EXPECT_EQ(decisions(share, 100, 2), "ss");
  EXPECT_EQ(decisions(share, 50, 2), "sk") << "half a credit was left";
}

TEST(SendShare, AnEnqueueThatIsKeptIsMadeUpForByTheNextOne) {
  SendShare share;
  unsigned asked = 0;
  const auto keep = [&asked] { return ++asked > 0; };
  EXPECT_FALSE(share.next(50, 100, keep));
  EXPECT_EQ(asked, 0u) << "it would not have been sent";
  EXPECT_FALSE(share.next(50, 100, keep));
  EXPECT_FALSE(share.next(50, 100, keep));
  EXPECT_EQ(asked, 2u);
  EXPECT_EQ(decisions(share, 50, 3), "ssk") << "made up for once, however many were kept";
}

TEST(SendTenths, KeepsTheFirstOfTenAndSendsTheLast) {
  SendTenths share;
  EXPECT_EQ(decisions(share, 10, 20), "kkkkkkkkkskkkkkkkkks");
  EXPECT_EQ(decisions(share, 60, 10), "kkkkssssss");
  EXPECT_EQ(decisions(share, 15, 10), "kkkkkkkkks") << "rounded down";
  EXPECT_EQ(decisions(share, 10, 4), "kkkk");
  EXPECT_EQ(decisions(share, 60, 6), "ssssss") << "the share may change";
}

} // namespace
} // namespace galois::worklists
