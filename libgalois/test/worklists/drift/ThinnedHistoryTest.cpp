#include "galois/worklists/parts/drift/ThinnedHistory.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

using History = ThinnedHistory<std::uint64_t, 8>;

std::vector<std::uint64_t> after(std::uint64_t values) {
  History history;
  for (std::uint64_t i = 0; i < values; ++i) {
    history.add(i);
  }
  std::vector<std::uint64_t> kept;
  history.forEach([&kept](std::uint64_t value) { kept.push_back(value); });
  return kept;
}
using Kept = std::vector<std::uint64_t>;

TEST(ThinnedHistory, KeepsAllOfFewValues) {
  EXPECT_EQ(after(0), Kept{});
  EXPECT_EQ(after(1), Kept{0});
  EXPECT_EQ(after(8), (Kept{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(ThinnedHistory, KeepsEvenlySpacedOnesOfManyAndTheLast) {
  EXPECT_EQ(after(9), (Kept{0, 2, 4, 6, 8}));
  EXPECT_EQ(after(10), (Kept{0, 2, 4, 6, 8, 9}));
  EXPECT_EQ(after(16), (Kept{0, 2, 4, 6, 8, 10, 12, 14, 15}));
  EXPECT_EQ(after(17), (Kept{0, 4, 8, 12, 16}));
}

TEST(ThinnedHistory, IsBoundedAndEvenlySpacedForAnyNumberOfValues) {
  for (std::uint64_t values = 9; values < 2000; ++values) {
    const Kept kept = after(values);
    ASSERT_GE(kept.size(), 5u);
    ASSERT_LE(kept.size(), 9u);
    ASSERT_EQ(kept.front(), 0u);
    ASSERT_EQ(kept.back(), values - 1);
    const std::uint64_t stride = kept[1];
    for (std::size_t i = 0; i + 1 < kept.size(); ++i) {
      ASSERT_EQ(kept[i], i * stride);
    }
    ASSERT_LE(kept.back() - kept[kept.size() - 2], stride);
  }
}

} // namespace
} // namespace galois::worklists
