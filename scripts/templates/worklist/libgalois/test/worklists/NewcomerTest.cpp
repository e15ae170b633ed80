#include "galois/worklists/Newcomer.h"

#include "worklists/PolicyCounters.h"
#include "worklists/PolicyRanges.h"
#include "worklists/PolicySuite.h"

namespace galois::test {
namespace {

// Only its owner can pop what is in a buffer.
using NewcomerCase = OwnerOnly<ExactCase<worklists::Newcomer<TaskPriority>>>;
GALOIS_POLICY_SUITES(Newcomer, NewcomerCase);

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
