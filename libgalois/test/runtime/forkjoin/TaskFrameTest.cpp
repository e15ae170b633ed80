#include "galois/runtime/forkjoin/TaskFrame.h"

#include <cstdint>
#include <stdexcept>
#include <utility>

#include <gtest/gtest.h>

namespace galois::runtime {
namespace {

/// A frame that notes how it is run.
struct Noted : TaskFrame {
  Noted() : TaskFrame(&runHere) {}
  static void runHere(TaskFrame& frame, void* worker) {
    auto& self = static_cast<Noted&>(frame);
    self.ranOn = worker;
    self.begunInside = self.begun();
    self.doneInside = self.done();
  }
  void* ranOn = nullptr;
  bool begunInside = false;
  bool doneInside = true;
};

TEST(TaskFrame, ANewFrameIsOpen) {
  Noted frame;
  EXPECT_FALSE(frame.isLoop());
  EXPECT_FALSE(frame.done());
  EXPECT_FALSE(frame.begun());
  EXPECT_EQ(frame.taker(), TaskFrame::kNobody);
  EXPECT_EQ(frame.thrown(), nullptr);
}

/// A loop that notes what it is told.
struct NotedLoop : TaskFrame {
  NotedLoop() : TaskFrame(kLoop) {}
  static unsigned preparedOf(const TaskFrame& frame) noexcept {
    return static_cast<const NotedLoop&>(frame).prepared;
  }
  static bool canSplitHere(const TaskFrame& frame) noexcept { return preparedOf(frame) > 0; }
  static void prepareHere(TaskFrame& frame, unsigned parts) noexcept {
    static_cast<NotedLoop&>(frame).prepared = parts;
  }
  static bool isPreparedHere(const TaskFrame& frame) noexcept { return preparedOf(frame) > 2; }
  static TaskFrame* splitHere(TaskFrame& frame) noexcept {
    return &static_cast<NotedLoop&>(frame).part;
  }
  static constexpr Loop kLoop{&canSplitHere, &prepareHere, &isPreparedHere, &splitHere};

  Noted part;
  unsigned prepared = 0;
};

TEST(TaskFrame, ALoopIsSplitByItsFunctions) {
  NotedLoop loop;
  EXPECT_TRUE(loop.isLoop());
  EXPECT_FALSE(loop.canSplit());
  EXPECT_FALSE(loop.isPrepared());
  loop.prepare(3);
  EXPECT_EQ(loop.prepared, 3u);
  EXPECT_TRUE(loop.canSplit());
  EXPECT_TRUE(loop.isPrepared());
  EXPECT_EQ(loop.split(), &loop.part);
}

TEST(TaskFrame, CountsThePartsOfALoopThatIsHalved) {
  using galois::runtime::partsByHalving;
  for (const auto& [pieces, parts] :
       {std::pair{0u, 0u}, std::pair{1u, 1u}, std::pair{2u, 2u}, std::pair{3u, 2u},
        std::pair{4u, 3u}, std::pair{7u, 3u}, std::pair{8u, 4u}}) {
    EXPECT_EQ(partsByHalving(pieces), parts) << pieces;
    unsigned given = 0;
    for (unsigned rest = pieces; rest != 0; rest -= (rest + 1) / 2) {
      ++given;
    }
    EXPECT_EQ(given, parts) << pieces;
  }
  EXPECT_EQ(partsByHalving(~std::uint64_t{0}), 64u);
}

TEST(TaskFrame, RemembersTheNextOne) {
  Noted frame, other;
  frame.setNext(&other);
  EXPECT_EQ(frame.next(), &other);
  frame.setNext(nullptr);
  EXPECT_EQ(frame.next(), nullptr);
}

TEST(TaskFrame, TheTakerIsKnownUntilItFinishes) {
  for (const unsigned taker : {0u, 1u, 1023u}) {
    Noted frame;
    frame.take(taker, taskId(3, 17));
    EXPECT_EQ(frame.taker(), taker);
    EXPECT_EQ(frame.id(), taskId(3, 17));
    EXPECT_FALSE(frame.begun());
    EXPECT_FALSE(frame.done());
    EXPECT_EQ(frame.thrown(), nullptr);
    frame.run(&frame);
    EXPECT_EQ(frame.ranOn, &frame);
    EXPECT_TRUE(frame.begunInside);
    EXPECT_FALSE(frame.doneInside);
    EXPECT_TRUE(frame.begun());
    EXPECT_EQ(frame.taker(), taker);
    frame.finish();
    EXPECT_TRUE(frame.done());
    EXPECT_FALSE(frame.begun());
    EXPECT_EQ(frame.taker(), TaskFrame::kNobody);
    EXPECT_EQ(frame.thrown(), nullptr);
  }
}

TEST(TaskFrame, IsDroppedWhileSomebodyHasIt) {
  Noted frame;
  frame.drop();
  EXPECT_FALSE(frame.dropped()) << "nobody has it";
  frame.take(0, taskId(0, 1));
  EXPECT_FALSE(frame.dropped());
  for (int round = 0; round < 2; ++round) {
    frame.drop();
    EXPECT_TRUE(frame.dropped());
    EXPECT_EQ(frame.taker(), 0u);
    EXPECT_FALSE(frame.begun());
    EXPECT_FALSE(frame.done());
  }
  frame.run(nullptr);
  EXPECT_TRUE(frame.begunInside);
  EXPECT_TRUE(frame.dropped());
  EXPECT_EQ(frame.taker(), 0u);
  frame.finish();
  frame.drop();
  EXPECT_TRUE(frame.done());
  EXPECT_EQ(frame.thrown(), nullptr);
}

TEST(TaskFrame, WhatTheBranchThrowsReachesTheOwner) {
  Noted frame;
  frame.take(2, taskId(0, 1));
  frame.run(nullptr);
  frame.fail(std::make_exception_ptr(std::runtime_error("branch")));
  EXPECT_TRUE(frame.done());
  EXPECT_FALSE(frame.begun());
  EXPECT_EQ(frame.taker(), TaskFrame::kNobody);
  std::exception_ptr thrown = frame.thrown();
  ASSERT_NE(thrown, nullptr);
  try {
    std::rethrow_exception(std::move(thrown));
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "branch");
  }
}

TEST(TaskFrame, IdentitiesNameTheGiver) {
  for (const unsigned giver : {0u, 1u, 1023u}) {
    for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{1} << 40}) {
      const std::uint64_t id = taskId(giver, count);
      EXPECT_EQ(giverOf(id), giver);
      EXPECT_NE(id, 0u);
      EXPECT_EQ(id % 4, 0u);
    }
  }
  EXPECT_NE(taskId(1, 1), taskId(0, 1));
  EXPECT_NE(taskId(1, 1), taskId(1, 2));
}

TEST(TaskFrame, FindsAFrameAmongThoseThatRun) {
  const RunningTask outer{taskId(1, 5), nullptr};
  const RunningTask inner{taskId(2, 9), &outer};
  EXPECT_TRUE(runs(&inner, outer.id));
  EXPECT_TRUE(runs(&inner, inner.id));
  EXPECT_FALSE(runs(&inner, taskId(2, 8)));
  EXPECT_FALSE(runs(&outer, inner.id));
  const RunningTask* const none = nullptr;
  EXPECT_FALSE(runs(none, outer.id));
}

} // namespace
} // namespace galois::runtime
