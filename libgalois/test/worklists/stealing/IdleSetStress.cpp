// Threads enter and leave the set while all draw from it. Each bit is its thread's own: none is lost
// when others change the same word, and none appears for a thread that never entered.
#include "galois/worklists/parts/stealing/IdleSet.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "support/Stress.h"

namespace galois::test {
namespace {

constexpr unsigned kSpread = 5; // members in two words
constexpr unsigned kMembers = kStressThreads * kSpread;

TEST(IdleSetStress, WhatAThreadDidLastCounts) {
  for (unsigned round = 0; round < 10 * stressScale(); ++round) {
    worklists::IdleSet<> set(kMembers);
    bool in[kStressThreads] = {};
    bool wrong[kStressThreads] = {};
    runRandomThreads(kStressThreads, [&](unsigned tid, substrate::Random& random) {
      const unsigned self = tid * kSpread;
      for (unsigned step = 0; step < 2000; ++step) {
        in[tid] = random.below(2) != 0;
        if (in[tid]) {
          set.add(self);
        } else {
          set.remove(self);
        }
        const std::uint32_t other = set.draw(self, kMembers, random);
        wrong[tid] = wrong[tid] || (other != worklists::VictimDraw::kNobody &&
                                    (other == self || other % kSpread != 0 || other >= kMembers));
      }
    });
    substrate::Random random(round, 0);
    bool left[kStressThreads] = {};
    for (std::uint32_t one = 0;
         (one = set.draw(kMembers - 1, kMembers, random)) != worklists::VictimDraw::kNobody;) {
      left[one / kSpread] = true;
      set.remove(one);
    }
    for (unsigned tid = 0; tid < kStressThreads; ++tid) {
      ASSERT_FALSE(wrong[tid]) << tid;
      ASSERT_EQ(left[tid], in[tid]) << tid;
    }
  }
}

} // namespace
} // namespace galois::test
