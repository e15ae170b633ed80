#include "inputs/weights/WeightRecognition.h"

#include "inputs/Error.h"
#include "inputs/generate/CounterRandom.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace galois::inputs::test {
namespace {

using As = RecognisedWeights::As;

template <typename Bits>
As reading(const std::vector<Bits>& weights) {
  return recogniseWeights(std::span<const Bits>(weights)).as;
}

using Integers = std::vector<std::uint32_t>;
using WideIntegers = std::vector<std::uint64_t>;

As floats(const std::vector<float>& values) {
  Integers bits;
  for (const float value : values) {
    bits.push_back(std::bit_cast<std::uint32_t>(value));
  }
  return reading(bits);
}

As doubles(const std::vector<double>& values) {
  WideIntegers bits;
  for (const double value : values) {
    bits.push_back(std::bit_cast<std::uint64_t>(value));
  }
  return reading(bits);
}

TEST(WeightRecognition, NothingAndZerosAreIntegers) {
  EXPECT_EQ(reading(Integers{}), As::kIntegers);
  EXPECT_EQ(reading(WideIntegers{}), As::kIntegers);
  EXPECT_EQ(reading(Integers(10'000)), As::kIntegers);
  EXPECT_EQ(floats({0.0f, -0.0f}), As::kIntegers);
}

TEST(WeightRecognition, ShortFloatsAreFloats) {
  EXPECT_EQ(floats({0.5f}), As::kFloats);
  EXPECT_EQ(floats({1.0f}), As::kFloats);
  EXPECT_EQ(floats({42.0f}), As::kFloats);
  EXPECT_EQ(floats({1, 2, 3}), As::kFloats);
  EXPECT_EQ(floats({0, 0, 0.1f, 0}), As::kFloats);
  EXPECT_EQ(floats({0.1f, -3e7f, 12.34f}), As::kFloats);
  EXPECT_EQ(floats({0.25f, 0.5f, std::numeric_limits<float>::infinity()}), As::kFloats);
  EXPECT_EQ(doubles({0.5}), As::kFloats);
  EXPECT_EQ(doubles({0, 0.1, 1234.567}), As::kFloats);
  EXPECT_EQ(doubles({1, 2, 3, -4}), As::kFloats);
  std::vector<float> lengths;
  for (int i = 0; i < 100'000; ++i) {
    lengths.push_back(static_cast<float>(i % 9973) / 100);
  }
  EXPECT_EQ(floats(lengths), As::kFloats);
}

TEST(WeightRecognition, AZeroSampleIsFollowedByTheRest) {
  std::vector<float> values(100'000);
  values[77'777] = 1.5f;
  EXPECT_EQ(floats(values), As::kFloats);
}

TEST(WeightRecognition, SmallIntegersAreIntegers) {
  EXPECT_EQ(reading(Integers{1}), As::kIntegers);
  EXPECT_EQ(reading(Integers{0, 7, 0}), As::kIntegers);
  EXPECT_EQ(reading(Integers{8'388'607}), As::kIntegers);
  EXPECT_EQ(reading(Integers{3'000'000'000, UINT32_MAX}), As::kIntegers);
  EXPECT_EQ(reading(WideIntegers{1, std::uint64_t{1} << 40}), As::kIntegers);
  EXPECT_EQ(reading(WideIntegers{UINT64_MAX, INT64_MAX}), As::kIntegers);
}

/// Returns `count` random integers from low to high.
Integers randomIntegers(size_t count, std::uint32_t low, std::uint32_t high, std::uint64_t seed) {
  const CounterRandom random(seed);
  Integers weights;
  for (size_t i = 0; i < count; ++i) {
    weights.push_back(
        low + static_cast<std::uint32_t>(random.below(std::uint64_t{high} - low + 1, 0, i)));
  }
  return weights;
}

TEST(WeightRecognition, IntegersAreNeverTakenForFloats) {
  const std::pair<std::uint32_t, std::uint32_t> ranges[] = {
      {1, 255},
      {1, 10'000},
      {1, UINT32_MAX},
      {1u << 23, 1u << 24},
      {100'000'000, 1'000'000'000},
      {1'000'000'000, 1'100'000'000},               // floats from 0.0047 to 18
      {1'065'353'216 - 1000, 1'065'353'216 + 1000}, // around the bits of the float 1
      {1'056'964'608, 1'073'741'824},
      {3'000'000'000, UINT32_MAX}};
  for (const auto& [low, high] : ranges) {
    for (const size_t count : {1, 2, 3, 5, 10, 100, 20'000}) {
      for (std::uint64_t seed = 0; seed < 30; ++seed) {
        EXPECT_NE(reading(randomIntegers(count, low, high, seed)), As::kFloats)
            << count << " from " << low << " to " << high << ", seed " << seed;
      }
    }
  }
  for (std::uint32_t power = 0; power < 32; ++power) {
    EXPECT_NE(reading(Integers{1u << power}), As::kFloats) << power;
    EXPECT_NE(reading(Integers{(1u << power) - 1, 1u << power}), As::kFloats) << power;
  }
  for (const std::uint32_t unit : {1'000'000'000u, 100'000'000u, 50'000'000u}) {
    Integers round;
    for (std::uint32_t i = 1; i <= UINT32_MAX / unit; ++i) {
      round.push_back(i * unit);
    }
    EXPECT_EQ(reading(round), As::kIntegers) << unit;
  }
}

TEST(WeightRecognition, IntegersThatCanBeKnownAreKnown) {
  EXPECT_EQ(reading(randomIntegers(20'000, 1, UINT32_MAX, 1)), As::kIntegers);
  EXPECT_EQ(reading(randomIntegers(20'000, 1u << 23, 500'000'000, 1)), As::kIntegers);
  EXPECT_EQ(reading(Integers{1'000'000'000, 1'200'000'000}), As::kIntegers);
  // There is one small integer among a hundred thousand, outside the sample.
  Integers weights = randomIntegers(100'000, 1'000'000'000, 1'100'000'000, 1);
  EXPECT_EQ(reading(weights), As::kUnclear);
  weights[77'777] = 3;
  EXPECT_EQ(reading(weights), As::kIntegers);
}

TEST(WeightRecognition, LongNumbersAreUnclear) {
  std::vector<float> thirds;
  std::vector<double> wide;
  for (int i = 1; i < 1000; ++i) {
    thirds.push_back(std::sqrt(static_cast<float>(i)));
    wide.push_back(std::sqrt(static_cast<double>(i)) / 3);
  }
  EXPECT_NE(floats(thirds), As::kIntegers);
  EXPECT_NE(doubles(wide), As::kIntegers);
  const Integers one{std::bit_cast<std::uint32_t>(3.1415927f)};
  const RecognisedWeights found = recogniseWeights(std::span<const std::uint32_t>(one));
  EXPECT_EQ(found.as, As::kUnclear);
  try {
    recognisedType("g.gr", found);
    ADD_FAILURE() << "no error";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "g.gr: its weights could be whole numbers from 1078530011 to 1078530011 or floats "
                 "from 3.142 to 3.142; say which they are with --weight-type=int or "
                 "--weight-type=float");
  }
}

TEST(WeightRecognition, NegativeIntegersAreSeen) {
  EXPECT_EQ(reading(Integers{5, UINT32_MAX}), As::kUnclearSign);
  EXPECT_EQ(reading(Integers{UINT32_MAX, UINT32_MAX - 1}), As::kUnclearSign);
  EXPECT_EQ(reading(WideIntegers{5, UINT64_MAX}), As::kUnclearSign);
  // Numbers without a pattern, which are no floats, on both sides of the limits.
  constexpr std::uint32_t kQuarter = 1u << 30;
  constexpr std::uint64_t kWideQuarter = std::uint64_t{1} << 62;
  EXPECT_EQ(reading(Integers{3, kQuarter - 1, 3 * kQuarter + 12'345'677}), As::kUnclearSign);
  EXPECT_EQ(reading(Integers{3, kQuarter, 3 * kQuarter + 12'345'677}), As::kIntegers)
      << "large in both readings";
  EXPECT_EQ(reading(Integers{3, 5, 3 * kQuarter}), As::kUnclearSign);
  EXPECT_EQ(reading(Integers{3, 5, 3 * kQuarter - 1}), As::kIntegers);
  EXPECT_EQ(reading(WideIntegers{3, 5, kWideQuarter - 1, UINT64_MAX}), As::kUnclearSign);
  EXPECT_EQ(reading(WideIntegers{3, 5, kWideQuarter, UINT64_MAX}), As::kIntegers);
  EXPECT_EQ(reading(WideIntegers{3, 5, 3 * kWideQuarter}), As::kUnclearSign);
  EXPECT_EQ(reading(WideIntegers{3, 5, 3 * kWideQuarter - 1}), As::kIntegers);
  Integers weights(100'000, 5);
  weights[77'777] = static_cast<std::uint32_t>(-7);
  const RecognisedWeights found = recogniseWeights(std::span<const std::uint32_t>(weights));
  EXPECT_EQ(found.as, As::kUnclearSign) << "outside the sample";
  EXPECT_EQ(found.leastSigned, -7);
  EXPECT_EQ(found.greatestSigned, 5);
}

} // namespace
} // namespace galois::inputs::test
