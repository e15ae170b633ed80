#include "galois/worklists/parts/bags/OrderedBags.h"

#include <functional>
#include <utility>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "galois/Threads.h"
#include "galois/substrate/ActingAs.h"
#include "galois/worklists/Chunk.h"
#include "galois/worklists/parts/bags/FixedBins.h"

namespace galois::worklists {
namespace {

/// OBIM's binning with a hook: it can run a function when a search asks for the priorities of a
/// bag, which is between reading the hint and changing it.
class InterruptedBins : public FixedBins<int, false> {
public:
  static const Index& mostUrgentOf(const Key& key) {
    if (interruption && key == interruptedAt) {
      std::exchange(interruption, nullptr)();
    }
    return key;
  }

  static inline std::function<void()> interruption;
  static inline Key interruptedAt = 0;
};

struct Identity {
  int operator()(int task) const { return task; }
};
using Bags = OrderedBags<InterruptedBins, Identity, PerSocketChunkFIFO<2>, 0, true, int, false>;

/// Pushes in the role of the given thread.
void push(Bags& bags, unsigned thread, int task, unsigned count) {
  const substrate::ActingAs part(thread);
  for (unsigned i = 0; i < count; ++i) {
    bags.forThisThread().push(task);
  }
}
int pop(Bags& bags, unsigned thread) {
  const substrate::ActingAs part(thread);
  const auto task = bags.forThisThread().pop();
  return task ? *task : -1;
}

class OrderedBagsTest : public ::testing::TestWithParam<int> {
protected:
  void SetUp() override { setActiveThreads(3); }
  void TearDown() override { setActiveThreads(1); }

private:
  SharedMemSys system_;
};

/// Thread 0 has found bag 10 empty and is about to raise the hint past it to bag 20. Meanwhile
/// thread 1 publishes tasks in the parameter's bag and reads a hint that is low enough.
TEST_P(OrderedBagsTest, NoBagIsPassedOverThatWasFilledWhileTheHintWasRaised) {
  Bags bags{Identity(), 2};
  push(bags, 1, 10, 4); // The hint is 10.
  push(bags, 1, 20, 8);
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(pop(bags, 1), 10);
  }
  InterruptedBins::interruptedAt = 20;
  InterruptedBins::interruption = [&] { push(bags, 1, GetParam(), 8); };
  ASSERT_EQ(pop(bags, 0), 20);
  ASSERT_FALSE(InterruptedBins::interruption);
  EXPECT_EQ(pop(bags, 2), GetParam()); // A third thread begins its search at the hint.
}
// Bag 10 is one that thread 0 knows; bag 15 is created only then.
INSTANTIATE_TEST_SUITE_P(Bags, OrderedBagsTest, ::testing::Values(10, 15));

} // namespace
} // namespace galois::worklists
