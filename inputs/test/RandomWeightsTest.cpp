#include "inputs/transform/RandomWeights.h"

#include "Support.h"

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
  for (const char* const bad :
       {"", "uniform", "uniform:", "uniform:1", "uniform:1:", "uniform:2:1", "uniform:-1:1",
        "uniform:1:4294967296", "uniform:1:2:3", "uniform:1:2x", "normal:1:2", "uniform:1,2"}) {
    EXPECT_THAT(messageOf([&] { parseWeightSpec(bad, 1); }),
                testing::HasSubstr("uniform:LO:HI is needed"))
        << bad;
  }
  EXPECT_THROW(parseWeightSpec("x", 1), UsageError);
}

} // namespace
} // namespace galois::inputs::test
