#include "galois/graphs/Details.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

using galois::graphs::EdgeSortValue;
using galois::graphs::internal::sortEdgeRow;

TEST(SortEdgeRow, AgreesWithSortingPairs) {
  std::mt19937 random(4);
  for (std::size_t length = 0; length < 200; ++length) {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> pairs(length);
    std::vector<std::uint32_t> dst;
    std::vector<std::uint64_t> data;
    for (auto& [d, w] : pairs) {
      dst.push_back(d = static_cast<std::uint32_t>(random() % 10));
      data.push_back(w = random());
    }
    std::sort(pairs.begin(), pairs.end());
    using Value = EdgeSortValue<std::uint32_t, std::uint64_t>;
    sortEdgeRow<std::uint32_t>(dst.data(), data.data(), length, [](const Value& a, const Value& b) {
      return a.dst != b.dst ? a.dst < b.dst : a.get() < b.get();
    });
    for (std::size_t i = 0; i < length; ++i) {
      ASSERT_EQ(dst[i], pairs[i].first);
      ASSERT_EQ(data[i], pairs[i].second);
    }
  }
}

TEST(SortEdgeRow, WithoutData) {
  std::vector<std::uint64_t> dst = {3, 1, 2};
  using Value = EdgeSortValue<std::uint64_t, void>;
  sortEdgeRow<std::uint64_t>(dst.data(), static_cast<void*>(nullptr), dst.size(),
                             [](const Value& a, const Value& b) { return a.dst < b.dst; });
  EXPECT_EQ(dst, (std::vector<std::uint64_t>{1, 2, 3}));
}

TEST(SortEdgeRow, MovesDataThatCannotBeCopied) {
  std::vector<std::uint32_t> dst = {2, 1};
  std::vector<std::unique_ptr<int>> data;
  data.push_back(std::make_unique<int>(2));
  data.push_back(std::make_unique<int>(1));
  sortEdgeRow<std::uint32_t>(dst.data(), data.data(), 2,
                             [](const auto& a, const auto& b) { return a.dst < b.dst; });
  EXPECT_EQ(*data[0], 1);
  EXPECT_EQ(*data[1], 2);
}
