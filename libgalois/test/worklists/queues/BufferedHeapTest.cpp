#include "galois/worklists/parts/queues/BufferedHeap.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/substrate/Random.h"
#include "support/CountedHeap.h"

namespace galois::worklists {
namespace {

template <unsigned Front, unsigned Inbox>
using Heap = BufferedHeap<std::uint32_t, std::less<std::uint32_t>, 4, Front, Inbox>;

/// Runs `steps` pushes of random numbers and pops of random amounts, and compares with a set.
template <typename Queue>
void expectOrder(unsigned steps, std::uint32_t numbers) {
  Queue queue;
  std::multiset<std::uint32_t> model;
  substrate::Random random(7, numbers);
  for (unsigned step = 0; step < steps; ++step) {
    if (random.below(100) < (step < steps / 2 ? 70u : 30u)) {
      const std::uint32_t number = random.below(numbers);
      queue.push(number);
      model.insert(number);
    } else {
      std::vector<std::uint32_t> out(random.below(20) < 19 ? 1 : 1 + random.below(100));
      out.resize(queue.popMany(out.data(), out.size()));
      for (const std::uint32_t number : out) {
        ASSERT_EQ(number, *model.begin());
        model.erase(model.begin());
      }
    }
    ASSERT_EQ(queue.empty(), model.empty());
    if (!model.empty()) {
      ASSERT_EQ(queue.top(), *model.begin());
    }
  }
}

TEST(BufferedHeap, ComesInOrderWhateverTheBuffers) {
  for (const std::uint32_t numbers : {10u, 1000u, 1000000u}) {
    expectOrder<Heap<2, 1>>(20000, numbers);
    expectOrder<Heap<2, 7>>(20000, numbers);
    expectOrder<Heap<16, 3>>(20000, numbers);
    expectOrder<Heap<29, 32>>(20000, numbers);
    expectOrder<Heap<255, 255>>(20000, numbers);
  }
}

TEST(BufferedHeap, AMoreUrgentTaskComesFirstAndTheLastOfAFullFrontMakesRoom) {
  Heap<4, 4> queue;
  for (std::uint32_t number = 100; number > 0; --number) {
    queue.push(number);
    EXPECT_EQ(queue.top(), number);
  }
  std::uint32_t out[200];
  ASSERT_EQ(queue.popMany(out, 200), 100u);
  for (std::uint32_t i = 0; i < 100; ++i) {
    EXPECT_EQ(out[i], i + 1);
  }
}

TEST(BufferedHeap, TakingNeedsNoMemory) {
  const SharedMemSys system; // It counts the pages.
  // A pop that failed to get memory would lose tasks. The sizes are close to those at which the
  // heap grows.
  for (std::uint32_t tasks = 900; tasks < 2300; ++tasks) {
    Heap<29, 32> queue;
    for (std::uint32_t i = 0; i < tasks; ++i) {
      queue.push(i);
    }
    const std::size_t before = test::CountedHeap::held();
    std::uint32_t out = 0, taken = 0;
    for (; queue.popMany(&out, 1) == 1; ++taken) {
      ASSERT_EQ(out, taken);
    }
    EXPECT_EQ(taken, tasks);
    EXPECT_LT(test::CountedHeap::held(), before + 4096) << tasks << ": the heap has grown";
  }
}

} // namespace
} // namespace galois::worklists
