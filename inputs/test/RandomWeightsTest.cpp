#include "inputs/transform/RandomWeights.h"

#include "Support.h"

#include <cmath>

namespace galois::inputs::test {
namespace {

TEST(RandomWeights, AreTheSameEverywhere) {
  // Values of the formula in the header, computed by an independent program. They must never
  // change, because published distances depend on them.
  const WeightSpec spec{1, 10000, 1};
  EXPECT_EQ(randomWeight(spec, 0, 1), 3607u);
  EXPECT_EQ(randomWeight(spec, 7, 3), 3213u);
  EXPECT_EQ(randomWeight(spec, 4294967294u, 12), 4764u);
  EXPECT_EQ(randomWeight({0, UINT32_MAX, 42}, 5, 6), 3273667083u);
}

TEST(RandomWeights, DependOnEndsRegardlessOfDirection) {
  const WeightSpec spec{1, 1'000'000, 3};
  for (std::uint32_t u = 0; u < 50; ++u) {
    for (std::uint32_t v = 0; v < 50; ++v) {
      ASSERT_EQ(randomWeight(spec, u, v), randomWeight(spec, v, u));
    }
  }
  EXPECT_NE(randomWeight(spec, 1, 2), randomWeight({1, 1'000'000, 4}, 1, 2));
}

TEST(RandomWeights, FillTheRangeEvenly) {
  const WeightSpec spec{10, 19, 1};
  std::array<std::uint64_t, 10> count{};
  for (std::uint32_t v = 0; v < 100'000; ++v) {
    const std::uint32_t weight = randomWeight(spec, v, v + 1);
    ASSERT_GE(weight, 10u);
    ASSERT_LE(weight, 19u);
    ++count[weight - 10];
  }
  for (const std::uint64_t n : count) {
    EXPECT_GT(n, 9'600u); // four standard deviations
    EXPECT_LT(n, 10'400u);
  }
  EXPECT_EQ(randomWeight({7, 7, 9}, 1, 2), 7u);
}

std::vector<std::uint32_t> sortedWeights(const std::string& form) {
  const WeightSpec spec = parseWeightSpec(form, 1);
  std::vector<std::uint32_t> weights;
  for (std::uint32_t v = 0; v < 100'000; ++v) {
    weights.push_back(randomWeight(spec, v, v + 1));
  }
  std::sort(weights.begin(), weights.end());
  EXPECT_GE(weights.front(), spec.low) << form;
  EXPECT_LE(weights.back(), spec.high) << form;
  return weights;
}

/// The share of weights that are at least `weight`.
double shareFrom(const std::vector<std::uint32_t>& sorted, std::uint32_t weight) {
  const auto first = std::lower_bound(sorted.begin(), sorted.end(), weight);
  return static_cast<double>(sorted.end() - first) / static_cast<double>(sorted.size());
}

TEST(RandomWeights, FollowTheirDistributions) {
  constexpr double kNear = 0.007; // four standard deviations of a share, and more
  EXPECT_EQ(sortedWeights("constant:7"), std::vector<std::uint32_t>(100'000, 7));
  const auto exponential = sortedWeights("exponential:5000");
  for (const std::uint32_t weight : {500u, 5000u, 10'000u, 20'000u}) {
    EXPECT_NEAR(shareFrom(exponential, weight + 1), std::exp(weight / -5000.0), kNear);
  }
  EXPECT_EQ(exponential.front(), 1u);
  const auto zipf = sortedWeights("zipf:10:1000");
  EXPECT_EQ(zipf.front(), 10u);
  for (const std::uint32_t weight : {11u, 20u, 100u, 500u, 1000u}) {
    EXPECT_NEAR(shareFrom(zipf, weight), 10.0 / weight, kNear);
  }
  EXPECT_EQ(zipf.back(), 1000u);
  const auto bimodal = sortedWeights("bimodal:3:900");
  EXPECT_EQ(shareFrom(bimodal, 4), shareFrom(bimodal, 900));
  EXPECT_NEAR(shareFrom(bimodal, 900), 0.5, kNear);
  const auto outliers = sortedWeights("outliers:1:100:4294967295");
  EXPECT_NEAR(shareFrom(outliers, 51), 0.5, kNear);
  const double huge = shareFrom(outliers, 101);
  EXPECT_EQ(huge, shareFrom(outliers, UINT32_MAX));
  EXPECT_GT(huge, 0);
  EXPECT_LT(huge, 1e-4) << "1.5 in 100,000 on average";
}

TEST(RandomWeights, OfEveryDistributionAreTheSameEverywhere) {
  // Computed by an independent program with integers of any size and decimal fractions.
  EXPECT_EQ(randomWeight(parseWeightSpec("exponential:5000", 1), 0, 1), 5100u);
  EXPECT_EQ(randomWeight(parseWeightSpec("exponential:5000", 1), 7, 3), 5677u);
  EXPECT_EQ(randomWeight(parseWeightSpec("exponential:4294967", 1), 5, 6), 3513097u);
  EXPECT_EQ(randomWeight(parseWeightSpec("zipf:10:1000000", 1), 0, 1), 27u);
  EXPECT_EQ(randomWeight(parseWeightSpec("zipf:10:1000000", 1), 7, 3), 31u);
  EXPECT_EQ(randomWeight(parseWeightSpec("zipf:3:4294967295", 1), 5, 6), 6u);
  EXPECT_EQ(randomWeight(parseWeightSpec("bimodal:3:900", 1), 0, 1), 3u);
  EXPECT_EQ(randomWeight(parseWeightSpec("bimodal:3:900", 1), 7, 3), 3u);
  EXPECT_EQ(randomWeight(parseWeightSpec("outliers:1:100:5000", 1), 0, 1), 37u);
  EXPECT_EQ(randomWeight(parseWeightSpec("outliers:1:100:5000", 1), 31885, 31886), 5000u);
}

TEST(RandomWeights, LogarithmsAreExactAtTheEnds) {
  EXPECT_EQ(detail::minusLog2(UINT64_MAX), 0u);
  EXPECT_EQ(detail::minusLog2(UINT64_MAX >> 1), std::uint64_t{1} << 32);
  EXPECT_EQ(detail::minusLog2(0), std::uint64_t{64} << 32);
  EXPECT_EQ(detail::exponential(0, UINT32_MAX) / UINT32_MAX, 44u) << "ln(2^64) is 44.36";
  EXPECT_EQ(detail::exponential(UINT64_MAX, UINT32_MAX), 0u);
}

TEST(RandomWeights, ReplaceWeights) {
  Graph graph = parse("0 1 5000000000\n0 1 6\n1 0 7\n");
  const WeightSpec spec{1, 100, 5};
  setRandomWeights(graph, spec);
  EXPECT_EQ(graph.weights.bytes(), 4u);
  const std::uint64_t weight = randomWeight(spec, 0, 1);
  EXPECT_EQ(arcsOf(graph), (Arcs{{0, 1, weight}, {0, 1, weight}, {1, 0, weight}}));
}

TEST(RandomWeights, AreAskedForInOneForm) {
  const WeightSpec spec = parseWeightSpec("uniform:1:4294967295", 8);
  EXPECT_EQ(spec.low, 1u);
  EXPECT_EQ(spec.high, UINT32_MAX);
  EXPECT_EQ(spec.seed, 8u);
  EXPECT_EQ(parseWeightSpec("uniform:0:0", 0).high, 0u);
  EXPECT_EQ(parseWeightSpec("constant:4", 0).low, 4u);
  EXPECT_EQ(parseWeightSpec("exponential:4", 0).number, 4u);
  EXPECT_EQ(parseWeightSpec("exponential:4294967295", 0).high, UINT32_MAX);
  const WeightSpec outliers = parseWeightSpec("outliers:1:20:300", 6);
  EXPECT_EQ(outliers.low, 1u);
  EXPECT_EQ(outliers.number, 20u);
  EXPECT_EQ(outliers.high, 300u);
  EXPECT_EQ(outliers.seed, 6u);
  for (const char* const bad : {"",
                                "uniform",
                                "uniform:",
                                "uniform:1",
                                "uniform:1:",
                                "uniform:2:1",
                                "uniform:-1:1",
                                "uniform:1:4294967296",
                                "uniform:1:2:3",
                                "uniform:1:2x",
                                "normal:1:2",
                                "uniform:1,2",
                                "constant",
                                "constant:",
                                "constant:1:2",
                                "exponential:0",
                                "exponential:4294967296",
                                "zipf:0:9",
                                "zipf:9:8",
                                "zipf:1",
                                "bimodal:2:1",
                                "bimodal:1",
                                "outliers:1:2",
                                "outliers:1:3:2",
                                "outliers:1:2:3:4",
                                ":1:2"}) {
    EXPECT_THAT(messageOf([&] { parseWeightSpec(bad, 1); }),
                testing::HasSubstr("uniform:LO:HI is needed"))
        << bad;
  }
  EXPECT_THROW(parseWeightSpec("x", 1), UsageError);
}

} // namespace
} // namespace galois::inputs::test
