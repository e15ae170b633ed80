#include "galois/worklists/parts/stealing/StealRequests.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

using Cells = StealRequests<const char*>;
using Answer = Cells::Answer;
const char kFirst[] = "first";
const char kSecond[] = "second";

/// Gives `item` to whoever asks.
auto giving(const char* item) {
  return [item](unsigned, const void*, const char*& out) {
    out = item;
    return item != nullptr;
  };
}

TEST(StealRequests, AThiefAsksAndIsAnswered) {
  Cells cells(3);
  const char* out = nullptr;
  EXPECT_EQ(cells.threads(), 3u);
  cells.setHasWork(0, true);
  EXPECT_TRUE(cells.hasWork(0));
  EXPECT_TRUE(cells.hasWorkBeforeSleep(0));
  EXPECT_FALSE(cells.requested(0));
  EXPECT_FALSE(cells.answer(0, giving(kFirst))); // Nobody has asked.

  int frame = 0;
  EXPECT_TRUE(cells.ask(2, 0, &frame));
  EXPECT_TRUE(cells.requested(0));
  EXPECT_EQ(cells.look(2, out), Answer::kWaiting);
  EXPECT_EQ(out, nullptr);
  EXPECT_TRUE(cells.answer(0, [&](unsigned thief, const void* wants, const char*& given) {
    EXPECT_EQ(thief, 2u);
    EXPECT_EQ(wants, &frame);
    given = kFirst;
    return true;
  }));
  EXPECT_FALSE(cells.requested(0));
  EXPECT_EQ(cells.look(2, out), Answer::kItem);
  EXPECT_EQ(out, kFirst);
}

TEST(StealRequests, ThereIsNothingAtFirst) {
  Cells cells(2);
  const char* out = nullptr;
  EXPECT_EQ(cells.look(1, out), Answer::kRefused); // and no answer is under way
  EXPECT_FALSE(cells.hasWork(0));
  EXPECT_FALSE(cells.hasWorkBeforeSleep(0));
  EXPECT_FALSE(cells.requested(0));
}

TEST(StealRequests, AVictimWithoutWorkRefuses) {
  Cells cells(2);
  const char* out = nullptr;
  EXPECT_FALSE(cells.ask(1, 0)); // It announces no work.
  cells.setHasWork(0, true);
  EXPECT_TRUE(cells.ask(1, 0));
  EXPECT_FALSE(cells.answer(0, giving(nullptr)));
  EXPECT_EQ(cells.look(1, out), Answer::kRefused);
  EXPECT_EQ(out, nullptr);
  cells.setHasWork(0, false);
  EXPECT_FALSE(cells.ask(1, 0));
  EXPECT_FALSE(cells.hasWorkBeforeSleep(0));
}

/// Thread 0 is no other thief than the others.
TEST(StealRequests, TheFirstThreadIsAnsweredToo) {
  Cells cells(2);
  const char* out = nullptr;
  cells.setHasWork(1, true);
  EXPECT_TRUE(cells.ask(0, 1));
  EXPECT_TRUE(cells.requested(1));
  EXPECT_TRUE(cells.answer(1, giving(kFirst)));
  EXPECT_EQ(cells.look(0, out), Answer::kItem);
  EXPECT_EQ(out, kFirst);

  EXPECT_TRUE(cells.ask(0, 1));
  cells.close(1); // refuses
  EXPECT_FALSE(cells.requested(1));
  EXPECT_EQ(cells.look(0, out), Answer::kRefused);
}

TEST(StealRequests, OneRequestAtATime) {
  Cells cells(3);
  const char* out = nullptr;
  cells.setHasWork(0, true);
  EXPECT_TRUE(cells.ask(1, 0));
  EXPECT_FALSE(cells.ask(2, 0));
  EXPECT_TRUE(cells.answer(0, giving(kFirst)));
  EXPECT_TRUE(cells.ask(2, 0)); // although thread 1 has not looked yet
  EXPECT_EQ(cells.look(1, out), Answer::kItem);
  EXPECT_EQ(out, kFirst);
  EXPECT_TRUE(cells.answer(0, giving(kSecond)));
  EXPECT_EQ(cells.look(2, out), Answer::kItem);
  EXPECT_EQ(out, kSecond);
}

