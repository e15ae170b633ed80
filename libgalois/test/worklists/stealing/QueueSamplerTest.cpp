#include "galois/worklists/parts/stealing/QueueSampler.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"
#include "support/Child.h"

namespace galois::worklists {
namespace {

using substrate::Random;

/// Draws until each of `kinds` outcomes is expected 4000 times.
template <typename Draw>
std::vector<int> countDraws(std::uint32_t outcomes, std::uint32_t kinds, Draw&& draw) {
  std::vector<int> drawn(outcomes);
  for (std::uint32_t i = 0; i < 4000 * kinds; ++i) {
    ++drawn.at(draw());
  }
  return drawn;
}

/// Expects that `count` of `draws` agrees with the probability p within four standard deviations.
void expectShare(std::uint64_t count, std::uint64_t draws, double p, const std::string& what) {
  const double n = static_cast<double>(draws);
  EXPECT_NEAR(static_cast<double>(count) / n, p, 4 * std::sqrt(p * (1 - p) / n) + 1e-12) << what;
}

template <typename Sampler>
void expectUniform(Sampler&& makeSampler) {
  Random random(11, 0);
  for (const std::uint32_t threads : {2u, 3u, 7u, 64u}) {
    for (const std::uint32_t self : {0u, threads / 2, threads - 1}) {
      auto sampler = makeSampler();
      const auto victims =
          countDraws(threads, threads - 1, [&] { return sampler.victim(self, threads, random); });
      EXPECT_EQ(victims[self], 0);
      for (std::uint32_t t = 0; t < threads; ++t) {
        // 4000 are expected. The standard deviation is at most 64, and the tolerance is six of
        // them.
        if (t != self) {
          EXPECT_NEAR(victims[t], 4000, 384) << t << " of " << threads;
        }
      }
      const auto queues = countDraws(threads * 4, threads * 4,
                                     [&] { return sampler.queue(self, threads, 4, random); });
      for (std::uint32_t q = 0; q < threads * 4; ++q) {
        EXPECT_NEAR(queues[q], 4000, 384) << "queue " << q << " of " << threads << " threads";
      }
    }
  }
}

TEST(UniformSampler, DrawsEveryOtherThreadAndEveryQueueAlike) {
  expectUniform([] { return UniformSampler(); });
}

TEST(UniformSampler, OneThreadDrawsAmongItsOwnQueues) {
  Random random(1, 0);
  for (int i = 0; i < 100; ++i) {
    EXPECT_LT(UniformSampler::queue(0, 1, 3, random), 3u);
    EXPECT_EQ(UniformSampler::queue(0, 1, 1, random), 0u);
  }
}

TEST(WeightedSampler, AutomaticWeightGrowsLinearlyAndIsThePublishedEightAt128Threads) {
  EXPECT_EQ(WeightedSampler::automaticWeight(1), 2u);
  EXPECT_EQ(WeightedSampler::automaticWeight(40), 2u);
  EXPECT_EQ(WeightedSampler::automaticWeight(128), 8u);
  EXPECT_EQ(WeightedSampler::automaticWeight(256), 16u);
  EXPECT_EQ(WeightedSampler::automaticWeight(1024), 64u);
}

// The following tests need another machine, so they run in a process of their own.

const char* const kFourNodes = "HWLOC_SYNTHETIC='pack:4 numa:1 core:10 pu:1'";
const char* const kOneNode = "HWLOC_SYNTHETIC='pack:1 numa:1 core:8 pu:1'";
const char* const kLoneCores = "HWLOC_SYNTHETIC='pack:4 numa:1 core:1 pu:1'";

constexpr std::uint32_t kDraws = 200000;

unsigned nodeOf(std::uint32_t thread) { return substrate::getThreadPool().getNumaNode(thread); }

TEST(WeightedSampler, OnOneNodeDrawsAreUniform) {
  EXPECT_EQ(test::runChild("SamplerChild.DISABLED_OneNodeIsUniform", kOneNode), 0);
}
TEST(SamplerChild, DISABLED_OneNodeIsUniform) {
  expectUniform([] { return WeightedSampler(8); });
  // Every single draw agrees, because the generator is used for nothing but the uniform draw.
  WeightedSampler weighted(8);
  Random a(5, 0), b(5, 0);
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(weighted.victim(3, 8, a), UniformSampler::victim(3, 8, b));
    ASSERT_EQ(weighted.queue(3, 8, 4, a), UniformSampler::queue(3, 8, 4, b));
  }
  EXPECT_EQ(weighted.choices(), 2000u);
  EXPECT_EQ(weighted.localFraction(), 1.0);
}

TEST(WeightedSampler, LocalShareIsThatOfTheWeightsOnFourEqualNodes) {
  EXPECT_EQ(test::runChild("SamplerChild.DISABLED_FourEqualNodes", kFourNodes), 0);
}
TEST(SamplerChild, DISABLED_FourEqualNodes) {
  constexpr std::uint32_t kThreads = 40, kNodes = 4, kPerNode = 10;
  for (const std::uint32_t k : {1u, 2u, 8u, 64u}) {
    const double expected = static_cast<double>(k) / (k + kNodes - 1);
    for (const std::uint32_t self : {0u, 17u, 39u}) {
      SCOPED_TRACE("K = " + std::to_string(k) + ", thread " + std::to_string(self));
      Random random(k, self);
      WeightedSampler queues(k), victims(k);
      std::vector<std::uint64_t> queueDrawn(kThreads * 4), victimDrawn(kThreads);
      std::uint64_t near = 0;
      for (std::uint32_t i = 0; i < kDraws; ++i) {
        const std::uint32_t queue = queues.queue(self, kThreads, 4, random);
        ++queueDrawn.at(queue);
        near += nodeOf(queue / 4) == nodeOf(self);
        ++victimDrawn.at(victims.victim(self, kThreads, random));
      }
      expectShare(near, kDraws, expected, "queues near");
      EXPECT_EQ(queues.localChoices(), near);
      EXPECT_EQ(queues.choices(), kDraws);
      EXPECT_EQ(victimDrawn[self], 0u);
      // Without weights the sampler does not choose a node before the queue.
      expectShare(victims.localChoices(), kDraws,
                  k == 1 ? (kPerNode - 1.0) / (kThreads - 1) : expected, "victims near");
      // All members of a group have the same probability, so each count is compared with the same
      // expectation.
      for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
        const bool isNear = nodeOf(thread) == nodeOf(self);
        const double share = isNear ? expected / kPerNode : (1 - expected) / (kThreads - kPerNode);
        for (std::uint32_t q = thread * 4; q < thread * 4 + 4; ++q) {
          EXPECT_NEAR(static_cast<double>(queueDrawn[q]), share / 4 * kDraws,
                      5 * std::sqrt(share / 4 * kDraws) + 1)
              << "queue " << q;
        }
        if (thread != self && k != 1) {
          const double victimShare = isNear ? expected / (kPerNode - 1) : share;
          EXPECT_NEAR(static_cast<double>(victimDrawn[thread]), victimShare * kDraws,
                      5 * std::sqrt(victimShare * kDraws) + 1)
              << "victim " << thread;
        }
      }
    }
  }
}

