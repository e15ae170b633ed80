#include "inputs/generate/CounterRandom.h"

#include "Support.h"

#include <set>

namespace galois::inputs::test {
namespace {

TEST(CounterRandom, DependsOnSeedStreamAndIndexAlone) {
  const CounterRandom a(1);
  const CounterRandom b(1);
  EXPECT_EQ(a(3, 4), b(3, 4));
  std::set<std::uint64_t> seen;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    for (std::uint32_t stream = 0; stream < 10; ++stream) {
      for (std::uint64_t index = 0; index < 10; ++index) {
        seen.insert(CounterRandom(seed)(stream, index));
      }
    }
  }
  EXPECT_EQ(seen.size(), 1000u);
}

TEST(CounterRandom, FillsItsRangesEvenly) {
  const CounterRandom random(7);
  std::array<int, 10> below{};
  std::array<int, 10> real{};
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    ++below[random.below(10, 0, i)];
    const double u = random.real(1, i);
    ASSERT_GE(u, 0);
    ASSERT_LT(u, 1);
    ++real[static_cast<size_t>(u * 10)];
  }
  for (int i = 0; i < 10; ++i) {
    EXPECT_NEAR(below[i], 10'000, 450); // four and a half standard deviations
    EXPECT_NEAR(real[i], 10'000, 450);
  }
}

} // namespace
} // namespace galois::inputs::test
