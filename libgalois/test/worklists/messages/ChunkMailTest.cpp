#include "galois/worklists/parts/messages/ChunkMail.h"

#include <array>
#include <cstdint>
#include <new>
#include <set>

#include <gtest/gtest.h>

#include "galois/SharedMemSys.h"
#include "galois/worklists/parts/queues/BucketQueue.h"
#include "support/CountedHeap.h"
#include "support/SimpleTask.h"

namespace galois::test {
namespace {

using Task = SimpleTask;
using Queue = worklists::BucketQueue<Task, PriorityOf>;
using Mail = worklists::ChunkMail<Task>;

/// Two threads' queues and sides of the protocol, used by one thread.
class ChunkMailTest : public ::testing::Test {
protected:
  /// Takes all tasks out of a queue and adds their ids to `ids_`.
  void drain(Queue& queue) {
    Task task;
    while (queue.popBatch(&task, 1) > 0) {
      EXPECT_TRUE(ids_.insert(task.id).second) << task.id << " came twice";
    }
  }
  auto boxOf() {
    return [this](unsigned thread) -> Mail::Box& { return boxes_[thread]; };
  }

  SharedMemSys system_;
  worklists::ChunkPool<Task> pool_{8};
  Queue sender_{PriorityOf(), pool_, {.shift = 0}};
  Queue receiver_{
      PriorityOf(), pool_, {.shift = 3}}; // another width, so that tasks are filed again
  Mail sending_;
  Mail receiving_;
  std::array<Mail::Box, 3> boxes_;
  std::set<std::uint32_t> ids_;
};

TEST_F(ChunkMailTest, HalfOfTheTasksArriveAndNoneIsLost) {
  for (std::uint32_t i = 0; i < 160; ++i) {
    sender_.push({i, i % 10});
  }
  EXPECT_FALSE(receiving_.take(receiver_, boxes_[1]));
  sending_.sendHalf(sender_, 1, boxes_[1]);
  EXPECT_LT(sender_.size(), 160u);
  ASSERT_TRUE(receiving_.take(receiver_, boxes_[1]));
  EXPECT_FALSE(receiving_.take(receiver_, boxes_[1]));
  EXPECT_EQ(sender_.size() + receiver_.size(), 160u);
  EXPECT_EQ(receiving_.received(), receiver_.size());
  EXPECT_FALSE(sending_.takeBack(sender_, boxOf())) << "all of it was taken";
  drain(sender_);
  drain(receiver_);
  EXPECT_EQ(ids_.size(), 160u);
}

TEST_F(ChunkMailTest, AFullMailboxIsLeftAlone) {
  for (std::uint32_t i = 0; i < 160; ++i) {
    sender_.push({i, 0});
  }
  sending_.sendHalf(sender_, 1, boxes_[1]);
  const std::size_t left = sender_.size();
  sending_.sendHalf(sender_, 1, boxes_[1]);
  EXPECT_EQ(sender_.size(), left);
}

TEST_F(ChunkMailTest, AQueueOfOneChunkSendsNothingAndFreesTheMailbox) {
  sender_.push({0, 0});
  sending_.sendHalf(sender_, 1, boxes_[1]);
  EXPECT_EQ(sender_.size(), 1u);
  EXPECT_FALSE(receiving_.take(receiver_, boxes_[1]));
  EXPECT_TRUE(boxes_[1].claim());
}

TEST_F(ChunkMailTest, TheSenderTakesBackWhatNobodyHasTaken) {
  for (std::uint32_t i = 0; i < 320; ++i) {
    sender_.push({i, 0});
  }
  sending_.sendHalf(sender_, 1, boxes_[1]);
  sending_.sendHalf(sender_, 2, boxes_[2]);
  drain(sender_);
  EXPECT_TRUE(receiving_.take(receiver_, boxes_[1]));
  EXPECT_TRUE(sending_.takeBack(sender_, boxOf()));
  EXPECT_FALSE(sending_.takeBack(sender_, boxOf()));
  drain(sender_);
  drain(receiver_);
  EXPECT_EQ(ids_.size(), 320u);
}

TEST_F(ChunkMailTest, NothingIsSentWithoutMemoryToRememberTheReceiver) {
  for (std::uint32_t i = 0; i < 160; ++i) {
    sender_.push({i, 0});
  }
  bool failed = false;
  CountedHeap::refuse(true);
  try {
    sending_.sendHalf(sender_, 1, boxes_[1]);
  } catch (const std::bad_alloc&) {
    failed = true;
  }
  CountedHeap::refuse(false);
  EXPECT_TRUE(failed);
  EXPECT_EQ(sender_.size(), 160u);
  EXPECT_FALSE(receiving_.take(receiver_, boxes_[1]));
  sending_.sendHalf(sender_, 1, boxes_[1]);
  drain(sender_);
  EXPECT_TRUE(sending_.takeBack(sender_, boxOf()));
  drain(sender_);
  EXPECT_EQ(ids_.size(), 160u);
}

TEST_F(ChunkMailTest, AParcelHoldsABoundedNumberOfChunks) {
  for (std::uint32_t i = 0; i < 1000; ++i) {
    sender_.push({i, 0});
  }
  sending_.sendHalf(sender_, 1, boxes_[1]);
  EXPECT_EQ(sender_.size(), 1000 - 8 * Mail::kMaxChunks);
}

} // namespace
} // namespace galois::test
