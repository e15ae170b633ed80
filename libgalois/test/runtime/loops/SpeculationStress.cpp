// Dining philosophers: iterations that each need two or all of a few objects, with many more threads
// than cores. Everyone eats as often as there are tasks, and nobody eats with a neighbour.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/runtime/Context.h"

namespace {

struct Fork : galois::runtime::Lockable {
  std::uint64_t uses = 0; ///< guarded by the lock
};

void dine(unsigned threads, unsigned seats, unsigned meals, unsigned greedyEach) {
  galois::setActiveThreads(threads);
  std::vector<Fork> forks(seats);
  std::vector<std::uint64_t> eaten(seats); // seat i is guarded by fork i
  std::uint64_t feasts = 0;                // guarded by all forks
  galois::for_each(galois::iterate(0U, seats * meals), [&](unsigned task, auto&) {
    const unsigned seat = task % seats;
    const unsigned next = (seat + 1) % seats;
    const auto write = galois::MethodFlag::WRITE;
    if (task % greedyEach == 0) {
      for (unsigned i = 0; i < seats; ++i) {
        galois::runtime::acquire(&forks[(seat + i) % seats], write);
      }
      ++feasts;
    }
    galois::runtime::acquire(&forks[seat], write);
    galois::runtime::acquire(&forks[next], write);
    ++forks[seat].uses;
    ++forks[next].uses;
    ++eaten[seat];
  });
  for (unsigned i = 0; i < seats; ++i) {
    EXPECT_EQ(eaten[i], meals);
    EXPECT_EQ(forks[i].uses, 2 * meals);
  }
  EXPECT_EQ(feasts, (seats * meals + greedyEach - 1) / greedyEach);
  galois::setActiveThreads(1);
}

TEST(DiningPhilosophers, AllEat) {
  for (const unsigned threads : {1U, 2U, 16U}) {
    dine(threads, 5, 400, 1U << 30);
    dine(threads, 2, 400, 1U << 30); // both need both
  }
}

TEST(DiningPhilosophers, SomeNeedAllForks) {
  for (const unsigned threads : {2U, 16U}) {
    dine(threads, 5, 300, 7);
    dine(threads, 16, 60, 2);
    dine(threads, 8, 100, 1);
  }
}

} // namespace
