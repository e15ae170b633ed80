#include "galois/runtime/forkjoin/FrameStack.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "galois/runtime/forkjoin/ForkJoinCounters.h"
#include "galois/runtime/forkjoin/OldestTask.h"
#include "galois/substrate/Random.h"

namespace {

using galois::runtime::FrameStack;
using galois::runtime::TaskFrame;
using Push = FrameStack::Push;

TaskFrame branch() { return TaskFrame(nullptr); }

TEST(FrameStack, SaysWhenWorkMustBeAnnounced) {
  FrameStack stack;
  TaskFrame a = branch(), b = branch();
  EXPECT_FALSE(stack.raised());
  EXPECT_EQ(stack.push(&a), Push::kRaise);
  EXPECT_TRUE(stack.raised());
  EXPECT_EQ(stack.push(&b), Push::kPushed);
  EXPECT_TRUE(stack.pop());
  EXPECT_TRUE(stack.pop());
  EXPECT_EQ(stack.push(&a), Push::kPushed); // it is announced still
  stack.lower();
  EXPECT_FALSE(stack.raised());
  EXPECT_EQ(stack.push(&b), Push::kRaise);
  EXPECT_EQ(stack.deepest(), 2u);
}

TEST(FrameStack, IsFullAtItsCapacity) {
  FrameStack stack;
  TaskFrame frame = branch();
  for (std::uint64_t i = 0; i < FrameStack::kCapacity; ++i) {
    ASSERT_NE(stack.push(&frame), Push::kFull);
  }
  EXPECT_EQ(stack.push(&frame), Push::kFull);
  stack.lower();
  EXPECT_EQ(stack.push(&frame), Push::kFull);
  EXPECT_EQ(stack.depth(), FrameStack::kCapacity);
  stack.dropOldest(); // makes room at the other end
  EXPECT_EQ(stack.push(&frame), Push::kRaise);
  EXPECT_EQ(stack.push(&frame), Push::kFull);
  for (std::uint64_t i = 0; i < FrameStack::kCapacity; ++i) {
    ASSERT_TRUE(stack.pop());
  }
  EXPECT_FALSE(stack.pop()); // the one that left as the oldest
  EXPECT_EQ(stack.depth(), 0u);
  EXPECT_TRUE(stack.empty());
}

/// Random pushes, pops and departures against a model.
TEST(FrameStack, AgreesWithAModel) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    galois::substrate::Random random(seed, 7);
    FrameStack stack;
    std::vector<std::unique_ptr<TaskFrame>> open; // what must be joined, the youngest last
    std::deque<TaskFrame*> inside;
    std::uint64_t deepest = 0;
    bool raised = false;
    for (unsigned step = 0; step < 5000; ++step) {
      const auto draw = random.below(step % 1000 < 500 ? 12 : 22);
      if (draw < 6) {
        auto frame = std::make_unique<TaskFrame>(nullptr);
        const Push pushed = stack.push(frame.get());
        ASSERT_EQ(pushed == Push::kFull, inside.size() == FrameStack::kCapacity);
        if (pushed != Push::kFull) {
          ASSERT_EQ(pushed == Push::kRaise, !raised);
          raised = true;
          inside.push_back(frame.get());
          open.push_back(std::move(frame));
          deepest = std::max<std::uint64_t>(deepest, open.size());
        }
      } else if (draw == 6 && !inside.empty()) {
        ASSERT_EQ(stack.oldest(), inside.front());
        stack.dropOldest();
        inside.pop_front();
      } else if (draw == 7) {
        stack.lower();
        raised = false;
      } else if (draw == 8 && !open.empty()) { // one of the youngest
        const auto place =
            open.end() - 1 -
            random.below(static_cast<std::uint32_t>(std::min<std::size_t>(open.size(), 4)));
        stack.remove(place->get());
        inside.erase(std::remove(inside.begin(), inside.end(), place->get()), inside.end());
        open.erase(place);
      } else if (draw > 8 && !open.empty()) {
        const bool here = !inside.empty() && inside.back() == open.back().get();
        ASSERT_EQ(stack.pop(), here);
        if (here) {
          inside.pop_back();
        }
        open.pop_back();
      }
      std::deque<TaskFrame*> seen;
      stack.forEach([&](TaskFrame& frame) { seen.push_back(&frame); });
      ASSERT_EQ(seen, inside);
      ASSERT_EQ(stack.empty(), inside.empty());
      ASSERT_EQ(stack.depth(), open.size());
      ASSERT_EQ(stack.deepest(), deepest);
    }
  }
}

