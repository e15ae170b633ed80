#include "galois/worklists/parts/stealing/StealingBuffer.h"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace galois::worklists {
namespace {

struct Three { // It has 12 bytes, which are copied as words of 4 bytes.
  std::uint32_t a, b, c;
};
struct Odd { // It has 3 bytes, which are copied one by one.
  std::uint8_t a, b, c;
};

TEST(StealingBuffer, BeginsTaken) {
  StealingBuffer<std::uint64_t> buffer(4);
  std::uint64_t out[4], top;
  EXPECT_TRUE(buffer.isTaken());
  EXPECT_FALSE(buffer.peek(top));
  EXPECT_EQ(buffer.steal(out), 0u);
  EXPECT_FALSE(buffer.takeBack());
}

TEST(StealingBuffer, TheNoteIsIndependentOfTheOffer) {
  StealingBuffer<std::uint64_t> buffer(4);
  EXPECT_EQ(buffer.note(), 0u);
  buffer.note(77);
  const std::uint64_t in[4] = {1, 2, 3, 4};
  std::uint64_t out[4];
  buffer.offer(in, 4);
  EXPECT_EQ(buffer.steal(out), 4u);
  EXPECT_EQ(buffer.note(), 77u);
}

TEST(StealingBuffer, WhoeverTakesFirstHasThemAll) {
  for (const std::uint32_t capacity : {1u, 3u, 4u, 5u, 64u, 65535u}) {
    StealingBuffer<std::uint64_t> buffer(capacity);
    std::vector<std::uint64_t> in(capacity), out(capacity);
    for (std::uint32_t i = 0; i < capacity; ++i) {
      in[i] = 1000 + i;
    }
    for (int epoch = 0; epoch < 3; ++epoch) {
      buffer.offer(in.data(), capacity);
      EXPECT_FALSE(buffer.isTaken());
      std::uint64_t top = 0;
      EXPECT_TRUE(buffer.peek(top));
      EXPECT_EQ(top, 1000u);
      if (epoch % 2) {
        EXPECT_EQ(buffer.steal(out.data()), capacity);
        EXPECT_EQ(out, in);
      } else {
        EXPECT_TRUE(buffer.takeBack());
      }
      EXPECT_TRUE(buffer.isTaken());
      EXPECT_EQ(buffer.steal(out.data()), 0u);
      EXPECT_FALSE(buffer.takeBack());
    }
  }
}

TEST(StealingBuffer, PartialBatchesKeepTheirCount) {
  StealingBuffer<std::uint32_t> buffer(4);
  const std::uint32_t tasks[] = {7, 8, 9};
  std::uint32_t out[4] = {};
  buffer.offer(tasks, 3);
  EXPECT_EQ(buffer.steal(out), 3u);
  EXPECT_EQ(out[0], 7u);
  EXPECT_EQ(out[2], 9u);
  buffer.offer(tasks + 1, 1);
  EXPECT_EQ(buffer.steal(out), 1u);
  EXPECT_EQ(out[0], 8u);
}

TEST(StealingBuffer, AnyTriviallyCopyableTaskTravelsWhole) {
  StealingBuffer<Three> three(2);
  const Three t[] = {{1, 2, 3}, {4, 5, 6}};
  Three outThree[2];
  three.offer(t, 2);
  ASSERT_EQ(three.steal(outThree), 2u);
  EXPECT_EQ(outThree[1].c, 6u);

  StealingBuffer<Odd> odd(2);
  const Odd o[] = {{1, 2, 3}, {255, 255, 255}};
  Odd outOdd[2];
  odd.offer(o, 2);
  ASSERT_EQ(odd.steal(outOdd), 2u);
  EXPECT_EQ(outOdd[1].b, 255u); // All bits set is a valid task.
}

} // namespace
} // namespace galois::worklists
