#include "rank/FenwickTree.h"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "galois/substrate/Random.h"

namespace galois::bench {
namespace {

TEST(FenwickTree, CountsLikeAnArray) {
  substrate::Random random(5, 0);
  for (const std::size_t size : {1u, 2u, 3u, 7u, 8u, 9u, 100u}) {
    FenwickTree tree(size);
    std::vector<std::int64_t> model(size);
    ASSERT_EQ(tree.size(), size);
    for (int step = 0; step < 500; ++step) {
      const auto place = random.below(static_cast<std::uint32_t>(size));
      const auto change = static_cast<std::int64_t>(random.below(7)) - 3;
      tree.add(place, change);
      model[place] += change;
      const auto at = random.below(static_cast<std::uint32_t>(size));
      const auto middle = model.begin() + at;
      ASSERT_EQ(tree.below(at), std::accumulate(model.begin(), middle, std::int64_t{0}));
      ASSERT_EQ(tree.above(at), std::accumulate(middle + 1, model.end(), std::int64_t{0}));
    }
    EXPECT_EQ(tree.below(size), tree.total());
    EXPECT_EQ(tree.total(), std::accumulate(model.begin(), model.end(), std::int64_t{0}));
  }
}

TEST(FenwickTree, MayBeEmpty) {
  const FenwickTree tree(0);
  EXPECT_EQ(tree.below(0), 0);
  EXPECT_EQ(tree.total(), 0);
}

} // namespace
} // namespace galois::bench