TEST(FrameStack, HidesFramesAndKeepsTheirSlots) {
  FrameStack stack;
  std::deque<TaskFrame> frames;
  for (std::uint64_t i = 0; i < FrameStack::kCapacity; ++i) {
    frames.emplace_back(nullptr);
  }
  stack.push(&frames[0]);
  stack.push(&frames[1]);
  const auto outer = stack.hide();
  EXPECT_TRUE(stack.empty());
  stack.push(&frames[2]);
  stack.push(&frames[3]);
  EXPECT_EQ(stack.oldest(), &frames[2]);
  stack.dropOldest();
  const auto inner = stack.hide();
  EXPECT_TRUE(stack.empty());
  for (std::uint64_t i = 4; i < FrameStack::kCapacity; ++i) {
    ASSERT_NE(stack.push(&frames[i]), Push::kFull);
  }
  EXPECT_EQ(stack.push(&frames[0]), Push::kFull) << "the slots of hidden frames are in use";
  for (std::uint64_t i = 4; i < FrameStack::kCapacity; ++i) {
    ASSERT_TRUE(stack.pop());
  }
  stack.show(inner);
  EXPECT_EQ(stack.oldest(), &frames[3]);
  EXPECT_TRUE(stack.pop());
  EXPECT_FALSE(stack.pop());
  stack.show(outer);
  EXPECT_EQ(stack.oldest(), &frames[0]);
  EXPECT_EQ(stack.size(), 2u);
  EXPECT_TRUE(stack.pop());
  EXPECT_TRUE(stack.pop());
  for (std::uint64_t i = 0; i < FrameStack::kCapacity; ++i) {
    ASSERT_NE(stack.push(&frames[i]), Push::kFull);
  }
  EXPECT_EQ(stack.push(&frames[0]), Push::kFull);
}

/// A loop of which parts can be taken.
struct Loop : TaskFrame {
  explicit Loop(unsigned count) : TaskFrame(kLoop), left(count) {}
  static bool canSplitHere(const TaskFrame& frame) noexcept {
    return static_cast<const Loop&>(frame).left > 0;
  }
  static void prepareHere(TaskFrame& frame, unsigned parts) noexcept {
    auto& self = static_cast<Loop&>(frame);
    ++self.preparations;
    self.prepared = self.hasMemory ? std::max(self.prepared, parts) : self.prepared;
  }
  static bool isPreparedHere(const TaskFrame& frame) noexcept {
    return static_cast<const Loop&>(frame).prepared > 0;
  }
  static TaskFrame* splitHere(TaskFrame& frame) noexcept {
    auto& self = static_cast<Loop&>(frame);
    EXPECT_GT(self.left, 0u);
    if (self.prepared == 0) {
      return nullptr;
    }
    --self.prepared;
    --self.left;
    self.parts.push_back(std::make_unique<TaskFrame>(nullptr));
    return self.parts.back().get();
  }
  static constexpr TaskFrame::Loop kLoop{&canSplitHere, &prepareHere, &isPreparedHere, &splitHere};

  unsigned left;
  bool hasMemory = true;
  unsigned prepared = 0;     ///< parts without memory of the heap
  unsigned preparations = 0; ///< calls of prepare()
  std::vector<std::unique_ptr<TaskFrame>> parts;
};

struct Owner {
  galois::runtime::ForkJoinCounters& counters() { return all; }
  bool inHandler() const { return interrupted; }
  unsigned threads() const { return workers; }
  galois::runtime::ForkJoinCounters all;
  bool interrupted = false;
  unsigned workers = 2;
};

// A part is allocated, and the handler may have interrupted an allocation.
TEST(FrameStack, DividesALoopInAHandlerOnlyIntoPreparedParts) {
  Owner owner;
  FrameStack stack;
  Loop loop(3), younger(1);
  stack.push(&loop);
  stack.push(&younger);
  owner.interrupted = true;
  const auto take = [&] { return galois::runtime::takeOldest(owner, stack); };
  EXPECT_EQ(take(), nullptr);
  EXPECT_EQ(stack.oldest(), &loop); // it stays
  galois::runtime::prepareLoops(owner, stack);
  EXPECT_EQ(loop.preparations, 1u);
  EXPECT_NE(take(), nullptr);
  EXPECT_EQ(loop.parts.size(), 1u);
  EXPECT_EQ(take(), nullptr);
  EXPECT_EQ(loop.preparations, 1u);
  EXPECT_EQ(stack.oldest(), &loop);
  owner.interrupted = false;
  EXPECT_NE(take(), nullptr);
  EXPECT_EQ(loop.parts.size(), 2u);
  EXPECT_EQ(owner.all.splits, 2u);
}

