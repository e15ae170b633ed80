#include "galois/worklists/parts/messages/ReceiveQueue.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

/// A task of N bytes that are all functions of its number.
template <std::size_t N>
struct Sized {
  Sized() = default;
  explicit Sized(std::uint32_t number) {
    for (std::size_t i = 0; i < N; ++i) {
      bytes[i] = static_cast<std::uint8_t>(number * 31 + i);
    }
  }
  bool operator==(const Sized& other) const { return bytes == other.bytes; }
  std::array<std::uint8_t, N> bytes;
};

template <typename T>
std::vector<T> drain(ReceiveQueue<T>& queue) {
  std::vector<T> out;
  const std::uint32_t count = queue.drain([&](const T& task, bool) { out.push_back(task); });
  EXPECT_EQ(count, out.size());
  EXPECT_FALSE(queue.ready());
  return out;
}

template <typename T>
class ReceiveQueueOf : public ::testing::Test {};
using Sizes = ::testing::Types<Sized<1>, Sized<4>, Sized<8>, Sized<12>, Sized<16>, Sized<40>,
                               Sized<64>, Sized<200>>;
TYPED_TEST_SUITE(ReceiveQueueOf, Sizes);

TYPED_TEST(ReceiveQueueOf, TasksComeInOrderOverManyRoundsForAnyCapacity) {
  for (const std::uint32_t capacity : {1u, 2u, 7u, 8u, 30u, 512u}) {
    ReceiveQueue<TypeParam> queue(capacity);
    EXPECT_EQ(queue.capacity(), capacity);
    std::uint32_t sent = 0, received = 0;
    for (std::uint32_t round = 0; round < 60; ++round) {
      const std::uint32_t wanted = 1 + round * 5 % capacity;
      for (std::uint32_t i = 0; i < wanted; ++i) {
        ASSERT_TRUE(queue.send(TypeParam(sent++)));
      }
      for (const TypeParam& task : drain(queue)) {
        ASSERT_EQ(task, TypeParam(received++));
      }
      ASSERT_EQ(received, sent);
    }
  }
}

TEST(ReceiveQueue, AFullQueueRefusesTheTaskAndLosesNone) {
  for (const std::uint32_t capacity : {1u, 3u, 7u, 512u}) {
    ReceiveQueue<std::uint64_t> queue(capacity);
    for (std::uint64_t lap = 0; lap < 3; ++lap) {
      for (std::uint64_t i = 0; i < capacity; ++i) {
        ASSERT_TRUE(queue.send(i));
      }
      EXPECT_FALSE(queue.send(99999));
      EXPECT_FALSE(queue.send(99999));
      const auto out = drain(queue);
      ASSERT_EQ(out.size(), capacity);
      for (std::uint64_t i = 0; i < capacity; ++i) {
        EXPECT_EQ(out[i], i);
      }
    }
  }
}

TEST(ReceiveQueue, BeginsEmptyWhateverItsMemoryHeldBefore) {
  using Queue = ReceiveQueue<std::uint64_t>;
  struct Free {
    void operator()(void* memory) const {
      ::operator delete (memory, std::align_val_t{alignof(Queue)});
    }
  };
  std::unique_ptr<void, Free> memory(
      ::operator new (sizeof(Queue), std::align_val_t{alignof(Queue)}));
  std::memset(memory.get(), 0xa5, sizeof(Queue));
  Queue* queue = ::new (memory.get()) Queue(16);
  EXPECT_FALSE(queue->ready());
  EXPECT_TRUE(drain(*queue).empty());
  EXPECT_TRUE(queue->send(3));
  EXPECT_EQ(drain(*queue), std::vector<std::uint64_t>{3});
  queue->~Queue();
}

TEST(ReceiveQueue, OneDrainTakesEverythingThatArrived) {
  ReceiveQueue<std::uint64_t> queue(100);
  EXPECT_FALSE(queue.ready());
  for (std::uint64_t i = 0; i < 100; ++i) {
    ASSERT_TRUE(queue.send(i));
    EXPECT_TRUE(queue.ready());
  }
  EXPECT_EQ(queue.drain([](std::uint64_t, bool) {}), 100u);
  EXPECT_EQ(queue.drain([](std::uint64_t, bool) {}), 0u);
}

TEST(ReceiveQueue, ADrainTakesNoMoreThanAskedFor) {
  ReceiveQueue<std::uint64_t> queue(3);
  std::vector<std::uint64_t> got;
  const auto take = [&got](std::uint64_t task, bool) { got.push_back(task); };
  for (std::uint64_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(queue.send(i));
  }
  EXPECT_EQ(queue.drain(take, 1), 1u);
  EXPECT_TRUE(queue.send(3)) << "there is room for one more";
  EXPECT_FALSE(queue.send(4));
  EXPECT_EQ(queue.drain(take, 2), 2u);
  EXPECT_EQ(queue.drain(take, 2), 1u);
  EXPECT_EQ(got, (std::vector<std::uint64_t>{0, 1, 2, 3}));
}

TEST(ReceiveQueue, AGroupComesWholeOrNotAtAll) {
  ReceiveQueue<std::uint64_t> queue(10);
  const std::uint64_t tasks[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_FALSE(queue.send(tasks, 11));
  for (int lap = 0; lap < 50; ++lap) {
    ASSERT_TRUE(queue.send(tasks, 4));
    ASSERT_TRUE(queue.send(tasks + 4, 1));
    ASSERT_TRUE(queue.send(tasks + 5, 3));
    ASSERT_FALSE(queue.send(tasks, 3)); // There is room for two.
    ASSERT_TRUE(queue.send(tasks + 8, 2));
    std::vector<std::uint64_t> ends;
    std::uint64_t next = 0;
    queue.drain([&](std::uint64_t task, bool more) {
      EXPECT_EQ(task, next++);
      if (!more) {
        ends.push_back(task);
      }
    });
    ASSERT_EQ(ends, (std::vector<std::uint64_t>{3, 4, 7, 9}));
  }
}

TEST(ReceiveQueue, WhatTheReceiverCouldNotTakeComesAgain) {
  ReceiveQueue<int> queue(4);
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(queue.send(i));
  }
  EXPECT_THROW(queue.drain([](int task, bool) {
    if (task == 2) {
      throw std::runtime_error("no memory, say");
    }
  }),
               std::runtime_error);
  EXPECT_EQ(drain(queue), (std::vector<int>{2, 3}));
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(queue.send(i)); // All slots are free again.
  }
}

} // namespace
} // namespace galois::worklists