TEST(WeightedSampler, NodesMayHoldUnequalNumbersOfThreads) {
  EXPECT_EQ(test::runChild("SamplerChild.DISABLED_UnequalNodes", kFourNodes), 0);
}
TEST(SamplerChild, DISABLED_UnequalNodes) {
  // The first node has ten threads, and the second node has only thread 10.
  constexpr std::uint32_t k = 8;
  Random random(1, 0);
  WeightedSampler crowd(k), alone(k);
  std::vector<int> drawn(11);
  for (std::uint32_t i = 0; i < kDraws; ++i) {
    crowd.queue(4, 11, 3, random);
    EXPECT_NE(crowd.victim(4, 11, random), 4u);
    EXPECT_LT(alone.queue(10, 11, 3, random), 33u);
  }
  expectShare(crowd.localChoices(), crowd.choices(), 10.0 * k / (10 * k + 1), "crowded node");
  expectShare(alone.localChoices(), alone.choices(), 1.0 * k / (k + 10), "alone");
  for (std::uint32_t i = 0; i < kDraws; ++i) {
    ++drawn.at(alone.victim(10, 11, random));
  }
  EXPECT_EQ(drawn[10], 0);
  for (int t = 0; t < 10;
       ++t) { // No thread is on the same node, so all others have the same probability.
    EXPECT_NEAR(drawn[t], kDraws / 10.0, 5 * std::sqrt(kDraws / 10.0));
  }
}