// Figure 2 of the paper erases the request of thread 2 here.
TEST(StealRequests, AThiefThatGotItsTaskErasesNoRequest) {
  Cells cells(3);
  const char* out = nullptr;
  cells.setHasWork(0, true);
  ASSERT_TRUE(cells.ask(1, 0));
  ASSERT_TRUE(cells.answer(0, giving(kFirst)));
  cells.setHasWork(1, true); // Thread 1 announces the task that is under way to it.
  ASSERT_TRUE(cells.ask(2, 1));
  EXPECT_EQ(cells.look(1, out), Answer::kItem);
  EXPECT_TRUE(cells.requested(1));
  EXPECT_TRUE(cells.answer(1, giving(kSecond)));
  EXPECT_EQ(cells.look(2, out), Answer::kItem);
  EXPECT_EQ(out, kSecond);
}

TEST(StealRequests, ARequestIsWithdrawnUnlessItsAnswerIsUnderWay) {
  Cells cells(3);
  const char* out = nullptr;
  cells.setHasWork(0, true);
  cells.setHasWork(1, true);
  ASSERT_TRUE(cells.ask(2, 0));
  EXPECT_TRUE(cells.cancel(2, 0));
  EXPECT_FALSE(cells.requested(0));
  EXPECT_FALSE(cells.answer(0, giving(kFirst)));
  ASSERT_TRUE(cells.ask(2, 1));  // the thief is free to ask elsewhere
  ASSERT_FALSE(cells.ask(0, 1)); // The cell is occupied.
  EXPECT_TRUE(cells.answer(1, giving(kSecond)));
  EXPECT_FALSE(cells.cancel(2, 1)); // too late
  EXPECT_EQ(cells.look(2, out), Answer::kItem);
  EXPECT_EQ(out, kSecond);
}

TEST(StealRequests, NobodyWithdrawsTheRequestOfAnother) {
  Cells cells(3);
  cells.setHasWork(0, true);
  ASSERT_TRUE(cells.ask(1, 0));
  ASSERT_FALSE(cells.answer(0, giving(nullptr)));
  ASSERT_TRUE(cells.ask(2, 0));
  EXPECT_FALSE(cells.cancel(1, 0));
  EXPECT_TRUE(cells.requested(0));
}

TEST(StealRequests, AClosedCellRefusesUntilItIsOpened) {
  Cells cells(2);
  const char* out = nullptr;
  cells.setHasWork(0, true);
  ASSERT_TRUE(cells.ask(1, 0));
  cells.close(0);
  EXPECT_EQ(cells.look(1, out), Answer::kRefused);
  EXPECT_FALSE(cells.requested(0));
  EXPECT_FALSE(cells.ask(1, 0));
  EXPECT_FALSE(cells.answer(0, giving(kFirst))); // does not open it
  cells.close(0);                                // has no effect
  EXPECT_FALSE(cells.ask(1, 0));
  cells.open(0);
  EXPECT_TRUE(cells.ask(1, 0));
  EXPECT_TRUE(cells.answer(0, giving(kFirst)));
  EXPECT_EQ(cells.look(1, out), Answer::kItem);
}

TEST(StealRequests, AnExceptionOfTheGiverIsARefusal) {
  Cells cells(2);
  const char* out = nullptr;
  cells.setHasWork(0, true);
  ASSERT_TRUE(cells.ask(1, 0));
  const auto fails = [](unsigned, const void*, const char*&) -> bool {
    throw std::runtime_error("no memory");
  };
  EXPECT_THROW(cells.answer(0, fails), std::runtime_error);
  EXPECT_EQ(cells.look(1, out), Answer::kRefused);
  EXPECT_TRUE(cells.ask(1, 0)); // The cell is open again.
}

TEST(StealRequests, AnExpectedItemComesUnasked) {
  Cells cells(2);
  const char* out = nullptr;
  cells.expect(1);
  EXPECT_EQ(cells.look(1, out), Answer::kWaiting);
  cells.deliver(1, kFirst);
  EXPECT_EQ(cells.look(1, out), Answer::kItem);
  EXPECT_EQ(out, kFirst);
}

TEST(StealRequests, OneThreadAlone) {
  Cells cells(1);
  cells.setHasWork(0, true);
  EXPECT_FALSE(cells.answer(0, giving(kFirst)));
  cells.close(0);
  cells.open(0);
  EXPECT_FALSE(cells.requested(0));
}

} // namespace
} // namespace galois::worklists
