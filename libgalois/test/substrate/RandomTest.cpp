#include "galois/substrate/Random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <vector>

using galois::substrate::getSeed;
using galois::substrate::Random;
using galois::substrate::setSeed;

namespace {

TEST(Random, SeedAndStreamDecide) {
  Random a(7, 3);
  Random b(7, 3);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(a(), b());
  }
  std::set<std::uint64_t> firsts;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    for (std::uint64_t stream = 0; stream < 100; ++stream) {
      firsts.insert(Random(seed, stream)());
    }
  }
  EXPECT_EQ(firsts.size(), 10000u); // Neighbouring seeds and streams give different numbers.
}

TEST(Random, GlobalSeedIsTheDefault) {
  const std::uint64_t before = getSeed();
  setSeed(99);
  EXPECT_EQ(getSeed(), 99u);
  EXPECT_EQ(Random()(), Random(99, 0)());
  setSeed(before);
}

TEST(Random, BelowStaysBelowAndIsUniform) {
  Random random(1, 0);
  for (const std::uint32_t n : {1u, 2u, 3u, 7u, 1000u, 0x80000001u, 0xffffffffu}) {
    for (int i = 0; i < 1000; ++i) {
      EXPECT_LT(random.below(n), n);
    }
  }
  // Chi-square over 10 values has 9 degrees of freedom. It exceeds 40 with a probability of 1 in
  // 100,000.
  std::vector<double> counts(10, 0);
  constexpr int kDraws = 100000;
  for (int i = 0; i < kDraws; ++i) {
    ++counts[random.below(10)];
  }
  double chi = 0;
  for (const double count : counts) {
    chi += std::pow(count - kDraws / 10.0, 2) / (kDraws / 10.0);
  }
  EXPECT_LT(chi, 40);
}

TEST(Random, BelowHasNoBiasWhereModuloHas) {
  // With n = 3 * 2^30, modulo would draw the lowest third twice as often as the others.
  Random random(5, 0);
  int low = 0;
  constexpr int kDraws = 30000;
  for (int i = 0; i < kDraws; ++i) {
    low += random.below(0xc0000000u) < 0x40000000u;
  }
  EXPECT_NEAR(low, kDraws / 3.0, 500);
}

TEST(Random, ChanceAndUnit) {
  Random random(2, 0);
  int hits = 0;
  for (int i = 0; i < 100000; ++i) {
    hits += random.chance(1u << 29); // a probability of 1/8
  }
  EXPECT_NEAR(hits, 12500, 600);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_FALSE(random.chance(0));
  }
  double sum = 0;
  for (int i = 0; i < 100000; ++i) {
    const double x = random.unit();
    ASSERT_GE(x, 0);
    ASSERT_LT(x, 1);
    sum += x;
  }
  EXPECT_NEAR(sum / 100000, 0.5, 0.01);
}

TEST(Random, IsAUniformRandomBitGenerator) {
  std::vector<int> deck(52);
  std::iota(deck.begin(), deck.end(), 0);
  std::shuffle(deck.begin(), deck.end(), Random(3, 0));
  EXPECT_EQ(std::accumulate(deck.begin(), deck.end(), 0), 51 * 26);
}

TEST(Random, SequenceIsPartOfTheContract) {
  // Single-threaded runs repeat on all builds and machines, so these numbers must not change.
  Random random(1, 0);
  const std::uint64_t first = random();
  const std::uint64_t second = random();
  EXPECT_EQ(first, 0x1f910fb40a6297b5ull);
  EXPECT_EQ(second, 0x8d81cbb89742901dull);
}

} // namespace
