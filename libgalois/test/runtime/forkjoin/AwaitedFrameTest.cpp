#include "galois/runtime/forkjoin/AwaitedFrame.h"

#include <gtest/gtest.h>

namespace galois::runtime {
namespace {

struct Branch : TaskFrame {
  Branch() : TaskFrame(&runHere) {}
  static void runHere(TaskFrame& /*frame*/, void* /*worker*/) {}
};

class AwaitedFrames : public testing::Test {
protected:
  bool look() { return awaited_.look(frame_, taker_, id_); }

  AwaitedFrame<> awaited_;
  Branch frame_;
  unsigned taker_ = 77;
  std::uint64_t id_ = 77;
};

TEST_F(AwaitedFrames, NamesTheFrameAndItsTaker) {
  frame_.take(3, taskId(0, 1));
  frame_.run(nullptr);
  for (const unsigned taker : {0u, 1023u}) {
    for (const std::uint64_t count : {std::uint64_t{1}, (std::uint64_t{1} << 40) - 1}) {
      awaited_.set(taker, taskId(3, count));
      ASSERT_TRUE(look());
      EXPECT_EQ(taker_, taker);
      EXPECT_EQ(id_, taskId(3, count));
    }
  }
}

TEST_F(AwaitedFrames, FindsNothingUnlessTheWorkerWaitsWithinTheFrame) {
  EXPECT_FALSE(look());
  awaited_.set(2, taskId(3, 1));
  EXPECT_FALSE(look()) << "nobody has the frame";
  frame_.take(3, taskId(0, 1));
  EXPECT_FALSE(look()) << "it has not begun";
  frame_.run(nullptr);
  EXPECT_TRUE(look());
  awaited_.clear();
  taker_ = 77;
  EXPECT_FALSE(look()) << "the worker does not wait";
  awaited_.set(2, taskId(3, 2));
  frame_.finish();
  EXPECT_FALSE(look()) << "the frame is done";
  EXPECT_EQ(taker_, 77u);
}

} // namespace
} // namespace galois::runtime
