#include "galois/worklists/Newcomer.h"

#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

struct NewcomerCase {
  template <typename T>
  using Policy = worklists::Newcomer<TaskPriority, T>;
  static constexpr bool kExact = true;
  static constexpr bool kOwnerOnly = true; // what is in a buffer
};
GALOIS_POLICY_SUITE(Newcomer, CasesOf<NewcomerCase>);
INSTANTIATE_TYPED_TEST_SUITE_P(Newcomer, PolicyRanges, RangesOf<NewcomerCase>);

using Task8 = Task<8>;
using Newcomer = worklists::Newcomer<TaskPriority, Task8>;

class NewcomerTest : public ::testing::Test {
protected:
  SharedMemSys system_;
};

// TODO: test what is special about the policy.
TEST_F(NewcomerTest, TheOrderIsExactWhateverIsInTheBuffer) {
  setActiveThreads(1);
  for (const std::uint32_t buffer : {1u, 7u, 1000u}) {
    Newcomer wl(TaskPriority(), {buffer});
    for (std::uint32_t i = 0; i < 100; ++i) {
      wl.push(Task8(i, i * 7 % 100));
    }
    for (std::uint32_t i = 0; i < 100; ++i) {
      EXPECT_EQ(wl.pop()->priority, i);
    }
    EXPECT_FALSE(wl.pop());
    EXPECT_EQ(counter(wl, "pops"), 100);
    EXPECT_EQ(counterNames(wl), commonCountersAnd({}));
  }
}

} // namespace
} // namespace galois::test
