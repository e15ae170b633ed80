#include "galois/worklists/SprayList.h"

#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

struct SprayCase {
  template <typename T>
  using Policy = worklists::SprayList<TaskPriority, T>;
  static constexpr bool kExact = true;
};
GALOIS_POLICY_SUITE(Spray, CasesOf<SprayCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(Spray, PolicyRanges, RangesOf<SprayCase>);

using Task8 = Task<8>;
using Spray = worklists::SprayList<TaskPriority, Task8>;

class SprayListTest : public ::testing::Test {
protected:
  SharedMemSys system_;
};

TEST_F(SprayListTest, WalksGrowWithTheThreads) {
  constexpr auto two = worklists::sprayFor(2);
  static_assert(two.level == 1 && two.jump == 2 && two.descent == 1);
  constexpr auto sixteen = worklists::sprayFor(16);
  static_assert(sixteen.level == 2 && sixteen.jump == 5 && sixteen.descent == 1);
  constexpr auto many = worklists::sprayFor(256);
  static_assert(many.level == 4 && many.jump == 9);
  SUCCEED();
}

TEST_F(SprayListTest, OneThreadDoesNotSpray) {
  setActiveThreads(1);
  Spray wl;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    wl.push(Task8(i, i * 7 % 1000));
  }
  for (std::uint32_t i = 0; i < 1000; ++i) {
    EXPECT_EQ(wl.pop()->priority, i);
  }
  EXPECT_EQ(counter(wl, "sprays"), 0);
}

TEST_F(SprayListTest, SpraysStayNearTheFrontAndMissNothing) {
  setActiveThreads(4);
  Spray wl;
  constexpr std::uint32_t kTasks = 4000;
  for (std::uint32_t i = 0; i < kTasks; ++i) {
    wl.push(Task8(i, i));
  }
  // Four threads begin on level 1, where nodes are about four tasks apart, and jump over at most 3
  // of them. This is far less than 200.
  std::set<std::uint32_t> left;
  for (std::uint32_t i = 0; i < kTasks; ++i) {
    left.insert(i);
  }
  for (std::uint32_t i = 0; i < kTasks; ++i) {
    const auto got = wl.pop();
    ASSERT_TRUE(got);
    ASSERT_LT(std::distance(left.begin(), left.find(got->priority)), 200);
    ASSERT_EQ(left.erase(got->priority), 1u);
  }
  EXPECT_FALSE(wl.pop());
  EXPECT_GT(counter(wl, "sprays"), kTasks / 2);
}

TEST_F(SprayListTest, ASprayPastTheEndFindsTheOnlyTask) {
  setActiveThreads(16);
  Spray wl;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    EXPECT_FALSE(wl.pop());
    wl.push(Task8(i, i % 5));
    const auto got = wl.pop();
    ASSERT_TRUE(got);
    EXPECT_EQ(got->id, i);
  }
}

TEST_F(SprayListTest, MemoryDoesNotGrowInSteadyState) {
  // The test uses one thread only. With several, a thread that the system suspends inside an
  // operation delays the reclamation of what the others retire.
  setActiveThreads(1);
  Spray wl;
  substrate::Random random(11, 0);
  const auto work = [&](std::uint32_t rounds) {
    for (std::uint32_t i = 0; i < 100; ++i) {
      wl.push(Task8(i, random.below(1000)));
    }
    for (std::uint32_t i = 0; i < rounds; ++i) {
      wl.push(Task8(i, random.below(1000)));
      wl.pop();
    }
    while (wl.pop()) {
    }
  };
  work(20000);
  const double before = counter(wl, "node_bytes");
  EXPECT_GT(before, 0);
  work(400000);
  EXPECT_EQ(counter(wl, "node_bytes"), before);
}

} // namespace
} // namespace galois::test
