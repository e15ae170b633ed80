#include "analytics/graphs/OrderKeys.h"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/OrderedWord.h"

namespace {

using galois::numberOfWord;
using galois::orderedWord;
using lonestar::OrderKeys;

constexpr std::uint64_t kRange = std::uint64_t{1} << 32;

/// Checks that words of ascending weights ascend, and stand for the weights.
template <typename Weight>
void expectOrder(const std::vector<Weight>& ascending) {
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    EXPECT_EQ(numberOfWord<Weight>(orderedWord(ascending[i])), ascending[i]) << i;
    if (i > 0) {
      EXPECT_LT(orderedWord(ascending[i - 1]), orderedWord(ascending[i])) << i;
    }
  }
}

struct OrderKeysTest : testing::Test {
  /// Checks the keys of these words on several numbers of threads.
  static void expectKeys(const std::vector<std::uint64_t>& words, std::size_t ranks) {
    for (const unsigned threads : {1U, 2U, 5U}) {
      galois::setActiveThreads(threads);
      const OrderKeys keys(words.size(), [&](std::size_t i) { return words[i]; });
      EXPECT_TRUE(keys.suffice());
      EXPECT_EQ(keys.ranks(), ranks);
      for (const std::uint64_t a : words) {
        EXPECT_EQ(keys.word(keys.key(a)), a);
        for (const std::uint64_t b : words) {
          EXPECT_EQ(a < b, keys.key(a) < keys.key(b)) << a << " " << b;
        }
      }
    }
  }

  galois::SharedMemSys system;
};

} // namespace

TEST_F(OrderKeysTest, WordsAreInTheOrderOfWeights) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  expectOrder<double>({-kInfinity, -DBL_MAX, -1.5, -DBL_MIN, -DBL_TRUE_MIN, 0.0, DBL_TRUE_MIN,
                       DBL_MIN, 1.5, DBL_MAX, kInfinity});
  expectOrder<float>({-FLT_MAX, -1.5F, -FLT_TRUE_MIN, 0.0F, FLT_TRUE_MIN, 1.5F, FLT_MAX});
  expectOrder<std::int64_t>({INT64_MIN, INT64_MIN + 1, -1, 0, 1, INT64_MAX});
  expectOrder<std::int32_t>({INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX});
  expectOrder<std::uint64_t>({0, 1, INT64_MAX, UINT64_MAX});
  expectOrder<std::uint32_t>({0, 1, INT32_MAX, UINT32_MAX});
}

TEST_F(OrderKeysTest, ZerosHaveOneWord) {
  EXPECT_EQ(orderedWord(-0.0), orderedWord(0.0));
  EXPECT_EQ(orderedWord(-0.0F), orderedWord(0.0F));
  EXPECT_EQ(std::bit_cast<std::uint64_t>(numberOfWord<double>(orderedWord(-0.0))), 0u);
}

TEST_F(OrderKeysTest, WordsThatLieCloseTogetherNeedNoRanks) {
  expectKeys({}, 0);
  expectKeys({UINT64_MAX}, 0);
  expectKeys({7, 3, 7, 3 + kRange - 1, 100}, 0);
  expectKeys({UINT64_MAX, UINT64_MAX - kRange + 1, UINT64_MAX - 5}, 0);
}

TEST_F(OrderKeysTest, OtherWordsHaveTheirRanks) {
  expectKeys({3, 3 + kRange, 3, 7, 7}, 3);
  expectKeys({UINT64_MAX, 0, 1, UINT64_MAX, UINT64_MAX - 1}, 4);
  std::vector<std::uint64_t> words;
  for (std::uint64_t i = 0; i < 300; ++i) {
    words.push_back(i * i * 0x9e3779b97f4a7c15 % (100 * kRange));
  }
  auto different = words;
  std::sort(different.begin(), different.end());
  different.erase(std::unique(different.begin(), different.end()), different.end());
  expectKeys(words, different.size());
}
