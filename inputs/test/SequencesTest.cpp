#include "inputs/generate/Sequences.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace {

using galois::inputs::generateDoubles;
using galois::inputs::generateIntegers;
using galois::inputs::SequenceKind;

constexpr std::uint64_t kSize = 100'000;

/// Returns how often each value occurs, the most frequent first.
template <typename T>
std::vector<std::uint64_t> frequencies(std::vector<T> elements) {
  std::sort(elements.begin(), elements.end());
  std::vector<std::uint64_t> counts;
  for (std::size_t begin = 0; begin < elements.size();) {
    const auto end = std::upper_bound(elements.begin(), elements.end(), elements[begin]);
    counts.push_back(static_cast<std::uint64_t>(end - elements.begin()) - begin);
    begin += counts.back();
  }
  std::sort(counts.rbegin(), counts.rend());
  return counts;
}

template <typename T>
std::uint64_t fingerprint(const std::vector<T>& elements) {
  std::uint64_t hash = 0;
  for (const T element : elements) {
    hash = hash * 6364136223846793005u + static_cast<std::uint64_t>(element * T{4096});
  }
  return hash;
}

TEST(Sequences, AreTheSameEverywhere) {
  EXPECT_EQ(fingerprint(generateIntegers(SequenceKind::kRandom, 1000, 1)), 17558695977547300864u);
  EXPECT_EQ(fingerprint(generateIntegers(SequenceKind::kExponential, 1000, 1)),
            6350337542950506496u);
  EXPECT_EQ(fingerprint(generateDoubles(SequenceKind::kRandom, 1000, 1)), 11441448032351845827u);
  EXPECT_EQ(fingerprint(generateDoubles(SequenceKind::kExponential, 1000, 1)),
            8630590375045201930u);
}

TEST(Sequences, DependOnTheSeed) {
  for (const SequenceKind kind : {SequenceKind::kRandom, SequenceKind::kExponential}) {
    EXPECT_NE(generateIntegers(kind, 100, 1), generateIntegers(kind, 100, 2));
    EXPECT_NE(generateDoubles(kind, 100, 1), generateDoubles(kind, 100, 2));
  }
}

TEST(Sequences, SizesAreExact) {
  for (const std::uint64_t size : {0, 1, 2, 3, 1000}) {
    EXPECT_EQ(generateIntegers(SequenceKind::kExponential, size, 1).size(), size);
    EXPECT_EQ(generateDoubles(SequenceKind::kRandom, size, 1).size(), size);
  }
}

TEST(Sequences, RandomElementsAreUniform) {
  std::vector<unsigned> tenths(10);
  for (const double element : generateDoubles(SequenceKind::kRandom, kSize, 1)) {
    ASSERT_TRUE(element >= 0 && element < 1);
    ++tenths[static_cast<std::size_t>(element * 10)];
  }
  std::vector<unsigned> sixteenths(16);
  for (const std::uint32_t element : generateIntegers(SequenceKind::kRandom, kSize, 1)) {
    ++sixteenths[element >> 28];
  }
  for (const unsigned count : tenths) {
    EXPECT_NEAR(count, kSize / 10.0, 500); // 5 standard deviations
  }
  for (const unsigned count : sixteenths) {
    EXPECT_NEAR(count, kSize / 16.0, 400);
  }
}

TEST(Sequences, ExponentialRanksHaveHarmonicFrequencies) {
  double harmonic = 0;
  for (std::uint64_t i = 1; i <= kSize; ++i) {
    harmonic += 1 / static_cast<double>(i);
  }
  const auto counts = frequencies(generateIntegers(SequenceKind::kExponential, kSize, 1));
  for (std::size_t rank = 1; rank <= 8; ++rank) { // the order of these is certain enough
    const double expected = static_cast<double>(kSize) / (static_cast<double>(rank) * harmonic);
    EXPECT_NEAR(static_cast<double>(counts[rank - 1]), expected, 5 * std::sqrt(expected)) << rank;
  }
  // Half of the elements have one of about sqrt(size) values.
  std::uint64_t frequent = 0;
  for (std::size_t rank = 0; rank < 316; ++rank) {
    frequent += counts[rank];
  }
  EXPECT_NEAR(static_cast<double>(frequent), 0.52 * kSize, 0.02 * kSize);
  EXPECT_EQ(frequencies(generateDoubles(SequenceKind::kExponential, kSize, 1)), counts)
      << "doubles and integers have the same ranks";
}

} // namespace
