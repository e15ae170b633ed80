// CountedCall on one thread: what it counts, and when. CountedCallRelacy.cpp has its two threads.
#include "analytics/scheduler/CountedCall.h"

#include <cstdint>
#include <stdexcept>

#include <gtest/gtest.h>

namespace galois::analytics {
namespace {

struct Counter {
  std::uint64_t value = 0;
  unsigned begun = 0, ended = 0;
};

struct Counters {
  Counter* counter;

  void begin() {
    counter->value = 0;
    ++counter->begun;
  }
  void end() { ++counter->ended; }
  std::uint64_t tasks() { return counter->value; }
};

TEST(CountedCall, CountsWhileTheCallRuns) {
  Counter counter;
  counter.value = 9; // of an earlier call
  CountedCall<Counters> call(Counters{&counter});
  EXPECT_EQ(call.soFar(), 0u);
  bool ran = false;
  call.run([&] {
    EXPECT_EQ(counter.begun, 1u);
    EXPECT_EQ(call.soFar(), 0u);
    counter.value = 4;
    EXPECT_EQ(call.soFar(), 4u);
    EXPECT_EQ(counter.ended, 0u);
    ran = true;
  });
  EXPECT_TRUE(ran);
  EXPECT_EQ(counter.ended, 1u);
}

TEST(CountedCall, KeepsItsNumberWhenTheNextCallUsesTheCounters) {
  Counter counter;
  CountedCall<Counters> call(Counters{&counter});
  call.run([&] {
    counter.value = 4;
    EXPECT_EQ(call.soFar(), 4u);
    counter.value = 3; // a sum that is a little old
    EXPECT_EQ(call.soFar(), 4u);
  });
  counter.value = 100;
  EXPECT_EQ(call.soFar(), 4u);
}

TEST(CountedCall, EndsCountingIfTheCallThrows) {
  Counter counter;
  CountedCall<Counters> call(Counters{&counter});
  EXPECT_THROW(call.run([] { throw std::out_of_range("work"); }), std::out_of_range);
  EXPECT_EQ(counter.ended, 1u);
  counter.value = 100;
  EXPECT_EQ(call.soFar(), 0u);
}

} // namespace
} // namespace galois::analytics