TEST(WeightedSampler, EveryThreadAloneOnItsNodeStillFindsTheOthers) {
  EXPECT_EQ(test::runChild("SamplerChild.DISABLED_LoneCores", kLoneCores), 0);
}
TEST(SamplerChild, DISABLED_LoneCores) {
  Random random(1, 0);
  for (const std::uint32_t k : {WeightedSampler::kAuto, 1u, 8u, WeightedSampler::kMaxWeight}) {
    for (const std::uint32_t threads : {2u, 4u}) {
      WeightedSampler sampler(k);
      const std::uint32_t self = threads - 1;
      std::map<std::uint32_t, int> drawn;
      for (int i = 0; i < 3000; ++i) {
        ++drawn[sampler.victim(self, threads, random)];
      }
      EXPECT_EQ(drawn.size(), threads - 1) << "K = " << k;
      EXPECT_EQ(drawn.count(self), 0u);
      EXPECT_EQ(sampler.localChoices(), 0u);
    }
  }
  // One draw is enough for a queue other than the own one, also if it is the first draw of all.
  WeightedSampler fresh(WeightedSampler::kMaxWeight);
  EXPECT_NE(fresh.otherQueue(3, 3, 4, 1, random), 3u);
  EXPECT_EQ(fresh.choices(), 1u);
}

TEST(WeightedSampler, FollowsTheNumberOfThreads) {
  EXPECT_EQ(test::runChild("SamplerChild.DISABLED_ThreadsChange", kFourNodes), 0);
}
TEST(SamplerChild, DISABLED_ThreadsChange) {
  Random random(1, 0);
  WeightedSampler sampler(4);
  // The numbers go from one thread, which has only its own queues, through one node to more threads
  // than PUs, which share the PUs' nodes, and back.
  for (const std::uint32_t threads : {1u, 2u, 10u, 11u, 40u, 100u, 3u, 1u}) {
    std::vector<int> drawn(threads * 2);
    for (std::uint32_t i = 0; i < 2000 * threads; ++i) {
      ++drawn.at(sampler.queue(0, threads, 2, random));
      if (threads > 1) {
        const std::uint32_t victim = sampler.victim(0, threads, random);
        ASSERT_LT(victim, threads);
        ASSERT_NE(victim, 0u);
      }
    }
    for (std::uint32_t q = 0; q < threads * 2; ++q) {
      EXPECT_GT(drawn[q], 0) << "queue " << q << " with " << threads << " threads";
    }
  }
}

TEST(WeightedSampler, ReportsItsChoices) {
  EXPECT_EQ(test::runChild("SamplerChild.DISABLED_Reports", kFourNodes), 0);
}
TEST(SamplerChild, DISABLED_Reports) {
  Random random(1, 0);
  WeightedSampler sampler(WeightedSampler::kAuto); // The automatic weight is 2 for 40 threads.
  for (std::uint32_t i = 0; i < kDraws; ++i) {
    sampler.queue(0, 40, 1, random);
  }
  std::map<std::string, std::uint64_t> reported;
  auto sink = [&](unsigned thread, const char* name, std::uint64_t value) {
    EXPECT_EQ(thread, 5u);
    reported[name] = value;
  };
  sampler.report(5, sink);
  EXPECT_EQ(reported["queue_choices"], kDraws);
  expectShare(reported["local_queue_choices"], kDraws, 2.0 / 5.0, "auto");
  EXPECT_DOUBLE_EQ(sampler.localFraction(),
                   static_cast<double>(reported["local_queue_choices"]) / kDraws);
}

} // namespace
} // namespace galois::worklists
