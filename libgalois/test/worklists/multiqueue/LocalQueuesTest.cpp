#include "galois/worklists/parts/multiqueue/LocalQueues.h"

#include <cstdint>
#include <limits>
#include <set>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Random.h"

namespace galois::worklists {
namespace {

struct Self {
  std::uint32_t operator()(std::uint32_t task) const { return task; }
};

template <typename Kind>
class LocalQueues : public ::testing::Test {
protected:
  SharedMemSys system_;
  typename Kind::template Common<Self, std::uint32_t> common_{Self(), typename Kind::Params()};
};
using Kinds =
    ::testing::Types<HeapQueues<4>, HeapQueues<8>, InboxHeapQueues<4>, InboxHeapQueues<4, 1>,
                     BufferedHeapQueues<>, BufferedHeapQueues<4, 2, 1>, BucketQueues>;
TYPED_TEST_SUITE(LocalQueues, Kinds);

TYPED_TEST(LocalQueues, AgreeWithASetBehindTheirLock) {
  // The queues are tested through LockedQueue, which keeps the urgency. It is never greater than
  // that of any task, and it tells whether there is a task.
  constexpr bool kExact = !std::is_same_v<TypeParam, BucketQueues>;
  LockedQueue<typename TypeParam::template Queue<Self, std::uint32_t>> queue(this->common_);
  std::multiset<std::uint32_t> model;
  substrate::Random random(1, 0);
  for (int step = 0; step < 20000; ++step) {
    auto hold = queue.withoutLock();
    if (random.below(100) < (step < 10000 ? 55u : 45u)) {
      for (std::uint32_t many = random.below(40) + 1; many > 0; --many) {
        const std::uint32_t task =
            random.below(50) == 0 ? std::numeric_limits<std::uint32_t>::max() : random.below(5000);
        hold.push(task);
        model.insert(task);
      }
    } else {
      std::uint32_t out[48];
      const std::size_t max = random.below(48) + 1;
      const std::size_t count = hold.popMany(out, max);
      ASSERT_LE(count, max);
      ASSERT_EQ(count == 0, model.empty());
      for (std::size_t i = 0; i < count; ++i) {
        const auto found = model.find(out[i]);
        ASSERT_NE(found, model.end());
        if (kExact) {
          ASSERT_EQ(found, model.begin());
        }
        model.erase(found);
      }
    }
    if (model.empty()) {
      ASSERT_EQ(hold.urgency(), kNoUrgency);
    } else if (kExact) {
      ASSERT_EQ(hold.urgency(), urgencyOf(*model.begin()));
    } else {
      ASSERT_LE(hold.urgency(), urgencyOf(*model.begin()));
    }
  }
}

// So a thread that inserts into the queue of another one does not write to its heap.
TEST(InboxHeapQueues, TasksWaitInTheInboxUntilItIsFullOrATaskIsTaken) {
  using Kind = InboxHeapQueues<4, 3>;
  const SharedMemSys system;
  Kind::Common<Self, std::uint32_t> common(Self(), Kind::Params{});
  Kind::Queue<Self, std::uint32_t> queue(common);
  for (const std::uint32_t task : {5, 4, 3}) {
    queue.push(task);
    EXPECT_EQ(queue.urgency(), kNoUrgency) << "the heap is empty";
  }
  queue.push(2);
  EXPECT_EQ(queue.urgency(), 3u) << "the inbox was full";
  std::uint32_t out = 0;
  EXPECT_EQ(queue.popMany(&out, 1), 1u);
  EXPECT_EQ(out, 2u);
  EXPECT_EQ(queue.urgency(), 3u);
}

} // namespace
} // namespace galois::worklists