TEST(FrameStack, GivesPartsOfTheNextLoopInAHandlerWhenTheOldestHasNothingLeft) {
  Owner owner;
  FrameStack stack;
  Loop outer(1), inner(1);
  TaskFrame last = branch();
  stack.push(&outer);
  stack.push(&inner);
  stack.push(&last);
  galois::runtime::prepareLoops(owner, stack);
  owner.interrupted = true;
  const auto take = [&] { return galois::runtime::takeOldest(owner, stack); };
  const TaskFrame* const first = take();
  ASSERT_EQ(outer.parts.size(), 1u);
  EXPECT_EQ(first, outer.parts[0].get());
  const TaskFrame* const second = take();
  ASSERT_EQ(inner.parts.size(), 1u);
  EXPECT_EQ(second, inner.parts[0].get());
  EXPECT_EQ(take(), &last);
  EXPECT_TRUE(stack.empty());
}

TEST(FrameStack, KnowsWhatAHandlerCannotGive) {
  Owner owner;
  FrameStack stack;
  const auto onlyLater = [&] { return galois::runtime::givesOnlyAfterLeaf(owner, stack); };
  Loop ended(0), loop(1);
  TaskFrame last = branch();
  owner.interrupted = true;
  EXPECT_FALSE(onlyLater()) << "nothing is there";
  stack.push(&ended);
  stack.push(&loop);
  stack.push(&last);
  owner.interrupted = false;
  EXPECT_FALSE(onlyLater()) << "parts can be allocated";
  EXPECT_EQ(stack.oldest(), &ended);
  owner.interrupted = true;
  EXPECT_TRUE(onlyLater());
  EXPECT_EQ(stack.oldest(), &loop);
  galois::runtime::prepareLoops(owner, stack);
  EXPECT_FALSE(onlyLater());
  EXPECT_NE(galois::runtime::takeOldest(owner, stack), nullptr);
  EXPECT_FALSE(onlyLater()) << "the branch is next";
  EXPECT_EQ(stack.oldest(), &last);
}

/// Each worker can get a part if all give half of what they have.
TEST(FrameStack, PreparesAsManyPartsAsWorkersAreDoubled) {
  for (const auto& [workers, parts] :
       {std::pair{1u, 0u}, std::pair{2u, 1u}, std::pair{3u, 2u}, std::pair{4u, 2u},
        std::pair{5u, 3u}, std::pair{16u, 4u}, std::pair{17u, 5u}}) {
    Owner owner;
    owner.workers = workers;
    FrameStack stack;
    Loop loop(9);
    stack.push(&loop);
    galois::runtime::prepareLoops(owner, stack);
    EXPECT_EQ(loop.prepared, parts) << workers << " workers";
  }
}

TEST(FrameStack, DropsALoopThatGetsNoMemory) {
  Owner owner;
  FrameStack stack;
  Loop loop(2);
  TaskFrame last = branch();
  loop.hasMemory = false;
  stack.push(&loop);
  stack.push(&last);
  EXPECT_EQ(galois::runtime::takeOldest(owner, stack), &last);
  EXPECT_TRUE(stack.empty());
  EXPECT_EQ(owner.all.splits, 0u);
}

TEST(FrameStack, GivesPartsOfTheOldestLoopFirst) {
  Owner owner;
  FrameStack stack;
  Loop outer(2), empty(0);
  TaskFrame last = branch();
  stack.push(&outer);
  stack.push(&empty);
  stack.push(&last);
  const auto take = [&] {
    return galois::runtime::takeOldestFor(owner, stack, 3,
                                          [] { return galois::runtime::taskId(1, 5); });
  };
  TaskFrame* const first = take();
  ASSERT_EQ(outer.parts.size(), 1u);
  EXPECT_EQ(first, outer.parts[0].get());
  EXPECT_EQ(outer.parts[0]->taker(), 3u);
  EXPECT_EQ(galois::runtime::giverOf(outer.parts[0]->id()), 1u);
  EXPECT_EQ(stack.oldest(), &outer); // it stays
  TaskFrame* const second = take();
  ASSERT_EQ(outer.parts.size(), 2u);
  EXPECT_EQ(second, outer.parts[1].get());
  EXPECT_EQ(take(), &last); // both loops have nothing left
  EXPECT_EQ(take(), nullptr);
  EXPECT_TRUE(stack.empty());
  EXPECT_FALSE(stack.pop());
  EXPECT_FALSE(stack.pop());
  EXPECT_FALSE(stack.pop());
  EXPECT_EQ(owner.all.sent, 3u);
  EXPECT_EQ(owner.all.splits, 2u);
}

} // namespace
