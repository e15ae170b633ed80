#include "galois/worklists/parts/stealing/IdleSet.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"

namespace galois::worklists {
namespace {

constexpr std::uint32_t kNobody = VictimDraw::kNobody;

/// How often each thread comes out of so many draws of `self`.
std::vector<int> drawn(const IdleSet<>& set, unsigned threads, unsigned self, int draws) {
  substrate::Random random(1, self);
  std::vector<int> counts(threads);
  for (int i = 0; i < draws; ++i) {
    const std::uint32_t one = set.draw(self, threads, random);
    EXPECT_LT(one, threads);
    ++counts.at(one);
  }
  return counts;
}

TEST(IdleSet, NobodyWaitsAtFirst) {
  substrate::Random random(1, 0);
  for (const unsigned threads : {1u, 2u, 64u, 65u, 200u}) {
    const IdleSet<> set(threads);
    EXPECT_EQ(set.draw(threads - 1, threads, random), kNobody);
  }
}

TEST(IdleSet, TheOnlyMemberIsDrawn) {
  substrate::Random random(1, 0);
  for (const unsigned member : {1u, 63u, 64u, 127u, 128u, 199u}) {
    IdleSet<> set(200);
    set.add(member);
    EXPECT_EQ(set.draw(0, 200, random), member);
    set.remove(member);
    EXPECT_EQ(set.draw(0, 200, random), kNobody);
  }
}

TEST(IdleSet, OnlyMembersBelowTheNumberOfThreadsAreDrawn) {
  substrate::Random random(1, 0);
  for (const unsigned member : {1u, 62u, 63u, 64u, 65u, 127u, 128u, 199u}) {
    IdleSet<> set(200);
    set.add(member);
    for (const unsigned threads : {1u, 2u, 63u, 64u, 65u, 127u, 128u, 129u, 199u, 200u}) {
      EXPECT_EQ(set.draw(0, threads, random), member < threads ? member : kNobody)
          << member << " of " << threads;
    }
  }
}

TEST(IdleSet, AThreadDoesNotDrawItself) {
  substrate::Random random(1, 0);
  IdleSet<> set(130);
  set.add(129);
  EXPECT_EQ(set.draw(129, 130, random), kNobody);
  set.add(128);
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(set.draw(129, 130, random), 128u);
  }
}

TEST(IdleSet, EveryMemberIsDrawnEquallyOften) {
  constexpr unsigned kThreads = 200;
  constexpr int kEach = 2000;
  IdleSet<> set(kThreads);
  // One word with one member, one with many, one that is empty, and one with the drawing thread.
  const std::vector<unsigned> members = {5, 64, 65, 70, 90, 100, 126, 127, 193, 199};
  for (const unsigned member : members) {
    set.add(member);
  }
  const int draws = kEach * static_cast<int>(members.size() - 1);
  const std::vector<int> counts = drawn(set, kThreads, 199, draws);
  int all = 0;
  for (const unsigned member : members) {
    all += counts[member];
    if (member != 199) { // a binomial distribution: 6 standard deviations are 253
      EXPECT_NEAR(counts[member], kEach, 260) << member;
    }
  }
  EXPECT_EQ(all, draws);
  EXPECT_EQ(counts[199], 0);
}

TEST(IdleSet, AddingTwiceIsAddingOnce) {
  substrate::Random random(1, 0);
  IdleSet<> set(3);
  set.add(1);
  set.add(1);
  set.add(2);
  set.remove(1);
  EXPECT_EQ(set.draw(0, 3, random), 2u);
  set.remove(1);
  set.remove(2);
  EXPECT_EQ(set.draw(0, 3, random), kNobody);
}

} // namespace
} // namespace galois::worklists
